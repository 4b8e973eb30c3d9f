/// Makes a snapshot's record of a vault's files alone.
struct LocalRecord {
    let options: LocalOptions
    let contents: LocalContents
    /// Where the files lie that were written.
    let root: String
    let started: WallTime

    func record(_ previous: PreviousSnapshot?) throws(SnapshotError) -> SnapshotRecord {
        let id = Self.name(of: options.path)
        try previous?.require(vault: id)
        var (pages, titles) = try readPages()
        let overview = pages.contains { $0.path == VaultTitle.page && $0.body == .present }
        let file = overview ? try FileSystem.read("\(root)/\(VaultTitle.page)") : nil
        let source = FileSystem.isFolder(options.path) ? "folder" : "zip"
        let manifest = Manifest(
            vault: id, title: VaultTitle.title(projectName: nil, overview: file, vault: id), serverVersion: "", dataVersion: 0,
            source: source, consistent: contents.contradictions.isEmpty)
        let sources = contents.attachments.map {
            SourceFile(path: $0, bytes: contents.stored[VaultPath.Key($0)]?.bytes ?? 0, present: contents.stored[VaultPath.Key($0)] != nil)
        }
        var findings = contents.findings + problems()
        options.progress(PullProgress(.data))
        let graph = try self.graph(&pages, titles, manifest, sources, previous, &findings)
        return SnapshotRecord(
            manifest: manifest, pages: pages, graph: graph, sources: sources, findings: findings.sorted(),
            files: contents.stored.values.map { $0 },
            clock: ["started": .string(started.description), "finished": .string(WallTime().description), "origin": .string(source)])
    }

    /// Of a folder its name, of a ZIP its name without the extension.
    private static func name(of path: String) -> String {
        let name = FileSystem.name(of: FileSystem.resolved(path) ?? path)
        return name.lowercased().hasSuffix(".zip") ? String(name.dropLast(4)) : name
    }

    /// The pages in the order of their paths, and by what name a graph would know each.
    private func readPages() throws(SnapshotError) -> (pages: [PageRecord], titles: [String]) {
        var pages: [PageRecord] = []
        var titles: [String] = []
        for path in contents.pages {
            var page = PageRecord(id: Self.identity(path), path: path)
            if let problem = contents.problems[VaultPath.Key(path)] {
                page.body = .unavailable(problem)
            } else {
                let front = Frontmatter(of: pageText(try FileSystem.read("\(root)/\(path)")))
                (page.title, page.type, page.sources, page.tags) = (front.title, front.type, front.sources, front.tags)
                (page.created, page.updated) = (front.created, front.updated)
            }
            pages.append(page)
            titles.append(page.title ?? String(FileSystem.name(of: path).dropLast(3)))
        }
        return (pages, titles)
    }

    /// A page's id where no server gave one: of its path, in the form of a UUID (RFC 9562, version 8).
    private static func identity(_ path: String) -> String {
        var digits = Array(sha256Hex(path.utf8).utf8.prefix(32))
        digits[12] = UInt8(ascii: "8")
        digits[16] = UInt8(ascii: "8")
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(decoding: digits[$0], as: UTF8.self) }
        return parts.joined(separator: "-")
    }

    private func problems() -> [Finding] {
        contents.problems.sorted { VaultPath.precedes($0.key.path, $1.key.path) }.map { key, reason in
            Finding(LocalLayout.isMarkdown(key.path) ? "page-unavailable" : "source-unavailable", path: key.path, message: reason)
        }
    }

    // MARK: The graph

    private func noting(_ graph: VaultGraph, _ findings: inout [Finding]) -> VaultGraph {
        if let method = graph.layout?.method {
            findings.append(
                Finding("local-layout", .note, message: "no server gave the graph's places; they were computed here: \(method)"))
        }
        return graph
    }

    /// From the file beside the vault; else the links between the pages, with the previous snapshot's places where they are the same,
    /// and new ones where they are not.
    private func graph(
        _ pages: inout [PageRecord], _ titles: [String], _ manifest: Manifest, _ sources: [SourceFile], _ previous: PreviousSnapshot?,
        _ findings: inout [Finding]
    ) throws(SnapshotError) -> VaultGraph {
        let kept = options.freshLayout ? nil : previous
        if let given = try LocalGraph(for: options.path, pages: pages, titles: titles) {
            if !given.ids.isEmpty {
                for (index, id) in given.ids { pages[index].id = id }
                let assembly = given.assembly(pages)
                findings += assembly.findings
                return try kept?.keepingLayout(of: assembly.graph) ?? assembly.graph
            }
            findings.append(
                Finding("graph-of-another-vault", message: "graph.json has no node with the title of a page here; a layout was computed"))
        }
        let root = root
        let bare = VaultSnapshot(
            manifest: manifest, pages: pages, graph: VaultGraph(), sources: sources, dashboard: Dashboard(), findings: [],
            read: { (path) throws(SnapshotError) in try FileSystem.read("\(root)/\(path)") })
        let links = options.links(bare)
        if let same = try kept?.keepingLayout(of: links), same.layout?.method != nil { return noting(same, &findings) }
        options.progress(PullProgress(.layout))
        var graph = try options.arrange(links)
        graph.layout?.night = pages.compactMap(\.updated).max()
        return noting(graph, &findings)
    }
}
