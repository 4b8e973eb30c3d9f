internal import Canvas
internal import Theme

/// Draws a scene as PNG, band by band, so that memory follows the band and not the poster.
struct RasterPoster {
    let scene: Scene
    private let palette: PaintBox
    let dpi: Double

    /// Rows a band. Bands do not depend on the machine: cairo's own rounding could differ where a band begins.
    private static let bandRows = 512

    private let width: Int
    private let height: Int

    init(scene: Scene, palette: Palette, dpi: Double) {
        self.scene = scene
        self.palette = PaintBox(palette)
        self.dpi = dpi
        width = Int(scene.sheet.width)
        height = Int(scene.sheet.height)
    }

    func png() throws(CanvasError) -> [UInt8] {
        let encoder = try PNGEncoder(width: width, height: height, dpi: dpi)
        let layers = scene.links.map { layer in
            Layer(
                segments: layer.lines.map { LineDensity.Segment($0.from, $0.to, width: layer.width($0.strength)) }, dash: layer.dash,
                color: palette.color(layer.ink))
        }
        let ramp = ToneRamp(single: scene.tone.single, most: scene.tone.most, densest: scene.tone.densest)
        for top in stride(from: 0, to: height, by: Self.bandRows) {
            try encoder.add(try band(top: top, rows: min(Self.bandRows, height - top), layers, ramp))
        }
        return try encoder.finish()
    }

    private struct Layer {
        var segments: [LineDensity.Segment]
        var dash: LineDensity.Dash?
        var color: Color
    }

    private func band(top: Int, rows: Int, _ layers: [Layer], _ ramp: ToneRamp) throws(CanvasError) -> Canvas {
        let canvas = try Canvas(width: width, height: rows, origin: Point(0, Double(top)))
        draw(scene.ground, on: canvas)
        canvas.clipped(to: .rect(scene.sheet.map)) {
            for region in scene.regions { draw(region, on: canvas) }
        }
        let kinds = layers.map { layer in
            var density = LineDensity(width: width, height: rows, left: 0, top: top)
            density.add(layer.segments, dash: layer.dash)
            return (density: density, color: layer.color)
        }
        try canvas.composite(kinds, ramp, clip: scene.sheet.map)
        for node in scene.nodes { draw(node, on: canvas) }
        let halo = palette.color(.sea)
        for label in scene.labels where label.box.overlaps(canvas.bounds) {
            for line in label.lines { draw(line, halo: halo, on: canvas) }
        }
        draw(scene.furniture, on: canvas)
        try canvas.finish()
        return canvas
    }

    private func draw(_ items: [Item], on canvas: Canvas) {
        for item in items {
            switch item {
            case .fill(let path, let ink): canvas.fill(path, palette.color(ink))
            case .stroke(let path, let ink, let stroke): canvas.stroke(path, palette.color(ink), stroke)
            case .blend(let path, let blend, let from, let to, let stroke):
                canvas.blend(path, from: from, to: to, stops: palette.stops(blend), stroke: stroke)
            case .text(let text): draw(text, halo: palette.color(.sea), on: canvas)
            }
        }
    }

    private func draw(_ text: TextItem, halo: Color, on canvas: Canvas) {
        guard text.inkBox.inset(-text.halo - 1).overlaps(canvas.bounds) else { return }
        canvas.draw(
            text.line, scene.glyphs, at: text.origin, size: text.size, palette.color(text.ink),
            halo: text.halo > 0 ? (color: halo, width: text.halo) : nil)
    }

    /// A country on a map: its ground, a darker band along the inside of the border, the border itself.
    private func draw(_ region: Region, on canvas: Canvas) {
        guard let bounds = region.outline.bounds, bounds.inset(-2).overlaps(canvas.bounds) else { return }
        let unit = scene.sheet.unit
        let color = palette.color(region.ink)
        canvas.fill(region.outline, palette.color(.paper))
        canvas.fill(region.outline, color.with(alpha: region.wash))
        canvas.clipped(to: region.outline) {
            canvas.stroke(region.outline, color.with(alpha: RegionStyle.bandAlpha), Canvas.Stroke(RegionStyle.band * unit))
        }
        canvas.stroke(region.outline, color.with(alpha: RegionStyle.borderAlpha), Canvas.Stroke(RegionStyle.border * unit))
    }

    private func draw(_ node: NodeMark, on canvas: Canvas) {
        let unit = scene.sheet.unit
        let bounds = canvas.bounds
        guard node.center.y + node.radius + 2 * unit > bounds.y, node.center.y - node.radius - 2 * unit < bounds.maxY else { return }
        let paper = palette.color(.paper)
        if let rim = NodeStyle.rim(node.radius, unit) {
            if let ring = node.ring { canvas.disc(node.center, radius: node.radius + rim + NodeStyle.ring * unit, palette.color(ring)) }
            canvas.disc(node.center, radius: node.radius + rim, paper)
        }
        canvas.disc(node.center, radius: node.radius, palette.color(node.ink))
        if let glyph = node.glyph {
            canvas.stroke(glyph, paper, Canvas.Stroke(NodeStyle.glyphStroke(node.radius)))
        } else if node.radius >= NodeStyle.smallestSign * unit, node.sign != .solid {
            canvas.fill(node.sign.cutout(node.center, node.radius), paper)
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
