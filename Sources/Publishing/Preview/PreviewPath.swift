/// Where a request leads in a site.
enum PreviewPath: Equatable {
    /// From the root, not percent-encoded; a folder's ends in a slash, and the root is empty.
    case inside(String)
    /// Nothing that a site could have: it leads out, names what is hidden, or is no path.
    case nowhere

    /// - Parameter sent: percent-encoded, as it came.
    init(_ sent: String) {
        self = .nowhere
        guard sent.utf8.first == UInt8(ascii: "/") else { return }
        var components: [String] = []
        let parts = sent.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (place, part) in parts.enumerated() {
            if part.isEmpty, place == parts.count - 1 { break }
            guard let bytes = Self.decoded(part), let name = String(validating: bytes, as: UTF8.self), Self.isName(bytes) else { return }
            components.append(name)
        }
        let path = components.joined(separator: "/")
        self = .inside(sent.utf8.last == UInt8(ascii: "/") && !path.isEmpty ? path + "/" : path)
    }

    /// RFC 3986, section 2.1; nil where a percent sign has no two digits after it.
    private static func decoded(_ part: Substring.UTF8View.SubSequence) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = part[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - 48
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): (byte | 32) - 87
        default: nil
        }
    }

    /// One component: no way up, no file of an editor or of ours, no sign that a system takes for a separator.
    private static func isName(_ bytes: [UInt8]) -> Bool {
        !bytes.isEmpty && bytes[0] != UInt8(ascii: ".")
            && !bytes.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    }
}

/// What a `Range` header asks for (RFC 9110, section 14).
enum ByteRange: Equatable {
    /// There is none, it is not understood, or it has several parts: all of it is sent.
    case whole
    case part(Range<Int>)
    case unsatisfiable

    init(_ header: String?, size: Int) {
        self = .whole
        guard let header, header.lowercased().hasPrefix("bytes=") else { return }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }), !(ends[0].isEmpty && ends[1].isEmpty)
        else { return }
        // A figure that no number holds is larger than any file.
        let (first, last) = (Int(ends[0]) ?? .max, Int(ends[1]) ?? .max)
        if ends[0].isEmpty {
            self = last == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - min(last, size))..<size)
        } else if !ends[1].isEmpty, last < first {
            return
        } else {
            self = first >= size ? .unsatisfiable : .part(first..<(ends[1].isEmpty ? size : min(last, size - 1) + 1))
        }
    }
}
