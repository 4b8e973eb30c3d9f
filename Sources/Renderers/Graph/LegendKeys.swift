internal import Canvas
internal import Theme

/// The keys to discs and lines.
extension Legend {
    /// What the colours of discs say.
    func kinds(x: Double, y: Double, width: Double, room: Double) throws(CanvasError) -> Block {
        let pitch = 35 * u
        let classes = plan.classes.classes
        guard !classes.isEmpty else { return Block() }
        var block = try heading(plan.changes == nil ? words.heading(mode) : words.changes, x: x, y: y)
        let most = max(3, Int((room - block.height) / pitch))
        let shown = classes.count <= most ? classes.count : most - 1
        for kind in classes.prefix(shown) {
            let middle = y + block.height + pitch / 2
            block.items += symbol(of: kind, x: x, middle: middle)
            try entry(kind.name.firstUppercased, kind.count, x: x + 66 * u, right: x + width, middle: middle, &block)
            block.height += pitch
        }
        if shown < classes.count { try more(classes.count - shown, x: x + 66 * u, &block, y: y, pitch: pitch) }
        return block
    }

    /// The large disc with its glyph and the small one with its sign.
    func symbol(of kind: Classification.Class, x: Double, middle: Double) -> [Item] {
        let center = Point(x + 13.5 * u, middle)
        var items: [Item] = []
        if let glyph = kind.glyph {
            let k = 13.5 * u * 1.16 / Glyph.grid
            items.append(.fill(.circle(center, radius: 13.5 * u), kind.ink))
            items.append(
                .stroke(
                    upright(glyph.scaled(k, movedTo: center - Point(12 * k, 12 * k)), about: center.x), .paper,
                    Canvas.Stroke(Glyph.strokeWidth * k * 1.1)))
            items += kind.disc(at: Point(x + 43 * u, middle), radius: 6 * u)
        } else {
            items += kind.disc(at: center, radius: 8 * u)
        }
        return items
    }

    func sizes(x: Double, y: Double, width: Double) throws(CanvasError) -> Block {
        guard !plan.chart.nodes.isEmpty else { return Block() }
        var block = try heading(words.discSize, x: x, y: y)
        let samples = plan.scale.samples
        let tallest = plan.scale.radius(samples.last ?? 1)
        let middle = y + block.height + max(tallest, 12 * u) + 4 * u
        var pen = x
        for links in samples {
            let radius = plan.scale.radius(links)
            block.items.append(.stroke(.circle(Point(pen + radius, middle), radius: radius), .muted, Canvas.Stroke(1.6 * u)))
            pen += 2 * radius + 9 * u
            let label = try text(words.number(links), 17 * u, 400, .text, x: pen, baseline: middle + 6 * u)
            block.items.append(.text(label))
            pen += label.width + 26 * u
        }
        block.height += 2 * max(tallest, 12 * u) + 8 * u
        return block
    }

    /// One row a kind of link, and how its density becomes tone.
    func tones(x: Double, y: Double, width: Double) throws(CanvasError) -> Block {
        guard !links.isEmpty else { return Block() }
        var block = try heading(words.links, x: x, y: y)
        for layer in links {
            let middle = y + block.height + 15 * u
            block.items += sample(of: layer, x: x, middle: middle)
            let name = words.linkKind(layer.kind).firstUppercased + (layer.isLeaving ? " " + words.leaving : "")
            try entry(name, layer.lines.count, x: x + 66 * u, right: x + width, middle: middle, &block)
            block.height += 32 * u
        }
        block.items.append(.text(try text(words.weights, 15 * u, 400, .muted, x: x, baseline: y + block.height + 12 * u)))
        block.height += 24 * u
        let bar = Rect(x: x, y: y + block.height + 8 * u, width: width, height: 11 * u)
        guard let layer = links.first else { return block }
        let alphas = (0...8).map { step in tone.single + (tone.most - tone.single) * Double(step) / 8 }
        block.items.append(
            .blend(
                .roundedRect(bar, radius: 5.5 * u), .tone(layer.ink, alphas), from: Point(bar.x, bar.y), to: Point(bar.maxX, bar.y),
                stroke: nil))
        let most = Int(tone.densest.rounded())
        block.items.append(.text(try text("1", 15 * u, 400, .muted, x: x, baseline: bar.maxY + 21 * u)))
        block.items.append(
            .text(
                try typesetter.line(words.density, Font()).item(15 * u, .muted, at: .middle, x: bar.center.x, baseline: bar.maxY + 21 * u)))
        block.items.append(
            .text(
                try typesetter.line("\(words.number(most))", Font()).item(
                    15 * u, .muted, at: .end, x: bar.maxX, baseline: bar.maxY + 21 * u)))
        block.height += 42 * u
        return block
    }

    /// A line of each kind, from its weakest to its strongest link.
    func sample(of layer: LinkLayer, x: Double, middle: Double) -> [Item] {
        (0..<3).map { step in
            let line = Path.segment(Point(x + Double(step) * 18 * u, middle), Point(x + (Double(step) * 18 + 16) * u, middle))
            let dash = layer.dash.map { [$0.on * 0.7, $0.off * 0.7] } ?? []
            let width = layer.width(Double(step) / 2) * 1.25
            return .stroke(line, layer.ink.faded(min(1, tone.most * 1.3)), Canvas.Stroke(width, cap: .butt, dash: dash))
        }
    }
}
