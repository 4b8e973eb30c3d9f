/// Makes any bytes a text that HTML may hold: valid UTF-8 (The Unicode Standard, table 3-7), line feeds only, no byte order mark, also where
/// files were joined, no C1 control, no noncharacter.
enum TextRepair {
    static func isClean(_ bytes: Bytes) -> Bool {
        var at = 0
        while at < bytes.count {
            at = bytes.firstIndex(from: at) { $0.above(0x7F) .| $0.equal(0x0D) }
            if at == bytes.count { break }
            // A carriage return begins no sequence.
            let length = sequenceLength(bytes, at)
            if length == 0 { return false }
            at += length
        }
        return true
    }

    static func repaired(_ bytes: Bytes) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 64)
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            if byte == 0x0D {
                result.append(0x0A)
                at += at + 1 < bytes.count && bytes[at + 1] == 0x0A ? 2 : 1
                continue
            }
            if byte == 0xEF, bytes.starts(with: "\u{FEFF}", at: at) {
                at += 3
                if let end = flattenedBlockEnd(bytes, at) {
                    at = end
                    while let last = result.last, last == 0x20 || last == 0x2D { result.removeLast() }
                    if result.suffix(3).elementsEqual("\u{2014}".utf8) { result.removeLast(3) }
                }
                continue
            }
            let length = byte < 0x80 ? 1 : sequenceLength(bytes, at)
            if length > 0 {
                result.append(contentsOf: bytes[at..<at + length])
                at += length
            } else {
                result.append(contentsOf: [0xEF, 0xBF, 0xBD])
                at += 1
                while at < bytes.count, bytes[at] & 0xC0 == 0x80 { at += 1 }
            }
        }
        return result
    }

    /// A byte order mark and `--- key: ` within a line are another file's head, which a program that made an index took for its first
    /// sentence: the line ends before it. `at` is behind the mark.
    private static func flattenedBlockEnd(_ bytes: Bytes, _ at: Int) -> Int? {
        guard at > 3, bytes[at - 4] != 0x0A, bytes[at - 4] != 0x0D, bytes.starts(with: "--- ", at: at) else { return nil }
        var end = at + 4
        while end < bytes.count, bytes[end].isASCIIAlphanumeric || bytes[end] == 0x5F || bytes[end] == 0x2D { end += 1 }
        guard end > at + 4, bytes.starts(with: ": ", at: end) else { return nil }
        while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
        return end
    }

    /// Length of the well-formed and permitted sequence at `at`; 0 where there is none.
    private static func sequenceLength(_ bytes: Bytes, _ at: Int) -> Int {
        let lead = bytes[at]
        let length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
        guard length > 0, at + length <= bytes.count else { return 0 }
        for offset in 1..<length where bytes[at + offset] & 0xC0 != 0x80 { return 0 }
        let second = bytes[at + 1]
        switch lead {
        case 0xC2: return second < 0xA0 ? 0 : length
        case 0xE0: return second < 0xA0 ? 0 : length
        case 0xED: return second > 0x9F ? 0 : length
        case 0xEF where second == 0xB7: return bytes[at + 2] &- 0x90 < 0x20 ? 0 : length
        case 0xEF where second == 0xBB: return bytes[at + 2] == 0xBF ? 0 : length
        case 0xEF where second == 0xBF: return bytes[at + 2] >= 0xBE ? 0 : length
        case 0xF0: return second < 0x90 ? 0 : isNoncharacter(bytes, at) ? 0 : length
        case 0xF4: return second > 0x8F ? 0 : isNoncharacter(bytes, at) ? 0 : length
        case 0xF1...0xF3: return isNoncharacter(bytes, at) ? 0 : length
        default: return length
        }
    }

    /// The last two code points of a plane.
    private static func isNoncharacter(_ bytes: Bytes, _ at: Int) -> Bool {
        bytes[at + 1] & 0x0F == 0x0F && bytes[at + 2] == 0xBF && bytes[at + 3] >= 0xBE
    }
}
