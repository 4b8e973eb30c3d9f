/// A JSON value (RFC 8259) that knows where in the file it stands and keeps its members in the order written.
///
/// Foundation's readers give neither; both are needed, for messages with a place and for a style sheet in a stable order.
struct TokenJSON {
    enum Value {
        case object([(key: String, value: TokenJSON)])
        case array([TokenJSON])
        case string(String)
        case number(Double)
        case bool(Bool)
        case null
    }

    /// Byte offset of the value's first character.
    var offset: Int
    var value: Value

    static func parse(_ bytes: [UInt8]) throws(JSONFault) -> TokenJSON {
        var parser = TokenJSONParser(bytes: bytes)
        let root = try parser.parseValue(depth: 0)
        parser.skipSpace()
        guard parser.position == bytes.count else { throw parser.fault("unexpected text after the end of the JSON value") }
        return root
    }
}

/// A message and the byte offset that it is about; the reader of the file turns the offset into line and column.
struct JSONFault: Error {
    var message: String
    var offset: Int
}

private struct TokenJSONParser {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    func fault(_ message: String) -> JSONFault { JSONFault(message: message, offset: position) }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func expect(_ byte: UInt8) throws(JSONFault) {
        guard next == byte else { throw fault("expected '\(Character(UnicodeScalar(byte)))'") }
        position += 1
    }

    mutating func parseValue(depth: Int) throws(JSONFault) -> TokenJSON {
        guard depth < 32 else { throw fault("nested more than 32 levels deep") }
        skipSpace()
        let start = position
        switch next {
        case UInt8(ascii: "{"): return TokenJSON(offset: start, value: .object(try parseObject(depth: depth)))
        case UInt8(ascii: "["): return TokenJSON(offset: start, value: .array(try parseArray(depth: depth)))
        case UInt8(ascii: "\""): return TokenJSON(offset: start, value: .string(try parseString()))
        case UInt8(ascii: "t"): return TokenJSON(offset: start, value: try parseWord("true", .bool(true)))
        case UInt8(ascii: "f"): return TokenJSON(offset: start, value: try parseWord("false", .bool(false)))
        case UInt8(ascii: "n"): return TokenJSON(offset: start, value: try parseWord("null", .null))
        case nil: throw fault("the file ends where a value is expected")
        default: return TokenJSON(offset: start, value: .number(try parseNumber()))
        }
    }

    private mutating func parseObject(depth: Int) throws(JSONFault) -> [(key: String, value: TokenJSON)] {
        try expect(UInt8(ascii: "{"))
        var members: [(key: String, value: TokenJSON)] = []
        skipSpace()
        if next == UInt8(ascii: "}") {
            position += 1
            return members
        }
        while true {
            skipSpace()
            let place = position
            let key = try parseString()
            if members.contains(where: { $0.key == key }) {
                throw JSONFault(message: "\"\(key)\" stands twice in one group", offset: place)
            }
            skipSpace()
            try expect(UInt8(ascii: ":"))
            members.append((key, try parseValue(depth: depth + 1)))
            skipSpace()
            if next == UInt8(ascii: ",") {
                position += 1
            } else {
                try expect(UInt8(ascii: "}"))
                return members
            }
        }
    }

    private mutating func parseArray(depth: Int) throws(JSONFault) -> [TokenJSON] {
        try expect(UInt8(ascii: "["))
        var elements: [TokenJSON] = []
        skipSpace()
        if next == UInt8(ascii: "]") {
            position += 1
            return elements
        }
        while true {
            elements.append(try parseValue(depth: depth + 1))
            skipSpace()
            if next == UInt8(ascii: ",") {
                position += 1
            } else {
                try expect(UInt8(ascii: "]"))
                return elements
            }
        }
    }

    private mutating func parseWord(_ word: StaticString, _ value: TokenJSON.Value) throws(JSONFault) -> TokenJSON.Value {
        let letters = Array(word.description.utf8)
        guard bytes[position...].starts(with: letters) else { throw fault("expected a value") }
        position += letters.count
        return value
    }

    private mutating func parseNumber() throws(JSONFault) -> Double {
        let start = position
        while let byte = next, byte == 0x2B || byte == 0x2D || byte == 0x2E || (0x30...0x39).contains(byte) || byte | 0x20 == 0x65 {
            position += 1
        }
        guard let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)), number.isFinite else {
            throw JSONFault(message: "expected a value", offset: start)
        }
        return number
    }

    private mutating func parseString() throws(JSONFault) -> String {
        try expect(UInt8(ascii: "\""))
        var text: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text.append(contentsOf: try parseEscape())
            case 0..<0x20: throw fault("a control character inside a string")
            default: text.append(byte)
            }
        }
        throw fault("the file ends inside a string")
    }

    private mutating func parseEscape() throws(JSONFault) -> [UInt8] {
        guard let byte = next else { throw fault("the file ends inside a string") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"):
            var unit = try parseHexUnit()
            if (0xD800..<0xDC00).contains(unit), bytes[position...].starts(with: [0x5C, 0x75]) {
                position += 2
                let low = try parseHexUnit()
                unit = (0xDC00..<0xE000).contains(low) ? 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00) : 0xFFFD
            }
            return Array(String(UnicodeScalar(unit) ?? "\u{FFFD}").utf8)
        default: throw fault("an escape that JSON does not have")
        }
    }

    private mutating func parseHexUnit() throws(JSONFault) -> UInt32 {
        guard position + 4 <= bytes.count,
            let unit = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
        else { throw fault("expected four hexadecimal digits") }
        position += 4
        return unit
    }
}
