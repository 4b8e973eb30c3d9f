/// Terms in order, cut into shards; each term as what it shares with the one before, and the rest.
struct Lexicon {
    /// Bytes before base64.
    static let shardSize = 2700

    private(set) var shards: [[UInt8]] = []
    /// For each shard the shortest text that is above the shard before and not above its own first term.
    private(set) var bounds: [[UInt8]] = []
    /// The place of each shard's first term among all.
    private(set) var firsts: [Int] = []

    private var shard: [UInt8] = []
    private var last: [UInt8] = []
    private var count = 0

    /// All terms, with how common they are and whether a title or an alias has them.
    static func forward(_ index: InvertedIndex) -> Lexicon {
        var lexicon = Lexicon()
        for ordinal in 0..<index.termCount {
            lexicon.add(index.term(ordinal), Self.band(index.frequency(ordinal)), index.isNamed(ordinal))
        }
        lexicon.close()
        return lexicon
    }

    /// The words that a typing error may be meant to be, spelt backwards: for errors in a word's first half.
    static func backward(_ index: InvertedIndex) -> Lexicon {
        var words: [(reversed: [UInt8], ordinal: Int)] = []
        for ordinal in 0..<index.termCount {
            let term = index.term(ordinal)
            if mayBeMeant(term) { words.append((reversed(term), ordinal)) }
        }
        words.sort { $0.reversed.lexicographicallyPrecedes($1.reversed) }
        var lexicon = Lexicon()
        for word in words { lexicon.add(word.reversed[...], band(index.frequency(word.ordinal)), index.isNamed(word.ordinal)) }
        lexicon.close()
        return lexicon
    }

    /// 0 for a term of one page to 7 for one of 8192 and more: half the logarithm.
    private static func band(_ frequency: Int) -> UInt8 { UInt8(min(7, (binaryLogarithm(frequency) + 1) / 2)) }

    /// Words of four characters and more that begin with a letter and are not mostly digits; no filters.
    private static func mayBeMeant(_ term: ArraySlice<UInt8>) -> Bool {
        guard let first = term.first, first >= 0x41 else { return false }
        var characters = 0
        var digits = 0
        for byte in term {
            if byte & 0xC0 != 0x80 { characters += 1 }
            if byte < 0x41 { digits += 1 }
        }
        return characters >= 4 && digits * 3 <= characters
    }

    private static func reversed(_ term: ArraySlice<UInt8>) -> [UInt8] {
        var reversed: [UInt8] = []
        reversed.reserveCapacity(term.count)
        var end = term.endIndex
        while end > term.startIndex {
            var start = end - 1
            while start > term.startIndex, term[start] & 0xC0 == 0x80 { start -= 1 }
            reversed.append(contentsOf: term[start..<end])
            end = start
        }
        return reversed
    }

    /// One byte of five bits shared length and three bits band, one of six bits rest length and one bit named, then the rest.
    private mutating func add(_ term: ArraySlice<UInt8>, _ band: UInt8, _ named: Bool) {
        if shard.count > Self.shardSize { close() }
        var shared = 0
        if shard.isEmpty {
            bounds.append(Self.bound(last, term))
            firsts.append(count)
        } else {
            while shared < 31, shared < last.count, shared < term.count, last[shared] == term[term.startIndex + shared] { shared += 1 }
        }
        let rest = term.dropFirst(shared)
        shard.append(UInt8(shared) | band << 5)
        shard.append(UInt8(rest.count) | (named ? 0x40 : 0))
        shard.append(contentsOf: rest)
        last = Array(term)
        count += 1
    }

    private mutating func close() {
        if shard.isEmpty { return }
        shards.append(shard)
        shard = []
    }

    private static func bound(_ last: [UInt8], _ term: ArraySlice<UInt8>) -> [UInt8] {
        var length = 0
        while length < last.count, length < term.count, last[length] == term[term.startIndex + length] { length += 1 }
        length = min(length + 1, term.count)
        while length < term.count, term[term.startIndex + length] & 0xC0 == 0x80 { length += 1 }
        return Array(term.prefix(length))
    }
}
