extension ByteBuffer {
    /// Appends text: `&`, `<`, `>` and `"` as references, markers as what they stand for, controls as U+FFFD.
    mutating func append(escaping text: Bytes) {
        append(text) { lane in
            let isControl = (lane.below(0x20) .& .!lane.equal(0x0A)) .| lane.equal(0x7F)
            // `"` and `&`, then `<` and `>`, differ by one bit each.
            return isControl .| (lane & 0xFB).equal(0x22) .| (lane & 0xFD).equal(0x3C)
        } otherwise: {
            $0.appendReference($1)
        }
    }

    private mutating func appendReference(_ byte: UInt8) {
        switch Marker.original(byte) ?? byte {
        case 0x09, 0x0A, 0x0C, 0x0D: append(byte)
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
        appendAddressPart(address.slice(0..<host.lowerBound))
        append(address.slice(host))
        appendAddressPart(address.slice(host.upperBound..<address.count))
    }

    private mutating func appendAddressPart(_ part: Bytes) {
        append(part) { lane in
            // What is not in `ByteSet.address`.
            let isOutside = lane.below(0x21) .| lane.above(0x7E)
            let isBracket = lane.above(0x5A) .& lane.below(0x61) .& .!lane.equal(0x5F)
            let isBrace = lane.above(0x7A) .& .!lane.equal(0x7E)
            return isOutside .| isBracket .| isBrace .| (lane & 0xFB).equal(0x22) .| lane.equal(0x27) .| (lane & 0xFD).equal(0x3C)
        } otherwise: {
            $0.appendEncoded($1)
        }
    }

    private mutating func appendEncoded(_ byte: UInt8) {
        let byte = Marker.original(byte) ?? byte
        if byte == 0x26 {
            append("&amp;")
        } else if byte == 0x27 {
            append("&#x27;")
        } else if ByteSet.address.contains(byte) {
            append(byte)
        } else {
            append(0x25)
            append(Self.hexDigit(byte >> 4))
            append(Self.hexDigit(byte & 15))
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }

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
}
