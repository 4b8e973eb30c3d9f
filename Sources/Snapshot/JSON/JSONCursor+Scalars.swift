#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension JSONCursor {
    // MARK: Text

    package mutating func string() throws(JSONFailure) -> String {
        guard take(UInt8(ascii: "\"")) else { throw failure("something else where text should be") }
        let start = offset
        let isASCII = passPlainText()
        guard offset < bytes.count else { throw failure("text without an end") }
        switch bytes[offset] {
        case UInt8(ascii: "\""):
            let part = UnsafeBufferPointer(rebasing: bytes[start..<offset])
            guard let text = Self.text(part, isASCII: isASCII) else { throw failure("text that is not UTF-8") }
            offset += 1
            return text
        case UInt8(ascii: "\\"): return try stringWithEscapes(from: start)
        default: throw failure("a control character in text")
        }
    }

    /// Checks text and passes over it.
    mutating func skipString() throws(JSONFailure) {
        let start = offset
        guard take(UInt8(ascii: "\"")), passPlainText(), next(UInt8(ascii: "\"")) else {
            offset = start
            _ = try string()
            return
        }
    }

    /// Goes to the next byte that is a quotation mark, a backslash or a control character, or to the end.
    ///
    /// - Returns: whether all bytes before it are ASCII.
    private mutating func passPlainText() -> Bool {
        let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        var seen: UInt64 = 0
        let raw = UnsafeRawBufferPointer(bytes)
        // Eight bytes at once. A difference borrows from the bytes above the first that is looked for alone, so the lowest mark is right.
        while bytes.count - offset >= 8 {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let (quotes, backslashes) = (word ^ (ones &* 0x22), word ^ (ones &* 0x5C))
            let marks =
                ((quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | (word &- ones &* 0x20) & ~word) & tops
            if marks != 0 {
                offset += marks.trailingZeroBitCount / 8
                let before = (marks & (0 &- marks)) &- 1
                return (seen | word & before) & tops == 0
            }
            seen |= word
            offset += 8
        }
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
            seen |= UInt64(byte)
            offset += 1
        }
        return seen & tops == 0
    }

    /// The bytes as text; nil where they are not UTF-8.
    private static func text(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool = false) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        if isASCII { return text }
        // What is not UTF-8 was repaired, and is not what it was.
        let isSame = text.utf8.withContiguousStorageIfAvailable { same in
            same.count == bytes.count && (bytes.isEmpty || memcmp(same.baseAddress!, bytes.baseAddress!, bytes.count) == 0)
        }
        return isSame == true ? text : nil
    }

    /// Text or null.
    package mutating func optionalString() throws(JSONFailure) -> String? {
        try null() ? nil : string()
    }

    /// Text as people meant it: a number or truth value is taken as it is written, null and containers are nothing. For members that
    /// the server copies out of hand-written frontmatter.
    package mutating func looseString() throws(JSONFailure) -> String? {
        switch peek() {
        case UInt8(ascii: "\""): return try string()
        case UInt8(ascii: "n"), UInt8(ascii: "{"), UInt8(ascii: "["):
            try skip()
            return nil
        default:
            let start = offset
            try skip()
            return Self.text(UnsafeBufferPointer(rebasing: bytes[start..<offset]))
        }
    }

    /// A list of texts; one text stands for a list of one, null for an empty one.
    package mutating func looseStrings() throws(JSONFailure) -> [String] {
        guard peek() == UInt8(ascii: "[") else { return try looseString().map { [$0] } ?? [] }
        var texts: [String] = []
        try array { (cursor) throws(JSONFailure) in
            if let text = try cursor.looseString() { texts.append(text) }
        }
        return texts
    }

    private mutating func stringWithEscapes(from start: Int) throws(JSONFailure) -> String {
        var text = Array(bytes[start..<offset])
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let value = text.withUnsafeBufferPointer({ Self.text($0) }) else { throw failure("text that is not UTF-8") }
                return value
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw failure("a control character in text")
            default: text.append(byte)
            }
        }
        throw failure("text without an end")
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONFailure) {
        guard offset < bytes.count else { throw failure("text without an end") }
        let byte = bytes[offset]
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: UTF8.encode(try escapedScalar())!)
        default: throw failure("an unknown escape")
        }
    }

    /// The scalar of `\uXXXX`, or of two of them where the first is a high surrogate (RFC 8259, section 7).
    private mutating func escapedScalar() throws(JSONFailure) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, bytes.count - offset >= 6, bytes[offset] == UInt8(ascii: "\\"), bytes[offset + 1] == UInt8(ascii: "u") else {
            throw failure("a lone surrogate")
        }
        offset += 2
        let second = try hexadecimal()
        guard (0xDC00...0xDFFF).contains(second), let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)) else {
            throw failure("a lone surrogate")
        }
        return scalar
    }

    private mutating func hexadecimal() throws(JSONFailure) -> UInt32 {
        guard bytes.count - offset >= 4 else { throw failure("text without an end") }
        var value: UInt32 = 0
        for _ in 0..<4 {
            let byte = bytes[offset]
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x41...0x46: digit = byte - 0x41 + 10
            case 0x61...0x66: digit = byte - 0x61 + 10
            default: throw failure("an unfinished escape")
            }
            value = value << 4 | UInt32(digit)
            offset += 1
        }
        return value
    }

    // MARK: Numbers

    /// A whole number. `3.0` is one, as some writers put it.
    package mutating func int() throws(JSONFailure) -> Int {
        let value = try double()
        guard let whole = Int(exactly: value), whole.magnitude <= 1 << 53 else { throw failure("a number that is not whole") }
        return whole
    }

    /// A number; infinite where it exceeds the range of `Double`. The grammar of RFC 8259, section 6, and nothing else.
    package mutating func double() throws(JSONFailure) -> Double {
        _ = peek()
        let start = offset
        let negative = next(UInt8(ascii: "-"))
        if acceptsNonFinite, let special = try nonFinite(negative: negative) { return special }
        var mantissa: UInt64 = 0
        var exponent = 0
        let leadingZero = offset < bytes.count && bytes[offset] == 0x30
        let whole = digits(&mantissa)
        guard whole > 0 else { throw failure("an unexpected value") }
        guard !leadingZero || whole == 1 else { throw failure("a number with a leading zero") }
        var count = whole
        if next(UInt8(ascii: ".")) {
            let fraction = digits(&mantissa)
            guard fraction > 0 else { throw failure("an unfinished number") }
            exponent = -fraction
            count += fraction
        }
        if next(UInt8(ascii: "e")) || next(UInt8(ascii: "E")) { exponent += try writtenExponent() }
        if count <= 19, mantissa <= 1 << 53, let value = Self.exact(mantissa, exponent) { return negative ? -value : value }
        guard let text = Self.text(UnsafeBufferPointer(rebasing: bytes[start..<offset])), let value = Double(text) else {
            throw failure("an unreadable number")
        }
        return value
    }

    /// Both operands are exact, so one rounding makes the result the nearest double (Clinger 1990).
    private static func exact(_ mantissa: UInt64, _ exponent: Int) -> Double? {
        if exponent == 0 { return Double(mantissa) }
        guard exponent.magnitude < powersOfTen.count else { return nil }
        let power = powersOfTen[Int(exponent.magnitude)]
        return exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
    }

    /// Powers of ten that a double holds exactly.
    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// Consumes digits; `mantissa` wraps beyond 19 of them, and is not used then.
    private mutating func digits(_ mantissa: inout UInt64) -> Int {
        let start = offset
        while offset < bytes.count, bytes[offset] >= 0x30, bytes[offset] <= 0x39 {
            mantissa = mantissa &* 10 &+ UInt64(bytes[offset] - 0x30)
            offset += 1
        }
        return offset - start
    }

    private mutating func writtenExponent() throws(JSONFailure) -> Int {
        let negative = next(UInt8(ascii: "-"))
        if !negative { _ = next(UInt8(ascii: "+")) }
        var value: UInt64 = 0
        let count = digits(&value)
        guard count > 0 else { throw failure("an unfinished number") }
        let magnitude = count > 6 ? 1_000_000 : Int(value)
        return negative ? -magnitude : magnitude
    }

    private mutating func nonFinite(negative: Bool) throws(JSONFailure) -> Double? {
        guard offset < bytes.count else { return nil }
        switch bytes[offset] {
        case UInt8(ascii: "N"):
            try word("NaN")
            return .nan
        case UInt8(ascii: "I"):
            try word("Infinity")
            return negative ? -.infinity : .infinity
        default: return nil
        }
    }

    /// Consumes the byte when it is the very next one.
    private mutating func next(_ byte: UInt8) -> Bool {
        guard offset < bytes.count, bytes[offset] == byte else { return false }
        offset += 1
        return true
    }
}
