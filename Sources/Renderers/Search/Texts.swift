internal import Site

/// Pages' records in groups of a few neighbours, each group a file.
struct Texts: Sendable {
    /// Bytes of records in a group, before they are coded.
    private static let groupSize = 7000
    /// Bytes of records that the table is made from.
    private static let sampleSize = 600_000

    let table: SymbolTable
    let groups: [[UInt8]]
    /// The first page of each group.
    let firsts: [Int]

    /// Records are made twice for the sample's pages and once for all, so that no more than a group is held uncoded.
    init(_ digests: [PageDigest], _ excerpts: Excerpts, jobs: Int) {
        let sizes = digests.map { min($0.text.count, Int(Double($0.text.count) * excerpts.share) + 500) + 200 }
        let total = sizes.reduce(0, +)
        let step = max(1, total / Self.sampleSize)
        var sample: [UInt8] = []
        for page in stride(from: 0, to: digests.count, by: step) {
            PageRecord.append(digests[page], kept: excerpts.choose(digests[page]), to: &sample)
        }
        table = SymbolTable(sample: sample, size: min(2600, 160 + total / 300))
        firsts = Self.cut(sizes)
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

    private static func cut(_ sizes: [Int]) -> [Int] {
        var firsts: [Int] = []
        var size = 0
        for (page, next) in sizes.enumerated() {
            if firsts.isEmpty || size + next > groupSize {
                firsts.append(page)
                size = 0
            }
            size += next
        }
        return firsts
    }
}
