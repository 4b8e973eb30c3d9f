internal import Site
internal import Snapshot

/// Pages' records in groups of a few neighbours, each group a file. They are put into code when their files are written: where such a file
/// is as an earlier build left it, its pages' texts are not even read.
struct Texts {
    /// Bytes of a group, about.
    private static let groupSize = 3300.0
    /// Bytes of records that the table is made from.
    private static let sampleSize = 250_000

    let table: SymbolTable
    /// The first page of each group.
    let firsts: [Int]
    /// By group: stands for all that decides its code.
    let prints: [UInt64]
    /// Of which only what records show is left.
    private let digests: [PageDigest]
    /// By page, for each of its passages whether it is kept.
    private let kept: [[Bool]]
    private let spool: TextSpool?

    /// As much of the pages' text as goes into `budget` bytes.
    init(_ digests: consuming [PageDigest], _ index: InvertedIndex, _ symbols: Symbols, _ spool: TextSpool?, budget: Double, jobs: Int) {
        var digests = digests
        table = symbols.table
        let excerpts = Excerpts(index: index, share: symbols.share(digests, budget: budget))
        firsts = Self.cut(digests.map { symbols.size($0, excerpts.share) })
        kept = parallelMap(digests.count, jobs: jobs) { [digests] in excerpts.choose(digests[$0]) }
        for page in digests.indices { digests[page].terms = [] }
        var printOfTable = Fingerprint()
        for symbol in table.symbols { symbol.withUnsafeBytes { printOfTable.mix($0) } }
        prints = firsts.indices.map { [digests, kept, firsts, printOfTable] group in
            var print = Fingerprint()
            print.mix(printOfTable.value)
            for page in firsts[group]..<(group + 1 < firsts.count ? firsts[group + 1] : digests.count) {
                print.mix(digests[page].fingerprint)
                kept[page].withUnsafeBytes { print.mix($0) }
            }
            return print.value
        }
        (self.digests, self.spool) = (digests, spool)
    }

    /// Throws `SpoolError` where the text of one of its pages cannot be read back.
    func code(_ group: Int) throws -> [UInt8] {
        var record: [UInt8] = []
        for page in firsts[group]..<(group + 1 < firsts.count ? firsts[group + 1] : digests.count) {
            guard let text = digests[page].text.bytes(in: spool) else { throw SpoolError() }
            PageRecord.append(digests[page], text, kept: kept[page], to: &record)
        }
        var code: [UInt8] = []
        code.reserveCapacity(record.count / 2)
        table.encode(record, to: &code)
        return code
    }

    private static func cut(_ sizes: [Double]) -> [Int] {
        var firsts: [Int] = []
        var size = 0.0
        for (page, next) in sizes.enumerated() {
            if firsts.isEmpty || size + next > groupSize {
                firsts.append(page)
                size = 0
            }
            size += next
        }
        return firsts
    }

    /// The table, made from records of pages taken evenly from all, and what a page takes with it.
    struct Symbols {
        let table: SymbolTable
        /// Bytes of code for one of record.
        private let ratio: Double
        /// Bytes of a record that are not text.
        private let frame: Double

        /// - Parameter budget: bytes that the texts may take, about.
        init(_ digests: [PageDigest], _ index: InvertedIndex, _ spool: TextSpool?, budget: Double) {
            let total = digests.reduce(0) { $0 + $1.text.count }
            let excerpts = Excerpts(index: index, share: min(1, budget / 0.42 / Double(max(1, total))))
            let all = digests.reduce(0) { $0 + excerpts.budget($1) }
            var record: [UInt8] = []
            var pages = 0
            var text = 0
            for page in stride(from: 0, to: digests.count, by: max(1, all / Texts.sampleSize)) {
                // Where one is lost, the texts tell.
                guard let body = digests[page].text.bytes(in: spool) else { continue }
                PageRecord.append(digests[page], body, kept: excerpts.choose(digests[page]), to: &record)
                text += excerpts.budget(digests[page])
                pages += 1
            }
            table = SymbolTable(sample: record, size: min(1200, 160 + total / 300))
            var code: [UInt8] = []
            table.encode(record, to: &code)
            ratio = Double(code.count) / Double(max(1, record.count))
            frame = Double(max(0, record.count - text)) / Double(max(1, pages))
        }

        func size(_ digest: PageDigest, _ share: Double) -> Double { (Double(Excerpts.budget(digest, share)) + frame) * ratio }

        /// The largest share, to a thousandth, with which all pages fit in the budget.
        func share(_ digests: [PageDigest], budget: Double) -> Double {
            var low = 0
            var high = 1001
            while high - low > 1 {
                let middle = (low + high) / 2
                let all = digests.reduce(0.0) { $0 + size($1, Double(middle) / 1000) }
                if all <= budget { low = middle } else { high = middle }
            }
            return Double(low) / 1000
        }
    }
}
