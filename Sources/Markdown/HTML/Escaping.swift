/// What becomes of each byte in HTML text and attributes.
private let escapeClasses = ByteTable { byte in
    switch byte {
    case 0x26, 0x3C, 0x3E, 0x22: return 1
    case 0x09, 0x0A, 0x0C, 0x0D: return 0
    case 0x00...0x1F, 0x7F: return 1
    default: return 0
    }
}

extension ByteBuffer {
    /// Appends text: `&`, `<`, `>` and `"` as references, markers as what they stand for, controls as U+FFFD.
    mutating func append(escaping text: Bytes) {
        guard let base = text.baseAddress else { return }
        let classes = escapeClasses.table
        reserve(text.count)
        var start = 0
        var at = 0
        let count = text.count
        while at < count {
            if classes[Int(base[at])] == 0 {
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
        switch byte {
        case 0x26: append("&amp;")
        case 0x3C: append("&lt;")
        case 0x3E: append("&gt;")
        case 0x22: append("&quot;")
        default:
            if let original = Marker.original(byte) { append(original) } else { append("\u{FFFD}") }
        }
    }

    mutating func append(escaping text: String) {
        var text = text
        text.withUTF8 { append(escaping: $0) }
    }

    /// Appends an address as an attribute's value: bytes that no URL has are percent-encoded, `&` and `'` are references.
    mutating func append(address: Bytes) {
        for byte in address {
            let byte = Marker.original(byte) ?? byte
            if byte.isASCIIAlphanumeric || "-_.+!*(),%#@?=;:/$~".utf8.contains(byte) {
                append(byte)
            } else if byte == 0x26 {
                append("&amp;")
            } else if byte == 0x27 {
                append("&#x27;")
            } else {
                append(0x25)
                append(Self.hexDigits[Int(byte >> 4)])
                append(Self.hexDigits[Int(byte & 15)])
            }
        }
    }

    mutating func append(address: String) {
        var address = address
        address.withUTF8 { append(address: $0) }
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
}
