/// Coordinates that lie beside a vault: the `graph.json` of a server's `GET /graph`, or of a snapshot folder.
///
/// Its nodes have the server's ids, which a folder of files does not know: a node is the page with its title, and with its type where
/// several have the title. The page then takes the node's id.
struct LocalGraph {
    /// Server's ids by index of the page.
    private(set) var ids: [Int: String] = [:]
    private let server: ServerGraph

    /// nil where there is no such file. Fails where there is one that is no graph.
    init?(for vault: String, pages: [PageRecord], titles: [String]) throws(SnapshotError) {
        guard let file = Self.file(for: vault) else { return nil }
        server = try Self.decode(file)
        var byTitle: [[UInt8]: [Int]] = [:]
        for (index, title) in titles.enumerated() { byTitle[Array(title.utf8), default: []].append(index) }
        for node in server.nodes.sorted(by: { VaultPath.precedes($0.id, $1.id) }) {
            let named = byTitle[Array((node.title ?? "").utf8)] ?? []
            let typed = named.count > 1 ? named.filter { pages[$0].type == node.type } : named
            if let page = typed.first(where: { ids[$0] == nil }) { ids[page] = node.id }
        }
    }

    /// In the vault itself, or beside it.
    private static func file(for vault: String) -> String? {
        let path = FileSystem.resolved(vault) ?? vault
        let beside = FileSystem.parent(of: path).map { $0 == "/" ? "/graph.json" : "\($0)/graph.json" }
        let inside = FileSystem.isFolder(path) ? "\(path)/graph.json" : nil
        return [inside, beside].compactMap { $0 }.first { FileSystem.kind($0) == .file }
    }

    private static func decode(_ file: String) throws(SnapshotError) -> ServerGraph {
        let mapped = try MappedFile(file)
        let served = mapped.withBytes { bytes in try? JSONCursor.read(bytes, acceptsNonFinite: true, WireFormat.graph) }
        if let served { return served }
        let stored = mapped.withBytes { bytes in try? JSONCursor.read(bytes, SnapshotFormat.graph) }
        guard let stored else {
            throw SnapshotError(
                .badData, "neither a server's graph nor a snapshot's", at: file,
                advice: "Take the answer of GET /graph, or remove the file to have a layout computed.")
        }
        return ServerGraph(stored)
    }

    /// The graph with the paths of the pages that took its ids.
    func assembly(_ pages: [PageRecord]) -> GraphAssembly {
        GraphAssembly(server, paths: Dictionary(pages.map { ($0.id, $0.path) }, uniquingKeysWith: { first, _ in first }))
    }
}

extension ServerGraph {
    /// A stored graph, told as a server would.
    fileprivate init(_ stored: VaultGraph) {
        nodes = stored.nodes.map {
            Node(
                id: $0.id, title: $0.title, type: $0.type, x: $0.x, y: $0.y, size: $0.size, degree: $0.degree, community: $0.community,
                domain: $0.domain)
        }
        edges = stored.edges.map {
            Edge(
                source: stored.nodes[Int($0.source)].id, target: stored.nodes[Int($0.target)].id, weight: $0.weight, kind: $0.kind)
        }
        communities = stored.communities
    }
}
