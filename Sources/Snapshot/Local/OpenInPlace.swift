/// Opens a vault's folder as it lies there, without a copy of it: for a preview, which opens it again and again.
///
/// Pages are kept in memory, so that what is read later belongs together; sources are read from their place. Nobody hashes anything, and
/// the manifest has no root hash. Fails with `temporary` where the folder does not hold still.
public func openInPlace(_ options: LocalOptions) throws(SnapshotError) -> VaultSnapshot {
    let folder = LocalFolder(root: options.path)
    for _ in 0..<VaultReader.attempts {
        let before = try folder.list()
        let opened: (LocalContents, [VaultPath.Key: [UInt8]])
        do throws(SnapshotError) {
            opened = try read(before, options.path)
        } catch {
            if try folder.list() == before { throw error }
            continue
        }
        if try folder.list() == before { return try snapshot(opened.0, pages: opened.1, options) }
    }
    throw SnapshotError(.temporary, "the folder is being written to", at: options.path, advice: "Wait until that has ended.")
}

private func read(_ listing: LocalFolder.Listing, _ root: String) throws(SnapshotError) -> (LocalContents, [VaultPath.Key: [UInt8]]) {
    var contents = LocalReader.begin(listing.entries.map(\.path))
    guard !contents.pages.isEmpty else {
        throw SnapshotError(.noInput, "not a vault: it has no Markdown file", at: root, advice: "Give a vault's folder.")
    }
    var pages: [VaultPath.Key: [UInt8]] = [:]
    let sizes = Dictionary(listing.entries.map { (VaultPath.Key($0.path), $0.bytes) }, uniquingKeysWith: { first, _ in first })
    for path in contents.pages + contents.attachments {
        let isPage = LocalLayout.isMarkdown(path)
        let (bytes, limit) = (sizes[VaultPath.Key(path)] ?? 0, isPage ? WantedFile.pageLimit : WantedFile.sourceLimit)
        guard bytes <= limit else {
            contents.problems[VaultPath.Key(path)] = "more than \(limit) bytes"
            continue
        }
        if isPage { pages[VaultPath.Key(path)] = try FileSystem.read("\(root)/\(path)") }
        contents.stored[VaultPath.Key(path)] = SnapshotFile(path: path, bytes: bytes, sha256: "")
    }
    return (contents, pages)
}

private func snapshot(
    _ contents: LocalContents, pages: [VaultPath.Key: [UInt8]], _ options: LocalOptions
) throws(SnapshotError) -> VaultSnapshot {
    let root = options.path
    let record = try LocalRecord(options: options, contents: contents, root: root, started: WallTime()).record(nil)
    return VaultSnapshot(
        manifest: record.manifest, pages: record.pages, graph: record.graph, sources: record.sources, dashboard: record.dashboard,
        findings: record.findings,
        read: { (path) throws(SnapshotError) in
            if let page = pages[VaultPath.Key(path)] { page } else { try FileSystem.read("\(root)/\(path)") }
        })
}

extension VaultGraph {
    /// This graph at the places of an earlier one: what is new is put among its neighbours and into the community of one of them.
    public func placed(like old: VaultGraph) -> VaultGraph {
        var graph = self
        let known = Dictionary(old.nodes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var isPlaced = nodes.map { known[$0.id] != nil }
        for index in nodes.indices {
            guard let before = known[nodes[index].id] else { continue }
            (graph.nodes[index].x, graph.nodes[index].y, graph.nodes[index].community) = (before.x, before.y, before.community)
        }
        var neighbours: [Int: [Int]] = [:]
        for edge in edges {
            neighbours[Int(edge.source), default: []].append(Int(edge.target))
            neighbours[Int(edge.target), default: []].append(Int(edge.source))
        }
        let edge = old.nodes.map(\.x).max() ?? 0
        for (number, index) in nodes.indices.filter({ !isPlaced[$0] }).enumerated() {
            let near = (neighbours[index] ?? []).filter { isPlaced[$0] }
            // Beside each other where several have the same neighbours, or none.
            let step = Double(number + 1) * 12
            let count = Double(near.count)
            graph.nodes[index].x = near.isEmpty ? edge + step : near.reduce(0) { $0 + graph.nodes[$1].x } / count + step / (count + 1)
            graph.nodes[index].y = near.isEmpty ? 0 : near.reduce(0) { $0 + graph.nodes[$1].y } / count + step / (count + 1)
            graph.nodes[index].community = near.first.map { graph.nodes[$0].community } ?? -1
            isPlaced[index] = true
        }
        graph.communities = old.communities
        graph.layout = old.layout
        return graph
    }
}
