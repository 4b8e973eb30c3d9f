import CIgraph

/// One graph of igraph's, freed with this object. https://igraph.org/c/html/0.10.2/
final class Igraph {
    private let table: UnsafePointer<syn_igraph>
    private var graph = igraph_t()
    private var weights = igraph_vector_t()
    private let count: Int
    private let edgeCount: Int

    /// The library's functions, loaded on first use; nil where the machine does not have it.
    // Proof: filled once under Swift's once, and never written again.
    nonisolated(unsafe) private static let library: UnsafePointer<syn_igraph>? = {
        let table = UnsafeMutablePointer<syn_igraph>.allocate(capacity: 1)
        table.initialize(to: syn_igraph())
        guard syn_igraph_fill(table) else { return nil }
        syn_igraph_quiet(table)
        return UnsafePointer(table)
    }()

    private static func table() throws(LayoutError) -> UnsafePointer<syn_igraph> {
        guard let library else { throw LayoutError(description: "igraph is not installed, or not in the version that this was built with") }
        return library
    }

    static func seed(_ seed: UInt) throws(LayoutError) {
        let table = try table()
        try check(table, syn_igraph_seed(table, seed), "a seed")
    }

    static var version: String {
        var text: UnsafePointer<CChar>?
        library?.pointee.igraph_version(&text, nil, nil, nil)
        return text.map { String(cString: $0) } ?? ""
    }

    init(nodes: Int, edges: [GraphLayout.Edge]) throws(LayoutError) {
        table = try Self.table()
        count = nodes
        edgeCount = edges.count
        var ends = igraph_vector_int_t()
        try Self.check(table, table.pointee.igraph_vector_int_init(&ends, Int64(edges.count * 2)), "the edges")
        defer { table.pointee.igraph_vector_int_destroy(&ends) }
        try Self.check(table, table.pointee.igraph_vector_init(&weights, Int64(edges.count)), "the weights")
        for (index, edge) in edges.enumerated() {
            table.pointee.igraph_vector_int_set(&ends, Int64(index * 2), Int64(edge.source))
            table.pointee.igraph_vector_int_set(&ends, Int64(index * 2 + 1), Int64(edge.target))
            table.pointee.igraph_vector_set(&weights, Int64(index), max(edge.weight, 1e-6))
        }
        let status = table.pointee.igraph_create(&graph, &ends, Int64(nodes), false)
        guard status == IGRAPH_SUCCESS else {
            table.pointee.igraph_vector_destroy(&weights)
            throw Self.error(table, status, "the graph")
        }
    }

    deinit {
        table.pointee.igraph_destroy(&graph)
        table.pointee.igraph_vector_destroy(&weights)
    }

    /// Fruchterman and Reingold, Graph drawing by force-directed placement (1991).
    ///
    /// - Parameter usesGrid: only nodes of the same part of a grid repel each other, so that time grows with the nodes and not with their pairs.
    func placedByFruchtermanReingold(usesGrid: Bool) throws(LayoutError) -> [(x: Double, y: Double)] {
        try placed { [self] places in
            table.pointee.igraph_layout_fruchterman_reingold(
                &graph, places, false, 500, Double(count).squareRoot(), usesGrid ? IGRAPH_LAYOUT_GRID : IGRAPH_LAYOUT_NOGRID, &weights, nil,
                nil, nil, nil)
        }
    }

    private func placed(_ compute: (UnsafeMutablePointer<igraph_matrix_t>) -> igraph_error_t) throws(LayoutError) -> [(
        x: Double, y: Double
    )] {
        var places = igraph_matrix_t()
        try Self.check(table, table.pointee.igraph_matrix_init(&places, Int64(count), 2), "the places")
        defer { table.pointee.igraph_matrix_destroy(&places) }
        try Self.check(table, compute(&places), "the layout")
        let value = table.pointee.igraph_matrix_get!
        return (0..<count).map { (value(&places, Int64($0), 0), value(&places, Int64($0), 1)) }
    }

    /// Blondel, Guillaume, Lambiotte and Lefebvre, Fast unfolding of communities in large networks (2008). Groups of nodes, ascending.
    func communities() throws(LayoutError) -> [[Int]] {
        var membership = igraph_vector_int_t()
        try Self.check(table, table.pointee.igraph_vector_int_init(&membership, 0), "the communities")
        defer { table.pointee.igraph_vector_int_destroy(&membership) }
        try Self.check(table, table.pointee.igraph_community_multilevel(&graph, &weights, 1, &membership, nil, nil), "the communities")
        var groups: [[Int]] = []
        for node in 0..<count {
            let group = Int(table.pointee.igraph_vector_int_get(&membership, Int64(node)))
            while groups.count <= group { groups.append([]) }
            groups[group].append(node)
        }
        return groups.filter { !$0.isEmpty }
    }

    private static func check(_ table: UnsafePointer<syn_igraph>, _ status: igraph_error_t, _ what: String) throws(LayoutError) {
        if status != IGRAPH_SUCCESS { throw error(table, status, what) }
    }

    private static func error(_ table: UnsafePointer<syn_igraph>, _ status: igraph_error_t, _ what: String) -> LayoutError {
        LayoutError(description: "igraph cannot make \(what): \(String(cString: table.pointee.igraph_strerror(status)!).lowercased())")
    }
}
