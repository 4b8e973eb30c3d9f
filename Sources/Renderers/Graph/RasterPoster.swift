internal import Canvas
internal import Theme

/// Draws a scene as pixels, band by band or tile by tile, so that memory follows the part and not the poster.
struct RasterPoster {
    let scene: Scene
    private let painter: ScenePainter
    private let links: LinkRaster

    /// Rows a band. Bands do not depend on the machine: cairo's own rounding could differ where a band begins.
    private static let bandRows = 512

    init(scene: Scene, links: LinkRaster, colors: PaintBox) {
        self.scene = scene
        self.links = links
        painter = ScenePainter(scene, colors)
    }

    func png(dpi: Double) throws(CanvasError) -> [UInt8] {
        let (width, height) = (Int(scene.sheet.width), Int(scene.sheet.height))
        let encoder = try PNGEncoder(width: width, height: height, dpi: dpi)
        for top in stride(from: 0, to: height, by: Self.bandRows) {
            try encoder.add(try part(left: 0, top: top, width: width, height: min(Self.bandRows, height - top)))
        }
        return try finish(encoder, left: 0, top: 0, width: width, height: height)
    }

    /// One part as a picture of its own.
    func tile(left: Int, top: Int, width: Int, height: Int) throws(CanvasError) -> [UInt8] {
        let encoder = try PNGEncoder(width: width, height: height, dpi: 96)
        try encoder.add(try part(left: left, top: top, width: width, height: height))
        return try finish(encoder, left: left, top: top, width: width, height: height)
    }

    private func finish(_ encoder: PNGEncoder, left: Int, top: Int, width: Int, height: Int) throws(CanvasError) -> [UInt8] {
        let bounds = Rect(x: Double(left), y: Double(top), width: Double(width), height: Double(height))
        return try DrawnWords.finish(encoder, scene.words(within: bounds))
    }

    /// Pixels of a part of the drawing: the same whatever else is drawn.
    private func part(left: Int, top: Int, width: Int, height: Int) throws(CanvasError) -> Canvas {
        let canvas = try Canvas(width: width, height: height, origin: Point(Double(left), Double(top)))
        painter.draw(scene.ground, on: canvas)
        let map = Path.rect(scene.sheet.map)
        canvas.clipped(to: map) { for region in scene.regions { painter.drawLand(region, on: canvas) } }
        let kinds = links.densities(left: left, top: top, width: width, height: height).map {
            (density: $0.density, color: painter.colors.color($0.ink))
        }
        try canvas.composite(kinds, links.ramp, clip: scene.sheet.map)
        canvas.clipped(to: map) { for region in scene.regions { painter.drawBorder(region, on: canvas) } }
        for node in scene.nodes { painter.draw(node, on: canvas) }
        painter.drawLabels(on: canvas)
        painter.draw(scene.furniture, on: canvas)
        try canvas.finish()
        return canvas
    }
}
