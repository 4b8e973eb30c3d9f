/// A piece of text of 1 to 12 bytes, as two numbers.
struct Piece: Equatable {
    /// No piece is longer.
    static let longest = 12

    /// The first eight bytes and the next four, the first one lowest, zeros behind the end.
    let word: UInt64
    let rest: UInt32
    let count: Int32

    init(_ bytes: some Collection<UInt8>) {
        var (word, rest): (UInt64, UInt32) = (0, 0)
        for (place, byte) in bytes.enumerated() {
            if place < 8 { word |= UInt64(byte) << UInt64(8 * place) } else { rest |= UInt32(byte) << UInt32(8 * (place - 8)) }
        }
        (self.word, self.rest, count) = (word, rest, Int32(bytes.count))
    }

    /// One behind the other; nil where that is too long.
    init?(_ first: Piece, _ second: Piece) {
        guard Int(first.count + second.count) <= Self.longest else { return nil }
        count = first.count + second.count
        if first.count >= 8 {
            word = first.word
            rest = first.rest | UInt32(truncatingIfNeeded: second.word) << UInt32(8 * (first.count - 8))
        } else {
            // Smart shifts: what goes beyond a number is gone.
            let shift = 8 * Int(first.count)
            word = first.word | second.word << shift
            rest = UInt32(truncatingIfNeeded: second.word >> (64 - shift)) | UInt32(truncatingIfNeeded: UInt64(second.rest) << shift)
        }
    }

    /// `word` and `rest` where the piece has bytes, as masks.
    var masks: (word: UInt64, rest: UInt32) {
        let bits = UInt64(8 * (count % 8))
        let part: UInt64 = 1 << bits - 1
        if count < 8 { return (part, 0) }
        return (.max, count == Self.longest ? .max : UInt32(truncatingIfNeeded: part))
    }

    /// Whether a byte is a control character, as the separators of records are. Bytes are none where they are zero and behind the end.
    var holdsControl: Bool { (0..<Int(count)).contains { byte($0) < 0x20 } }

    var bytes: [UInt8] { (0..<Int(count)).map(byte) }

    private func byte(_ place: Int) -> UInt8 {
        place < 8 ? UInt8(truncatingIfNeeded: word >> UInt64(8 * place)) : UInt8(truncatingIfNeeded: rest >> UInt32(8 * (place - 8)))
    }

    /// By the bytes.
    func precedes(_ other: Piece) -> Bool {
        if word != other.word { return word.byteSwapped < other.word.byteSwapped }
        if rest != other.rest { return rest.byteSwapped < other.rest.byteSwapped }
        return count < other.count
    }
}

/// How often which two stand together in a text that is parsed into numbered pieces: an open hash table.
struct PairCounts {
    private struct Slot {
        /// The two numbers, the first one higher, plus one; 0 is free.
        var key: UInt64 = 0
        var count: Int32 = 0
    }

    private var slots = [Slot](repeating: Slot(), count: 1 << 12)

    init(_ parse: [UInt32]) {
        guard var last = parse.first else { return }
        // Pairs are far fewer than places: a table that grows with them stays near the processor.
        var free = slots.count / 2
        for next in parse.dropFirst() {
            let key = (UInt64(last) << 32 | UInt64(next)) + 1
            let slot = place(of: key)
            if slots[slot].key == 0 {
                slots[slot].key = key
                free -= 1
            }
            slots[slot].count += 1
            last = next
            if free == 0 {
                free = slots.count / 2
                grow()
            }
        }
    }

    /// Where the pair is, or would be.
    @inline(__always)
    private func place(of key: UInt64) -> Int {
        var slot = Self.hash(key) & (slots.count - 1)
        while slots[slot].key != key, slots[slot].key != 0 { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: Slot(), count: old.count * 2)
        for slot in old where slot.key != 0 { slots[place(of: slot.key)] = slot }
    }

    private static func hash(_ key: UInt64) -> Int { Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) }

    /// Calls `body` with the pairs that stand there more often than `least` times.
    func forEach(moreThan least: Int, _ body: (_ first: Int, _ second: Int, _ count: Int) -> Void) {
        for slot in slots where Int(slot.count) > least {
            body(Int((slot.key - 1) >> 32), Int((slot.key - 1) & 0xFFFF_FFFF), Int(slot.count))
        }
    }
}

/// What pieces save.
struct Gains {
    private var all: [(piece: Piece, gain: Int)] = []
    /// Place in `all` plus one; 0 is free.
    private var slots = [Int32](repeating: 0, count: 1 << 12)

    mutating func add(_ piece: Piece, _ gain: Int) {
        var slot = Self.hash(piece) & (slots.count - 1)
        while slots[slot] != 0 {
            let place = Int(slots[slot]) - 1
            if all[place].piece == piece {
                all[place].gain += gain
                return
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        all.append((piece, gain))
        slots[slot] = Int32(all.count)
        if all.count * 2 > slots.count { grow() }
    }

    private mutating func grow() {
        slots = Array(repeating: 0, count: slots.count * 2)
        for (place, entry) in all.enumerated() {
            var slot = Self.hash(entry.piece) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(place + 1)
        }
    }

    private static func hash(_ piece: Piece) -> Int {
        let word = (piece.word ^ UInt64(piece.rest) << 17 ^ UInt64(piece.count)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: (word ^ word >> 29) >> 24)
    }

    /// The `count` pieces that save most; of those that save the same, the first by their bytes.
    func best(_ count: Int) -> [Piece] {
        guard count > 0 else { return [] }
        // Only what is not below the last one of the best need be sorted.
        var histogram = [Int](repeating: 0, count: 1024)
        for entry in all { histogram[Self.bucket(entry.gain)] += 1 }
        var (least, above) = (histogram.count, 0)
        while least > 0, above < count {
            least -= 1
            above += histogram[least]
        }
        var best = all.filter { Self.bucket($0.gain) >= least }
        best.sort { $0.gain != $1.gain ? $0.gain > $1.gain : $0.piece.precedes($1.piece) }
        return best.prefix(count).map(\.piece)
    }

    /// Rises with the gain: sixteen for each doubling, below 1024. What saves nothing, or costs, is 0.
    private static func bucket(_ gain: Int) -> Int {
        guard gain > 0 else { return 0 }
        let magnitude = binaryLogarithm(gain)
        return magnitude << 4 | (magnitude >= 4 ? gain >> (magnitude - 4) : gain << (4 - magnitude)) & 15
    }
}
