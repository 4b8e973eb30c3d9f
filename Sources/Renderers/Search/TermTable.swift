internal import Foundation

/// Terms, each once, numbered in the order met: an open hash table over one run of bytes.
struct TermTable {
    /// Longer terms are cut here, at a character.
    static let longest = 60

    private struct Entry {
        /// Tells terms of up to eight bytes apart that have one length.
        var key: UInt64
        /// Where it begins in `bytes`.
        var start: UInt32
        var length: UInt32
    }

    private struct Slot {
        var hash: UInt32 = 0
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

    /// `hash` is `TermTable.hash` of the term.
    mutating func number(of term: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Int {
        let mask = slots.count - 1
        let key = Self.key(term)
        var slot = Int(hash) & mask
        while true {
            let found = slots[slot]
            if found.number == 0 { return insert(term, key, hash, slot) }
            if found.hash == hash, equals(Int(found.number) - 1, term, key) { return Int(found.number) - 1 }
            slot = (slot + 1) & mask
        }
    }

    mutating func number(of term: UnsafeBufferPointer<UInt8>) -> Int { number(of: term, hash: Self.hash(term)) }

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
        var keys: [(key: UInt64, number: Int)] = (0..<count).map { number in
            (withTerm(number) { term in (0..<8).reduce(UInt64(0)) { $0 << 8 | ($1 < term.count ? UInt64(term[$1]) : 0) } }, number)
        }
        keys.sort { left, right in
            if left.key != right.key { return left.key < right.key }
            return term(left.number).lexicographicallyPrecedes(term(right.number))
        }
        return keys.map(\.number)
    }

    @inline(__always)
    private func equals(_ number: Int, _ term: UnsafeBufferPointer<UInt8>, _ key: UInt64) -> Bool {
        let entry = entries[number]
        guard entry.key == key, Int(entry.length) == term.count else { return false }
        return term.count <= 8 || withTerm(number) { memcmp($0.baseAddress!, term.baseAddress!, term.count) == 0 }
    }

    /// All bytes of a term of at most eight; of a longer one the first four and the last four.
    @inline(__always)
    private static func key(_ term: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard let base = term.baseAddress, term.count > 0 else { return 0 }
        let count = term.count
        guard count >= 4 else { return UInt64(term[0]) | UInt64(term[count / 2]) << 8 | UInt64(term[count - 1]) << 16 }
        let raw = UnsafeRawPointer(base)
        let first = raw.loadUnaligned(as: UInt32.self)
        return UInt64(first) | UInt64((raw + (count - 4)).loadUnaligned(as: UInt32.self)) << 32
    }

    /// At most `longest` bytes, whole characters.
    static func cut(_ term: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard term.count > longest else { return term }
        var end = longest
        while term[end] & 0xC0 == 0x80 { end -= 1 }
        return UnsafeBufferPointer(rebasing: term[..<end])
    }

    private mutating func insert(_ term: UnsafeBufferPointer<UInt8>, _ key: UInt64, _ hash: UInt32, _ slot: Int) -> Int {
        entries.append(Entry(key: key, start: UInt32(bytes.count), length: UInt32(term.count)))
        bytes.append(contentsOf: term)
        slots[slot] = Slot(hash: hash, number: UInt32(entries.count))
        if entries.count * 2 > slots.count { grow() }
        return entries.count - 1
    }

    private mutating func grow() {
        var larger = [Slot](repeating: Slot(), count: slots.count * 2)
        let mask = larger.count - 1
        for old in slots where old.number != 0 {
            var slot = Int(old.hash) & mask
            while larger[slot].number != 0 { slot = (slot + 1) & mask }
            larger[slot] = old
        }
        slots = larger
    }

    /// FNV-1a with the high bits folded in at the end: terms are short, and a word can be hashed while it is read.
    static func hash(_ term: UnsafeBufferPointer<UInt8>) -> UInt32 { finish(term.reduce(emptyHash, extend)) }

    static let emptyHash: UInt64 = 0xCBF2_9CE4_8422_2325

    @inline(__always)
    static func extend(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }

    @inline(__always)
    static func finish(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash ^ hash >> 32) }
}
