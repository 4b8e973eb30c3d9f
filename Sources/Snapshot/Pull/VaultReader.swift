/// Everything that the server says of the vault, the files' contents aside.
struct VaultReading {
    var status: ServerStatus
    /// The page list, each id once, in the server's order.
    var listing: [PageRow] = []
    /// The same without deleted rows, sorted by the bytes of path and id.
    var rows: [PageRow] = []
    /// How many rows the page list announced.
    var listed = 0
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

/// Reads the vault by its bulk routes, its files, and all of it again where the vault changed meanwhile.
struct VaultReader {
    let server: SynapseServer
    let files: VaultFiles
    let connection: Connection
    let kept: KeptArchive
    /// How often the whole is read at most.
    static let attempts = 3
    /// How many files whose bytes are not as listed are asked for one by one; for more the ZIP is asked for again, which is one request.
    static let mostDoubts = 20

    private var progress: @Sendable (PullProgress) -> Void { connection.options.progress }

    func readConsistently() throws(SnapshotError) -> (VaultReading, VaultContents) {
        var attempt = 1
        while true {
            var reading = try read()
            // What is mixed already is not worth the ZIP, unless it is the last try.
            let checks = CrossChecks(reading)
            if attempt < Self.attempts, !checks.contradictions().isEmpty {
                try rest(after: &attempt)
                continue
            }
            progress(PullProgress(.archive))
            try readArchive(into: &reading, mayBeKept: attempt == 1)
            let contents = try ContentsReader(reading: reading, files: files, server: server, connection: connection).read()
            reading.contradictions = checks.contradictions(try closing(contents))
            guard !reading.contradictions.isEmpty, attempt < Self.attempts else {
                return (reading, contents)
            }
            try files.clear()
            try rest(after: &attempt)
        }
    }

    /// From the server, or from where an interrupted pull has left it.
    private func readArchive(into reading: inout VaultReading, mayBeKept: Bool) throws(SnapshotError) {
        if mayBeKept, kept.take(reading, to: server.archivePath) {
            reading.archive = server.archivePath
            return
        }
        reading.archive = try optional("/export", "The files are asked for one by one.", &reading) { () throws(SnapshotError) in
            try server.archive()
        }
        if let archive = reading.archive { kept.keep(archive, reading) }
    }

    private func rest(after attempt: inout Int) throws(SnapshotError) {
        let reason = SnapshotError(.temporary, "the vault changes while it is read", at: connection.address.origin)
        try server.client.rest(connection.options.retries.pause(after: attempt), because: reason)
        attempt += 1
    }

    private func read() throws(SnapshotError) -> VaultReading {
        progress(PullProgress(.status))
        var reading = VaultReading(status: try server.status())
        try files.previous?.require(vault: reading.status.vault)
        try readList(into: &reading)
        try readBulk(into: &reading)
        try readQueues(into: &reading)
        return reading
    }

    /// Asked after the last file was read: what changed since the list was read is seen by them.
    private func closing(_ contents: VaultContents) throws(SnapshotError) -> CrossChecks.Closing {
        progress(PullProgress(.status))
        let moved = try movedFiles(contents)
        let status = try server.status()
        let (rows, total) = try server.pages(offset: 0)
        return CrossChecks.Closing(status: status, rows: rows, total: total, moved: moved)
    }

    /// Files of the ZIP that are not as the lists have them, and that the server has otherwise now. Most often it is the list that lags
    /// behind; a file that was edited after the ZIP was made shows only here.
    private func movedFiles(_ contents: VaultContents) throws(SnapshotError) -> [String] {
        var moved = try movedSources(contents)
        if contents.doubtful.count > Self.mostDoubts { return moved + (try movedInArchive(contents)) }
        for index in contents.doubtful {
            guard let row = contents.wanted[index].row, let stored = contents.stored[index] else { continue }
            guard case .found(let content) = try server.content(of: row.id) else {
                moved.append(row.path)
                continue
            }
            if (content.hash ?? sha256Hex(content.text.utf8)) != stored.sha256 { moved.append(row.path) }
        }
        return moved
    }

    /// The same by a second ZIP. Without one, nobody can say that the files are at rest.
    private func movedInArchive(_ contents: VaultContents) throws(SnapshotError) -> [String] {
        guard let archive = try server.archive() else { return contents.doubtful.map { contents.wanted[$0].path } }
        defer { try? FileSystem.remove(archive) }
        let doubtful = Dictionary(contents.doubtful.map { (contents.wanted[$0].path, $0) }, uniquingKeysWith: { first, _ in first })
        var hashes: [Int: HashedEntry] = [:]
        _ = try ExportArchive(archive).read { (name) throws(SnapshotError) in
            guard let index = doubtful[name], hashes[index] == nil else { return nil }
            let entry = HashedEntry(limit: contents.wanted[index].limit)
            hashes[index] = entry
            return entry
        }
        return contents.doubtful.filter { hashes[$0]?.sha256 != contents.stored[$0]?.sha256 }.map { contents.wanted[$0].path }
    }

    /// Sources of another size than listed, where a new list says otherwise than the first.
    private func movedSources(_ contents: VaultContents) throws(SnapshotError) -> [String] {
        let doubtful = contents.wanted.indices.filter { index in
            guard let stored = contents.stored[index], let listed = contents.wanted[index].listedBytes, listed > 0 else { return false }
            return stored.bytes != listed
        }
        if doubtful.isEmpty { return [] }
        let now = Dictionary(try server.sources()?.files.map { ($0.path, $0.bytes) } ?? [], uniquingKeysWith: { first, _ in first })
        return doubtful.map { contents.wanted[$0] }.filter { now[$0.path] != $0.listedBytes }.map(\.path)
    }

    /// Offsets shift when a page is made or deleted meanwhile; an id then comes twice or is missing, and the counts differ.
    private func readList(into reading: inout VaultReading) throws(SnapshotError) {
        var seen: Set<String> = []
        var offset = 0
        repeat {
            progress(PullProgress(.list, done: reading.listing.count, total: reading.listed == 0 ? nil : reading.listed))
            let part = try server.pages(offset: offset)
            reading.listed = part.total
            reading.listing += part.rows.filter { seen.insert($0.id).inserted }
            offset += SynapseServer.pagesPerRequest
            if part.rows.isEmpty { break }
        } while offset < reading.listed
        reading.rows = Self.tidy(reading.listing)
    }

    private static func tidy(_ rows: [PageRow]) -> [PageRow] {
        rows.filter { !$0.isDeleted }.sorted { left, right in
            VaultPath.same(left.path, right.path) ? VaultPath.precedes(left.id, right.id) : VaultPath.precedes(left.path, right.path)
        }
    }

    private func readBulk(into reading: inout VaultReading) throws(SnapshotError) {
        progress(PullProgress(.data, done: 0, total: 6))
        // Before the export: asked for its graph, a server may compute it anew, and the export then has the edges of before.
        reading.graph = try server.graph()
        progress(PullProgress(.data, done: 1, total: 6))
        reading.export = try optional("/export/data.json", "Tags come from the pages' own frontmatter.", &reading) {
            () throws(SnapshotError) in
            try server.exportData()
        }
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
