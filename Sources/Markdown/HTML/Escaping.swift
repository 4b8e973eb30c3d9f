extension ByteBuffer {
    /// Appends text: `&`, `<`, `>` and `"` as references, markers as what they stand for, controls as U+FFFD.
    mutating func append(escaping text: Bytes) {
        guard let base = text.baseAddress else { return }
        let escaped = ByteSet.escaped
        reserve(text.count)
        var start = 0
        var at = 0
        let count = text.count
        while at < count {
            if !escaped.contains(base[at]) {
                at += 1
                continue
            }
            append(text.slice(start..<at))
            appendReference(base[at])
            at += 1
            start = at
        }
        append(text.slice(start..<count))
    }

    private mutating func appendReference(_ byte: UInt8) {
        switch Marker.original(byte) ?? byte {
        case 0x26: append("&amp;")
        case 0x3C: append("&lt;")
        case 0x3E: append("&gt;")
        case 0x22: append("&quot;")
        case let original where original > 0x20 && original != 0x7F: append(original)
        default: append("\u{FFFD}")
        }
    }

    mutating func append(escaping text: String) {
        var text = text
        text.withUTF8 { append(escaping: $0) }
    }

    /// Appends an address as an attribute's value: bytes that no URL has are percent-encoded, `&` and `'` are references.
    mutating func append(address: Bytes) {
        let host = Self.literalHost(address)
        reserve(address.count)
        let plain = ByteSet.address
        var written = 0
        for (index, byte) in address.enumerated() where !plain.contains(byte) && !host.contains(index) {
            append(address.slice(written..<index))
            written = index + 1
            let byte = Marker.original(byte) ?? byte
            if byte == 0x26 {
                append("&amp;")
            } else if byte == 0x27 {
                append("&#x27;")
            } else if plain.contains(byte) {
                append(byte)
            } else {
                append(0x25)
                append(Self.hexDigits[Int(byte >> 4)])
                append(Self.hexDigits[Int(byte & 15)])
            }
        }
        append(address.slice(written..<address.count))
    }

    /// Where the brackets of a host such as `[::1]` are, which stay (RFC 3986, section 3.2.2).
    private static func literalHost(_ address: Bytes) -> Range<Int> {
        guard let start = address.first(0x5B), start > 2, address.starts(with: "://", at: start - 3),
            let end = address.first(0x5D, from: start),
            address.slice(start + 1..<end).allSatisfy({ $0.isASCIIHexDigit || $0 == 0x3A || $0 == 0x2E })
        else { return 0..<0 }
        return start..<end + 1
    }

    mutating func append(address: String) {
        var address = address
        address.withUTF8 { append(address: $0) }
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
}
