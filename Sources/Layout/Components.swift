internal import Foundation

/// The parts of a graph that no edge joins. Parts repel each other without an end in a force layout, so each is laid out by itself.
struct Components {
    struct Part {
        /// Ascending.
        var nodes: [Int] = []
        /// Ends are positions in `nodes`.
        var edges: [GraphLayout.Edge] = []
    }

    /// The largest first; of equal ones the one with the first node.
    let sorted: [Part]

    init(nodes: Int, edges: [GraphLayout.Edge]) {
        var root = Array(0..<nodes)
        func find(_ node: Int) -> Int {
            var node = node
            while root[node] != node {
                root[node] = root[root[node]]
                node = root[node]
            }
            return node
        }
        for edge in edges {
            let (one, other) = (find(edge.source), find(edge.target))
            root[max(one, other)] = min(one, other)
        }
        var partOfRoot = [Int](repeating: -1, count: nodes)
        var position = [Int](repeating: 0, count: nodes)
        var parts: [Part] = []
        for node in 0..<nodes {
            let first = find(node)
            if partOfRoot[first] < 0 {
                partOfRoot[first] = parts.count
                parts.append(Part())
            }
            position[node] = parts[partOfRoot[first]].nodes.count
            parts[partOfRoot[first]].nodes.append(node)
        }
        for edge in edges {
            parts[partOfRoot[find(edge.source)]].edges.append(
                GraphLayout.Edge(position[edge.source], position[edge.target], weight: edge.weight))
        }
        sorted = parts.sorted { ($1.nodes.count, $0.nodes[0]) < ($0.nodes.count, $1.nodes[0]) }
    }
}

/// Places discs around the first one, ring by ring, so that none touch.
struct Packing {
    /// Of all that is closed inside the present ring.
    private var inner = 0.0
    private var ring = 0.0
    private var widest = 0.0
    private var angle = 0.0
    private var isEmpty = true

    /// Discs come in falling size.
    mutating func place(radius: Double) -> (x: Double, y: Double) {
        let radius = max(radius, GraphLayout.edgeLength / 3)
        if isEmpty {
            isEmpty = false
            inner = radius
            return (0, 0)
        }
        let gap = GraphLayout.edgeLength / 2
        if ring == 0 { open(radius, gap) }
        var step = self.step(radius, gap)
        if angle + step > 2 * Double.pi {
            inner = ring + widest
            open(radius, gap)
            step = self.step(radius, gap)
        }
        let middle = angle + step / 2
        angle += step
        return (ring * cos(middle), ring * sin(middle))
    }

    private mutating func open(_ radius: Double, _ gap: Double) {
        ring = inner + gap + radius
        widest = radius
        angle = 0
    }

    /// The angle under which a disc and its gap are seen from the middle.
    private func step(_ radius: Double, _ gap: Double) -> Double { 2 * asin(min(1, (radius + gap / 2) / ring)) }
}
