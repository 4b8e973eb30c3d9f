/// Values as bytes, for files of our own that a later run of the same program reads: numbers as LEB128 (DWARF 5, section 7.6), texts and
/// lists with their length before them.
package struct ByteWriter: Sendable {
    package var bytes: [UInt8] = []

    package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    package mutating func write(_ number: Int) {
        var rest = UInt64(bitPattern: Int64(number))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Eight bytes, the lowest first: for what is no small number.
    package mutating func write(word: UInt64) {
        withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    package mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { write($0) }
    }

    package mutating func write(_ block: [UInt8]) { block.withUnsafeBufferPointer { write($0) } }

    package mutating func write(_ block: ArraySlice<UInt8>) { block.withUnsafeBufferPointer { write($0) } }

    package mutating func write(_ block: UnsafeBufferPointer<UInt8>) {
        write(block.count)
        bytes.append(contentsOf: block)
    }

    package mutating func write<Item>(_ list: [Item], _ each: (Item, inout ByteWriter) -> Void) {
        write(list.count)
        for item in list { each(item, &self) }
    }

    package mutating func write<Item>(_ value: Item?, _ each: (Item, inout ByteWriter) -> Void) {
        write(value != nil)
        if let value { each(value, &self) }
    }

    package mutating func write(_ text: String?) { write(text) { $1.write($0) } }
    package mutating func write(_ list: [String]) { write(list) { $1.write($0) } }
    package mutating func write(_ list: [Int]) { write(list) { $1.write($0) } }
    package mutating func write(_ date: CalendarDate?) {
        write(date) {
            $1.write($0.year)
            $1.write($0.month)
            $1.write($0.day)
        }
    }
}

/// Takes values back out of what `ByteWriter` wrote. Whatever the bytes are, it reads none outside them: damage is an error, never a fault.
package struct ByteReader {
    package struct Damage: Error, Equatable {
        /// For people.
        package let what: String

        package init(_ what: String = "it ends too early") { self.what = what }
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    package private(set) var position = 0

    package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    package var left: Int { bytes.count - position }
    package var isAtEnd: Bool { left == 0 }

    package mutating func number() throws(Damage) -> Int {
        // Most numbers are small.
        if position < bytes.count, bytes[position] < 0x80 {
            position += 1
            return Int(bytes[position - 1])
        }
        return try longNumber()
    }

    private mutating func longNumber() throws(Damage) -> Int {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            let byte = try byte()
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return Int(Int64(bitPattern: value)) }
        }
        throw Damage("it is damaged: a number is not possible")
    }

    /// A number from 0 to `limit`; another is damage of `what`.
    package mutating func number(upTo limit: Int, _ what: StaticString) throws(Damage) -> Int {
        let value = try number()
        guard value >= 0, value <= limit else { throw Damage("it is damaged: \(what) is not possible") }
        return value
    }

    /// How many there are of what takes at least a byte each.
    package mutating func count() throws(Damage) -> Int {
        let count = try number()
        guard count >= 0, count <= left else { throw Damage() }
        return count
    }

    package mutating func byte() throws(Damage) -> UInt8 {
        guard position < bytes.count else { throw Damage() }
        position += 1
        return bytes[position - 1]
    }

    package mutating func word() throws(Damage) -> UInt64 { try raw(8).reversed().reduce(0) { $0 << 8 | UInt64($1) } }

    package mutating func raw(_ count: Int) throws(Damage) -> UnsafeBufferPointer<UInt8> {
        guard count >= 0, count <= left else { throw Damage() }
        position += count
        return UnsafeBufferPointer(rebasing: bytes[(position - count)..<position])
    }

    /// Another reader, of these of all bytes.
    package func part(_ range: Range<Int>) throws(Damage) -> ByteReader {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else { throw Damage() }
        return ByteReader(UnsafeBufferPointer(rebasing: bytes[range]))
    }

    /// Bytes with their length before them.
    package mutating func run() throws(Damage) -> UnsafeBufferPointer<UInt8> { try raw(try number()) }

    package mutating func flag() throws(Damage) -> Bool {
        let byte = try byte()
        guard byte < 2 else { throw Damage("it is damaged: a yes or no is not possible") }
        return byte == 1
    }

    package mutating func text() throws(Damage) -> String { String(decoding: try run(), as: UTF8.self) }
    package mutating func block() throws(Damage) -> [UInt8] { Array(try run()) }

    package mutating func list<Item>(_ each: (inout ByteReader) throws(Damage) -> Item) throws(Damage) -> [Item] {
        let count = try count()
        var items: [Item] = []
        items.reserveCapacity(count)
        for _ in 0..<count { items.append(try each(&self)) }
        return items
    }

    package mutating func optional<Item>(_ each: (inout ByteReader) throws(Damage) -> Item) throws(Damage) -> Item? {
        try flag() ? try each(&self) : nil
    }

    package mutating func optionalText() throws(Damage) -> String? { try optional { (reader) throws(Damage) in try reader.text() } }
    package mutating func texts() throws(Damage) -> [String] { try list { (reader) throws(Damage) in try reader.text() } }
    package mutating func numbers() throws(Damage) -> [Int] { try list { (reader) throws(Damage) in try reader.number() } }
    package mutating func date() throws(Damage) -> CalendarDate? {
        try optional { (reader) throws(Damage) in
            guard let date = CalendarDate(year: try reader.number(), month: try reader.number(), day: try reader.number()) else {
                throw Damage("it is damaged: a day is not possible")
            }
            return date
        }
    }
}

extension [UInt8] {
    /// Reads values out of the bytes.
    package func withReader<Value>(
        _ body: (inout ByteReader) throws(ByteReader.Damage) -> Value
    ) throws(ByteReader.Damage) -> Value {
        let made: Result<Value, ByteReader.Damage> = withUnsafeBufferPointer { bytes in
            var reader = ByteReader(bytes)
            return Result { () throws(ByteReader.Damage) in try body(&reader) }
        }
        return try made.get()
    }
}
