internal import Canvas
internal import Theme

/// Draws the parts of a scene on a canvas, whatever becomes of it: pixels or a PDF.
struct ScenePainter {
    let scene: Scene
    let colors: PaintBox
    /// Where given, lines of text go here, without their halo, instead of being drawn as outlines.
    var setText: ((TextItem, Color) -> Void)?

    init(_ scene: Scene, _ colors: PaintBox) {
        self.scene = scene
        self.colors = colors
    }

    private var unit: Double { scene.sheet.unit }

    func draw(_ items: [Item], on canvas: Canvas) {
        for item in items {
            switch item {
            case .fill(let path, let ink): canvas.fill(path, colors.color(ink))
            case .stroke(let path, let ink, let stroke): canvas.stroke(path, colors.color(ink), stroke)
            case .blend(let path, let blend, let from, let to, let stroke):
                canvas.blend(path, from: from, to: to, stops: colors.stops(blend), stroke: stroke)
            case .text(let text): draw(text, halo: colors.color(.sea), on: canvas)
            }
        }
    }

    func draw(_ text: TextItem, halo: Color, on canvas: Canvas) {
        guard text.inkBox.inset(-text.halo - 1).overlaps(canvas.bounds) else { return }
        guard let setText else {
            canvas.draw(
                text.line, scene.glyphs, at: text.origin, size: text.size, colors.color(text.ink),
                halo: text.halo > 0 ? (color: halo, width: text.halo) : nil)
            return
        }
        if text.halo > 0 { canvas.halo(text.line, scene.glyphs, at: text.origin, size: text.size, halo, width: text.halo) }
        setText(text, colors.color(text.ink))
    }

    /// A country on a map: its ground and a darker band along the inside of the border.
    func drawLand(_ region: Region, on canvas: Canvas) {
        guard isSeen(region, on: canvas) else { return }
        let color = colors.color(region.ink)
        canvas.fill(region.outline, colors.color(.paper))
        canvas.fill(region.outline, color.with(alpha: region.wash))
        canvas.clipped(to: region.outline) {
            canvas.stroke(region.outline, color.with(alpha: RegionStyle.bandAlpha), Canvas.Stroke(RegionStyle.band * unit))
        }
    }

    /// What of a country lies over the links: its colour once more, thin, and its border.
    func drawBorder(_ region: Region, on canvas: Canvas) {
        guard isSeen(region, on: canvas) else { return }
        let color = colors.color(region.ink)
        canvas.fill(region.outline, color.with(alpha: region.veil))
        canvas.stroke(region.outline, color.with(alpha: RegionStyle.borderAlpha), Canvas.Stroke(RegionStyle.border * unit))
    }

    private func isSeen(_ region: Region, on canvas: Canvas) -> Bool {
        region.outline.bounds.map { $0.inset(-2 - RegionStyle.border * unit).overlaps(canvas.bounds) } ?? false
    }

    func draw(_ node: NodeMark, on canvas: Canvas) {
        let bounds = canvas.bounds
        let reach = node.radius + 4 * unit
        guard node.center.y + reach > bounds.y, node.center.y - reach < bounds.maxY else { return }
        guard node.center.x + reach > bounds.x, node.center.x - reach < bounds.maxX else { return }
        let paper = colors.color(.paper)
        if let rim = NodeStyle.rim(node.radius, unit) {
            if let ring = node.ring { canvas.disc(node.center, radius: node.radius + rim + NodeStyle.ring * unit, colors.color(ring)) }
            canvas.disc(node.center, radius: node.radius + rim, paper)
        }
        canvas.disc(node.center, radius: node.radius, colors.color(node.ink))
        if let glyph = node.glyph {
            canvas.stroke(glyph, paper, Canvas.Stroke(NodeStyle.glyphStroke(node.radius)))
        } else if node.radius >= NodeStyle.smallestSign * unit, node.sign != .solid {
            canvas.fill(node.sign.cutout(node.center, node.radius), paper)
        }
    }

    func drawLabels(on canvas: Canvas) {
        let halo = colors.color(.sea)
        for label in scene.labels where label.box.overlaps(canvas.bounds) {
            for line in label.lines { draw(line, halo: halo, on: canvas) }
        }
    }
}

/// How regions are drawn in every format, in design units.
enum RegionStyle {
    static let band = 18.0
    static let bandAlpha = 0.16
    static let border = 1.5
    static let borderAlpha = 0.7
}

/// How discs are drawn in every format, in design units.
enum NodeStyle {
    /// Below this radius a sign cannot be seen.
    static let smallestSign = 3.4

    /// Width of the ring around a page that stands in another community's region.
    static let ring = 1.3
    /// A ring around a smaller disc would be more than the disc.
    static let smallestRinged = 4.0

    /// Width of the light rim that keeps touching discs apart; none on the smallest.
    static func rim(_ radius: Double, _ unit: Double) -> Double? { radius < 3 * unit ? nil : min(2 * unit, 0.6 * unit + radius * 0.06) }

    static func glyphStroke(_ radius: Double) -> Double { Glyph.strokeWidth * 1.1 * radius * 1.16 / Glyph.grid }
}
