/// The routes of a Synapse server (2.1.7) that a pull reads, and no others. `/export/full`, `/provider/config`, `/conversations` and
/// `/config/*` hold private data and are never asked for.
struct SynapseServer {
    let client: HTTPClient
    /// Where large answers are put.
    let scratch: String

    /// Most bytes of each kind of answer.
    private enum Limit {
        static let status = 256 << 10
        static let list = 64 << 20
        static let graph = 512 << 20
        static let exportData = 4 << 30
        static let archive = 16 << 30
        static let content = 128 << 20
        static let source = 256 << 20
    }

    // MARK: Routes that every pull needs

    func status() throws(SnapshotError) -> ServerStatus {
        let route = "/status"
        guard let status = try json(route, limit: Limit.status, WireFormat.status) else {
            throw SnapshotError(
                .unavailable, "there is no such route: this is not a Synapse server",
                at: client.address.origin + client.address.path + route,
                advice: "Look at the URL; behind a reverse proxy it may need a path.")
        }
        return status
    }

    /// One part of the page list, and how many rows there are in all.
    func pages(offset: Int, limit: Int = pagesPerRequest) throws(SnapshotError) -> (rows: [PageRow], total: Int) {
        let route = "/pages?limit=\(limit)&offset=\(offset)"
        let answer = try json(route, limit: Limit.list) { (cursor) throws(JSONFailure) in
            var rows: [PageRow] = []
            let total = try WireFormat.listed(&cursor) { (cursor) throws(JSONFailure) in rows.append(try WireFormat.pageRow(&cursor)) }
            return (rows: rows, total: total)
        }
        return try needed(answer, route)
    }

    /// The largest that the server takes.
    static let pagesPerRequest = 500

    func graph() throws(SnapshotError) -> ServerGraph {
        try needed(try jsonFile("/graph", as: "graph.json", limit: Limit.graph, WireFormat.graph), "/graph")
    }

    // MARK: Routes that a pull can do without; nil where the server has no such route

    func exportData() throws(SnapshotError) -> ExportData? {
        try jsonFile("/export/data.json", as: "data.json", limit: Limit.exportData, WireFormat.exportData)
    }

    func sources() throws(SnapshotError) -> SourceListing? {
        try json("/sources?root=sources", limit: Limit.list, WireFormat.sources)
    }

    func projectName() throws(SnapshotError) -> String?? {
        try json("/projects", limit: Limit.list, WireFormat.projectName)
    }

    /// Open items of `/review/queue` or `/lint/findings` by kind, from at most `requests` requests: how many were not looked at is in
    /// `total`.
    func queue(_ queue: Queue, vault: String, requests: Int) throws(SnapshotError) -> QueueCounts? {
        var counts = QueueCounts()
        var offset = 0
        for _ in 0..<max(1, requests) {
            let route = "\(queue.route)?vault_id=\(percentEncoded(vault))&status=\(queue.status)&limit=200&offset=\(offset)"
            let part = try json(route, limit: Limit.list) { (cursor) throws(JSONFailure) in
                var part = QueueCounts()
                part.total = try WireFormat.listed(&cursor) { (cursor) throws(JSONFailure) in
                    var kind: String?
                    try cursor.object { (cursor, key) throws(JSONFailure) in
                        if key == queue.kindMember { kind = try cursor.looseString() } else { try cursor.skip() }
                    }
                    part.byKind[kind ?? "other", default: 0] += 1
                }
                return part
            }
            guard let part else { return nil }
            counts.total = part.total
            counts.byKind.merge(part.byKind, uniquingKeysWith: +)
            offset += 200
            if part.byKind.isEmpty || offset >= part.total { break }
        }
        return counts
    }

    enum Queue {
        case review, lint

        var route: String { self == .review ? "/review/queue" : "/lint/findings" }
        var status: String { self == .review ? "pending" : "open" }
        var kindMember: String { self == .review ? "item_type" : "category" }
    }

    // MARK: Files

    var archivePath: String { "\(scratch)/export.zip" }

    /// Downloads the vault's ZIP; nil where the server does not give it (404, 413 where the vault is too large for it).
    func archive() throws(SnapshotError) -> String? {
        let path = archivePath
        return try client.get("/export", into: .file(path), limit: Limit.archive) { (answer) throws(SnapshotError) in
            guard answer.status == 200 else { return nil }
            if answer.contentType.hasPrefix("text/html") { throw html("/export") }
            guard try Descriptor(reading: path).startsWith("PK") else {
                throw SnapshotError(.badData, "not a ZIP", at: "/export", advice: "Is this a Synapse server?")
            }
            return path
        }
    }

    enum Content { case found(PageContent), gone, missing }

    func content(of id: String) throws(SnapshotError) -> Content {
        let route = "/pages/\(percentEncoded(id))/content"
        return try client.get(route, limit: Limit.content) { (answer) throws(SnapshotError) in
            switch answer.status {
            case 200: return .found(try decode(answer, route, WireFormat.content))
            case 410: return .gone
            default: return .missing
            }
        }
    }

    /// A source file's own bytes, downloaded to `file`; false where the server has none.
    func source(_ path: String, to file: String) throws(SnapshotError) -> Bool {
        let name = path.hasPrefix(VaultPath.sourcesFolder) ? String(path.dropFirst(VaultPath.sourcesFolder.count)) : path
        let route = "/sources/raw?root=sources&path=\(percentEncoded(name))"
        return try client.get(route, into: .file(file), limit: Limit.source) { (answer) throws(SnapshotError) in answer.status == 200 }
    }

    // MARK: Answers

    private func needed<Value>(_ value: Value?, _ route: String) throws(SnapshotError) -> Value {
        guard let value else {
            throw SnapshotError(
                .unavailable, "the server has no such route", at: route,
                advice: "This program reads Synapse 2.1 and later; update the server.")
        }
        return value
    }

    private func json<Value>(
        _ route: String, limit: Int, _ read: (inout JSONCursor) throws(JSONFailure) -> Value
    ) throws(SnapshotError) -> Value? {
        try client.get(route, limit: limit) { (answer) throws(SnapshotError) in
            answer.status == 200 ? try decode(answer, route, read) : nil
        }
    }

    /// As `json`, by way of a file, for answers that are too large for memory.
    private func jsonFile<Value>(
        _ route: String, as name: String, limit: Int, _ read: (inout JSONCursor) throws(JSONFailure) -> Value
    ) throws(SnapshotError) -> Value? {
        let path = "\(scratch)/\(name)"
        defer { try? FileSystem.remove(path) }
        return try client.get(route, into: .file(path), limit: limit) { (answer) throws(SnapshotError) in
            guard answer.status == 200 else { return nil }
            return try MappedFile(path).withBytes { (bytes) throws(SnapshotError) in try decode(bytes, answer.contentType, route, read) }
        }
    }

    private func decode<Value>(
        _ answer: Answer, _ route: String, _ read: (inout JSONCursor) throws(JSONFailure) -> Value
    ) throws(SnapshotError) -> Value {
        try answer.body.withBytes { (bytes) throws(SnapshotError) in try decode(bytes, answer.contentType, route, read) }
    }

    private func decode<Value>(
        _ bytes: UnsafeRawBufferPointer, _ contentType: String, _ route: String, _ read: (inout JSONCursor) throws(JSONFailure) -> Value
    ) throws(SnapshotError) -> Value {
        let first = bytes.first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
        if contentType.hasPrefix("text/html") || first == UInt8(ascii: "<") { throw html(route) }
        do throws(JSONFailure) {
            return try JSONCursor.read(bytes, acceptsNonFinite: true, read)
        } catch {
            throw SnapshotError(.badData, "not the JSON of a Synapse server: \(error)", at: route, advice: "Is this a Synapse server?")
        }
    }

    private func html(_ route: String) -> SnapshotError {
        SnapshotError(
            .unavailable, "an HTML page instead of data, perhaps a login page in front of the server", at: route,
            advice: "Give the address of the Synapse API itself, or let the proxy pass the API with the token.")
    }
}
