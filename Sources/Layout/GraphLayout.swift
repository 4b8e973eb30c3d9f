internal import Synchronization

/// Places and communities for a graph that has none: computed once, stored, and never computed again by what draws.
///
/// The same graph gives the same numbers with the same version of igraph, whatever the machine's load or the number of its processors.
public struct GraphLayout: Sendable, Equatable {
    /// By node, in the layout's own units; linked nodes are about `edgeLength` apart.
    public var x: [Double]
    public var y: [Double]
    /// By node; 0 is the largest community. A node without links is a community of one.
    public var communities: [Int]
    /// How this was made, for people: algorithms, the library's version and the seed.
    public var method: String

    /// What the server's layouts have on average in small vaults.
    public static let edgeLength = 10.0

    public struct Edge: Sendable, Equatable {
        public var source: Int
        public var target: Int
        /// Positive.
        public var weight: Double

        public init(_ source: Int, _ target: Int, weight: Double = 1) {
            self.source = source
            self.target = target
            self.weight = weight
        }
    }

    /// Edges with an end that is no node, and from a node to itself, are passed over.
    public init(nodes: Int, edges: [Edge]) throws(LayoutError) {
        let usable = edges.filter { (0..<nodes).contains($0.source) && (0..<nodes).contains($0.target) && $0.source != $0.target }
        let result = Self.turn.withLock { _ in
            do throws(LayoutError) { return Result<GraphLayout, LayoutError>.success(try Self.compute(nodes, usable)) } catch {
                return .failure(error)
            }
        }
        self = try result.get()
    }

    private init(x: [Double], y: [Double], communities: [Int], method: String) {
        self.x = x
        self.y = y
        self.communities = communities
        self.method = method
    }

    /// igraph has one generator of random numbers for the whole process.
    private static let turn = Mutex(())
    private static let seed: UInt = 20_240_229
    /// Every pair of nodes is looked at up to here; beyond, those that are near.
    private static let mostForPairs = 1500

    private static func compute(_ nodes: Int, _ edges: [Edge]) throws(LayoutError) -> GraphLayout {
        let parts = Components(nodes: nodes, edges: edges)
        var layout = GraphLayout(
            x: Array(repeating: 0, count: nodes), y: Array(repeating: 0, count: nodes), communities: Array(repeating: 0, count: nodes),
            method: "")
        var disc = Packing()
        var groups: [[Int]] = []
        var isLarge = false
        for part in parts.sorted {
            guard part.nodes.count > 1 else {
                let place = disc.place(radius: edgeLength / 3)
                (layout.x[part.nodes[0]], layout.y[part.nodes[0]]) = (place.x, place.y)
                groups.append(part.nodes)
                continue
            }
            try Igraph.seed(seed)
            let graph = try Igraph(nodes: part.nodes.count, edges: part.edges)
            let large = part.nodes.count > mostForPairs
            isLarge = isLarge || large
            var places = try graph.placedByFruchtermanReingold(usesGrid: large)
            let radius = centre(&places, part.edges)
            let place = disc.place(radius: radius)
            for (index, node) in part.nodes.enumerated() {
                (layout.x[node], layout.y[node]) = (places[index].x + place.x, places[index].y + place.y)
            }
            groups += try graph.communities().map { $0.map { part.nodes[$0] } }
        }
        groups.sort { ($1.count, $0[0]) < ($0.count, $1[0]) }
        for (id, group) in groups.enumerated() { for node in group { layout.communities[node] = id } }
        layout.method =
            "Fruchterman-Reingold\(isLarge ? " on a grid" : "") and multilevel communities, igraph \(Igraph.version), seed \(seed)"
        return layout
    }

    /// Moves the middle to the origin and scales to the usual length of an edge. Returns the distance of the farthest place.
    private static func centre(_ places: inout [(x: Double, y: Double)], _ edges: [Edge]) -> Double {
        let count = Double(places.count)
        let (x, y) = (places.reduce(0) { $0 + $1.x } / count, places.reduce(0) { $0 + $1.y } / count)
        let length = edges.reduce(0) { sum, edge in
            let (from, to) = (places[edge.source], places[edge.target])
            return sum + ((from.x - to.x) * (from.x - to.x) + (from.y - to.y) * (from.y - to.y)).squareRoot()
        }
        let scale = length > 0 ? edgeLength * Double(edges.count) / length : 1
        places = places.map { (($0.x - x) * scale, ($0.y - y) * scale) }
        return places.map { ($0.x * $0.x + $0.y * $0.y).squareRoot() }.max() ?? 0
    }
}

/// Why a layout could not be computed: what igraph said.
public struct LayoutError: Error, Sendable, CustomStringConvertible {
    public let description: String
}
