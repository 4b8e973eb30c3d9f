internal import Foundation
internal import Site

/// The graph as it will be drawn: only what can be drawn, ranked, with a count of everything that had to be set aside.
struct Chart: Sendable, Equatable {
    struct Node: Sendable, Equatable {
        /// Index into the site's graph nodes.
        var index: Int
        var page: Int
        var title: String
        var type: String?
        var x: Double
        var y: Double
        var degree: Int
        var community: Int
        var domain: String?
        /// Not what the poster is about, but linked with it.
        var isContext = false
    }

    struct Link: Sendable, Equatable {
        /// Indices into `nodes`.
        var a: Int
        var b: Int
        /// From 0 to 1, by the logarithm of the stored weight.
        var strength: Double
        /// Index into `kinds`.
        var kind: Int
    }

    /// What the stored graph held that cannot be drawn as it stands.
    struct Faults: Sendable, Equatable {
        var withoutPosition = 0
        var edgesWithoutNode = 0
        var selfEdges = 0
        var repeatedEdges = 0
        var badWeights = 0
        /// More than one node, and all on one point.
        var onOnePoint = false
    }

    /// Nodes with a position, in the site's order.
    var nodes: [Node] = []
    /// Nodes without one; drawn in a corner of their own. Coordinates are 0.
    var unplaced: [Node] = []
    var links: [Link] = []
    /// `link`, `source`, then others by name; only those that occur.
    var kinds: [String] = []
    /// Indices into `nodes`, most connected first; equal ones by the server's size, then by page.
    var ranking: [Int] = []
    /// Position of each node in `ranking`.
    var rank: [Int] = []
    var faults = Faults()
}

extension Chart {
    /// A coordinate beyond this says nothing about a layout; the arithmetic of drawing stays exact below it.
    static let farthest = 1e9

    init(_ graph: SiteGraph) {
        var place = [Int](repeating: -1, count: graph.nodes.count)
        for (index, node) in graph.nodes.enumerated() {
            var drawn = Node(
                index: index, page: node.page, title: node.title, type: node.type, x: node.x, y: node.y, degree: 0,
                community: node.community,
                domain: node.domain)
            if abs(node.x) <= Self.farthest, abs(node.y) <= Self.farthest {
                place[index] = nodes.count
                nodes.append(drawn)
            } else {
                (drawn.x, drawn.y) = (0, 0)
                drawn.degree = node.degree
                unplaced.append(drawn)
            }
        }
        faults.withoutPosition = unplaced.count
        faults.onOnePoint = nodes.count > 1 && nodes.allSatisfy { $0.x == nodes[0].x && $0.y == nodes[0].y }
        takeLinks(of: graph, place)
        ranking = nodes.indices.sorted { a, b in
            let (sizeA, sizeB) = (graph.nodes[nodes[a].index].size, graph.nodes[nodes[b].index].size)
            if nodes[a].degree != nodes[b].degree { return nodes[a].degree > nodes[b].degree }
            // A size that is not a number counts as none, so that the order stays an order.
            let (left, right) = (sizeA.isFinite ? sizeA : 0, sizeB.isFinite ? sizeB : 0)
            return left != right ? left > right : a < b
        }
        rank = [Int](repeating: 0, count: nodes.count)
        for (position, node) in ranking.enumerated() { rank[node] = position }
    }

    private struct Pair: Hashable {
        var a: Int
        var b: Int
        var kind: Int
    }

    private mutating func takeLinks(of graph: SiteGraph, _ place: [Int]) {
        kinds = Self.order(Set(graph.edges.map(\.kind)))
        let heaviest = Self.heavy(graph.edges.map(\.weight))
        var kindIndex: [String: Int] = [:]
        for (index, kind) in kinds.enumerated() { kindIndex[kind] = index }
        var seen: [Pair: Int] = [:]
        seen.reserveCapacity(graph.edges.count)
        for edge in graph.edges {
            guard place.indices.contains(Int(edge.source)), place.indices.contains(Int(edge.target)) else {
                faults.edgesWithoutNode += 1
                continue
            }
            let (source, target) = (place[Int(edge.source)], place[Int(edge.target)])
            if source < 0 || target < 0 { continue }
            if source == target {
                faults.selfEdges += 1
            } else {
                let pair = Pair(a: min(source, target), b: max(source, target), kind: kindIndex[edge.kind] ?? 0)
                take(pair, strength(edge.weight, heaviest), &seen)
            }
        }
    }

    private mutating func strength(_ weight: Double, _ heaviest: Double) -> Double {
        if weight.isFinite, weight >= 0 { return min(1, log1p(weight) / heaviest) }
        faults.badWeights += 1
        return 0
    }

    /// Of two that say the same the heavier one counts, whichever comes first.
    private mutating func take(_ pair: Pair, _ strength: Double, _ seen: inout [Pair: Int]) {
        if let first = seen[pair] {
            faults.repeatedEdges += 1
            links[first].strength = max(links[first].strength, strength)
        } else {
            seen[pair] = links.count
            links.append(Link(a: pair.a, b: pair.b, strength: strength, kind: pair.kind))
            nodes[pair.a].degree += 1
            nodes[pair.b].degree += 1
        }
    }

    private static func order(_ kinds: Set<String>) -> [String] {
        let known = ["link", "source"]
        return known.filter(kinds.contains) + kinds.subtracting(known).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The weight that counts as full strength: that of the edge at 95 %, so that one huge weight does not make the others look alike.
    private static func heavy(_ weights: [Double]) -> Double {
        let sound = weights.filter { $0.isFinite && $0 >= 0 }.sorted()
        guard let last = sound.last else { return 1 }
        return max(log1p(sound[min(sound.count - 1, sound.count * 95 / 100)]), min(log1p(last), 0.5), 1e-9)
    }
}
