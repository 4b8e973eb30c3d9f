internal import Canvas

/// The map's frame: paper, sea, the net of stored coordinates, neatline, and the corner for pages without a position.
struct MapFrame {
    private(set) var ground: [Item] = []
    private(set) var over: [Item] = []
    /// Where names must not stand.
    private(set) var blocked: [Rect] = []

    private let plan: MapPlan
    private let typesetter: Typesetter
    private var unit: Double { plan.sheet.unit }

    init(plan: MapPlan, typesetter: Typesetter) throws(CanvasError) {
        self.plan = plan
        self.typesetter = typesetter
        let map = plan.sheet.map
        if plan.sheet.arrangement == .bare {
            ground = [.fill(.rect(map), .sea)]
            return
        }
        ground = [
            .fill(.rect(Rect(x: 0, y: 0, width: plan.sheet.width, height: plan.sheet.height)), .paper),
            .fill(.rect(map), .sea),
        ]
        if plan.sheet.arrangement != .narrow { try addGraticule(map) }
        addCropMarks()
        over.append(.stroke(.rect(map), .neatline, Canvas.Stroke(1 * unit)))
        over.append(.stroke(.rect(map.inset(-7 * unit)), .neatline, Canvas.Stroke(2.2 * unit)))
        if !plan.chart.unplaced.isEmpty { try addUnplaced(map) }
    }

    /// Where to cut, outside of what stays.
    private mutating func addCropMarks() {
        let (sheet, bleed) = (plan.sheet, plan.sheet.bleed)
        guard bleed > 0 else { return }
        var marks = Path()
        for x in [bleed, sheet.width - bleed] {
            for (from, to) in [(0.0, bleed * 0.75), (sheet.height - bleed * 0.75, sheet.height)] {
                marks.move(x, from)
                marks.line(x, to)
            }
        }
        for y in [bleed, sheet.height - bleed] {
            for (from, to) in [(0.0, bleed * 0.75), (sheet.width - bleed * 0.75, sheet.width)] {
                marks.move(from, y)
                marks.line(to, y)
            }
        }
        over.append(.stroke(marks, .text, Canvas.Stroke(0.7 * unit, cap: .butt)))
    }

    /// Lines at round stored coordinates, as a map has degrees: the positions are the server's own.
    private mutating func addGraticule(_ map: Rect) throws(CanvasError) {
        guard plan.chart.nodes.count > 1, !plan.chart.faults.onOnePoint else { return }
        let step = Self.roundStep(map.height / plan.projection.scale / 7)
        let (low, high) = (plan.projection.inverse(Point(map.x, map.y)), plan.projection.inverse(Point(map.maxX, map.maxY)))
        var lines = Path()
        for index in Int((low.x / step).rounded(.up))...Int((high.x / step).rounded(.down)) {
            let x = plan.projection(Double(index) * step, 0).x
            lines.move(x, map.y)
            lines.line(x, map.maxY)
            try label(Double(index) * step, step, at: .middle, x: x, baseline: map.maxY - 9 * unit, within: map)
        }
        for index in Int((low.y / step).rounded(.up))...Int((high.y / step).rounded(.down)) {
            let y = plan.projection(0, Double(index) * step).y
            lines.move(map.x, y)
            lines.line(map.maxX, y)
            try label(Double(index) * step, step, at: .start, x: map.x + 9 * unit, baseline: y + 4.2 * unit, within: map)
        }
        ground.append(.stroke(lines, .graticule, Canvas.Stroke(1 * unit)))
    }

    private mutating func label(
        _ value: Double, _ step: Double, at anchor: TextItem.Anchor, x: Double, baseline: Double, within map: Rect
    ) throws(CanvasError) {
        let isFine = step < 1
        let rounded = (value / step).rounded() * step
        let text = isFine ? Self.decimal(rounded) : String(Int(rounded))
        let item = try typesetter.line(text.replacing("-", with: "−"), Font(weight: 400)).item(
            12 * unit, .muted, at: anchor, x: x, baseline: baseline, halo: 2 * unit)
        let box = item.inkBox.inset(-3 * unit)
        guard map.contains(box), !blocked.contains(where: { $0.overlaps(box) }) else { return }
        over.append(.text(item))
        blocked.append(box)
    }

    /// 1, 2 or 5 times a power of ten, the first that is not less than `wished`.
    static func roundStep(_ wished: Double) -> Double {
        guard wished > 0, wished.isFinite else { return 1 }
        var power = 1.0
        while power * 10 <= wished { power *= 10 }
        while power > wished { power /= 10 }
        for factor in [1.0, 2, 5] where power * factor >= wished { return power * factor }
        return power * 10
    }

    private static func decimal(_ value: Double) -> String {
        var text = String((value * 1_000_000).rounded() / 1_000_000)
        if text.hasSuffix(".0") { text.removeLast(2) }
        return text
    }

    /// A strip in the corner with the discs of pages whose coordinates are missing or senseless.
    private mutating func addUnplaced(_ map: Rect) throws(CanvasError) {
        let shown = min(plan.chart.unplaced.count, 60)
        let words = Words(plan.info.language)
        let title = try typesetter.line("\(words.withoutPosition): \(words.number(plan.chart.unplaced.count))", Font(weight: 500))
        let pitch = 16 * unit
        let perRow = 20
        let rows = (shown + perRow - 1) / perRow
        let width = max(title.advance * 14 * unit, Double(min(shown, perRow)) * pitch) + 24 * unit
        let height = 36 * unit + Double(rows) * pitch + 4 * unit
        let box = Rect(x: map.maxX - width - 16 * unit, y: map.maxY - height - 36 * unit, width: width, height: height)
        over.append(.fill(.roundedRect(box, radius: 9 * unit), .paper))
        over.append(.stroke(.roundedRect(box, radius: 9 * unit), .hairline, Canvas.Stroke(1 * unit)))
        over.append(.text(title.item(14 * unit, .muted, at: .start, x: box.x + 12 * unit, baseline: box.y + 22 * unit)))
        for index in 0..<shown {
            let kind = plan.classes.classes[plan.classes.ofNode[plan.chart.nodes.count + index]]
            let center = Point(
                box.x + 12 * unit + (Double(index % perRow) + 0.5) * pitch, box.y + 34 * unit + (Double(index / perRow) + 0.5) * pitch)
            over += kind.disc(at: center, radius: 5 * unit)
        }
        blocked.append(box.inset(-6 * unit))
    }
}

extension Classification.Class {
    /// A small disc with its sign, as it stands in legends.
    func disc(at center: Point, radius: Double) -> [Item] {
        var items: [Item] = [.fill(.circle(center, radius: radius), ink)]
        let cutout = sign.cutout(center, radius)
        if !cutout.isEmpty { items.append(.fill(cutout, .paper)) }
        return items
    }
}
