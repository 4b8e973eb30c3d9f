/// Answers for beginnings so short that their terms fill many shards of the lexicon: the pages whose title or alias has a word that
/// begins so, best first. Without them the first letter typed would load a tenth of the index.
struct Hints {
    /// A beginning that spreads over more shards than this has a hint; the query engine reads up to as many.
    static let spread = 3
    private static let pages = 24

    /// By beginning, in order; page numbers, best first.
    private(set) var entries: [(beginning: [UInt8], pages: [Int])] = []

    init(_ index: InvertedIndex, _ lexicon: Lexicon) {
        for length in 1...3 { collect(index, lexicon, length) }
        entries.sort { $0.beginning.lexicographicallyPrecedes($1.beginning) }
    }

    private mutating func collect(_ index: InvertedIndex, _ lexicon: Lexicon, _ length: Int) {
        var start = 0
        while start < index.termCount {
            guard let beginning = Self.beginning(index.term(start), length) else {
                start += 1
                continue
            }
            var end = start + 1
            while end < index.termCount, index.term(end).starts(with: beginning) { end += 1 }
            if lexicon.shard(of: end - 1) - lexicon.shard(of: start) >= Self.spread, beginning[0] > 1 {
                entries.append((beginning, Self.best(index, start..<end)))
            }
            start = end
        }
    }

    private static func beginning(_ term: ArraySlice<UInt8>, _ characters: Int) -> [UInt8]? {
        var length = 0
        for _ in 0..<characters {
            guard length < term.count else { return nil }
            length += 1
            while length < term.count, term[term.startIndex + length] & 0xC0 == 0x80 { length += 1 }
        }
        return Array(term.prefix(length))
    }

    /// First words before later ones, titles before aliases, short names before long ones, then by page.
    private static func best(_ index: InvertedIndex, _ ordinals: Range<Int>) -> [Int] {
        var best: [Int: Int] = [:]
        for ordinal in ordinals {
            for name in index.names[index.nameStarts[ordinal]..<index.nameStarts[ordinal + 1]] {
                let page = Int(index.pages[index.starts[ordinal] + Int(name.posting)])
                let cost = min(Int(name.place), 3) * 1000 + (name.name == 0 ? 0 : 500) + Int(name.length)
                best[page] = min(best[page] ?? Int.max, cost)
            }
        }
        return best.sorted { $0.value != $1.value ? $0.value < $1.value : $0.key < $1.key }.prefix(pages).map(\.key)
    }
}

extension Lexicon {
    /// The shard that holds the term with an ordinal.
    func shard(of ordinal: Int) -> Int {
        var low = 0
        var high = firsts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if firsts[middle] <= ordinal { low = middle } else { high = middle }
        }
        return low
    }
}
