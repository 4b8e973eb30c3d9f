internal import Foundation

/// A term as the table wants it.
struct FoldedTerm {
    let bytes: UnsafeBufferPointer<UInt8>
    /// Its first eight bytes, the first one lowest, zeros behind its end.
    let key: UInt64
    /// Of at most eight bytes how many they are, else a hash above that: with `key` it tells short terms apart.
    let tag: UInt32
    let hash: UInt32

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        var (key, hash): (UInt64, UInt64) = (0, 0)
        var start = 0
        repeat {
            let piece = bytes[start..<min(start + 8, bytes.count)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            if start == 0 { key = piece }
            hash = Self.mix(hash ^ piece)
            start += 8
        } while start < bytes.count
        self.key = key
        self.hash = UInt32(truncatingIfNeeded: hash) | (bytes.count > 8 ? Self.long : 0)
        tag = bytes.count > 8 ? self.hash : UInt32(bytes.count)
    }

    /// `bytes` are at most eight, and `key` is theirs.
    @inline(__always)
    init(short bytes: UnsafeBufferPointer<UInt8>, key: UInt64) {
        self.bytes = bytes
        self.key = key
        tag = UInt32(bytes.count)
        hash = Self.hash(short: key)
    }

    /// Lifts the tag of a longer term above those of short ones.
    private static let long: UInt32 = 16

    /// The hash of a term whose tag and key are known.
    static func hash(tag: UInt32, key: UInt64) -> UInt32 { tag < long ? hash(short: key) : tag }

    @inline(__always)
    private static func hash(short key: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: mix(key)) }

    @inline(__always)
    private static func mix(_ word: UInt64) -> UInt64 {
        let product = (word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
        return product.high ^ product.low
    }
}

/// Terms, each once, numbered in the order met: an open hash table over one run of bytes.
struct TermTable {
    /// Longer terms are cut here, at a character.
    static let longest = 60

    private struct Entry {
        /// `FoldedTerm.key`.
        var key: UInt64
        /// Where it begins in `bytes`.
        var start: UInt32
        var length: UInt32
    }

    /// Nearly all terms are short: what stands here decides about them.
    private struct Slot {
        /// `FoldedTerm.key` and `tag`.
        var key: UInt64 = 0
        var tag: UInt32 = 0
        /// Number of a term plus one; 0 is free.
        var number: UInt32 = 0
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []
    private var slots = [Slot](repeating: Slot(), count: 1 << 12)

    var count: Int { entries.count }

    init() {
        bytes.reserveCapacity(1 << 15)
    }

    mutating func number(of term: FoldedTerm) -> Int {
        let mask = slots.count - 1
        var slot = Int(term.hash) & mask
        while true {
            let found = slots[slot]
            if found.number == 0 { return insert(term, slot) }
            if found.key == term.key, found.tag == term.tag, term.bytes.count <= 8 || equals(Int(found.number) - 1, term) {
                return Int(found.number) - 1
            }
            slot = (slot + 1) & mask
        }
    }

    /// Calls `body` with the bytes of a term.
    func withTerm<Value>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range(number)])) }
    }

    func term(_ number: Int) -> ArraySlice<UInt8> { bytes[range(number)] }

    private func range(_ number: Int) -> Range<Int> {
        let entry = entries[number]
        return Int(entry.start)..<Int(entry.start + entry.length)
    }

    /// All numbers in the order of the terms' bytes.
    func sorted() -> [Int] {
        // Eight bytes decide nearly always; only ties look at the rest.
        var keys = entries.enumerated().map { (key: $1.key.byteSwapped, number: $0) }
        keys.sort { left, right in
            if left.key != right.key { return left.key < right.key }
            return term(left.number).lexicographicallyPrecedes(term(right.number))
        }
        return keys.map(\.number)
    }

    /// Of terms longer than eight bytes.
    private func equals(_ number: Int, _ term: FoldedTerm) -> Bool {
        Int(entries[number].length) == term.bytes.count
            && withTerm(number) { memcmp($0.baseAddress!, term.bytes.baseAddress!, $0.count) == 0 }
    }

    /// At most `longest` bytes, whole characters.
    static func cut(_ term: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard term.count > longest else { return term }
        var end = longest
        while term[end] & 0xC0 == 0x80 { end -= 1 }
        return UnsafeBufferPointer(rebasing: term[..<end])
    }

    private mutating func insert(_ term: FoldedTerm, _ slot: Int) -> Int {
        entries.append(Entry(key: term.key, start: UInt32(bytes.count), length: UInt32(term.bytes.count)))
        bytes.append(contentsOf: term.bytes)
        slots[slot] = Slot(key: term.key, tag: term.tag, number: UInt32(entries.count))
        if entries.count * 2 > slots.count { grow() }
        return entries.count - 1
    }

    private mutating func grow() {
        var larger = [Slot](repeating: Slot(), count: slots.count * 2)
        let mask = larger.count - 1
        for old in slots where old.number != 0 {
            var slot = Int(FoldedTerm.hash(tag: old.tag, key: old.key)) & mask
            while larger[slot].number != 0 { slot = (slot + 1) & mask }
            larger[slot] = old
        }
        slots = larger
    }
}
