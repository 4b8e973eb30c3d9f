/// One file that the server lists.
struct WantedFile: Sendable {
    var path: String
    /// The row of the page list: always there for a page, often for a source.
    var row: PageRow?
    /// As the list of sources says; nil for a page.
    var listedBytes: Int?

    var isPage: Bool { listedBytes == nil }
    /// Bytes that one file may have.
    var limit: Int { isPage ? Self.pageLimit : Self.sourceLimit }
    static let pageLimit = 64 << 20
    static let sourceLimit = 2 << 30
}

/// The files that belong into the snapshot: the listed pages and the listed sources, sorted by the bytes of the path.
struct WantedFiles {
    private(set) var items: [WantedFile] = []
    private(set) var findings: [Finding] = []

    init(_ reading: VaultReading) {
        for row in reading.rows where VaultPath.isPage(row.path) { add(WantedFile(path: row.path, row: row)) }
        addSources(reading)
        items.sort { VaultPath.precedes($0.path, $1.path) }
        dropDuplicates()
    }

    private mutating func addSources(_ reading: VaultReading) {
        let rows = reading.rows.filter { VaultPath.isSource($0.path) }
        let rowByPath = Dictionary(rows.map { (Array($0.path.utf8), $0) }, uniquingKeysWith: { first, _ in first })
        let listed = reading.sources?.files.filter { VaultPath.isSource($0.path) } ?? []
        for file in listed { add(WantedFile(path: file.path, row: rowByPath[Array(file.path.utf8)], listedBytes: file.bytes)) }
        guard let listing = reading.sources, !listing.isTruncated else {
            let known = Set(listed.map { Array($0.path.utf8) })
            for row in rows where !known.contains(Array(row.path.utf8)) { add(WantedFile(path: row.path, row: row, listedBytes: 0)) }
            if reading.sources != nil {
                findings.append(
                    Finding(
                        "sources-truncated",
                        message: "the server lists \(listed.count) sources and no more; others are known from the page list alone"))
            }
            return
        }
    }

    private mutating func add(_ file: WantedFile) {
        if VaultPath.isSafe(file.path) { return items.append(file) }
        findings.append(
            Finding(
                "unsafe-path", .error,
                message: "the server lists a path that is not one inside a vault, and it was left out: \(VaultPath.shown(file.path))")
        )
    }

    private mutating func dropDuplicates() {
        var kept: [WantedFile] = []
        for file in items {
            if let last = kept.last, VaultPath.same(last.path, file.path) {
                findings.append(
                    Finding(
                        "duplicate-path", path: file.path,
                        message: "two entries have this path; the one with id \(last.row?.id ?? "–") was taken"))
            } else {
                kept.append(file)
            }
        }
        items = kept
    }
}
