/// Finds the longest symbol that begins at a place of a text: symbols by their first two bytes, the longest first, compared as words.
///
/// A trie would be smaller, and twice as slow: each of its steps waits for the one before.
struct SymbolIndex {
    /// No symbol is longer.
    static let longest = 12

    fileprivate struct Candidate {
        /// The first eight bytes and the next four, as they lie in memory; what is beyond the symbol is masked out.
        var word: UInt64 = 0
        var mask: UInt64 = 0
        var rest: UInt32 = 0
        var restMask: UInt32 = 0
        var symbol: Int32
        var length: Int32

        init(_ bytes: [UInt8], symbol: Int) {
            self.symbol = Int32(symbol)
            length = Int32(bytes.count)
            for (place, byte) in bytes.enumerated() {
                if place < 8 {
                    word |= UInt64(byte) << (8 * place)
                    mask |= 0xFF << (8 * UInt64(place))
                } else {
                    rest |= UInt32(byte) << (8 * (place - 8))
                    restMask |= 0xFF << (8 * UInt32(place - 8))
                }
            }
        }
    }

    /// Symbol of one byte, by byte; −1 where there is none.
    private var singles = [Int32](repeating: -1, count: 256)
    /// By the first two bytes, as they lie in memory: where their candidates begin.
    private var starts = [UInt16](repeating: 0, count: 0x10001)
    private var candidates: [Candidate] = []

    /// The symbols are at least 1 and at most `longest` bytes long, and fewer than 65,536.
    init(_ symbols: [[UInt8]]) {
        var longer: [(key: Int, candidate: Candidate)] = []
        for (number, symbol) in symbols.enumerated() {
            if symbol.count == 1 { singles[Int(symbol[0])] = Int32(number) }
            guard symbol.count > 1, symbol.count <= Self.longest else { continue }
            longer.append((Int(symbol[0]) | Int(symbol[1]) << 8, Candidate(symbol, symbol: number)))
        }
        longer.sort { $0.key != $1.key ? $0.key < $1.key : $0.candidate.length > $1.candidate.length }
        candidates = longer.map(\.candidate)
        var next = 0
        for key in 0...0x10000 {
            starts[key] = UInt16(next)
            while next < longer.count, longer[next].key == key { next += 1 }
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
            let rest = left >= SymbolIndex.longest ? (here + 8).loadUnaligned(as: UInt32.self) : UInt32(Self.load(here + 8, left &- 8))
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
    func parse(_ sample: [UInt8], _ count: Int) -> (symbols: [UInt32], literals: [[UInt8]]) {
        sample.withUnsafeBufferPointer { text in withFinder { Self.parse(text, $0, count) } }
    }

    private static func parse(
        _ text: UnsafeBufferPointer<UInt8>, _ finder: Finder, _ count: Int
    ) -> (symbols: [UInt32], literals: [[UInt8]]) {
        var parse: [UInt32] = []
        parse.reserveCapacity(text.count / 2)
        var numbers: [Unicode.Scalar: UInt32] = [:]
        var literals: [[UInt8]] = []
        var index = 0
        while index < text.count {
            let (symbol, length) = finder.longest(text, index)
            if symbol >= 0 {
                parse.append(UInt32(symbol))
                index += length
                continue
            }
            let (scalar, width) = decode(text, index)
            let number = numbers[scalar] ?? UInt32(count + literals.count)
            if numbers[scalar] == nil {
                numbers[scalar] = number
                literals.append(Array(text[index..<(index + width)]))
            }
            parse.append(number)
            index += width
        }
        return (parse, literals)
    }

    func uses(in sample: [UInt8], _ count: Int) -> [Int] {
        var uses = Array(repeating: 0, count: count)
        for symbol in parse(sample, count).symbols where Int(symbol) < count { uses[Int(symbol)] += 1 }
        return uses
    }
}
