import CCmark

/// Character references in raw HTML. What is not resolved here stays text, since all of it is escaped anew when it is written.
enum Entities {
    static func decoded(_ bytes: Bytes) -> [UInt8] {
        guard bytes.contains(0x26) else { return Marker.restored(bytes) }
        var result: [UInt8] = []
        var at = 0
        while at < bytes.count {
            if bytes[at] == 0x26, let (text, length) = reference(bytes, at) {
                result.append(contentsOf: text)
                at += length
            } else {
                result.append(Marker.original(bytes[at]) ?? bytes[at])
                at += 1
            }
        }
        return result
    }

    private static func reference(_ bytes: Bytes, _ start: Int) -> ([UInt8], Int)? {
        guard start + 2 < bytes.count else { return nil }
        if bytes[start + 1] == 0x23 { return numeric(bytes, start) }
        var end = start + 1
        while end < bytes.count, end - start < 33, bytes[end].isASCIIAlphanumeric { end += 1 }
        guard end > start + 1, end < bytes.count, bytes[end] == 0x3B else { return nil }
        return named(bytes.slice(start..<end + 1)).map { ($0, end + 1 - start) }
    }

    /// Whether the reference that begins at `start` stands for a control: a `Marker` perhaps.
    static func isControl(_ bytes: Bytes, _ start: Int) -> Bool {
        guard start + 2 < bytes.count, bytes[start + 1] == 0x23, let (text, _) = numeric(bytes, start) else { return false }
        return text == [0xEF, 0xBF, 0xBD]
    }

    private static func numeric(_ bytes: Bytes, _ start: Int) -> ([UInt8], Int)? {
        var at = start + 2
        let isHex = bytes[at] | 0x20 == 0x78
        if isHex { at += 1 }
        let first = at
        var value: UInt32 = 0
        while at < bytes.count, isHex ? bytes[at].isASCIIHexDigit : bytes[at].isASCIIDigit {
            let digit = bytes[at].isASCIIDigit ? bytes[at] - 0x30 : (bytes[at] | 0x20) - 0x57
            value = min(value * (isHex ? 16 : 10) + UInt32(digit), 0x11_0000)
            at += 1
        }
        if at == first { return nil }
        if at < bytes.count, bytes[at] == 0x3B { at += 1 }
        let isControl = (value < 0x20 && value != 0x09 && value != 0x0A && value != 0x0D) || (value >= 0x7F && value < 0xA0)
        let scalar = isControl ? nil : Unicode.Scalar(value)
        return (Array(String(Character(scalar ?? "\u{FFFD}")).utf8), at - start)
    }

    /// cmark knows all names: a page that is one reference comes back as what it stands for.
    private static func named(_ reference: Bytes) -> [UInt8]? {
        if reference.starts(with: "&amp;") { return [0x26] }
        if reference.starts(with: "&nbsp;") { return [0xC2, 0xA0] }
        let mark = Arena.mark()
        defer { Arena.release(to: mark) }
        guard let parser = cmark_parser_new_with_mem(CMARK_OPT_DEFAULT, Arena.memory.pointer) else { return nil }
        reference.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        guard let text = Node(cmark_parser_finish(parser))?.firstChild?.firstChild?.literal, text.first != 0x26 || text.count == 1 else {
            return nil
        }
        return Array(text)
    }
}
