internal import Canvas
public import Site
internal import Snapshot
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
///
/// A card says in its file what it was drawn from, so that one of an earlier run is kept where nothing of that has changed.
public func previewCards(_ cards: [PreviewCard], of site: Site, theme: Theme) -> [Artifact] {
    let artist = CardArtist(site, theme)
    return cards.map { card in
        var artifact = Artifact(card.path, .rendered { Rendering(try artist.png(card)) })
        artifact.isCurrent = { artist.isCurrent($0, card) }
        return artifact
    }
}

/// What all cards of a site share.
private final class CardArtist: Sendable {
    private let site: Site
    private let stops: [(offset: Double, color: Color)]
    private let ink: Color
    private let ground: CardPalette
    /// The hubs, where they stand on a card, and the links between them.
    private let stars: [(node: Int, place: Point, radius: Double)]
    private let lines: [(from: Int, to: Int)]
    private let lettering = CardLettering()
    /// Over what all cards are drawn from.
    private let common: Once<String>

    /// The part of a card that the stars fill.
    private static let sky = Rect(x: 560, y: 40, width: 660, height: 550)

    init(_ site: Site, _ theme: Theme) {
        self.site = site
        func color(_ rgb: RGB) -> Color { Color(red: rgb.red, green: rgb.green, blue: rgb.blue) }
        let stops = theme.heroGradient(.light).stops.map { (offset: $0.position, color: color($0.color)) }
        let ink = color(theme.color("accent.on-gradient", .light))
        ground = CardPalette(stops: stops, ink: ink, width: PreviewCard.width)
        let stars = Self.stars(site.graph)
        let places = Dictionary(stars.enumerated().map { ($1.node, $0) }, uniquingKeysWith: { first, _ in first })
        let between = site.graph.edges.filter { places[Int($0.source)] != nil && places[Int($0.target)] != nil }
        // The strongest: hundreds of lines are a grey cloud, and most of the file.
        let lines = between.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }.prefix(120).map {
            (from: places[Int($0.element.source)] ?? 0, to: places[Int($0.element.target)] ?? 0)
        }
        let lettering = lettering
        let drawing = "\(site.info.title)|\(stops)|\(ink)|\(stars.map { "\($0.place) \($0.radius)" })|\(lines)"
        common = Once { sha256Hex(Array((drawing + (try lettering.fonts())).utf8)) }
        (self.stops, self.ink, self.stars, self.lines) = (stops, ink, stars, lines)
    }

    /// Whether a card's file was drawn from what the card is drawn from now.
    func isCurrent(_ png: [UInt8], _ card: PreviewCard) -> Bool {
        guard let key = try? key(card), png.suffix(8).starts(with: Array("IEND".utf8)) else { return false }
        let wanted = Array(key.utf8)
        let head = png.prefix(2048)
        return head.indices.contains { head[$0] == wanted[0] && head[$0...].starts(with: wanted) }
    }

    /// Of the content: raised by hand where the drawing itself is another.
    private func key(_ card: PreviewCard) throws -> String {
        let shining = stars.indices.filter { card.nodes.contains(stars[$0].node) }
        let text = "card 3|\(try common.value())|\(card.title)|\(card.kind)|\(card.note)|\(shining)|\(card.nodes.isEmpty)"
        return sha256Hex(Array(text.utf8))
    }

    func png(_ card: PreviewCard) throws -> [UInt8] {
        let key = try key(card)
        let text = try lettering.text(of: card, site: site.info.title)
        let words = [card.kind, card.title, card.note, site.info.title].filter { !$0.isEmpty }
        // One ink on one gradient: coverage says all. A title may have pictures in it, which bring their own colours.
        guard text.hasPictures else {
            let canvas = try Canvas(width: PreviewCard.width, height: PreviewCard.height, format: .coverage)
            draw(card, text, on: canvas)
            return try ground.png(of: canvas, comment: key, words: words)
        }
        let canvas = try Canvas(width: PreviewCard.width, height: PreviewCard.height)
        let (width, height) = (Double(PreviewCard.width), Double(PreviewCard.height))
        canvas.blend(.rect(Rect(x: 0, y: 0, width: width, height: height)), from: Point(0, 0), to: Point(width, 0), stops: stops)
        draw(card, text, on: canvas)
        try canvas.finish()
        let encoder = try PNGEncoder(
            width: PreviewCard.width, height: PreviewCard.height, dpi: 96, repeatsRows: true, comment: key)
        try encoder.add(canvas)
        return try DrawnWords.finish(encoder, words)
    }

    private func draw(_ card: PreviewCard, _ text: CardText, on canvas: Canvas) {
        drawStars(card.nodes, on: canvas)
        for line in text.lines { canvas.draw(line.shaped, text.store, at: Point(line.x, line.baseline), size: line.size, ink) }
        drawMark(at: Point(CardLettering.margin, CardLettering.foot - 34), side: 40, on: canvas)
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
            canvas.disc(stars[star].place, radius: stars[star].radius, ink.with(alpha: shines(star) ? (shining.isEmpty ? 0.55 : 1) : 0.2))
        }
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
