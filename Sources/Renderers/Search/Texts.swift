internal import Snapshot

/// Pages' records in groups of a few neighbours, each group a file.
struct Texts {
    /// Bytes of a group, about.
    private static let groupSize = 3300.0
    /// Bytes of records that the table is made from.
    private static let sampleSize = 250_000

    let table: SymbolTable
    let groups: [[UInt8]]
    /// The first page of each group.
    let firsts: [Int]

    /// As much of the pages' text as goes into `budget` bytes.
    init(_ digests: [PageDigest], _ index: InvertedIndex, budget: Int, jobs: Int) {
        let total = digests.reduce(0) { $0 + $1.text.count }
        let draft = Excerpts(index: index, share: min(1, Double(budget) / 0.42 / Double(max(1, total))))
        let sample = Sample(digests, draft, size: Self.sampleSize)
        table = SymbolTable(sample: sample.record, size: min(1200, 160 + total / 300))
        let measure = Measure(sample, table)
        let excerpts = Excerpts(index: index, share: measure.share(digests, budget: Double(budget)))
        firsts = Self.cut(digests.map { measure.size($0, excerpts.share) })
        groups = Self.code(digests, excerpts, table, firsts, jobs)
    }

    private static func code(
        _ digests: [PageDigest], _ excerpts: Excerpts, _ table: SymbolTable, _ firsts: [Int], _ jobs: Int
    ) -> [[UInt8]] {
        parallelMap(firsts.count, jobs: jobs) { group in
            var record: [UInt8] = []
            for page in firsts[group]..<(group + 1 < firsts.count ? firsts[group + 1] : digests.count) {
                PageRecord.append(digests[page], kept: excerpts.choose(digests[page]), to: &record)
            }
            var code: [UInt8] = []
            code.reserveCapacity(record.count / 2)
            table.encode(record, to: &code)
            return code
        }
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

    /// Records of pages taken evenly from all.
    private struct Sample {
        var record: [UInt8] = []
        var pages = 0
        /// Bytes of the pages' text that went in.
        var text = 0

        init(_ digests: [PageDigest], _ excerpts: Excerpts, size: Int) {
            let total = digests.reduce(0) { $0 + excerpts.budget($1) }
            for page in stride(from: 0, to: digests.count, by: max(1, total / size)) {
                PageRecord.append(digests[page], kept: excerpts.choose(digests[page]), to: &record)
                text += excerpts.budget(digests[page])
                pages += 1
            }
        }
    }

    /// What a page takes, learnt from a sample.
    private struct Measure {
        /// Bytes of code for one of record.
        let ratio: Double
        /// Bytes of a record that are not text.
        let frame: Double

        init(_ sample: Sample, _ table: SymbolTable) {
            var code: [UInt8] = []
            table.encode(sample.record, to: &code)
            ratio = Double(code.count) / Double(max(1, sample.record.count))
            frame = Double(max(0, sample.record.count - sample.text)) / Double(max(1, sample.pages))
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
