internal import Snapshot

extension SiteMaterial {
    /// The graph without what is not published. Positions are copied, never computed.
    mutating func graph() -> SiteGraph {
        var pageOfID: [String: PageIndex] = [:]
        for (index, draft) in drafts.enumerated() { pageOfID[draft.id] = index }
        let hidden = Set(withheld.map(\.id))
        var position = [Int32](repeating: -1, count: snapshot.graph.nodes.count)
        var kept: [(page: PageIndex, stored: Int)] = []
        var seen: Set<PageIndex> = []
        for (stored, node) in snapshot.graph.nodes.enumerated() {
            guard let page = pageOfID[node.id] else {
                if !hidden.contains(node.id) { findings.append(Self.lost(node)) }
                continue
            }
            if seen.insert(page).inserted { kept.append((page, stored)) }
        }
        kept.sort { $0.page < $1.page }
        for (index, node) in kept.enumerated() { position[node.stored] = Int32(index) }
        var graph = SiteGraph()
        graph.nodes = kept.map { page, stored in
            let node = snapshot.graph.nodes[stored]
            return SiteGraph.Node(
                page: page, title: drafts[page].title, type: drafts[page].type, x: node.x, y: node.y, size: node.size, degree: 0,
                community: node.community, domain: node.domain)
        }
        graph.edges = edges(position)
        for edge in graph.edges {
            graph.nodes[Int(edge.source)].degree += 1
            graph.nodes[Int(edge.target)].degree += 1
        }
        graph.labels = labels(graph)
        return graph
    }

    private static func lost(_ node: VaultGraph.Node) -> Finding {
        Finding("node-without-page", .note, message: "the graph has a node \(node.id) for which there is no page; it is not drawn")
    }

    /// Every pair and kind once, the smaller index first; the heavier of two that say the same is kept.
    private mutating func edges(_ position: [Int32]) -> [SiteGraph.Edge] {
        var edges: [SiteGraph.Edge] = []
        edges.reserveCapacity(snapshot.graph.edges.count)
        var loops = 0
        for edge in snapshot.graph.edges {
            let (a, b) = (position[Int(edge.source)], position[Int(edge.target)])
            guard a >= 0, b >= 0 else { continue }
            guard a != b else {
                loops += 1
                continue
            }
            edges.append(SiteGraph.Edge(source: min(a, b), target: max(a, b), weight: edge.weight, kind: edge.kind))
        }
        if loops > 0 {
            findings.append(Finding("self-edge", .note, message: "the graph has \(loops) edges from a page to itself; they are not drawn"))
        }
        edges.sort { ($0.source, $0.target, $0.kind, -$0.weight) < ($1.source, $1.target, $1.kind, -$1.weight) }
        var unique: [SiteGraph.Edge] = []
        unique.reserveCapacity(edges.count)
        for edge in edges {
            if let last = unique.last, last.source == edge.source, last.target == edge.target, last.kind == edge.kind { continue }
            unique.append(edge)
        }
        return unique
    }

    /// The server names a community after its hub: where that is a private page, the largest published one gives the name.
    private func labels(_ graph: SiteGraph) -> [Int: String] {
        let privateSlugs = Set(withheld.flatMap { [$0.title, stemOfPath($0.path)] + $0.aliases }.map { Slug.slug($0) })
        var labels: [Int: String] = [:]
        let present = Set(graph.nodes.map(\.community))
        for community in snapshot.graph.communities where present.contains(community.id) {
            let slug = Slug.slug(community.label)
            if privateSlugs.contains(slug) || isPrivateTag(slug) {
                let members = graph.nodes.filter { $0.community == community.id }
                labels[community.id] = members.max { ($0.degree, $1.page) < ($1.degree, $0.page) }?.title
            } else {
                labels[community.id] = community.label
            }
        }
        return labels
    }

    /// Whether a name is a tag or a domain of private pages and of no other: communities are named after domains too.
    private func isPrivateTag(_ slug: String) -> Bool {
        func bears(_ tags: [String]) -> Bool { tags.contains { $0.split(separator: "/").contains { Slug.slug(String($0)) == slug } } }
        guard withheld.contains(where: { bears($0.tags) }) else { return false }
        return !drafts.contains { draft in
            bears(draft.front.tags + snapshot.pages[draft.record].tags + [draft.front.domain].compactMap { $0 })
        }
    }

    /// Communities of two or more published pages, in the server's order.
    func communities(_ graph: SiteGraph, order: [Int], _ addresses: inout AddressBook) -> [CommunityGroup] {
        var members: [Int: [Int]] = [:]
        for (index, node) in graph.nodes.enumerated() where node.community >= 0 { members[node.community, default: []].append(index) }
        let known = Dictionary(snapshot.graph.communities.map { ($0.id, $0) }) { first, _ in first }
        return members.keys.sorted().compactMap { id in
            guard let nodes = members[id], nodes.count >= 2 else { return nil }
            let hubs = nodes.sorted {
                (graph.nodes[$1].degree, order[graph.nodes[$0].page]) < (graph.nodes[$0].degree, order[graph.nodes[$1].page])
            }
            return CommunityGroup(
                id: id, label: graph.labels[id] ?? "Community \(id)", cohesion: known[id]?.cohesion ?? 0,
                address: addresses.group("communities", "\(id)"), pages: hubs.map { graph.nodes[$0].page })
        }
    }
}

/// Pages by the tags `domain/…`, then by the frontmatter's `domain`, then by the graph.
struct Domains: Sendable {
    /// Page by page the first domain.
    var primary: [String?]
    var members: [(name: String, page: PageIndex)]

    /// Most pages first; within each, hubs first.
    func groups(pages: [Page], graph: SiteGraph, order: [Int], _ addresses: inout AddressBook) -> [Group] {
        var lists: [String: [PageIndex]] = [:]
        for member in members { lists[member.name, default: []].append(member.page) }
        func degree(_ page: PageIndex) -> Int { pages[page].node.map { graph.nodes[$0].degree } ?? 0 }
        let names = lists.keys.sorted { left, right in
            let (a, b) = (lists[left]?.count ?? 0, lists[right]?.count ?? 0)
            return a != b ? a > b : left.utf8.lexicographicallyPrecedes(right.utf8)
        }
        return names.map { name in
            Group(
                name: name, address: addresses.group("domains", name),
                pages: (lists[name] ?? []).sorted { (degree($1), order[$0]) < (degree($0), order[$1]) })
        }
    }
}

/// Neighbours in the graph, heaviest first.
struct RelatedPages: Sendable {
    /// Shown at most, beside those that the frontmatter names.
    private static let most = 12
    private var neighbours: [[(page: Int32, weight: Double)]]
    private var nodes: [Int32]

    init(_ graph: SiteGraph, pages: Int) {
        neighbours = Array(repeating: [], count: pages)
        nodes = Array(repeating: -1, count: pages)
        for (index, node) in graph.nodes.enumerated() { nodes[node.page] = Int32(index) }
        for edge in graph.edges {
            let (a, b) = (graph.nodes[Int(edge.source)].page, graph.nodes[Int(edge.target)].page)
            neighbours[a].append((Int32(b), edge.weight))
            neighbours[b].append((Int32(a), edge.weight))
        }
    }

    func node(of page: PageIndex) -> Int? { nodes[page] < 0 ? nil : Int(nodes[page]) }

    func related(to page: PageIndex, named: [PageIndex], order: [Int]) -> [Related] {
        var scores: [PageIndex: Double] = [:]
        for (other, weight) in neighbours[page] { scores[Int(other)] = max(scores[Int(other)] ?? 0, weight) }
        let sorted = scores.sorted { ($1.value, order[$0.key]) < ($0.value, order[$1.key]) }
        var list = sorted.prefix(Self.most).map { Related(page: $0.key, score: $0.value) }
        for other in named where !list.contains(where: { $0.page == other }) {
            list.append(Related(page: other, score: scores[other] ?? 0))
        }
        return list
    }
}
