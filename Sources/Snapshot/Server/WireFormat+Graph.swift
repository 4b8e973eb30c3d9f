extension WireFormat {
    static func graph(_ cursor: inout JSONCursor) throws(JSONFailure) -> ServerGraph {
        var graph = ServerGraph()
        var hasNodes = false
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "nodes":
                hasNodes = true
                if try cursor.null() { return }
                try cursor.array { (cursor) throws(JSONFailure) in graph.nodes.append(try node(&cursor)) }
            case "edges":
                if try cursor.null() { return }
                try cursor.array { (cursor) throws(JSONFailure) in graph.edges.append(try edge(&cursor)) }
            case "communities":
                // Older servers give a count here.
                guard cursor.peek() == UInt8(ascii: "[") else { return try cursor.skip() }
                try cursor.array { (cursor) throws(JSONFailure) in graph.communities.append(try community(&cursor)) }
            case "data_version": graph.dataVersion = try cursor.null() ? nil : cursor.int()
            default: try cursor.skip()
            }
        }
        guard hasNodes else { throw cursor.failure("no nodes") }
        return graph
    }

    private static func node(_ cursor: inout JSONCursor) throws(JSONFailure) -> ServerGraph.Node {
        var node = ServerGraph.Node()
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "id": node.id = try cursor.string()
            case "title": node.title = try cursor.looseString()
            case "type": node.type = try cursor.looseString()
            case "x": node.x = try number(&cursor)
            case "y": node.y = try number(&cursor)
            case "size": node.size = try number(&cursor)
            case "degree": node.degree = try whole(&cursor)
            case "community": node.community = try whole(&cursor)
            case "domain": node.domain = try cursor.looseString()
            default: try cursor.skip()
            }
        }
        return node
    }

    private static func edge(_ cursor: inout JSONCursor) throws(JSONFailure) -> ServerGraph.Edge {
        var edge = ServerGraph.Edge()
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "source": edge.source = try cursor.string()
            case "target": edge.target = try cursor.string()
            case "weight": edge.weight = try number(&cursor)
            case "kind": edge.kind = try cursor.looseString() ?? "link"
            default: try cursor.skip()
            }
        }
        return edge
    }

    private static func community(_ cursor: inout JSONCursor) throws(JSONFailure) -> VaultGraph.Community {
        var community = VaultGraph.Community(id: -1, label: "", size: 0, cohesion: 0)
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "id": community.id = try cursor.int()
            case "label": community.label = try cursor.looseString() ?? ""
            case "size": community.size = try whole(&cursor) ?? 0
            case "cohesion": community.cohesion = try number(&cursor) ?? 0
            case "dominant_domain": community.domain = try cursor.looseString()
            case "top_page":
                guard cursor.peek() == UInt8(ascii: "{") else { return try cursor.skip() }
                try cursor.object { (cursor, key) throws(JSONFailure) in
                    if key == "id" { community.topPage = try cursor.looseString() } else { try cursor.skip() }
                }
            default: try cursor.skip()
            }
        }
        return community
    }

    /// Finite, or nil: null, NaN and what exceeds the range are not coordinates.
    static func number(_ cursor: inout JSONCursor) throws(JSONFailure) -> Double? {
        if try cursor.null() { return nil }
        let value = try cursor.double()
        return value.isFinite ? value : nil
    }

    private static func whole(_ cursor: inout JSONCursor) throws(JSONFailure) -> Int? {
        try cursor.null() ? nil : cursor.int()
    }
}
