extension SnapshotFormat {
    static func graph(_ cursor: inout JSONCursor) throws(JSONFailure) -> VaultGraph {
        var graph = VaultGraph()
        var kinds: [String] = []
        var edgeKinds: [Int] = []
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "kinds": try cursor.array { (cursor) throws(JSONFailure) in kinds.append(try cursor.string()) }
            case "nodes": try cursor.array { (cursor) throws(JSONFailure) in graph.nodes.append(try node(&cursor)) }
            case "edges":
                try cursor.array { (cursor) throws(JSONFailure) in
                    let (edge, kind) = try edge(&cursor)
                    graph.edges.append(edge)
                    edgeKinds.append(kind)
                }
            case "communities": try cursor.array { (cursor) throws(JSONFailure) in graph.communities.append(try community(&cursor)) }
            case "layout": graph.layout = try layout(&cursor)
            default: try cursor.skip()
            }
        }
        // `kinds` and `nodes` come after `edges` in the file, so the edges are completed here.
        for index in graph.edges.indices {
            let edge = graph.edges[index]
            guard kinds.indices.contains(edgeKinds[index]), graph.nodes.indices.contains(Int(edge.source)),
                graph.nodes.indices.contains(Int(edge.target))
            else { throw cursor.failure("edge \(index) has no such node or kind") }
            graph.edges[index].kind = kinds[edgeKinds[index]]
        }
        return graph
    }

    private static func layout(_ cursor: inout JSONCursor) throws(JSONFailure) -> VaultGraph.Layout {
        var layout = VaultGraph.Layout()
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "method": layout.method = try cursor.string()
            case "night": layout.night = try date(&cursor)
            case "sha256": layout.hash = try cursor.string()
            default: try cursor.skip()
            }
        }
        return layout
    }

    private static func node(_ cursor: inout JSONCursor) throws(JSONFailure) -> VaultGraph.Node {
        var node = VaultGraph.Node(id: "", x: .nan, y: .nan)
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "id": node.id = try cursor.string()
            case "title": node.title = try cursor.string()
            case "type": node.type = try cursor.string()
            case "x": node.x = try cursor.double()
            case "y": node.y = try cursor.double()
            case "size": node.size = try cursor.double()
            case "degree": node.degree = try cursor.int()
            case "community": node.community = try cursor.int()
            case "domain": node.domain = try cursor.string()
            default: try cursor.skip()
            }
        }
        guard !node.id.isEmpty, node.x.isFinite, node.y.isFinite, node.size.isFinite else {
            throw cursor.failure("a node without an id and a place")
        }
        return node
    }

    private static func edge(_ cursor: inout JSONCursor) throws(JSONFailure) -> (VaultGraph.Edge, kind: Int) {
        var numbers = (source: -1.0, target: -1.0, weight: Double.nan, kind: -1.0)
        var count = 0
        try cursor.array { (cursor) throws(JSONFailure) in
            let number = try cursor.double()
            switch count {
            case 0: numbers.source = number
            case 1: numbers.target = number
            case 2: numbers.weight = number
            default: numbers.kind = number
            }
            count += 1
        }
        guard count == 4, let source = Int32(exactly: numbers.source), let target = Int32(exactly: numbers.target),
            numbers.weight.isFinite, let kind = Int(exactly: numbers.kind)
        else { throw cursor.failure("an edge that is not two ends, a weight and a kind") }
        return (VaultGraph.Edge(source: source, target: target, weight: numbers.weight, kind: ""), kind)
    }

    private static func community(_ cursor: inout JSONCursor) throws(JSONFailure) -> VaultGraph.Community {
        var community = VaultGraph.Community(id: -1, label: "", size: 0, cohesion: 0)
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "id": community.id = try cursor.int()
            case "label": community.label = try cursor.string()
            case "size": community.size = try cursor.int()
            case "cohesion": community.cohesion = try cursor.double()
            case "domain": community.domain = try cursor.string()
            case "top_page": community.topPage = try cursor.string()
            default: try cursor.skip()
            }
        }
        return community
    }
}
