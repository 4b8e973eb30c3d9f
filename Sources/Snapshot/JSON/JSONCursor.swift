/// Why bytes are not the JSON that was expected.
package struct JSONFailure: Error, Sendable, CustomStringConvertible {
    /// Byte offset at which reading stopped.
    package let offset: Int
    package let message: String

    package var description: String { "\(message) at byte \(offset)" }
}

/// A strict reader of JSON (RFC 8259) that walks over the bytes once and builds no tree.
///
/// The caller says what it expects, so a reader of a known shape costs little more than the bytes themselves, and an unknown member is
/// checked and skipped. Text must be valid UTF-8; escapes must be whole; a lone surrogate, a byte after the end, a nesting deeper than
/// `depthLimit` and a number outside the grammar are failures. A number beyond the range of `Double` reads as infinite: the caller
/// decides what that means.
package struct JSONCursor {
    package static let depthLimit = 64

    package let bytes: UnsafeBufferPointer<UInt8>
    package var offset = 0
    private var depth = 0
    /// Accepts `NaN`, `Infinity` and `-Infinity`, which Python's `json` module writes for such numbers.
    package let acceptsNonFinite: Bool

    private init(_ bytes: UnsafeRawBufferPointer, acceptsNonFinite: Bool) {
        self.bytes = bytes.bindMemory(to: UInt8.self)
        self.acceptsNonFinite = acceptsNonFinite
    }

    /// Reads one whole document.
    package static func read<Value>(
        _ bytes: UnsafeRawBufferPointer, acceptsNonFinite: Bool = false, _ body: (inout JSONCursor) throws(JSONFailure) -> Value
    ) throws(JSONFailure) -> Value {
        var cursor = JSONCursor(bytes, acceptsNonFinite: acceptsNonFinite)
        let value = try body(&cursor)
        cursor.skipSpace()
        guard cursor.offset == bytes.count else { throw cursor.failure("more than one value") }
        return value
    }

    package func failure(_ message: String) -> JSONFailure { JSONFailure(offset: offset, message: message) }

    // MARK: Values

    /// Calls `member` with each key, in the order of the document; it must read or skip the value.
    package mutating func object(_ member: (inout JSONCursor, String) throws(JSONFailure) -> Void) throws(JSONFailure) {
        try container(UInt8(ascii: "{"), UInt8(ascii: "}"), "an object") { (cursor) throws(JSONFailure) in
            let key = try cursor.string()
            try cursor.colon()
            try member(&cursor, key)
        }
    }

    /// Calls `element` before each element; it must read or skip it.
    package mutating func array(_ element: (inout JSONCursor) throws(JSONFailure) -> Void) throws(JSONFailure) {
        try container(UInt8(ascii: "["), UInt8(ascii: "]"), "a list", element)
    }

    private mutating func container(
        _ begin: UInt8, _ end: UInt8, _ name: StaticString, _ element: (inout JSONCursor) throws(JSONFailure) -> Void
    ) throws(JSONFailure) {
        guard take(begin) else { throw failure(offset < bytes.count ? "something else where \(name) should be" : "unexpected end") }
        depth += 1
        if depth > Self.depthLimit { throw failure("nested deeper than \(Self.depthLimit)") }
        defer { depth -= 1 }
        if take(end) { return }
        repeat { try element(&self) } while take(UInt8(ascii: ","))
        guard take(end) else { throw failure("no comma or end in \(name)") }
    }

    private mutating func colon() throws(JSONFailure) {
        guard take(UInt8(ascii: ":")) else { throw failure("no colon after a key") }
    }

    /// True, and the value is consumed, when it is `null`.
    package mutating func null() throws(JSONFailure) -> Bool {
        guard peek() == UInt8(ascii: "n") else { return false }
        try word("null")
        return true
    }

    package mutating func bool() throws(JSONFailure) -> Bool {
        if peek() == UInt8(ascii: "t") {
            try word("true")
            return true
        }
        try word("false")
        return false
    }

    /// Checks one value of any kind and passes over it.
    package mutating func skip() throws(JSONFailure) {
        switch peek() {
        case UInt8(ascii: "{"):
            try container(UInt8(ascii: "{"), UInt8(ascii: "}"), "an object") { (cursor) throws(JSONFailure) in
                try cursor.skipString()
                try cursor.colon()
                try cursor.skip()
            }
        case UInt8(ascii: "["): try array { (cursor) throws(JSONFailure) in try cursor.skip() }
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "n"): try word("null")
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
        default: _ = try double()
        }
    }

    // MARK: Bytes

    /// The next byte that is not space, not consumed; nil at the end.
    package mutating func peek() -> UInt8? {
        skipSpace()
        return offset < bytes.count ? bytes[offset] : nil
    }

    package mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        offset += 1
        return true
    }

    package mutating func word(_ expected: StaticString) throws(JSONFailure) {
        skipSpace()
        let length = expected.utf8CodeUnitCount
        guard bytes.count - offset >= length else { throw failure("unexpected end") }
        for index in 0..<length where bytes[offset + index] != expected.utf8Start[index] { throw failure("an unexpected value") }
        offset += length
    }

    private mutating func skipSpace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }
}
