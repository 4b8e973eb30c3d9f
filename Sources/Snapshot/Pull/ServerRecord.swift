/// Makes a snapshot's record of what a server said and gave.
struct ServerRecord {
    let reading: VaultReading
    let contents: VaultContents
    let connection: Connection
    /// Requests sent, for `pull.json`.
    let requests: Int
    /// Where the files lie that were written.
    let root: String

    func record(previous: PreviousSnapshot?) throws(SnapshotError) -> SnapshotRecord {
        let pages = try self.pages()
        let paths = Dictionary(reading.rows.map { ($0.id, $0.path) }, uniquingKeysWith: { first, _ in first })
        let assembly = GraphAssembly(reading.graph, paths: paths)
        let kept = try previous?.keepingLayout(of: assembly.graph)
        let manifest = Manifest(
            vault: reading.status.vault, title: try title(), serverVersion: reading.status.version,
            dataVersion: reading.status.dataVersion, source: connection.address.neutral, consistent: reading.contradictions.isEmpty)
        return SnapshotRecord(
            manifest: manifest, pages: pages, graph: kept ?? assembly.graph, sources: sources(), dashboard: dashboard(),
            findings: (reading.findings + contents.findings + assembly.findings + notes(pages)).sorted(),
            files: contents.stored.compactMap { $0 }, clock: clock())
    }

    private func pages() throws(SnapshotError) -> [PageRecord] {
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
                tags = contents.stored[index] == nil ? [] : try self.tags(wanted.path)
            }
            pages.append(
                PageRecord(
                    id: row.id, path: row.path, title: row.title, type: row.type, sources: row.sources, tags: tags, created: row.created,
                    updated: row.updated, body: contents.singles[index]?.body ?? .present))
        }
        return pages
    }

    /// The server takes tags from the first block alone, and none from one that is not valid YAML: so does this.
    private func tags(_ path: String) throws(SnapshotError) -> [String] {
        let frontmatter = Frontmatter(ofBlock: try FileSystem.read("\(root)/\(path)"))
        return frontmatter.problems.isEmpty ? frontmatter.tags : []
    }

    private func sources() -> [SourceFile] {
        zip(contents.wanted, contents.stored).compactMap { wanted, stored in
            wanted.listedBytes.map { SourceFile(path: wanted.path, bytes: stored?.bytes ?? $0, present: stored != nil) }
        }
    }

    private func title() throws(SnapshotError) -> String {
        let overview = zip(contents.wanted, contents.stored).first { $0.0.path == VaultTitle.page && $0.1 != nil }
        let file = overview == nil ? nil : try FileSystem.read("\(root)/\(VaultTitle.page)")
        return VaultTitle.title(projectName: reading.projectName, overview: file, vault: reading.status.vault)
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

    private func clock() -> [String: JSONValue] {
        var members: [String: JSONValue] = [
            "started": .string(connection.started.description),
            "finished": .string(WallTime().description),
            "origin": .string(connection.address.origin + connection.address.path),
            "requests": .int(requests),
        ]
        members["server_started"] = reading.status.startedAt.map { .string($0) }
        return members
    }
}
