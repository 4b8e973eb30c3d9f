/// Numbers, texts and runs of bytes, one after the other. Numbers take seven bits a byte, the lowest first (LEB128).
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    /// - Parameter capacity: how many bytes are expected.
    init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// `value` is not negative.
    mutating func number(_ value: Int) {
        var rest = UInt(value)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func byte(_ value: UInt8) { bytes.append(value) }

    mutating func word(_ value: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift))) }
    }

    mutating func raw(_ run: some Collection<UInt8>) { bytes.append(contentsOf: run) }

    /// With its length before it.
    mutating func run(_ run: some Collection<UInt8>) {
        number(run.count)
        bytes.append(contentsOf: run)
    }

    mutating func text(_ text: String) { text.utf8.withBuffer { run($0) } }

    /// A text that need not be there.
    mutating func text(ifAny text: String?) {
        byte(text == nil ? 0 : 1)
        if let text { self.text(text) }
    }
}

/// Reads what a `ByteWriter` wrote. Whatever the bytes are, it reads none outside them.
struct ByteReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var left: Int { bytes.count - position }

    @inline(__always)
    mutating func number() throws(DigestFileError) -> Int {
        // Most numbers are small.
        if position < bytes.count, bytes[position] < 0x80 {
            position += 1
            return Int(bytes[position - 1])
        }
        return try longNumber()
    }

    private mutating func longNumber() throws(DigestFileError) -> Int {
        var value = 0
        for shift in stride(from: 0, to: 63, by: 7) {
            guard position < bytes.count else { throw .endsEarly }
            let byte = bytes[position]
            position += 1
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return value }
        }
        throw .damaged("a number")
    }

    /// A number of at most `limit`.
    @inline(__always)
    mutating func number(upTo limit: Int, _ what: StaticString) throws(DigestFileError) -> Int {
        let value = try number()
        guard value <= limit else { throw .damaged(what) }
        return value
    }

    /// How many there are of what takes at least a byte each.
    mutating func count() throws(DigestFileError) -> Int {
        let count = try number()
        guard count <= left else { throw .endsEarly }
        return count
    }

    mutating func byte() throws(DigestFileError) -> UInt8 {
        guard position < bytes.count else { throw .endsEarly }
        position += 1
        return bytes[position - 1]
    }

    mutating func word() throws(DigestFileError) -> UInt64 {
        try raw(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func raw(_ count: Int) throws(DigestFileError) -> UnsafeBufferPointer<UInt8> {
        guard count >= 0, count <= left else { throw .endsEarly }
        position += count
        return UnsafeBufferPointer(rebasing: bytes[(position - count)..<position])
    }

    mutating func run() throws(DigestFileError) -> UnsafeBufferPointer<UInt8> { try raw(try number()) }

    mutating func text() throws(DigestFileError) -> String { String(decoding: try run(), as: UTF8.self) }

    mutating func textIfAny() throws(DigestFileError) -> String? {
        switch try byte() {
        case 0: nil
        case 1: try text()
        default: throw .damaged("a text")
        }
    }
}
