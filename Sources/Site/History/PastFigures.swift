internal import Snapshot

/// How much was published on earlier nights, counted as that of now is.
struct PastFigures: Sendable {
    let past: VaultPast
    let pages: PastPages
    /// Vault paths of pages that are private now: they are not counted back then either.
    private let hidden: Set<[UInt8]>
    /// By path.
    private let editions: [[UInt8]: [VaultPast.Edition]]

    /// More points than this would not be told apart.
    private static let most = 60

    init(_ past: VaultPast, _ pages: PastPages, _ material: SiteMaterial) {
        self.past = past
        self.pages = pages
        hidden = Set(material.withheld.map { Array($0.path.utf8) })
        var editions: [[UInt8]: [VaultPast.Edition]] = [:]
        for (page, track) in pages.tracks.enumerated() { editions[Array(material.drafts[page].path.utf8)] = track.editions }
        for page in pages.gone { editions[Array(page.path.utf8)] = page.editions }
        self.editions = editions
    }

    /// A point for each state, or for some of them at even distances where they are many, and one for now.
    func points(_ states: [SiteHistory.State], now: SiteHistory.Figures, on date: CalendarDate?, jobs: Int) -> [SiteHistory.Point] {
        guard let last = states.last else { return [] }
        let count = min(states.count, Self.most)
        let chosen = (0..<count).map { states[count == 1 ? 0 : $0 * (states.count - 1) / (count - 1)].from }
        let counted = parallelMap(chosen.count, jobs: jobs, chunk: 1) { figures(on: chosen[$0]) }
        var points: [SiteHistory.Point] = []
        for (night, figures) in zip(chosen, counted) {
            guard let figures else { continue }
            points.append(SiteHistory.Point(date: past.nights[night].date, figures: figures))
        }
        let end = past.nights[last.last].date
        return points + [SiteHistory.Point(date: max(end, date ?? end), figures: now)]
    }

    /// Nil where the archive does not give the night's lists.
    private func figures(on night: Int) -> SiteHistory.Figures? {
        guard let list = PastPages.content(of: past.pageLists, at: night), let graph = PastPages.content(of: past.graphs, at: night),
            let records = try? SnapshotParts.pages(past.read(list), at: "pages.json"),
            let edges = try? SnapshotParts.graph(past.read(graph), at: "graph.json")
        else { return nil }
        var open: Set<String> = []
        for record in records {
            let path = Array(record.path.utf8)
            guard !hidden.contains(path), let editions = editions[path], PastPages.content(of: editions, at: night) != nil else { continue }
            open.insert(record.id)
        }
        return Self.figures(of: edges, open)
    }

    private static func figures(of graph: VaultGraph, _ open: Set<String>) -> SiteHistory.Figures {
        let isOpen = graph.nodes.map { open.contains($0.id) }
        var sizes: [Int: Int] = [:]
        for (node, isOpen) in zip(graph.nodes, isOpen) where isOpen && node.community >= 0 { sizes[node.community, default: 0] += 1 }
        struct Edge: Hashable { var low, high: Int32; var kind: String }
        var edges: Set<Edge> = []
        for edge in graph.edges where edge.source != edge.target && isOpen[Int(edge.source)] && isOpen[Int(edge.target)] {
            edges.insert(Edge(low: min(edge.source, edge.target), high: max(edge.source, edge.target), kind: edge.kind))
        }
        return SiteHistory.Figures(pages: open.count, links: edges.count, communities: sizes.values.count { $0 > 1 })
    }
}
