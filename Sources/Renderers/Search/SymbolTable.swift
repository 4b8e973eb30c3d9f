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
        let base = (Array(PageRecord.separators) + Array(0x20...0x7E)).map { Piece(CollectionOfOne($0)) }
        var pieces = base
        for round in 0..<Self.rounds {
            pieces = Self.better(pieces, base: base, sample: sample, size: round < Self.rounds - 1 ? size * 3 / 2 : size)
        }
        let uses = SymbolIndex(pieces).uses(in: sample, pieces.count)
        let order = pieces.indices.sorted { uses[$0] != uses[$1] ? uses[$0] > uses[$1] : pieces[$0].precedes(pieces[$1]) }
        symbols = order.map { pieces[$0].bytes }
        let digits = Self.digits.count
        singles = digits - (max(0, symbols.count - digits) + digits - 2) / (digits - 1)
        codes = Self.codes(symbols.count, singles: singles)
        index = SymbolIndex(order.map { pieces[$0] })
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
    private static func better(_ symbols: [Piece], base: [Piece], sample: [UInt8], size: Int) -> [Piece] {
        let (parse, literals) = SymbolIndex(symbols).parse(sample, symbols.count)
        let pieces = symbols + literals
        var gains = Gains()
        var uses = Array(repeating: 0, count: pieces.count)
        for symbol in parse { uses[Int(symbol)] += 1 }
        // The base comes first, and is in the table anyway.
        for symbol in base.count..<max(base.count, pieces.count) where uses[symbol] > 1 {
            gains.add(pieces[symbol], uses[symbol] * saving(pieces[symbol]))
        }
        let holdsControl = pieces.map(\.holdsControl)
        PairCounts(parse).forEach(moreThan: 2) { first, second, count in
            guard !holdsControl[first], !holdsControl[second], let joined = Piece(pieces[first], pieces[second]) else { return }
            gains.add(joined, count * saving(joined))
        }
        return base + gains.best(size - base.count)
    }

    /// Half bytes saved by one use, about: most codes are two bytes, many one.
    private static func saving(_ piece: Piece) -> Int { 2 * Int(piece.count) - 3 }
}
