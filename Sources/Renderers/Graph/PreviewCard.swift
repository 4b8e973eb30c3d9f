internal import Canvas
internal import Foundation
public import Site
public import Theme

/// The picture that stands for a document where its address is shared: OpenGraph's `og:image`, 1200 × 630.
public struct PreviewCard: Sendable {
    /// From the web root, not percent-encoded.
    public var path: String
    public var title: String
    /// A word above the title; may be empty.
    public var kind: String
    /// A line below it; may be empty.
    public var note: String
    /// Nodes of `Site.graph` that shine; none lets all of them.
    public var nodes: Set<Int>

    public init(path: String, title: String, kind: String = "", note: String = "", nodes: Set<Int> = []) {
        self.path = path
        self.title = title
        self.kind = kind
        self.note = note
        self.nodes = nodes
    }

    public static let width = 1200
    public static let height = 630
}

/// Draws the cards when their turn comes: the brand's gradient, the vault's own hubs at their stored places, the title.
public func previewCards(_ cards: [PreviewCard], of site: Site, theme: Theme) -> [Artifact] {
    let artist = CardArtist(site, theme)
    return cards.map { card in Artifact(card.path, .rendered { Rendering(try artist.png(card)) }) }
}

/// What all cards of a site share.
private final class CardArtist: Sendable {
    private let site: Site
    private let stops: [(offset: Double, color: Color)]
    private let ink: Color
    /// The hubs, where they stand on a card, and the links between them.
    private let stars: [(node: Int, place: Point, radius: Double)]
    private let lines: [(from: Int, to: Int)]

    private static let margin = 72.0
    /// The part of a card that the stars fill.
    private static let sky = Rect(x: 560, y: 40, width: 660, height: 550)

    init(_ site: Site, _ theme: Theme) {
        self.site = site
        func color(_ rgb: RGB) -> Color { Color(red: rgb.red, green: rgb.green, blue: rgb.blue) }
        stops = theme.heroGradient(.light).stops.map { ($0.position, color($0.color)) }
        ink = color(theme.color("accent.on-gradient", .light))
        stars = Self.stars(site.graph)
        let places = Dictionary(stars.enumerated().map { ($1.node, $0) }, uniquingKeysWith: { first, _ in first })
        let between = site.graph.edges.filter { places[Int($0.source)] != nil && places[Int($0.target)] != nil }
        // The strongest: hundreds of lines are a grey cloud, and most of the file.
        lines = between.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }.prefix(120).map {
            (places[Int($0.element.source)] ?? 0, places[Int($0.element.target)] ?? 0)
        }
    }

    func png(_ card: PreviewCard) throws(CanvasError) -> [UInt8] {
        let canvas = try Canvas(width: PreviewCard.width, height: PreviewCard.height)
        // From left to right: rows that are alike cost next to nothing in the file.
        let (width, height) = (Double(PreviewCard.width), Double(PreviewCard.height))
        canvas.blend(.rect(Rect(x: 0, y: 0, width: width, height: height)), from: Point(0, 0), to: Point(width, 0), stops: stops)
        drawStars(card.nodes, on: canvas)
        try drawText(card, on: canvas)
        try canvas.finish()
        let encoder = try PNGEncoder(width: PreviewCard.width, height: PreviewCard.height, dpi: 96, repeatsRows: true)
        try encoder.add(canvas)
        return try DrawnWords.finish(encoder, [card.kind, card.title, card.note, site.info.title].filter { !$0.isEmpty })
    }

    /// The greatest hubs in a frame of their own, degree before position.
    private static func stars(_ graph: SiteGraph) -> [(node: Int, place: Point, radius: Double)] {
        let order = graph.nodes.indices.filter { graph.nodes[$0].x.isFinite && graph.nodes[$0].y.isFinite }
            .sorted { (graph.nodes[$1].degree, $0) < (graph.nodes[$0].degree, $1) }.prefix(72)
        let (xs, ys) = (order.map { graph.nodes[$0].x }, order.map { graph.nodes[$0].y })
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(), right > left, bottom > top else {
            return []
        }
        let scale = min(sky.width / (right - left), sky.height / (bottom - top))
        guard scale.isFinite, let most = order.first.map({ max(1, graph.nodes[$0].degree) }) else { return [] }
        return order.map { node in
            let place = Point(
                sky.x + sky.width / 2 + (graph.nodes[node].x - (left + right) / 2) * scale,
                sky.y + sky.height / 2 + (graph.nodes[node].y - (top + bottom) / 2) * scale)
            return (node, place, 4 + 13 * (Double(graph.nodes[node].degree) / Double(most)).squareRoot())
        }
    }

    private func drawStars(_ shining: Set<Int>, on canvas: Canvas) {
        func shines(_ star: Int) -> Bool { shining.isEmpty || shining.contains(stars[star].node) }
        var paths = (bright: Path(), faint: Path())
        for line in lines {
            let path = [Path.Element.move(stars[line.from].place), .line(stars[line.to].place)]
            if shines(line.from) && shines(line.to) { paths.bright.elements += path } else { paths.faint.elements += path }
        }
        canvas.stroke(paths.faint, ink.with(alpha: 0.1), Canvas.Stroke(1.5))
        canvas.stroke(paths.bright, ink.with(alpha: 0.3), Canvas.Stroke(1.5))
        for star in stars.indices {
            canvas.disc(stars[star].place, radius: stars[star].radius, ink.with(alpha: shines(star) ? (shining.isEmpty ? 0.55 : 0.9) : 0.2))
        }
    }

    private func drawText(_ card: PreviewCard, on canvas: Canvas) throws(CanvasError) {
        let typesetter = try Typesetter()
        let width = 700.0
        var size = 84.0
        var block = try typesetter.block(card.title, Font(weight: 700, tracking: -0.02), width: width / size, lines: 3)
        if block.isShortened || block.lines.count > 2 {
            size = 60
            block = try typesetter.block(card.title, Font(weight: 700, tracking: -0.02), width: width / size, lines: 4)
        }
        let lead = size * 1.14
        var baseline = Double(PreviewCard.height) / 2 - lead * Double(block.lines.count - 1) / 2 + size * 0.3
        func write(_ line: ShapedLine, _ size: Double, _ baseline: Double, _ color: Color, x: Double = CardArtist.margin) {
            canvas.draw(line, typesetter.store, at: Point(x, baseline), size: size, color)
        }
        if !card.kind.isEmpty {
            write(try typesetter.line(card.kind, Font(weight: 600)), 30, baseline - size * 1.05, ink)
        }
        for line in block.lines {
            write(line, size, baseline, ink)
            baseline += lead
        }
        if !card.note.isEmpty { write(try typesetter.line(card.note, Font(weight: 500)), 30, baseline - lead + 62, ink) }
        // Who speaks: the mark and the site's name, below.
        let foot = Double(PreviewCard.height) - 56
        drawMark(at: Point(Self.margin, foot - 34), side: 40, on: canvas)
        let name = try typesetter.block(site.info.title, Font(weight: 600), width: 20, lines: 1)
        if let line = name.lines.first { write(line, 28, foot - 4, ink, x: Self.margin + 56) }
    }

    /// The S alone: the card itself is its ground.
    private func drawMark(at corner: Point, side: Double, on canvas: Canvas) {
        let (mark, k) = (Mark.full, side / Mark.grid)
        canvas.stroke(Path(mark.spineSteps).scaled(k, movedTo: corner), ink, Canvas.Stroke(mark.spineWidth * k))
        for (x, y, radius) in [
            (mark.nodeX, mark.nodeY, mark.outerNode), (64 - mark.nodeX, 64 - mark.nodeY, mark.outerNode), (32, 32, mark.innerNode),
        ] { canvas.disc(Point(corner.x + x * k, corner.y + y * k), radius: radius * k, ink) }
    }
}
