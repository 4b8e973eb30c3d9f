extension ByteSink {
    /// Writes text as HTML text or as the value of a double-quoted attribute: `&`, `<`, `>` and `"` become references.
    public mutating func append(escaping bytes: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while true {
            // `"` and `&` differ in one bit, and so do `<` and `>`.
            let end = ByteScan.first(in: bytes, from: start) {
                ByteScan.equal($0, UInt8(ascii: "&"), folding: 4) .| ByteScan.equal($0, UInt8(ascii: ">"), folding: 2)
            }
            append(UnsafeBufferPointer(rebasing: bytes[start..<end]))
            guard end < bytes.count else { return }
            appendReference(to: bytes[end])
            start = end + 1
        }
    }

    public mutating func append(escaping text: String) {
        var text = text
        text.withUTF8 { append(escaping: $0) }
    }

    private mutating func appendReference(to byte: UInt8) {
        switch byte {
        case UInt8(ascii: "&"): append("&amp;")
        case UInt8(ascii: "<"): append("&lt;")
        case UInt8(ascii: ">"): append("&gt;")
        default: append("&quot;")
        }
    }
}

public enum HTMLEscaping {
    /// Appends what `ByteSink.append(escaping:)` writes.
    public static func append(_ text: String, to out: inout [UInt8]) {
        var sink = ByteSink(capacity: text.utf8.count * 2)
        sink.append(escaping: text)
        out.append(contentsOf: sink.bytes)
    }
}
