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
        let stop = min(limit, start + long)
        while index < stop {
            if index + 8 <= stop, !mayEnd(text, index) {
                index += 8
                continue
            }
            let end = min(index + 8, stop)
            while index < end {
                let byte = text[index]
                index += 1
                switch byte {
                case UInt8(ascii: "\n"): return index
                case UInt8(ascii: " ") where endsSentence(text, index - 2): return index
                case 0x82 where text[index - 3] == 0xE3 && text[index - 2] == 0x80: return index  // 。
                default: break
                }
            }
        }
        return stop == start + long ? cut(text, start, index, limit) : limit
    }

    /// Whether a passage may end in the eight bytes from `index` on, which is not the first: a line feed is among them, something that is
    /// not ASCII, or a blank behind what ends a sentence. Other control characters may be taken for a line feed.
    @inline(__always)
    private static func mayEnd(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        let bytes = UnsafeRawBufferPointer(text)
        let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let before = bytes.loadUnaligned(fromByteOffset: index - 1, as: UInt64.self)
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Of bytes below 0x80 the highest bit is left where two are the same.
        func same(_ word: UInt64, _ byte: Unicode.Scalar) -> UInt64 { 0x80 * ones &- (word ^ UInt64(byte.value) * ones) }
        let marks = same(before, ".") | same(before, "!") | same(before, "?")
        let feeds = ~(word &+ 0x60 * ones)
        return ((word | before) | feeds | (same(word, " ") & marks)) & (0x80 * ones) != 0
    }

    /// After the last blank, or where the text has none, before a character.
    private static func cut(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ index: Int, _ limit: Int) -> Int {
        if let blank = text[(start + short)..<index].lastIndex(of: UInt8(ascii: " ")) { return blank + 1 }
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
