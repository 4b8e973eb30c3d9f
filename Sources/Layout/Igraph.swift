import CIgraph

/// One graph of igraph's, freed with this object. https://igraph.org/c/html/0.10.2/
final class Igraph {
    private var graph = igraph_t()
    private var weights = igraph_vector_t()
    private let count: Int
    private let edgeCount: Int

    static func seed(_ seed: UInt) throws(LayoutError) { try check(syn_igraph_seed(seed), "a seed") }

    static var version: String {
        var text: UnsafePointer<CChar>?
        igraph_version(&text, nil, nil, nil)
        return text.map { String(cString: $0) } ?? ""
    }

    init(nodes: Int, edges: [GraphLayout.Edge]) throws(LayoutError) {
        count = nodes
        edgeCount = edges.count
        syn_igraph_quiet()
        var ends = igraph_vector_int_t()
        try Self.check(igraph_vector_int_init(&ends, Int64(edges.count * 2)), "the edges")
        defer { igraph_vector_int_destroy(&ends) }
        try Self.check(igraph_vector_init(&weights, Int64(edges.count)), "the weights")
        for (index, edge) in edges.enumerated() {
            igraph_vector_int_set(&ends, Int64(index * 2), Int64(edge.source))
            igraph_vector_int_set(&ends, Int64(index * 2 + 1), Int64(edge.target))
            igraph_vector_set(&weights, Int64(index), max(edge.weight, 1e-6))
        }
        let status = igraph_create(&graph, &ends, Int64(nodes), false)
        guard status == IGRAPH_SUCCESS else {
            igraph_vector_destroy(&weights)
            throw Self.error(status, "the graph")
        }
    }

    deinit {
        igraph_destroy(&graph)
        igraph_vector_destroy(&weights)
    }

    /// Fruchterman and Reingold, Graph drawing by force-directed placement (1991).
    ///
    /// - Parameter usesGrid: only nodes of the same part of a grid repel each other, so that time grows with the nodes and not with their pairs.
    func placedByFruchtermanReingold(usesGrid: Bool) throws(LayoutError) -> [(x: Double, y: Double)] {
        try placed { [self] places in
            igraph_layout_fruchterman_reingold(
                &graph, places, false, 500, Double(count).squareRoot(), usesGrid ? IGRAPH_LAYOUT_GRID : IGRAPH_LAYOUT_NOGRID, &weights, nil,
                nil, nil, nil)
        }
    }

    private func placed(_ compute: (UnsafeMutablePointer<igraph_matrix_t>) -> igraph_error_t) throws(LayoutError) -> [(
        x: Double, y: Double
    )] {
        var places = igraph_matrix_t()
        try Self.check(igraph_matrix_init(&places, Int64(count), 2), "the places")
        defer { igraph_matrix_destroy(&places) }
        try Self.check(compute(&places), "the layout")
        return (0..<count).map { (igraph_matrix_get(&places, Int64($0), 0), igraph_matrix_get(&places, Int64($0), 1)) }
    }

    /// Blondel, Guillaume, Lambiotte and Lefebvre, Fast unfolding of communities in large networks (2008). Groups of nodes, ascending.
    func communities() throws(LayoutError) -> [[Int]] {
        var membership = igraph_vector_int_t()
        try Self.check(igraph_vector_int_init(&membership, 0), "the communities")
        defer { igraph_vector_int_destroy(&membership) }
        try Self.check(igraph_community_multilevel(&graph, &weights, 1, &membership, nil, nil), "the communities")
        var groups: [[Int]] = []
        for node in 0..<count {
            let group = Int(igraph_vector_int_get(&membership, Int64(node)))
            while groups.count <= group { groups.append([]) }
            groups[group].append(node)
        }
        return groups.filter { !$0.isEmpty }
    }

    private static func check(_ status: igraph_error_t, _ what: String) throws(LayoutError) {
        if status != IGRAPH_SUCCESS { throw error(status, what) }
    }

    private static func error(_ status: igraph_error_t, _ what: String) -> LayoutError {
        LayoutError(description: "igraph cannot make \(what): \(String(cString: igraph_strerror(status)).lowercased())")
    }
}
