/// Postings cut into shards: as many terms as fill one, in order.
struct Postings {
    /// Bytes before base64. A term with more stands alone.
    static let shardSize = 5200

    private(set) var shards: [[UInt8]] = []
    /// The first ordinal of each shard.
    private(set) var firsts: [Int] = []

    init(_ index: InvertedIndex) {
        var writer = BitWriter()
        var first = 0
        for ordinal in 0..<index.termCount {
            if ordinal > first, writer.bytes.count + Self.estimate(index, ordinal) > Self.shardSize {
                close(&writer, first)
                first = ordinal
            }
            Self.write(index, ordinal, &writer)
        }
        if index.termCount > first { close(&writer, first) }
    }

    private mutating func close(_ writer: inout BitWriter, _ first: Int) {
        writer.finish()
        shards.append(writer.bytes)
        firsts.append(first)
        writer = BitWriter()
    }

    private static func estimate(_ index: InvertedIndex, _ ordinal: Int) -> Int {
        let count = index.frequency(ordinal)
        return count * (Ranking.impactBits + 2 + gapBits(index.pageCount, count)) / 8
    }

    /// The Rice parameter for gaps between `count` of `total`.
    private static func gapBits(_ total: Int, _ count: Int) -> Int { binaryLogarithm(max(1, total / count)) }

    /// Count; gaps and impacts; whether names have the term, and then their count and for each the step to its posting, name, place, length.
    private static func write(_ index: InvertedIndex, _ ordinal: Int, _ writer: inout BitWriter) {
        let count = index.frequency(ordinal)
        writer.writeGamma(count)
        let k = gapBits(index.pageCount, count)
        var next = 0
        for posting in index.starts[ordinal]..<index.starts[ordinal + 1] {
            let page = Int(index.pages[posting])
            writer.writeRice(page - next, k)
            writer.write(Int(index.impacts[posting]), width: Ranking.impactBits)
            next = page + 1
        }
        let names = index.names[index.nameStarts[ordinal]..<index.nameStarts[ordinal + 1]]
        writer.write(names.isEmpty ? 0 : 1, width: 1)
        if names.isEmpty { return }
        writer.writeGamma(names.count)
        var last = 0
        for name in names {
            writer.writeGamma(Int(name.posting) - last + 1)
            last = Int(name.posting)
            writer.writeGamma(Int(name.name) + 1)
            writer.writeGamma(Int(name.place) + 1)
            writer.writeGamma(Int(name.length))
        }
    }
}
