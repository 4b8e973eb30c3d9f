/// Writes text as HTML text or as the value of a double-quoted attribute: `&`, `<`, `>` and `"` become references.
public enum HTMLEscaping {
    @inline(__always)
    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "\"")
    }

    public static func append(_ text: String, to out: inout [UInt8]) {
        var text = text
        text.withUTF8 { append($0, to: &out) }
    }

    public static func append(_ bytes: UnsafeBufferPointer<UInt8>, to out: inout [UInt8]) {
        var start = 0
        var index = 0
        while true {
            index = plainEnd(bytes, from: index)
            guard index < bytes.count else { break }
            if isSpecial(bytes[index]) {
                out.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
                append(reference: bytes[index], to: &out)
                start = index + 1
            }
            index += 1
        }
        out.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
    }

    /// Where the run of whole words ends that hold nothing special: eight bytes at once.
    @inline(__always)
    private static func plainEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard let base = bytes.baseAddress else { return start }
        let raw = UnsafeRawPointer(base)
        var at = start
        while at + 8 <= bytes.count {
            let word = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            let found =
                zeros(word ^ 0x2626_2626_2626_2626) | zeros(word ^ 0x3C3C_3C3C_3C3C_3C3C)
                | zeros(word ^ 0x3E3E_3E3E_3E3E_3E3E) | zeros(word ^ 0x2222_2222_2222_2222)
            if found != 0 { break }
            at += 8
        }
        return at
    }

    /// Not 0 where a byte of the word is 0: the lowest such byte has its high bit set.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 }

    private static func append(reference byte: UInt8, to out: inout [UInt8]) {
        let text: StaticString =
            switch byte {
            case UInt8(ascii: "&"): "&amp;"
            case UInt8(ascii: "<"): "&lt;"
            case UInt8(ascii: ">"): "&gt;"
            default: "&quot;"
            }
        out.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
