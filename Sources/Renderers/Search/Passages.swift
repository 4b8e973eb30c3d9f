/// Where text is cut into passages: pieces of about a sentence that an excerpt can be made of.
enum Passages {
    /// Bytes; a passage shorter than `short` takes the next sentence in, one longer than `long` is cut at a blank.
    private static let short = 70
    private static let long = 200

    /// The end of the passage that begins at `start`, at most `limit`.
    static func end(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ limit: Int) -> Int {
        // So early nothing but the end of a block ends one.
        var index = min(limit, start + short)
        let line = UnsafeBufferPointer(rebasing: text[..<index]).next(UInt8(ascii: "\n"), from: start)
        if line < index { return line + 1 }
        var blank = 0
        let stop = min(limit, start + long)
        while index < stop {
            let byte = text[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\n"): return index
            case UInt8(ascii: " "):
                if endsSentence(text, index - 2) { return index }
                blank = index
            case 0x82 where text[index - 3] == 0xE3 && text[index - 2] == 0x80: return index  // 。
            default: break
            }
        }
        return stop == start + long ? cut(text, start, index, blank, limit) : limit
    }

    /// After the last blank, or where the text has none, before a character.
    private static func cut(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ index: Int, _ blank: Int, _ limit: Int) -> Int {
        if blank > start + short { return blank }
        var end = index
        while end < limit, end > start + 1, text[end] & 0xC0 == 0x80 { end -= 1 }
        // Only bytes that are no UTF-8 go back this far.
        return end > start + 1 ? end : index
    }

    private static func endsSentence(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        switch text[index] {
        case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"): true
        default: index > 0 && text[index] == 0x9F && text[index - 1] == 0xD8  // ؟
        }
    }
}
