import Site

/// The graph as the viewer reads it: columns, little-endian, 16 bytes a node and 9 an edge after a head of 16 bytes.
///
///     head    u32 "SYG1", u32 nodes, u32 edges, f32 largest weight
///     nodes   f32 x, f32 y, u16 size, u16 type, u16 community, u16 domain
///     edges   u16 source, u16 target, u16 weight, u8 source >> 16, u8 target >> 16, u8 kind
///
/// Coordinates are the stored ones, NaN where the vault has none that can be drawn. A size is 1/1024 of the server's unit, a weight a
/// share of the largest. The other columns are places in the lists of `GraphLegend`; a list's end means none.
struct GraphBinary {
    private(set) var bytes: [UInt8] = []

    static let magic: UInt32 = 0x3147_5953
    static let headBytes = 16
    static let nodeBytes = 16
    static let edgeBytes = 9
    /// What a weight counts at most: one that is absurd would make all others zero.
    private static let heaviest = 1_000_000.0

    init(_ graph: SiteGraph, legend: GraphLegend) {
        bytes.reserveCapacity(Self.headBytes + graph.nodes.count * Self.nodeBytes + graph.edges.count * Self.edgeBytes)
        let weights = graph.edges.map { $0.weight.isFinite ? min(max($0.weight, 0), Self.heaviest) : 0 }
        let scale = Float(max(weights.max() ?? 0, 1e-9))
        put(Self.magic)
        put(UInt32(graph.nodes.count))
        put(UInt32(graph.edges.count))
        put(scale.bitPattern)
        for node in graph.nodes { put(Self.coordinate(node.x).bitPattern) }
        for node in graph.nodes { put(Self.coordinate(node.y).bitPattern) }
        let most = Double(max(1, graph.nodes.map(\.degree).max() ?? 1))
        for node in graph.nodes { put(UInt16(Self.size(node.degree, most: most) * 1024)) }
        for index in graph.nodes.indices { put(legend.typeOfNode[index]) }
        for index in graph.nodes.indices { put(legend.communityOfNode[index]) }
        for index in graph.nodes.indices { put(legend.domainOfNode[index]) }
        for edge in graph.edges { put(UInt16(truncatingIfNeeded: edge.source)) }
        for edge in graph.edges { put(UInt16(truncatingIfNeeded: edge.target)) }
        for weight in weights { put(UInt16((weight / Double(scale) * 65535).rounded())) }
        for edge in graph.edges { bytes.append(UInt8(truncatingIfNeeded: edge.source >> 16)) }
        for edge in graph.edges { bytes.append(UInt8(truncatingIfNeeded: edge.target >> 16)) }
        bytes += legend.kindOfEdge
    }

    /// The server's rule (8 to 28 by the square root of the links), over the published links only: a size must not tell of private pages.
    private static func size(_ degree: Int, most: Double) -> Double { 8 + 20 * (Double(degree) / most).squareRoot() }

    private static func coordinate(_ value: Double) -> Float { value.magnitude < 1e30 ? Float(value) : .nan }

    private mutating func put(_ value: UInt32) { for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) } }

    private mutating func put(_ value: UInt16) {
        bytes.append(UInt8(truncatingIfNeeded: value))
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    }
}

/// RFC 4648, section 4.
func base64(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var out: [UInt8] = []
    out.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
        let left = min(3, bytes.count - index)
        let word = UInt32(bytes[index]) << 16 | (left > 1 ? UInt32(bytes[index + 1]) << 8 : 0) | (left > 2 ? UInt32(bytes[index + 2]) : 0)
        for place in 0..<4 { out.append(place <= left ? digits[Int(word >> UInt32(18 - 6 * place) & 63)] : UInt8(ascii: "=")) }
        index += 3
    }
    return out
}
