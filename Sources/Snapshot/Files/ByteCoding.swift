/// Values as bytes, for files of our own that a later run of the same program reads: numbers as LEB128 (DWARF 5, section 7.6), texts and
/// lists with their length before them.
package struct ByteWriter: Sendable {
    package var bytes: [UInt8] = []

    package init() {}

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

/// Takes values back out of what `ByteWriter` wrote. Every read is within the bytes: damage is an error and never a fault.
package struct ByteReader {
    package struct Damage: Error {
        package init() {}
    }

    private var rest: UnsafeRawBufferPointer.SubSequence

    package init(_ bytes: UnsafeRawBufferPointer) { rest = bytes[...] }

    package var isAtEnd: Bool { rest.isEmpty }

    package mutating func number() throws(Damage) -> Int {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while let byte = rest.first, shift < 64 {
            rest = rest.dropFirst()
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return Int(Int64(bitPattern: value)) }
            shift += 7
        }
        throw Damage()
    }

    package mutating func word() throws(Damage) -> UInt64 {
        guard rest.count >= 8 else { throw Damage() }
        defer { rest = rest.dropFirst(8) }
        return rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    package mutating func flag() throws(Damage) -> Bool {
        guard let byte = rest.popFirst(), byte < 2 else { throw Damage() }
        return byte == 1
    }

    package mutating func text() throws(Damage) -> String { String(decoding: try run(), as: UTF8.self) }
    package mutating func block() throws(Damage) -> [UInt8] { Array(try run()) }

    /// Bytes with their length before them.
    private mutating func run() throws(Damage) -> UnsafeRawBufferPointer.SubSequence {
        let count = try number()
        guard count >= 0, count <= rest.count else { throw Damage() }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    package mutating func list<Item>(_ each: (inout ByteReader) throws(Damage) -> Item) throws(Damage) -> [Item] {
        let count = try number()
        // Every item has a byte at least.
        guard count >= 0, count <= rest.count else { throw Damage() }
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
                throw Damage()
            }
            return date
        }
    }
}
