internal import Canvas

/// A name on the map.
struct Label: Sendable, Equatable {
    enum Subject: Sendable, Equatable {
        /// Index into the chart's nodes.
        case node(Int)
        case community(Int)
    }

    var subject: Subject
    /// The whole name, however much of it is shown.
    var name: String
    var lines: [TextItem]
    /// Room that it takes, halo included. No other label's box overlaps it.
    var box: Rect
    var isShortened: Bool
}

/// Finds room for names, most important first; what finds none is left out and counted.
struct LabelPlacer {
    private let chart: Chart
    private let places: [Point]
    private let radii: [Double]
    private let unit: Double
    private let typesetter: Typesetter
    private var index: LabelIndex
    private(set) var labels: [Label] = []
    /// Pages and communities whose name found no room.
    private(set) var leftOut = 0
    private(set) var communitiesLeftOut = 0

    init(chart: Chart, places: [Point], radii: [Double], area: Rect, unit: Double, typesetter: Typesetter) {
        self.chart = chart
        self.places = places
        self.radii = radii
        self.unit = unit
        self.typesetter = typesetter
        index = LabelIndex(area: area, centers: places, radii: radii, bucket: 48 * unit)
    }

    /// Furniture on the map that names keep away from.
    mutating func block(_ box: Rect) { index.add(box) }

    // MARK: - Communities

    /// - Parameter hubs: nodes that a community's name must leave free, by rank.
    mutating func placeCommunity(_ territory: Territory, name: String, size: Double, ink: Ink, hubs: Int) throws(CanvasError) {
        let font = Font(weight: 600, tracking: Script.isSpaced(name) ? 0.08 : 0)
        // A small region gets a smaller name.
        let fitted = min(size, max(size * 0.6, territory.area.squareRoot() * 0.16))
        let block = try typesetter.block(name, font, width: 11, lines: 3)
        let deepest = territory.nameSpots.first?.depth ?? 0
        var best: (cost: Double, label: Label)?
        for spot in territory.nameSpots {
            let label = centered(block, fitted, ink, at: spot.place, .community(territory.community), name)
            guard index.isFree(label.box) else { continue }
            guard let hidden = index.hidden(by: label.box, mustNotTouch: { chart.rank[$0] < hubs }) else { continue }
            // A name is best inland and over few pages; where one of both must give way, it may reach over the border.
            let overhang = max(0, label.box.width / 2 - spot.depth) / label.box.width
            let shallow = 1 - spot.depth / max(deepest, 1)
            let cost = hidden / label.box.area * 1.5 + overhang + shallow * 1.2
            if cost < best?.cost ?? .infinity { best = (cost, label) }
        }
        guard let best else {
            communitiesLeftOut += 1
            return
        }
        take(best.label)
    }

    private func centered(
        _ block: Typesetter.Block, _ size: Double, _ ink: Ink, at spot: Point, _ subject: Label.Subject, _ name: String
    ) -> Label {
        let leading = size * 1.14
        let height = leading * Double(block.lines.count)
        let lines = block.lines.enumerated().map { row, line in
            line.item(
                size, ink, at: .middle, x: spot.x, baseline: spot.y - height / 2 + leading * (Double(row) + 0.5) + size * 0.36,
                halo: size * 0.13)
        }
        return Label(subject: subject, name: name, lines: lines, box: Self.box(lines, pad: size * 0.18), isShortened: block.isShortened)
    }

    // MARK: - Pages

    /// Names the pages of one rank, in order of rank.
    ///
    /// - Parameter isLast: whether nothing smaller is tried after this: then the first hubs may lie over others rather than have no name.
    /// - Returns: those that found no room.
    mutating func placePages(_ nodes: [Int], _ style: TierStyle.Rank, isLast: Bool) throws(CanvasError) -> [Int] {
        let size = style.size * unit
        var failed: [Int] = []
        for node in nodes {
            if let label = try label(of: node, style, size, isLast: isLast) { take(label) } else { failed.append(node) }
        }
        if isLast { leftOut += failed.count }
        return failed
    }

    /// Discs of higher rank stay free, and so do all that are large enough to be looked at; only the very first hubs may lie over those rather than have
    /// no name, and not over another hub.
    private func label(of node: Int, _ style: TierStyle.Rank, _ size: Double, isLast: Bool) throws(CanvasError) -> Label? {
        let ink = style.ink
        let rank = chart.rank[node]
        let small = size * 0.42
        let blocks = try blocks(node, style, size)
        if !style.mayCover { return best(node, blocks, size, ink) { _ in true } }
        let careful = best(node, blocks, size, ink) { chart.rank[$0] <= rank || radii[$0] > small }
        if careful != nil || rank >= 8 || !isLast { return careful }
        return best(node, blocks, size, ink) { chart.rank[$0] <= max(rank, style.most) }
    }

    /// The ways to set the name for which there might be room; none is shaped for which there is surely not.
    private func blocks(_ node: Int, _ style: TierStyle.Rank, _ size: Double) throws(CanvasError) -> [Typesetter.Block] {
        var blocks: [Typesetter.Block] = []
        for shape in style.shapes {
            let title = chart.nodes[node].title
            let about = try typesetter.estimate(title, style.font, width: shape.width, lines: shape.lines)
            guard hasRoom(for: node, about, size, mayCover: style.mayCover) else { continue }
            let block = try typesetter.block(title, style.font, width: shape.width, lines: shape.lines)
            // Another way to set it is worth a try only where it keeps the whole title.
            if blocks.isEmpty || !block.isShortened, !blocks.contains(block) { blocks.append(block) }
        }
        return blocks
    }

    private mutating func take(_ label: Label) {
        labels.append(label)
        index.add(label.box)
    }

    /// Whether a block of about this size would fit beside the disc: most names of a dense map need not be shaped to know that they cannot stand.
    private func hasRoom(for node: Int, _ about: (width: Double, lines: Int), _ size: Double, mayCover: Bool) -> Bool {
        let (place, gap) = (places[node], radii[node] + size * 0.28)
        let (width, height) = (about.width * size, size * (0.9 + 1.16 * Double(about.lines - 1)))
        return Side.allCases.contains { side in
            let corner = side.corner(of: place, gap: gap, width: width, height: height)
            let box = Rect(x: corner.x, y: corner.y, width: width, height: height)
            return index.isFree(box) && (mayCover || index.hidden(by: box) { _ in true } != nil)
        }
    }

    /// The way and the side where the name hides least.
    private func best(_ node: Int, _ blocks: [Typesetter.Block], _ size: Double, _ ink: Ink, mustNotTouch: (Int) -> Bool) -> Label? {
        let gap = radii[node] + size * 0.28
        var best: (cost: Double, label: Label)?
        for (way, block) in blocks.enumerated() {
            for (order, side) in Side.allCases.enumerated() {
                // What comes later costs more: where it cannot be cheaper than the best, it need not be looked at.
                let price = Double(order + way * 3) * size * size * 0.08
                if price >= best?.cost ?? .infinity { break }
                let label = label(node, block, size, ink, side, gap)
                guard index.isFree(label.box), let hidden = index.hidden(by: label.box, mustNotTouch: mustNotTouch) else { continue }
                if price + hidden < best?.cost ?? .infinity { best = (price + hidden, label) }
            }
        }
        return best?.label
    }

    private func label(_ node: Int, _ block: Typesetter.Block, _ size: Double, _ ink: Ink, _ side: Side, _ gap: Double) -> Label {
        let leading = size * 1.16
        let (width, height) = (block.width * size, leading * Double(block.lines.count - 1) + size * 0.92)
        let corner = side.corner(of: places[node], gap: gap, width: width, height: height)
        let x =
            switch side.anchor {
            case .start: corner.x
            case .middle: corner.x + width / 2
            case .end: corner.x + width
            }
        let lines = block.lines.enumerated().map { row, line in
            line.item(size, ink, at: side.anchor, x: x, baseline: corner.y + size * 0.76 + leading * Double(row), halo: size * 0.15)
        }
        return Label(
            subject: .node(node), name: chart.nodes[node].title, lines: lines, box: Self.box(lines, pad: size * 0.14),
            isShortened: block.isShortened)
    }

    /// The ink and, for letters without high or low parts, the room of ordinary letters.
    private static func box(_ lines: [TextItem], pad: Double) -> Rect {
        let boxes = lines.map { item in
            Rect(
                left: item.origin.x, top: item.origin.y - item.size * 0.74, right: item.origin.x + item.width,
                bottom: item.origin.y + item.size * 0.2
            ).union(item.line.glyphs.isEmpty ? Rect(x: item.origin.x, y: item.origin.y, width: 0, height: 0) : item.inkBox)
        }
        return boxes.dropFirst().reduce(boxes.first ?? Rect(x: 0, y: 0, width: 0, height: 0)) { $0.union($1) }.inset(-pad)
    }
}

/// Where a name stands beside its disc, best first.
enum Side: CaseIterable {
    case right, left, below, above, rightBelow, rightAbove, leftBelow, leftAbove

    var anchor: TextItem.Anchor {
        switch self {
        case .right, .rightBelow, .rightAbove: .start
        case .left, .leftBelow, .leftAbove: .end
        case .below, .above: .middle
        }
    }

    /// Upper left corner of a text of this size.
    func corner(of p: Point, gap: Double, width: Double, height: Double) -> Point {
        // Diagonally the text may come closer in x and in y.
        let near = gap * 0.72
        switch self {
        case .right: return Point(p.x + gap, p.y - height / 2)
        case .left: return Point(p.x - gap - width, p.y - height / 2)
        case .below: return Point(p.x - width / 2, p.y + gap)
        case .above: return Point(p.x - width / 2, p.y - gap - height)
        case .rightBelow: return Point(p.x + near, p.y + near)
        case .rightAbove: return Point(p.x + near, p.y - near - height)
        case .leftBelow: return Point(p.x - near - width, p.y + near)
        case .leftAbove: return Point(p.x - near - width, p.y - near - height)
        }
    }
}

enum Script {
    /// Whether letters may be spaced: not where they join (Arabic) or stand in a grid of their own (CJK).
    static func isSpaced(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value < 0x590 || (0x2000...0x206F).contains($0.value) }
    }
}
