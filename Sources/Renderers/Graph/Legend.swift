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
    let mode: ColorMode
    let typesetter: Typesetter

    var u: Double { plan.sheet.unit }
    var words: Words { Words(plan.info.language) }

    /// What a block draws and how far down it reaches.
    struct Block {
        var items: [Item] = []
        var height = 0.0
    }

    func items() throws(CanvasError) -> [Item] {
        let box = plan.sheet.legend
        let items =
            switch plan.sheet.arrangement {
            case .side: try column(box)
            case .foot: try row(box)
            case .narrow: try narrow(box)
            case .bare: [Item]()
            }
        return words.isRightToLeft ? items.map { $0.mirrored(box.x + box.maxX) } : items
    }

    /// What is drawn upright in either direction of reading is turned round beforehand, about its own middle.
    func upright(_ path: Path, about x: Double) -> Path { words.isRightToLeft ? path.mirrored(2 * x) : path }

    /// The title across, then two columns of what has room.
    func narrow(_ box: Rect) throws(CanvasError) -> [Item] {
        let head = try title(x: box.x, y: box.y, width: box.width)
        let top = box.y + head.height + 24 * u
        let gap = 26 * u
        let width = (box.width - gap) / 2
        var items = head.items
        guard box.maxY - top > 120 * u else { return items }
        let kinds = try kinds(x: box.x, y: top, width: width, room: box.maxY - top)
        items += kinds.items
        let below = top + kinds.height + 16 * u
        if below + 76 * u < box.maxY { items += try sizes(x: box.x, y: below, width: width).items }
        return items + (try lands(x: box.x + width + gap, y: top, width: width, room: box.maxY - top).items)
    }

    /// What has no room is left out, the least important first: a reader can do without the list of communities, not without the colours.
    func column(_ box: Rect) throws(CanvasError) -> [Item] {
        let colophon = try colophon(x: box.x, bottom: box.maxY, width: box.width)
        let bottom = box.maxY - colophon.height - 16 * u
        var y = box.y
        var items: [Item] = []
        func put(_ block: Block, gap: Double) {
            guard !block.items.isEmpty, y + block.height <= bottom else { return }
            items += block.items
            y += block.height + gap
        }
        put(try title(x: box.x, y: y, width: box.width), gap: 30 * u)
        items.append(.stroke(.segment(Point(box.x, y), Point(box.maxX, y)), .hairline, Canvas.Stroke(1.2 * u)))
        y += 34 * u
        put(try kinds(x: box.x, y: y, width: box.width, room: (bottom - y) * 0.5), gap: 32 * u)
        put(try sizes(x: box.x, y: y, width: box.width), gap: 32 * u)
        put(try tones(x: box.x, y: y, width: box.width), gap: 32 * u)
        put(try lands(x: box.x, y: y, width: box.width, room: bottom - y), gap: 0)
        return items + colophon.items
    }

    func row(_ box: Rect) throws(CanvasError) -> [Item] {
        let gap = 52 * u
        let unit = (box.width - 3 * gap) / 10
        var x = box.x
        var items = try title(x: x, y: box.y, width: unit * 3.4).items
        items += try colophon(x: x, bottom: box.maxY, width: unit * 3.4).items
        x += unit * 3.4 + gap
        items += try kinds(x: x, y: box.y, width: unit * 2.2, room: box.height).items
        x += unit * 2.2 + gap
        items += try lands(x: x, y: box.y, width: unit * 2.2, room: box.height).items
        x += unit * 2.2 + gap
        let sizes = try sizes(x: x, y: box.y, width: unit * 2.2)
        let tones = try tones(x: x, y: box.y + sizes.height + 30 * u, width: unit * 2.2)
        items += sizes.items
        if sizes.height + 30 * u + tones.height <= box.height { items += tones.items }
        return items
    }

    // MARK: - Blocks

    func title(x: Double, y: Double, width: Double) throws(CanvasError) -> Block {
        var block = Block()
        let isNarrow = plan.sheet.arrangement == .narrow
        // Where there is little room, the mark stands beside the title.
        let markX = isNarrow ? x + width - 58 * u : x
        let width = isNarrow ? width - 72 * u : width
        let mark = Mark.full.items(in: Rect(x: markX, y: y, width: 58 * u, height: 58 * u))
        block.items += words.isRightToLeft ? mark.map { $0.mirrored(2 * markX + 58 * u) } : mark
        let font = Font(weight: 600, tracking: Script.isSpaced(plan.title) ? -0.02 : 0)
        var size = 44 * u
        var name = try typesetter.block(plan.title, font, width: width / size, lines: 3)
        // A long word makes the whole title smaller rather than reach out of the column.
        if name.width * size > width {
            size = max(26 * u, width / name.width)
            name = try typesetter.block(plan.title, font, width: width / size, lines: 3)
        }
        var baseline = y + (isNarrow ? 40 * u : 116 * u)
        for line in name.lines {
            block.items.append(.text(line.item(size, .text, at: .start, x: x, baseline: baseline)))
            baseline += size * 1.12
        }
        baseline += -size * 1.12 + 38 * u
        block.items.append(.text(try text(words.view(plan, tier), 23 * u, 500, .muted, x: x, baseline: baseline)))
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

    func facts() -> [String] {
        let pages = plan.scope == .vault ? plan.chart.nodes.count + plan.chart.unplaced.count : plan.focusCount
        var facts = [words.pages(pages) + " · " + words.links(plan.chart.links.count)]
        if plan.scope != .vault { facts.insert(plan.info.title, at: 0) }
        if plan.communityCount > 1 { facts.append(words.communities(plan.communityCount)) }
        // A vault without a server has no data version.
        let version = plan.info.dataVersion == 0 ? nil : "\(words.version) \(plan.info.dataVersion)"
        let told = [plan.info.date?.description, version].compactMap { $0 }
        if !told.isEmpty { facts.append(told.joined(separator: " · ")) }
        return facts
    }

    func colophon(x: Double, bottom: Double, width: Double) throws(CanvasError) -> Block {
        let lines = try typesetter.block(words.stored(plan.info), Font(), width: width / (14 * u), lines: 3).lines
        let items = lines.enumerated().map { index, line in
            Item.text(line.item(14 * u, .muted, at: .start, x: x, baseline: bottom - 18 * u * Double(lines.count - 1 - index)))
        }
        return Block(items: items, height: 18 * u * Double(max(1, lines.count)))
    }

    // MARK: - Parts

    func heading(_ title: String, x: Double, y: Double) throws(CanvasError) -> Block {
        Block(items: [.text(try text(title, 18 * u, 600, .text, x: x, baseline: y + 15 * u))], height: 32 * u)
    }

    func text(_ text: String, _ size: Double, _ weight: Int, _ ink: Ink, x: Double, baseline: Double) throws(CanvasError)
        -> TextItem
    {
        try typesetter.line(text, Font(weight: weight)).item(size, ink, at: .start, x: x, baseline: baseline)
    }

    /// A name on the left and its count on the right.
    func entry(
        _ name: String, _ count: Int, x: Double, right: Double, middle: Double, _ block: inout Block
    ) throws(CanvasError) {
        let size = 19 * u
        let figure = try typesetter.line(words.number(count), Font()).item(size, .muted, at: .end, x: right, baseline: middle + size * 0.35)
        let room = (figure.origin.x - x - 14 * u) / size
        let label = try typesetter.block(name, Font(weight: 500), width: room, lines: 1).lines
        block.items += label.map { .text($0.item(size, .text, at: .start, x: x, baseline: middle + size * 0.35)) }
        block.items.append(.text(figure))
    }

    func more(_ count: Int, x: Double, _ block: inout Block, y: Double, pitch: Double) throws(CanvasError) {
        let line = try text(words.more(count), 17 * u, 400, .muted, x: x, baseline: y + block.height + pitch / 2 + 6 * u)
        block.items.append(.text(line))
        block.height += pitch
    }
}

extension String {
    var firstUppercased: String { prefix(1).uppercased() + dropFirst() }
}
