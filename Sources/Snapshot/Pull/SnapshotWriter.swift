/// Writes the snapshot folder's own files beside the vault's, which are already there.
struct SnapshotWriter {
    let reading: VaultReading
    let contents: VaultContents
    let connection: Connection
    let requests: Int

    func write(into staged: borrowing StagedFolder) throws(SnapshotError) {
        let pages = try self.pages(staged)
        let sources = self.sources()
        let paths = Dictionary(reading.rows.map { ($0.id, $0.path) }, uniquingKeysWith: { first, _ in first })
        let assembly = GraphAssembly(reading.graph, paths: paths)
        let findings = (reading.findings + contents.findings + assembly.findings + notes(pages)).sorted()

        var files = contents.stored.compactMap { $0 }
        func add(_ name: String, _ bytes: [UInt8]) throws(SnapshotError) {
            try staged.write(bytes, to: name)
            files.append(SnapshotFile(path: name, bytes: bytes.count, sha256: sha256Hex(bytes)))
        }
        try add(SnapshotFormat.pagesFile, SnapshotFormat.encode(pages))
        try add(SnapshotFormat.graphFile, SnapshotFormat.encode(assembly.graph))
        try add(SnapshotFormat.sourcesFile, SnapshotFormat.encode(sources))
        try add(SnapshotFormat.dashboardFile, SnapshotFormat.encode(dashboard()))
        try add(SnapshotFormat.findingsFile, SnapshotFormat.encode(findings))
        files.sort { VaultPath.precedes($0.path, $1.path) }

        let manifest = Manifest(
            formatVersion: SnapshotFormat.version, vault: reading.status.vault, title: try title(staged),
            serverVersion: reading.status.version, dataVersion: reading.status.dataVersion, source: connection.address.neutral,
            rootHash: SnapshotFormat.rootHash(files), consistent: reading.contradictions.isEmpty)
        let counts = SnapshotCounts(pages: pages, graph: assembly.graph, sources: sources)
        try staged.write(clock(), to: SnapshotFormat.pullFile)
        try staged.write(SnapshotFormat.encode(manifest, counts, files), to: SnapshotFormat.manifestFile)
    }

    private func pages(_ staged: borrowing StagedFolder) throws(SnapshotError) -> [PageRecord] {
        let exported = reading.export.map { export in
            Dictionary(export.rows.map { ($0.id, $0.tags) }, uniquingKeysWith: { first, _ in first })
        }
        var pages: [PageRecord] = []
        for (index, wanted) in contents.wanted.enumerated() {
            guard wanted.isPage, let row = wanted.row else { continue }
            let tags: [String]
            if let exported {
                tags = exported[row.id] ?? []
            } else if let sent = contents.singles[index]?.tags {
                tags = sent
            } else {
                tags = contents.stored[index] == nil ? [] : try self.tags(wanted.path, staged)
            }
            pages.append(
                PageRecord(
                    id: row.id, path: row.path, title: row.title, type: row.type, sources: row.sources, tags: tags, created: row.created,
                    updated: row.updated, body: contents.singles[index]?.body ?? .present))
        }
        return pages
    }

    /// The server takes no tags from a block that is not valid YAML, so none are taken here.
    private func tags(_ path: String, _ staged: borrowing StagedFolder) throws(SnapshotError) -> [String] {
        let frontmatter = Frontmatter(of: try file(path, staged))
        return frontmatter.problems.isEmpty ? frontmatter.tags : []
    }

    private func sources() -> [SourceFile] {
        zip(contents.wanted, contents.stored).compactMap { wanted, stored in
            wanted.listedBytes.map { SourceFile(path: wanted.path, bytes: stored?.bytes ?? $0, present: stored != nil) }
        }
    }

    private func title(_ staged: borrowing StagedFolder) throws(SnapshotError) -> String {
        let overview = zip(contents.wanted, contents.stored).first { $0.0.path == "wiki/overview.md" && $0.1 != nil }
        let file = overview == nil ? nil : try file("wiki/overview.md", staged)
        return VaultTitle.title(projectName: reading.projectName, overview: file, vault: reading.status.vault)
    }

    private func file(_ path: String, _ staged: borrowing StagedFolder) throws(SnapshotError) -> [UInt8] {
        try FileSystem.read("\(staged.path)/\(SnapshotFormat.vaultFolder)/\(path)")
    }

    /// Items beyond the first few hundred are not looked at one by one; their number is known all the same.
    private func dashboard() -> Dashboard {
        func byKind(_ counts: QueueCounts) -> [String: Int] {
            let rest = counts.total - counts.counted
            return rest > 0 ? counts.byKind.merging(["other": rest], uniquingKeysWith: +) : counts.byKind
        }
        return Dashboard(reviewByKind: byKind(reading.review), lintByKind: byKind(reading.lint))
    }

    private func notes(_ pages: [PageRecord]) -> [Finding] {
        var notes: [Finding] = []
        if pages.isEmpty { notes.append(Finding("empty-vault", message: "the vault has no pages")) }
        if !reading.contradictions.isEmpty {
            notes.append(
                Finding(
                    "inconsistent", .error,
                    message: "the vault changed while it was read \(VaultReader.attempts) times, so its parts may not belong together: "
                        + reading.contradictions.joined(separator: "; ") + ". Pull again when nobody writes to it"))
        }
        return notes
    }

    /// What differs from pull to pull of the same data.
    private func clock() -> [UInt8] {
        var members: [String: JSONValue] = [
            "started": .string(connection.started.description),
            "finished": .string(WallTime().description),
            "origin": .string(connection.address.origin + connection.address.path),
            "requests": .int(requests),
        ]
        members["server_started"] = reading.status.startedAt.map { .string($0) }
        return JSONValue.object(members).document()
    }
}
