#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The snapshot that a pull is told to start from. Nothing is taken from it on trust: a file is shared when its bytes are the new ones,
/// and the layout when the graph is the same.
struct PreviousSnapshot: Sendable {
    let folder: SnapshotFolder
    private let byHash: [String: String]

    init(_ path: String) throws(SnapshotError) {
        folder = try SnapshotFolder(path)
        byHash = Dictionary(folder.files.map { ($0.sha256, $0.path) }, uniquingKeysWith: { first, _ in first })
    }

    /// Fails where it is of another vault.
    func require(vault: String) throws(SnapshotError) {
        guard folder.manifest.vault == vault else {
            throw SnapshotError(
                .usage, "the snapshot is of the vault \(folder.manifest.vault), not of \(vault)", at: folder.path,
                advice: "Give a snapshot of the same vault with --since, or none.")
        }
    }

    // MARK: Files

    /// Puts a hard link to the previous file in the place of a new one with the same bytes. Where that cannot be done (another disk, a
    /// file system without links, a damaged previous file) the new file stays as it is.
    func share(_ file: SnapshotFile, at path: String, by temporary: String) {
        let same = folder.file(file.path).flatMap { $0.sha256 == file.sha256 ? $0.path : nil }
        guard let known = same ?? byHash[file.sha256] else { return }
        let old = "\(folder.path)/\(known)"
        guard isEqual(old, path), link(old, temporary) == 0 else { return }
        // A rename between two links to one file would do nothing (rename(2)); these are two files.
        if rename(temporary, path) != 0 { unlink(temporary) }
    }

    private func isEqual(_ one: String, _ other: String) -> Bool {
        guard let left = try? MappedFile(one), let right = try? MappedFile(other), left.count == right.count else { return false }
        guard left.count > 0 else { return true }
        return left.withBytes { left in right.withBytes { right in memcmp(left.baseAddress!, right.baseAddress!, left.count) == 0 } }
    }

    // MARK: The layout

    /// The graph with the previous snapshot's coordinates and communities, where nodes, pairs, weights and kinds are the same in both
    /// and the places are not: a recompute moves everything although nothing was edited. nil where the graph is to be taken as it is.
    func keepingLayout(of graph: VaultGraph) throws(SnapshotError) -> VaultGraph? {
        let before = try folder.decode(SnapshotFormat.graphFile, SnapshotFormat.graph)
        guard before.nodes.count == graph.nodes.count, before.edges == graph.edges,
            zip(before.nodes, graph.nodes).allSatisfy({ VaultPath.same($0.id, $1.id) })
        else { return nil }
        var kept = graph
        for (index, node) in before.nodes.enumerated() {
            kept.nodes[index].x = node.x
            kept.nodes[index].y = node.y
            kept.nodes[index].community = node.community
        }
        kept.communities = before.communities
        if kept == graph { return nil }
        if let layout = before.layout { kept.layout = layout } else { kept.layout = try origin() }
        return kept
    }

    /// By what a layout that was taken from this snapshot can be found again.
    private func origin() throws(SnapshotError) -> VaultGraph.Layout {
        let pages = try folder.decode(SnapshotFormat.pagesFile, SnapshotFormat.pages)
        return VaultGraph.Layout(
            night: pages.compactMap(\.updated).max(), hash: folder.file(SnapshotFormat.graphFile)?.sha256)
    }
}
