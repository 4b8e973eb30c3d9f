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
            // What it waits for and what went wrong are the same on every screen.
            if request.has(.loading) || request.has(.failed) { return fields }
            fields[.counts] = .text("0 pages · 0 links")
            fields[.failure] = empty(.graph, "No graph yet", "Pages appear here as soon as one links to another.")
            return fields
        }
        fields[.counts] = .text("\(words.count(nodes.count, .pages)) · \(words.count(site.graph.edges.count, .links))")
        let chosen = request.has(.selected) ? nodes.max { (site.graph.nodes[$0].degree, $1) < (site.graph.nodes[$1].degree, $0) } : nil
        func picture(_ frame: GraphPicture.Frame) -> GraphPicture {
            GraphPicture(site.graph, theme: theme, chosen: chosen, frame, nodeLimit: Self.nodeLimit, edgeLimit: Self.edgeLimit)
        }
        fields[.picture] = .text(picture(.phone).svg)
        fields[.viewBox] = .text(GraphPicture.Frame.phone.viewBox)
        fields[.wide] = .text(picture(.desktop).svg)
        fields[.wideBox] = .text(GraphPicture.Frame.desktop.viewBox)
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

    /// A page with those that it shares a link with, at their stored places.
    func neighbourhood(of page: PageIndex) -> [Field: Value] {
        guard let node = site.graph.nodes.firstIndex(where: { $0.page == page }), site.graph.nodes[node].degree > 0 else { return [:] }
        var near: Set<Int> = [node]
        for edge in site.graph.edges where Int(edge.source) == node || Int(edge.target) == node {
            near.formUnion([Int(edge.source), Int(edge.target)])
        }
        let picture = GraphPicture(
            site.graph, theme: theme, chosen: node, .card, nodeLimit: 40, edgeLimit: 120, among: near)
        return [
            .neighbourhood: .text(picture.svg), .viewBox: .text(GraphPicture.Frame.card.viewBox),
            .pictureLabel: .text("\(near.count - 1) neighbours"),
        ]
    }
}

/// Lines, discs and names of a graph at their stored places, as large as a screen leaves room for.
struct GraphPicture {
    /// The picture's size, and where in it the graph lies: what is outside belongs to title, legend and bars.
    struct Frame {
        var width: Double
        var height: Double
        var left: Double
        var top: Double
        var right: Double
        var bottom: Double
        var names: Int

        var viewBox: String { "0 0 \(Int(width)) \(Int(height))" }

        static let phone = Frame(width: 390, height: 844, left: 26, top: 190, right: 364, bottom: 640, names: 12)
        static let desktop = Frame(width: 1280, height: 800, left: 300, top: 90, right: 1220, bottom: 730, names: 28)
        static let card = Frame(width: 280, height: 220, left: 34, top: 24, right: 246, bottom: 180, names: 6)
    }

    private(set) var svg = ""
    private let frame: Frame

    /// - Parameter among: what to draw of the graph; nil for all of it.
    init(
        _ graph: SiteGraph, theme: Theme, chosen: Int?, _ frame: Frame, nodeLimit: Int, edgeLimit: Int, among: Set<Int>? = nil
    ) {
        self.frame = frame
        let order = graph.nodes.indices.filter { among?.contains($0) ?? true }
            .sorted { (graph.nodes[$1].degree, $0) < (graph.nodes[$0].degree, $1) }
        let shown = Set(order.prefix(nodeLimit)).union(chosen.map { [$0] } ?? [])
        let place = Self.placing(shown.map { (graph.nodes[$0].x, graph.nodes[$0].y) }, frame)
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
        svg += labels(candidates, graph, place)
    }

    private static func other(of edge: SiteGraph.Edge, than node: Int) -> Int? {
        Int(edge.source) == node ? Int(edge.target) : (Int(edge.target) == node ? Int(edge.source) : nil)
    }

    private static func radius(_ node: SiteGraph.Node) -> Double { min(3.4 + Double(node.degree).squareRoot() * 1.25, 13) }

    private static func placing(_ points: [(Double, Double)], _ frame: Frame) -> (Double, Double) -> (x: Double, y: Double) {
        let xs = points.map(\.0), ys = points.map(\.1)
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return { _, _ in (0, 0) } }
        let scale = min((frame.right - frame.left) / max(right - left, 1e-9), (frame.bottom - frame.top) / max(bottom - top, 1e-9))
        let (middleX, middleY) = ((left + right) / 2, (top + bottom) / 2)
        let (centerX, centerY) = ((frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2)
        return { x, y in (centerX + (x - middleX) * scale, centerY + (y - middleY) * scale) }
    }

    /// Names of the best connected, as many as find room.
    private func labels(_ candidates: [Int], _ graph: SiteGraph, _ place: (Double, Double) -> (x: Double, y: Double)) -> String {
        var taken: [(left: Double, top: Double, right: Double, bottom: Double)] = []
        var text = ""
        for index in candidates.prefix(60) {
            let node = graph.nodes[index]
            let name = node.title.count > 24 ? String(node.title.prefix(23)) + "…" : node.title
            let at = place(node.x, node.y)
            let half = Double(name.count) * 3.1 + 4
            let y = at.y + Self.radius(node) + 12
            let x = min(max(at.x, half + 4), frame.width - 4 - half)
            let box = (left: x - half, top: y - 11, right: x + half, bottom: y + 4)
            if taken.contains(where: { $0.left < box.right && box.left < $0.right && $0.top < box.bottom && box.top < $0.bottom }) {
                continue
            }
            taken.append(box)
            // Twice: a halo in the colour of the ground first.
            for kind in [" class=\"is-halo\"", ""] { text += "<text\(kind) x=\"\(number(x))\" y=\"\(number(y))\">\(escaped(name))</text>" }
            if taken.count == frame.names { break }
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
