/// JSON to be written. The same value gives the same bytes always: keys are sorted by their bytes, a double is written with the
/// fewest digits that read back as the same double, text is UTF-8 with only what must be escaped.
package enum JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    case bool(Bool)
    case int(Int)
    /// Finite; JSON has no other numbers.
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
    /// JSON that is written already.
    case encoded([UInt8])

    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .int(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }

    /// A file: the members of the outermost object, and the elements of the lists among them, have a line each, so that a
    /// comparison by lines is of use.
    package func document() -> [UInt8] {
        var bytes: [UInt8] = []
        switch self {
        case .object(let members):
            Self.list(Self.sorted(members), "{", "}", into: &bytes) { member, bytes in
                Self.write(member.key, into: &bytes)
                bytes.append(contentsOf: ": ".utf8)
                member.value.writeRows(into: &bytes)
            }
        default: writeRows(into: &bytes)
        }
        bytes.append(0x0A)
        return bytes
    }

    private func writeRows(into bytes: inout [UInt8]) {
        guard case .array(let rows) = self else { return write(into: &bytes) }
        Self.list(rows, "[", "]", into: &bytes) { row, bytes in row.write(into: &bytes) }
    }

    private static func list<Element>(
        _ elements: [Element], _ open: String, _ close: String, into bytes: inout [UInt8], _ write: (Element, inout [UInt8]) -> Void
    ) {
        bytes.append(contentsOf: open.utf8)
        for (index, element) in elements.enumerated() {
            bytes.append(contentsOf: (index == 0 ? "\n" : ",\n").utf8)
            write(element, &bytes)
        }
        if !elements.isEmpty { bytes.append(0x0A) }
        bytes.append(contentsOf: close.utf8)
    }

    private static func sorted(_ members: [String: JSONValue]) -> [(key: String, value: JSONValue)] {
        members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    private func write(into bytes: inout [UInt8]) {
        switch self {
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .int(let value): bytes.append(contentsOf: String(value).utf8)
        case .double(let value):
            precondition(value.isFinite, "JSON has no number for this")
            bytes.append(contentsOf: (value == 0 ? "0" : value.description).utf8)
        case .string(let text): Self.write(text, into: &bytes)
        case .encoded(let json): bytes.append(contentsOf: json)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(into: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in Self.sorted(members).enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.key, into: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(into: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    package static func write(_ text: String, into bytes: inout [UInt8]) {
        let mustEscape: (UInt8) -> Bool = { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
        bytes.append(UInt8(ascii: "\""))
        if text.utf8.contains(where: mustEscape) { writeEscaped(text, into: &bytes) } else { bytes.append(contentsOf: text.utf8) }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func writeEscaped(_ text: String, into bytes: inout [UInt8]) {
        let hexadecimal = Array("0123456789abcdef".utf8)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0..<0x20, 0x7F: bytes.append(contentsOf: "\\u00".utf8 + [hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]])
            default: bytes.append(byte)
            }
        }
    }
}
