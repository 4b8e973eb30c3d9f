/// Everything that the server says of the vault, the files' contents aside.
struct VaultReading {
    var status: ServerStatus
    /// As listed, each id once, deleted rows left out, sorted by the bytes of path and id.
    var rows: [PageRow] = []
    /// nil where the server has no `/export/data.json`.
    var export: ExportData?
    var graph = ServerGraph()
    /// nil where the server has no `/sources`.
    var sources: SourceListing?
    /// The downloaded ZIP; nil where the server does not give one.
    var archive: String?
    var review = QueueCounts()
    var lint = QueueCounts()
    var projectName: String?
    /// Why the parts do not belong together; empty where they do.
    var contradictions: [String] = []
    var findings: [Finding] = []
}

/// Reads the vault by its bulk routes, and again where the vault changed meanwhile.
struct VaultReader {
    let server: SynapseServer
    let progress: @Sendable (PullProgress) -> Void
    /// How often the whole is read at most.
    static let attempts = 3

    func readConsistently() throws(SnapshotError) -> VaultReading {
        var reading = try read()
        for _ in 1..<Self.attempts where !reading.contradictions.isEmpty { reading = try read() }
        return reading
    }

    /// The files come last but for the closing checks: what changes after the list was read is seen by them.
    private func read() throws(SnapshotError) -> VaultReading {
        progress(PullProgress(.status))
        var reading = VaultReading(status: try server.status())
        var expected = 0
        (reading.rows, expected) = try pageList()
        try readBulk(into: &reading)
        try readQueues(into: &reading)
        progress(PullProgress(.archive))
        reading.archive = try optional("/export", "The files are asked for one by one.", &reading) { () throws(SnapshotError) in
            try server.archive()
        }
        progress(PullProgress(.status))
        let after = try server.status()
        let (_, total) = try server.pages(offset: 0, limit: 1)
        reading.contradictions = CrossChecks(reading: reading, listed: expected, after: after, totalAfter: total).contradictions()
        reading.rows = tidy(reading.rows)
        return reading
    }

    /// All rows and how many the server announced. Offsets shift when a page is made or deleted meanwhile; an id then comes twice or
    /// is missing, and the counts differ.
    private func pageList() throws(SnapshotError) -> (rows: [PageRow], total: Int) {
        var rows: [PageRow] = []
        var seen: Set<String> = []
        var total = 0
        var offset = 0
        repeat {
            progress(PullProgress(.list, done: rows.count, total: total == 0 ? nil : total))
            let part = try server.pages(offset: offset)
            total = part.total
            rows += part.rows.filter { seen.insert($0.id).inserted }
            offset += SynapseServer.pagesPerRequest
            if part.rows.isEmpty { break }
        } while offset < total
        return (rows, total)
    }

    private func tidy(_ rows: [PageRow]) -> [PageRow] {
        rows.filter { !$0.isDeleted }.sorted { left, right in
            VaultPath.same(left.path, right.path) ? VaultPath.precedes(left.id, right.id) : VaultPath.precedes(left.path, right.path)
        }
    }

    private func readBulk(into reading: inout VaultReading) throws(SnapshotError) {
        progress(PullProgress(.data, done: 0, total: 6))
        reading.export = try optional("/export/data.json", "Tags come from the pages' own frontmatter.", &reading) {
            () throws(SnapshotError) in
            try server.exportData()
        }
        progress(PullProgress(.data, done: 1, total: 6))
        reading.graph = try server.graph()
        progress(PullProgress(.data, done: 2, total: 6))
        reading.sources = try optional("/sources", "Only the sources in the page list are known.", &reading) { () throws(SnapshotError) in
            try server.sources()
        }
        progress(PullProgress(.data, done: 3, total: 6))
        let name = try optional("/projects", "The vault's title comes from its overview page or its id.", &reading) {
            () throws(SnapshotError) in
            try server.projectName()
        }
        reading.projectName = name ?? nil
    }

    /// A pull makes at most 12 requests and one more per 500 pages; this is what the other routes leave.
    private static let queueRequests = 4

    private func readQueues(into reading: inout VaultReading) throws(SnapshotError) {
        let vault = reading.status.vault
        progress(PullProgress(.data, done: 4, total: 6))
        reading.review =
            try optional("/review/queue", "The dashboard has no review items.", &reading) { () throws(SnapshotError) in
                try server.queue(.review, vault: vault, requests: 2)
            } ?? QueueCounts()
        progress(PullProgress(.data, done: 5, total: 6))
        let left = Self.queueRequests - min(2, max(1, (reading.review.counted + 199) / 200))
        reading.lint =
            try optional("/lint/findings", "The dashboard has no lint findings.", &reading) { () throws(SnapshotError) in
                try server.queue(.lint, vault: vault, requests: left)
            } ?? QueueCounts()
    }

    /// Reads a route that the snapshot can do without. A server that has gone away altogether is seen by the routes that it cannot.
    private func optional<Value>(
        _ route: String, _ consequence: String, _ reading: inout VaultReading, _ body: () throws(SnapshotError) -> Value?
    ) throws(SnapshotError) -> Value? {
        do {
            if let value = try body() { return value }
            reading.findings.append(Finding("route-missing", message: "the server does not offer \(route). \(consequence)"))
            return nil
        } catch {
            guard [.unavailable, .refused, .temporary].contains(error.kind) else { throw error }
            reading.findings.append(Finding("route-failed", message: "\(route): \(error.what). \(consequence)"))
            return nil
        }
    }
}
