internal import Canvas
internal import Site
internal import Theme

/// Title, figures and key. In blocks that stand one below the other beside the map, or side by side under it.
struct Legend {
    let plan: MapPlan
    let tier: Tier
    let links: [LinkLayer]
    let tone: Tone
    let hasRings: Bool
    let typesetter: Typesetter

    private var u: Double { plan.sheet.unit }
    private var words: Words { Words(plan.info.language) }

    /// What a block draws and how far down it reaches.
    private struct Block {
        var items: [Item] = []
        var height = 0.0
    }

    func items() throws(CanvasError) -> [Item] {
        let box = plan.sheet.legend
        return plan.sheet.arrangement == .side ? try column(box) : try row(box)
    }

    private func column(_ box: Rect) throws(CanvasError) -> [Item] {
        var y = box.y
        var items: [Item] = []
        func put(_ block: Block, gap: Double) {
            items += block.items
            y += block.height + gap
        }
        put(try title(x: box.x, y: y, width: box.width), gap: 30 * u)
        items.append(.stroke(.segment(Point(box.x, y), Point(box.maxX, y)), .hairline, Canvas.Stroke(1.2 * u)))
        y += 34 * u
        put(try kinds(x: box.x, y: y, width: box.width, room: (box.maxY - y) * 0.5), gap: 32 * u)
        put(try sizes(x: box.x, y: y, width: box.width), gap: 32 * u)
        put(try tones(x: box.x, y: y, width: box.width), gap: 32 * u)
        let colophon = try colophon(x: box.x, bottom: box.maxY, width: box.width)
        put(try communities(x: box.x, y: y, width: box.width, room: box.maxY - colophon.height - 20 * u - y), gap: 0)
        return items + colophon.items
    }

    private func row(_ box: Rect) throws(CanvasError) -> [Item] {
        let gap = 52 * u
        let unit = (box.width - 3 * gap) / 10
        var items: [Item] = []
        var x = box.x
        let bottom = box.maxY
        items += try title(x: x, y: box.y, width: unit * 3.4).items
        items += try colophon(x: x, bottom: bottom, width: unit * 3.4).items
        x += unit * 3.4 + gap
        items += try kinds(x: x, y: box.y, width: unit * 2.2, room: box.height).items
        x += unit * 2.2 + gap
        items += try communities(x: x, y: box.y, width: unit * 2.2, room: box.height).items
        x += unit * 2.2 + gap
        let sizes = try sizes(x: x, y: box.y, width: unit * 2.2)
        items += sizes.items
        items += try tones(x: x, y: box.y + sizes.height + 30 * u, width: unit * 2.2).items
        return items
    }

    // MARK: - Blocks

    private func title(x: Double, y: Double, width: Double) throws(CanvasError) -> Block {
        var block = Block()
        block.items += Mark.full.items(in: Rect(x: x, y: y, width: 58 * u, height: 58 * u))
        let size = 44 * u
        let font = Font(weight: 600, tracking: Script.isSpaced(plan.info.title) ? -0.02 : 0)
        let name = try typesetter.block(plan.info.title, font, width: width / size, lines: 3)
        var baseline = y + 58 * u + 58 * u
        for line in name.lines {
            block.items.append(.text(line.item(size, .text, at: .start, x: x, baseline: baseline)))
            baseline += size * 1.12
        }
        baseline += -size * 1.12 + 38 * u
        block.items.append(.text(try text(words.tier(tier), 23 * u, 500, .muted, x: x, baseline: baseline)))
        baseline += 16 * u
        for line in facts() {
            baseline += 25 * u
            let shaped = try typesetter.block(line, Font(weight: 400), width: width / (17 * u), lines: 2).lines
            for (index, piece) in shaped.enumerated() {
                if index > 0 { baseline += 25 * u }
                block.items.append(.text(piece.item(17 * u, .muted, at: .start, x: x, baseline: baseline)))
            }
        }
        block.height = baseline - y
        return block
    }

    private func facts() -> [String] {
        var facts = [words.pages(plan.chart.nodes.count + plan.chart.unplaced.count) + " · " + words.links(plan.chart.links.count)]
        if plan.communityCount > 0 { facts.append(words.communities(plan.communityCount)) }
        // A vault without a server has no data version.
        let version = plan.info.dataVersion == 0 ? nil : "\(words.version) \(plan.info.dataVersion)"
        let told = [plan.info.date?.description, version].compactMap { $0 }
        if !told.isEmpty { facts.append(told.joined(separator: " · ")) }
        return facts
    }

    /// Types, domains or nothing where colours say communities: those have their own list.
    private func kinds(x: Double, y: Double, width: Double, room: Double) throws(CanvasError) -> Block {
        let pitch = 35 * u
        let classes = plan.classes.classes
        guard !classes.isEmpty else { return Block() }
        var block = try heading(words.pageTypes, x: x, y: y)
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
    private func symbol(of kind: Classification.Class, x: Double, middle: Double) -> [Item] {
        let center = Point(x + 13.5 * u, middle)
        var items: [Item] = []
        if let glyph = kind.glyph {
            let k = 13.5 * u * 1.16 / Glyph.grid
            items.append(.fill(.circle(center, radius: 13.5 * u), kind.ink))
            items.append(
                .stroke(glyph.scaled(k, movedTo: center - Point(12 * k, 12 * k)), .paper, Canvas.Stroke(Glyph.strokeWidth * k * 1.1)))
            items += kind.disc(at: Point(x + 43 * u, middle), radius: 6 * u)
        } else {
            items += kind.disc(at: center, radius: 8 * u)
        }
        return items
    }

    private func sizes(x: Double, y: Double, width: Double) throws(CanvasError) -> Block {
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
    private func tones(x: Double, y: Double, width: Double) throws(CanvasError) -> Block {
        guard !links.isEmpty else { return Block() }
        var block = try heading(words.links, x: x, y: y)
        for layer in links {
            let middle = y + block.height + 15 * u
            let line = Path.segment(Point(x, middle), Point(x + 52 * u, middle))
            let dash = layer.dash.map { [$0.on, $0.off] } ?? []
            block.items.append(.stroke(line, layer.ink.faded(tone.most), Canvas.Stroke(2.4 * u, cap: .butt, dash: dash)))
            try entry(
                words.linkKind(layer.kind).firstUppercased, layer.lines.count, x: x + 66 * u, right: x + width, middle: middle, &block)
            block.height += 32 * u
        }
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

    private func communities(x: Double, y: Double, width: Double, room: Double) throws(CanvasError) -> Block {
        let pitch = 30 * u
        let territories = plan.territories
        var block = try heading(words.communities, x: x, y: y)
        let most = Int((room - block.height) / pitch) - (hasRings ? 1 : 0)
        guard !territories.isEmpty, most >= 2 else { return Block() }
        let shown =
            territories.count <= most && territories.count == plan.communityCount ? territories.count : min(territories.count, most - 1)
        for territory in territories.prefix(shown) {
            let middle = y + block.height + pitch / 2
            let swatch = Path.roundedRect(Rect(x: x, y: middle - 9 * u, width: 27 * u, height: 18 * u), radius: 5 * u)
            let ink = Ink(token: plan.communityToken(territory.community))
            block.items.append(.fill(swatch, ink.faded(0.3)))
            block.items.append(.stroke(swatch, ink.readable(3), Canvas.Stroke(1.4 * u)))
            try entry(plan.communityName(territory.community), territory.pages, x: x + 40 * u, right: x + width, middle: middle, &block)
            block.height += pitch
        }
        let rest = plan.communityCount - shown
        if rest > 0 { try more(rest, x: x + 40 * u, &block, y: y, pitch: pitch) }
        if hasRings, let first = territories.first {
            let center = Point(x + 13.5 * u, y + block.height + pitch / 2)
            let ring = Ink(token: plan.communityToken(first.community)).readable(3)
            block.items.append(.stroke(.circle(center, radius: 8.6 * u), ring, Canvas.Stroke(1.5 * u)))
            block.items.append(.fill(.circle(center, radius: 6 * u), .muted))
            block.items.append(.text(try text(words.abroad, 17 * u, 400, .muted, x: x + 40 * u, baseline: center.y + 6 * u)))
            block.height += pitch
        }
        return block
    }

    private func colophon(x: Double, bottom: Double, width: Double) throws(CanvasError) -> Block {
        let lines = try typesetter.block(words.stored(plan.info), Font(), width: width / (14 * u), lines: 3).lines
        let items = lines.enumerated().map { index, line in
            Item.text(line.item(14 * u, .muted, at: .start, x: x, baseline: bottom - 18 * u * Double(lines.count - 1 - index)))
        }
        return Block(items: items, height: 18 * u * Double(max(1, lines.count)))
    }

    // MARK: - Parts

    private func heading(_ title: String, x: Double, y: Double) throws(CanvasError) -> Block {
        Block(items: [.text(try text(title, 18 * u, 600, .text, x: x, baseline: y + 15 * u))], height: 32 * u)
    }

    private func text(_ text: String, _ size: Double, _ weight: Int, _ ink: Ink, x: Double, baseline: Double) throws(CanvasError)
        -> TextItem
    {
        try typesetter.line(text, Font(weight: weight)).item(size, ink, at: .start, x: x, baseline: baseline)
    }

    /// A name on the left and its count on the right.
    private func entry(
        _ name: String, _ count: Int, x: Double, right: Double, middle: Double, _ block: inout Block
    ) throws(CanvasError) {
        let size = 19 * u
        let figure = try typesetter.line(words.number(count), Font()).item(size, .muted, at: .end, x: right, baseline: middle + size * 0.35)
        let room = (figure.origin.x - x - 14 * u) / size
        let label = try typesetter.block(name, Font(weight: 500), width: room, lines: 1).lines
        block.items += label.map { .text($0.item(size, .text, at: .start, x: x, baseline: middle + size * 0.35)) }
        block.items.append(.text(figure))
    }

    private func more(_ count: Int, x: Double, _ block: inout Block, y: Double, pitch: Double) throws(CanvasError) {
        let line = try text(words.more(count), 17 * u, 400, .muted, x: x, baseline: y + block.height + pitch / 2 + 6 * u)
        block.items.append(.text(line))
        block.height += pitch
    }
}

extension String {
    var firstUppercased: String { prefix(1).uppercased() + dropFirst() }
}
