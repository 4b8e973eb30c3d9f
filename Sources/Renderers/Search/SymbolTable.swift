/// Text in a JavaScript string at about two fifths of its length: frequent pieces are written as one or two printable characters.
///
/// The idea is that of FSST (Boncz, Neumann, Leis: FSST: Fast Random Access String Compression, VLDB 2020): a fixed table of pieces,
/// found by parsing a sample over and over and joining what stands together often. The codes here are the 93 printable ASCII characters
/// that a string literal takes as they are; the first `singles` of them are pieces by themselves, each of the others begins a pair.
/// A character that is not ASCII and in no piece stands for itself. Nothing needs base64, which would add a third.
struct SymbolTable {
    /// Printable ASCII without the quote and the backslash.
    static let digits: [UInt8] = (0x20...0x7E).filter { $0 != 0x22 && $0 != 0x5C }
    private static let rounds = 5

    /// By code.
    let symbols: [[UInt8]]
    let singles: Int
    private let index: SymbolIndex
    private let codes: [(UInt8, UInt8)]

    /// `size` pieces at most.
    init(sample: [UInt8], size: Int) {
        // All of ASCII that a record may hold is in every table, so that it can always be written.
        let base = (Array(PageRecord.separators) + Array(0x20...0x7E)).map { [UInt8]($0...$0) }
        var symbols = base
        for round in 0..<Self.rounds {
            symbols = Self.better(symbols, base: base, sample: sample, size: round < Self.rounds - 1 ? size * 3 / 2 : size)
        }
        let uses = SymbolIndex(symbols).uses(in: sample, symbols.count)
        let order = symbols.indices.sorted {
            uses[$0] != uses[$1] ? uses[$0] > uses[$1] : symbols[$0].lexicographicallyPrecedes(symbols[$1])
        }
        self.symbols = order.map { symbols[$0] }
        let digits = Self.digits.count
        singles = digits - (max(0, symbols.count - digits) + digits - 2) / (digits - 1)
        codes = Self.codes(symbols.count, singles: singles)
        index = SymbolIndex(self.symbols)
    }

    /// Appends the code of `text` to `code`.
    func encode(_ text: [UInt8], to code: inout [UInt8]) {
        // No byte of text becomes more than two of code.
        code.append(
            contentsOf: [UInt8](unsafeUninitializedCapacity: text.count * 2) { output, count in
                text.withUnsafeBufferPointer { text in
                    index.withFinder { finder in
                        codes.withUnsafeBufferPointer { count = Self.encode(text, finder, $0, output) }
                    }
                }
            })
    }

    /// Bytes written.
    private static func encode(
        _ text: UnsafeBufferPointer<UInt8>, _ finder: SymbolIndex.Finder, _ codes: UnsafeBufferPointer<(UInt8, UInt8)>,
        _ output: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var count = 0
        var index = 0
        while index < text.count {
            let (symbol, length) = finder.longest(text, index)
            if symbol >= 0 {
                let code = codes[symbol]
                output[count] = code.0
                output[count + 1] = code.1
                count += code.1 == 0 ? 1 : 2
                index += length
            } else {
                for byte in text[index..<(index + decode(text, index).1)] {
                    output[count] = byte
                    count += 1
                    index += 1
                }
            }
        }
        return count
    }

    /// The one or two characters of each symbol; the second is 0 where there is one.
    private static func codes(_ count: Int, singles: Int) -> [(UInt8, UInt8)] {
        (0..<count).map { symbol in
            if symbol < singles { return (digits[symbol], 0) }
            let pair = symbol - singles
            return (digits[singles + pair / digits.count], digits[pair % digits.count])
        }
    }

    /// The `size` pieces that save most, of those in `symbols` and the joins of two that stand together in `sample`.
    private static func better(_ symbols: [[UInt8]], base: [[UInt8]], sample: [UInt8], size: Int) -> [[UInt8]] {
        let (parse, literals) = SymbolIndex(symbols).parse(sample, symbols.count)
        let pieces = symbols + literals
        var gains: [[UInt8]: Int] = [:]
        var uses = Array(repeating: 0, count: pieces.count)
        for symbol in parse { uses[Int(symbol)] += 1 }
        for (symbol, count) in uses.enumerated() where count > 1 {
            gains[pieces[symbol], default: 0] += count * saving(pieces[symbol].count)
        }
        for (pair, count) in pairs(parse) where count > 2 {
            let joined = pieces[Int(pair >> 32)] + pieces[Int(pair & 0xFFFF_FFFF)]
            if joined.count <= SymbolIndex.longest, !joined.contains(where: { $0 < 0x20 }) {
                gains[joined, default: 0] += count * saving(joined.count)
            }
        }
        for piece in base { gains[piece] = nil }
        let best = gains.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key.lexicographicallyPrecedes($1.key) }
        return base + best.prefix(max(0, size - base.count)).map(\.key)
    }

    /// Half bytes saved by one use, about: most codes are two bytes, many one.
    private static func saving(_ length: Int) -> Int { 2 * length - 3 }

    private static func pairs(_ parse: [UInt32]) -> [(UInt64, Int)] {
        var sorted = zip(parse, parse.dropFirst()).map { UInt64($0) << 32 | UInt64($1) }
        sorted.sort()
        var runs: [(UInt64, Int)] = []
        for pair in sorted {
            if runs.last?.0 == pair { runs[runs.count - 1].1 += 1 } else { runs.append((pair, 1)) }
        }
        return runs
    }
}
