internal import Foundation

/// Terms, each once, numbered in the order met: an open hash table over one run of bytes.
struct TermTable {
    /// Longer terms are cut here, at a character.
    static let longest = 60

    private var bytes: [UInt8] = []
    /// Term `i` is `bytes[starts[i]..<starts[i + 1]]`.
    private var starts: [UInt32] = [0]
    private var hashes: [UInt32] = []
    /// Number of a term plus one; 0 is free.
    private var slots: [UInt32] = Array(repeating: 0, count: 1 << 12)

    var count: Int { hashes.count }

    init() {
        bytes.reserveCapacity(1 << 15)
    }

    /// `hash` is `TermTable.hash` of the term.
    mutating func number(of term: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Int {
        let mask = slots.count - 1
        var slot = Int(hash) & mask
        while true {
            let found = Int(slots[slot])
            if found == 0 { return insert(term, hash, slot) }
            if hashes[found - 1] == hash, equals(found - 1, term) { return found - 1 }
            slot = (slot + 1) & mask
        }
    }

    mutating func number(of term: UnsafeBufferPointer<UInt8>) -> Int { number(of: term, hash: Self.hash(term)) }

    /// Calls `body` with the bytes of a term.
    func withTerm<Value>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        bytes.withUnsafeBufferPointer {
            body(UnsafeBufferPointer(rebasing: $0[Int(starts[number])..<Int(starts[number + 1])]))
        }
    }

    func term(_ number: Int) -> ArraySlice<UInt8> { bytes[Int(starts[number])..<Int(starts[number + 1])] }

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

    private func equals(_ number: Int, _ term: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = Int(starts[number])
        guard Int(starts[number + 1]) - start == term.count else { return false }
        return bytes.withUnsafeBufferPointer { memcmp($0.baseAddress! + start, term.baseAddress!, term.count) == 0 }
    }

    /// At most `longest` bytes, whole characters.
    static func cut(_ term: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard term.count > longest else { return term }
        var end = longest
        while term[end] & 0xC0 == 0x80 { end -= 1 }
        return UnsafeBufferPointer(rebasing: term[..<end])
    }

    private mutating func insert(_ term: UnsafeBufferPointer<UInt8>, _ hash: UInt32, _ slot: Int) -> Int {
        bytes.append(contentsOf: term)
        starts.append(UInt32(bytes.count))
        hashes.append(hash)
        slots[slot] = UInt32(hashes.count)
        if hashes.count * 2 > slots.count { grow() }
        return hashes.count - 1
    }

    private mutating func grow() {
        var larger = [UInt32](repeating: 0, count: slots.count * 2)
        let mask = larger.count - 1
        for (number, hash) in hashes.enumerated() {
            var slot = Int(hash) & mask
            while larger[slot] != 0 { slot = (slot + 1) & mask }
            larger[slot] = UInt32(number + 1)
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
