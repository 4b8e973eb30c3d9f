import Mustache
import Site
import Theme

/// The graph as a picture of the phone's size: coordinates as stored, only moved and scaled.
extension AppModels {
    /// More than this does not fit a phone: the best connected are drawn, and the pill says how many there are.
    private static let nodeLimit = 900
    private static let edgeLimit = 1800

    func graph(_ request: Request) -> [Field: Value] {
        let words = request.words
        var fields: [Field: Value] = [
            .ground: .text("canvas"), .actions: .models([action("search", "Find a page"), action("filter", "Filter")]),
        ]
        let nodes = site.graph.nodes.indices
        guard request.isFilled, !nodes.isEmpty else {
            fields[.counts] = .text("0 pages · 0 links")
            fields[.failure] = empty(.graph, "No graph yet", "Pages appear here as soon as one links to another.")
            return fields
        }
        fields[.counts] = .text("\(words.count(nodes.count, .pages)) · \(words.count(site.graph.edges.count, .links))")
        let chosen = request.has(.selected) ? nodes.max { (site.graph.nodes[$0].degree, $1) < (site.graph.nodes[$1].degree, $0) } : nil
        let picture = PhoneGraph(site.graph, theme: theme, chosen: chosen, nodeLimit: Self.nodeLimit, edgeLimit: Self.edgeLimit)
        fields[.picture] = .text(picture.svg)
        fields[.viewBox] = .text(picture.viewBox)
        fields[.pictureLabel] = .text("Graph of \(nodes.count) pages")
        if let chosen {
            let node = site.graph.nodes[chosen]
            fields[.chosen] = .view(
                row(node.page, request).adding([
                    .meta: .text(words.count(node.degree, .links)), .openLabel: .text("Open"), .neighboursLabel: .text("Neighbours"),
                ]))
        } else {
            fields[.hasLegend] = .flag(true)
            fields[.legendLabel] = .text("Pages by type")
            fields[.types] = .models(types(words, href: ""))
        }
        return fields
    }
}

/// Lines and discs of a graph in a 390 by 844 picture.
struct PhoneGraph {
    private(set) var svg = ""
    let viewBox = "0 0 390 844"
    /// Between title and legend.
    private static let frame = (left: 26.0, top: 190.0, right: 364.0, bottom: 640.0)

    init(_ graph: SiteGraph, theme: Theme, chosen: Int?, nodeLimit: Int, edgeLimit: Int) {
        let order = graph.nodes.indices.sorted { (graph.nodes[$1].degree, $0) < (graph.nodes[$0].degree, $1) }
        let shown = Set(order.prefix(nodeLimit))
        let place = Self.placing(shown.map { (graph.nodes[$0].x, graph.nodes[$0].y) })
        let edges = graph.edges.filter { shown.contains(Int($0.source)) && shown.contains(Int($0.target)) }
            .sorted { ($1.weight, $0.source, $0.target) < ($0.weight, $1.source, $1.target) }.prefix(edgeLimit)
        var near: Set<Int> = []
        if let chosen { near = Set(edges.compactMap { Self.other(of: $0, than: chosen) } + [chosen]) }
        func line(_ edge: SiteGraph.Edge) -> String {
            let (from, to) = (graph.nodes[Int(edge.source)], graph.nodes[Int(edge.target)])
            let (a, b) = (place(from.x, from.y), place(to.x, to.y))
            return "<line x1=\"\(number(a.x))\" y1=\"\(number(a.y))\" x2=\"\(number(b.x))\" y2=\"\(number(b.y))\"/>"
        }
        let isFar = chosen != nil
        svg += "<g\(isFar ? " class=\"is-far\"" : "")>" + edges.map(line).joined() + "</g>"
        if let chosen {
            svg += "<g class=\"is-near\">" + edges.filter { Self.other(of: $0, than: chosen) != nil }.map(line).joined() + "</g>"
        }
        for index in order.prefix(nodeLimit).reversed() {
            let node = graph.nodes[index]
            let at = place(node.x, node.y)
            let classes =
                "t-\(theme.style(ofType: node.type).key)\(isFar && !near.contains(index) ? " is-far" : "")\(index == chosen ? " is-chosen" : "")"
            svg += "<circle class=\"\(classes)\" cx=\"\(number(at.x))\" cy=\"\(number(at.y))\" r=\"\(number(Self.radius(node)))\"/>"
        }
        let candidates = chosen == nil ? Array(order.prefix(nodeLimit)) : order.filter(near.contains)
        svg += Self.labels(candidates, graph, place)
    }

    private static func other(of edge: SiteGraph.Edge, than node: Int) -> Int? {
        Int(edge.source) == node ? Int(edge.target) : (Int(edge.target) == node ? Int(edge.source) : nil)
    }

    private static func radius(_ node: SiteGraph.Node) -> Double { min(3.4 + Double(node.degree).squareRoot() * 1.25, 13) }

    private static func placing(_ points: [(Double, Double)]) -> (Double, Double) -> (x: Double, y: Double) {
        let xs = points.map(\.0), ys = points.map(\.1)
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return { _, _ in (195, 400) } }
        let scale = min((frame.right - frame.left) / max(right - left, 1e-9), (frame.bottom - frame.top) / max(bottom - top, 1e-9))
        let (middleX, middleY) = ((left + right) / 2, (top + bottom) / 2)
        let (centerX, centerY) = ((frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2)
        return { x, y in (centerX + (x - middleX) * scale, centerY + (y - middleY) * scale) }
    }

    /// Names of the best connected, as many as find room.
    private static func labels(_ candidates: [Int], _ graph: SiteGraph, _ place: (Double, Double) -> (x: Double, y: Double)) -> String {
        var taken: [(left: Double, top: Double, right: Double, bottom: Double)] = []
        var text = ""
        for index in candidates.prefix(60) {
            let node = graph.nodes[index]
            let name = node.title.count > 24 ? String(node.title.prefix(23)) + "…" : node.title
            let at = place(node.x, node.y)
            let half = Double(name.count) * 3.1 + 4
            let y = at.y + radius(node) + 12
            let x = min(max(at.x, half + 4), 386 - half)
            let box = (left: x - half, top: y - 11, right: x + half, bottom: y + 4)
            if taken.contains(where: { $0.left < box.right && box.left < $0.right && $0.top < box.bottom && box.top < $0.bottom }) {
                continue
            }
            taken.append(box)
            // Twice: a halo in the colour of the ground first.
            for kind in [" class=\"is-halo\"", ""] { text += "<text\(kind) x=\"\(number(x))\" y=\"\(number(y))\">\(escaped(name))</text>" }
            if taken.count == 12 { break }
        }
        return text
    }
}

/// One decimal place.
private func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
}

func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    HTMLEscaping.append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
}
