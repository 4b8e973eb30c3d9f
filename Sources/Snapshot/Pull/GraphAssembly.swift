/// Makes the snapshot's graph of the server's: ends become indices, what cannot be drawn is left out and said, all is sorted.
struct GraphAssembly {
    private(set) var graph = VaultGraph()
    private(set) var findings: [Finding] = []
    /// Path by id of every row of the page list.
    private let paths: [String: String]
    private var indices: [String: Int32] = [:]

    init(_ server: ServerGraph, paths: [String: String]) {
        self.paths = paths
        takeNodes(server.nodes)
        takeEdges(server.edges)
        takeCommunities(server.communities)
        if server.nodes.isEmpty {
            findings.append(Finding("empty-graph", .note, message: "the server's graph has no node; there is nothing to draw"))
        }
    }

    private mutating func takeNodes(_ nodes: [ServerGraph.Node]) {
        for node in nodes.sorted(by: { VaultPath.precedes($0.id, $1.id) }) {
            let path = paths[node.id]
            guard let path else {
                findings.append(
                    Finding("node-without-page", message: "the graph has a node, \(node.id), that is no listed page; it was left out"))
                continue
            }
            guard graph.nodes.last?.id != node.id else {
                findings.append(Finding("duplicate-node", path: path, message: "the graph has this page twice; the first was taken"))
                continue
            }
            guard let x = node.x, let y = node.y, x.magnitude < Self.farthest, y.magnitude < Self.farthest else {
                findings.append(
                    Finding("node-without-position", path: path, message: "the graph has no usable position for this page; it is not drawn")
                )
                continue
            }
            graph.nodes.append(
                VaultGraph.Node(
                    id: node.id, title: node.title, type: node.type, x: x, y: y, size: max(0, node.size ?? 8),
                    degree: max(0, node.degree ?? 0),
                    community: node.community ?? -1, domain: node.domain))
        }
        indices = Dictionary(uniqueKeysWithValues: graph.nodes.enumerated().map { ($1.id, Int32($0)) })
    }

    /// Beyond this, differences and squares of coordinates stop being numbers.
    private static let farthest = 1e100

    private mutating func takeEdges(_ edges: [ServerGraph.Edge]) {
        var lost: [String: Int] = [:]
        for edge in edges {
            guard let source = indices[edge.source], let target = indices[edge.target] else {
                lost[indices[edge.source] == nil ? edge.source : edge.target, default: 0] += 1
                continue
            }
            if source == target {
                findings.append(
                    Finding(
                        "self-edge", .note, path: path(source), message: "the graph links this page to itself; such a link is not drawn"))
                continue
            }
            // The server's edges have no direction: a recompute turns some of them round.
            graph.edges.append(
                VaultGraph.Edge(source: min(source, target), target: max(source, target), weight: edge.weight ?? 1, kind: edge.kind))
        }
        report(lost)
        graph.edges.sort { left, right in
            if (left.source, left.target) != (right.source, right.target) {
                return (left.source, left.target) < (right.source, right.target)
            }
            return VaultPath.same(left.kind, right.kind) ? left.weight > right.weight : VaultPath.precedes(left.kind, right.kind)
        }
        dropDuplicateEdges()
    }

    private mutating func report(_ lost: [String: Int]) {
        for (id, count) in lost.sorted(by: { VaultPath.precedes($0.key, $1.key) }) {
            findings.append(
                Finding(
                    "edge-without-node", path: paths[id] ?? "",
                    message: "\(count) of the graph's edges end at \(id), which is not a node; they were left out"))
        }
    }

    /// Of several edges of one kind between two pages the heaviest stays.
    private mutating func dropDuplicateEdges() {
        var kept: [VaultGraph.Edge] = []
        kept.reserveCapacity(graph.edges.count)
        for edge in graph.edges {
            if let last = kept.last, last.source == edge.source, last.target == edge.target, last.kind == edge.kind {
                findings.append(
                    Finding(
                        "duplicate-edge", .note, path: path(edge.source),
                        message: "the graph has the edge to \(path(edge.target)) twice; the heavier was taken"))
            } else {
                kept.append(edge)
            }
        }
        graph.edges = kept
    }

    private mutating func takeCommunities(_ communities: [VaultGraph.Community]) {
        for var community in communities.sorted(by: { ($0.id, $0.label) < ($1.id, $1.label) })
        where graph.communities.last?.id != community.id {
            if let top = community.topPage, paths[top] == nil { community.topPage = nil }
            graph.communities.append(community)
        }
    }

    private func path(_ index: Int32) -> String { paths[graph.nodes[Int(index)].id] ?? "" }
}
