internal import Canvas
internal import Theme

/// Writes a scene as PDF: text with its fonts, named pages as links, communities and their pages as the outline. For one task.
struct PDFPoster {
    let scene: Scene
    let colors: PaintBox
    let addresses: PageAddresses
    let dpi: Double

    /// More links than this are a picture inside the page: as vectors, each laid over the last, viewers take minutes for them.
    private static let mostLines = 20_000
    /// Longest side of that picture in pixels.
    private static let longestPicture = 6000.0

    func pdf() throws(CanvasError) -> [UInt8] {
        let sheet = scene.sheet
        let document = try PDFDocument(
            width: Int(sheet.width), height: Int(sheet.height), dpi: dpi,
            .init(title: Typesetter.clean(scene.title), subject: Typesetter.clean(scene.description), date: scene.date))
        let canvas = document.canvas
        var painter = ScenePainter(scene, colors)
        painter.setText = { item, color in document.text(item.line, at: item.origin, size: item.size, color) }
        let map = Path.rect(sheet.map)
        painter.draw(scene.ground, on: canvas)
        canvas.clipped(to: map) { for region in scene.regions { painter.drawLand(region, on: canvas) } }
        try drawLinks(on: canvas)
        canvas.clipped(to: map) { for region in scene.regions { painter.drawBorder(region, on: canvas) } }
        for node in scene.nodes { painter.draw(node, on: canvas) }
        painter.drawLabels(on: canvas)
        painter.draw(scene.furniture, on: canvas)
        addLinks(document)
        addOutline(document)
        return try document.finish()
    }

    private func drawLinks(on canvas: Canvas) throws(CanvasError) {
        if scene.links.reduce(0, { $0 + $1.lines.count }) > Self.mostLines { return try drawPicture(on: canvas) }
        for layer in scene.links {
            let color = colors.color(layer.ink)
            let dash = layer.dash.map { [$0.on, $0.off] } ?? []
            for line in layer.lines {
                let alpha = line.isFanned ? min(Tone.fanned, scene.tone.layered) : scene.tone.layered
                canvas.stroke(
                    .segment(line.from, line.to), color.with(alpha: alpha),
                    Canvas.Stroke(layer.width(line.strength), cap: .butt, dash: dash))
            }
        }
    }

    private func drawPicture(on canvas: Canvas) throws(CanvasError) {
        let map = scene.sheet.map
        let k = min(1, Self.longestPicture / max(map.width, map.height))
        let (width, height) = (Int((map.width * k).rounded(.up)), Int((map.height * k).rounded(.up)))
        let kinds = scene.links.map { layer in
            var density = LineDensity(width: width, height: height)
            let corner = Point(map.x, map.y)
            density.add(
                layer.lines.map {
                    LineDensity.Segment(($0.from - corner) * k, ($0.to - corner) * k, width: layer.width($0.strength) * k)
                }, dash: layer.dash.map { LineDensity.Dash(on: $0.on * k, off: $0.off * k) })
            return (density: density, color: colors.color(layer.ink))
        }
        let picture = try Canvas(width: width, height: height, format: .transparent)
        let ramp = ToneRamp(single: scene.tone.single, most: scene.tone.most, densest: scene.tone.densest)
        try picture.composite(kinds, ramp, clip: Rect(x: 0, y: 0, width: Double(width), height: Double(height)))
        canvas.place(picture, in: Rect(x: map.x, y: map.y, width: Double(width) / k, height: Double(height) / k))
    }

    private func addLinks(_ document: PDFDocument) {
        let marks = marksByNode
        for label in scene.labels {
            guard case .node(let node) = label.subject, let mark = marks[node], let address = addresses.href(mark.page) else { continue }
            document.link(to: address, in: label.box)
            let r = mark.radius
            document.link(to: address, in: Rect(x: mark.center.x - r, y: mark.center.y - r, width: 2 * r, height: 2 * r))
        }
    }

    private var marksByNode: [Int: NodeMark] { Dictionary(scene.nodes.map { ($0.node, $0) }) { first, _ in first } }

    /// Communities, largest first, each with its named pages, most important first.
    private func addOutline(_ document: PDFDocument) {
        let marks = marksByNode
        var named: [Int: [(String, Point)]] = [:]
        for label in scene.labels {
            guard case .node(let node) = label.subject, let mark = marks[node] else { continue }
            named[mark.community, default: []].append((Typesetter.clean(mark.title), mark.center))
        }
        for region in scene.regions {
            guard let bounds = region.outline.bounds else { continue }
            let entry = document.outline(Typesetter.clean(region.name), at: Point(bounds.x, bounds.y))
            for (title, place) in named.removeValue(forKey: region.community) ?? [] { document.outline(title, at: place, below: entry) }
        }
        let rest = named.keys.sorted().flatMap { named[$0] ?? [] }
        guard !rest.isEmpty else { return }
        let entry = document.outline(Words(scene.language).otherPages, at: Point(scene.sheet.map.x, scene.sheet.map.y))
        for (title, place) in rest { document.outline(title, at: place, below: entry) }
    }
}
