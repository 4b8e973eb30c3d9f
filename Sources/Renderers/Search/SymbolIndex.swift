/// Finds the longest symbol that begins at a place of a text: symbols by their first two bytes, the longest first, compared as words.
///
/// A trie would be smaller, and twice as slow: each of its steps waits for the one before.
struct SymbolIndex {
    fileprivate struct Candidate {
        /// The piece as it lies in memory; what is beyond it is masked out.
        var word: UInt64 = 0
        var mask: UInt64 = 0
        var rest: UInt32 = 0
        var restMask: UInt32 = 0
        var symbol: Int32 = 0
        var length: Int32 = 0
    }

    /// Symbol of one byte, by byte; −1 where there is none.
    private var singles = [Int32](repeating: -1, count: 256)
    /// By the first two bytes, as they lie in memory: where their candidates begin.
    private var starts = [UInt16](repeating: 0, count: 0x10001)
    private var candidates: [Candidate] = []

    /// The symbols are fewer than 65,536.
    init(_ symbols: [Piece]) {
        // First how many there are, then where they begin; as each is placed, where the next one goes.
        for symbol in symbols where symbol.count > 1 { starts[Int(symbol.word & 0xFFFF) + 1] += 1 }
        for key in 0..<0x10000 { starts[key + 1] += starts[key] }
        candidates = Array(repeating: Candidate(), count: Int(starts[0x10000]))
        var next = starts
        for (number, symbol) in symbols.enumerated() {
            guard symbol.count > 1 else {
                singles[Int(symbol.word)] = Int32(number)
                continue
            }
            let key = Int(symbol.word & 0xFFFF)
            var place = Int(next[key])
            next[key] += 1
            while place > Int(starts[key]), candidates[place - 1].length < symbol.count {
                candidates[place] = candidates[place - 1]
                place -= 1
            }
            let masks = symbol.masks
            candidates[place] = Candidate(
                word: symbol.word, mask: masks.word, rest: symbol.rest, restMask: masks.rest, symbol: Int32(number), length: symbol.count)
        }
    }

    /// Looks into the index without the cost of an array's checks.
    struct Finder {
        fileprivate let singles: UnsafeBufferPointer<Int32>
        fileprivate let starts: UnsafeBufferPointer<UInt16>
        fileprivate let candidates: UnsafeBufferPointer<Candidate>

        /// The longest symbol at `start`; −1 where none begins.
        @inline(__always)
        func longest(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> (symbol: Int, length: Int) {
            let left = text.count &- start
            guard let base = text.baseAddress, left > 1 else { return single(text[start]) }
            let here = UnsafeRawPointer(base + start)
            let word = left >= 8 ? here.loadUnaligned(as: UInt64.self) : Self.load(here, left)
            let rest = left >= Piece.longest ? (here + 8).loadUnaligned(as: UInt32.self) : UInt32(Self.load(here + 8, left &- 8))
            let key = Int(word & 0xFFFF)
            var index = Int(starts[key])
            let end = Int(starts[key &+ 1])
            while index < end {
                let candidate = candidates[index]
                if (word ^ candidate.word) & candidate.mask == 0, (rest ^ candidate.rest) & candidate.restMask == 0,
                    Int(candidate.length) <= left
                {
                    return (Int(candidate.symbol), Int(candidate.length))
                }
                index &+= 1
            }
            return single(text[start])
        }

        private func single(_ byte: UInt8) -> (symbol: Int, length: Int) {
            let symbol = Int(singles[Int(byte)])
            return (symbol, symbol < 0 ? 0 : 1)
        }

        /// The last bytes of a text, zeros behind them.
        private static func load(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
            var word: UInt64 = 0
            for place in 0..<max(0, min(count, 8)) { word |= UInt64(bytes.load(fromByteOffset: place, as: UInt8.self)) << (8 * place) }
            return word
        }
    }

    func withFinder<Value>(_ body: (Finder) -> Value) -> Value {
        singles.withUnsafeBufferPointer { singles in
            starts.withUnsafeBufferPointer { starts in
                candidates.withUnsafeBufferPointer { body(Finder(singles: singles, starts: starts, candidates: $0)) }
            }
        }
    }

    /// The sample in symbols; characters that none covers get numbers from `count` on, in the order met.
    func parse(_ sample: [UInt8], _ count: Int) -> (symbols: [UInt32], literals: [Piece]) {
        var literals = Literals(first: count)
        let parse = [UInt32](unsafeUninitializedCapacity: sample.count) { parse, parsed in
            sample.withUnsafeBufferPointer { text in withFinder { parsed = Self.parse(text, $0, &literals, parse) } }
        }
        return (parse, literals.pieces)
    }

    private struct Literals {
        let first: Int
        var pieces: [Piece] = []
        private var numbers: [Unicode.Scalar: UInt32] = [:]

        init(first: Int) { self.first = first }

        mutating func number(_ scalar: Unicode.Scalar, _ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32 {
            if let number = numbers[scalar] { return number }
            let number = UInt32(first + pieces.count)
            numbers[scalar] = number
            pieces.append(Piece(bytes))
            return number
        }
    }

    /// How many symbols there are; none is shorter than a byte.
    private static func parse(
        _ text: UnsafeBufferPointer<UInt8>, _ finder: Finder, _ literals: inout Literals, _ parse: UnsafeMutableBufferPointer<UInt32>
    ) -> Int {
        var count = 0
        var index = 0
        while index < text.count {
            let (symbol, length) = finder.longest(text, index)
            if symbol >= 0 {
                parse[count] = UInt32(symbol)
                index += length
            } else {
                let (scalar, width) = decode(text, index)
                parse[count] = literals.number(scalar, text[index..<(index + width)])
                index += width
            }
            count += 1
        }
        return count
    }

    func uses(in sample: [UInt8], _ count: Int) -> [Int] {
        var uses = Array(repeating: 0, count: count)
        for symbol in parse(sample, count).symbols where Int(symbol) < count { uses[Int(symbol)] += 1 }
        return uses
    }
}
