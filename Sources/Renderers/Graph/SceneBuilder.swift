internal import Canvas
internal import Foundation
internal import Site
internal import Theme

/// Makes the scene of one tier, or of one level of a pyramid.
struct SceneBuilder {
    let plan: MapPlan
    let tier: Tier
    let typesetter: Typesetter
    private let style: TierStyle
    private var unit: Double { plan.sheet.unit }
    private var words: Words { Words(plan.info.language) }

    init(plan: MapPlan, tier: Tier, style: TierStyle? = nil, typesetter: Typesetter) {
        self.plan = plan
        self.tier = tier
        self.style = style ?? .of(tier, pages: plan.chart.nodes.count, isNarrow: plan.sheet.arrangement == .narrow)
        self.typesetter = typesetter
    }

    func scene() throws(CanvasError) -> Scene {
        let frame = try MapFrame(plan: plan, typesetter: typesetter)
        let links = layers()
        let tone = tone(of: links)
        let placer = try names(avoiding: frame.blocked)
        var legend: [Item] = []
        if plan.sheet.arrangement != .bare {
            legend = try Legend(
                plan: plan, tier: tier, links: links, tone: tone, hasRings: plan.chart.nodes.indices.contains(where: isRinged),
                mode: plan.mode, typesetter: typesetter
            ).items()
        }
        let date = plan.info.date.map { "\($0)T00:00:00Z" } ?? "2000-01-01T00:00:00Z"
        return Scene(
            tier: tier, sheet: plan.sheet, language: plan.info.language, title: "\(plan.title) – \(words.graph), \(words.view(plan, tier))",
            description: words.summary(plan), date: date, glyphs: typesetter.store, ground: frame.ground, regions: regions(), links: links,
            tone: tone, nodes: nodes(), labels: placer.labels, furniture: frame.over + legend, report: report(placer))
    }

    private func report(_ placer: LabelPlacer) -> TierReport {
        var report = TierReport(
            tier: tier, pages: plan.focusCount, links: plan.chart.links.count, regions: plan.territories.count)
        report.named = placer.labels.count { if case .node = $0.subject { true } else { false } }
        report.leftOut = placer.leftOut
        report.unnamedCommunities = placer.communitiesLeftOut + max(0, plan.communityCount - plan.territories.count)
        report.shortened = placer.labels.count(where: \.isShortened)
        report.missingGlyphs = placer.labels.compactMap { label in
            guard case .node(let node) = label.subject, label.lines.contains(where: { $0.line.missing > 0 }) else { return nil }
            return .init(page: plan.chart.nodes[node].page, title: plan.chart.nodes[node].title)
        }
        return report
    }

    private func regions() -> [Region] {
        plan.territories.map { territory in
            // What is only around stands back.
            let share = if case .community(let id) = plan.scope, id != territory.community { 0.35 } else { 1.0 }
            return Region(
                community: territory.community, name: plan.communityName(territory.community),
                ink: Ink(token: plan.communityToken(territory.community)), outline: territory.outline, wash: style.wash * share,
                veil: style.veil * share)
        }
    }

    private func layers() -> [LinkLayer] {
        let nodes = plan.chart.nodes
        return plan.chart.kinds.enumerated().flatMap { kind, name in
            [false, true].compactMap { isLeaving in
                let links = plan.chart.links.filter { $0.kind == kind && (nodes[$0.a].isContext || nodes[$0.b].isContext) == isLeaving }
                return links.isEmpty ? nil : layer(name, kind, isLeaving: isLeaving, links)
            }
        }
    }

    private func layer(_ name: String, _ kind: Int, isLeaving: Bool, _ links: [Chart.Link]) -> LinkLayer {
        let isSource = name == "source"
        let lines = links.compactMap { link in
            plan.sheet.map.clip(plan.places[link.a], plan.places[link.b]).map {
                LinkLayer.Line(
                    a: link.a, b: link.b, from: $0.0, to: $0.1, strength: link.strength,
                    isFanned: max(plan.chart.nodes[link.a].degree, plan.chart.nodes[link.b].degree) > Tone.fan)
            }
        }
        var layer = LinkLayer(
            kind: name, isLeaving: isLeaving, ink: Ink(token: isSource ? "type.source" : kind == 0 ? "text.text" : "accent.accent2"),
            lines: lines, widths: style.linkWidth.lowerBound * unit...style.linkWidth.upperBound * unit,
            dash: isSource ? LineDensity.Dash(on: 7 * unit, off: 4 * unit) : nil)
        if isLeaving {
            if !isSource { layer.ink = Ink(token: "community.unassigned") }
            layer.widths = layer.widths.lowerBound...(layer.widths.lowerBound + layer.widths.upperBound) / 2
        }
        return layer
    }

    /// Many links are drawn lighter, so that what lies under them stays legible; one alone is always seen.
    private func tone(of layers: [LinkLayer]) -> Tone {
        let reduction = 8.0
        let (width, height) = (Int(plan.sheet.width / reduction) + 1, Int(plan.sheet.height / reduction) + 1)
        var density = LineDensity(width: width, height: height)
        for layer in layers {
            density.add(
                layer.lines.map {
                    LineDensity.Segment($0.from * (1 / reduction), $0.to * (1 / reduction), width: layer.width($0.strength) / reduction)
                })
        }
        let covered = density.counts.filter { $0 > 0 }.sorted()
        guard !covered.isEmpty else { return Tone(single: style.single, most: style.most, densest: 2) }
        // How often the ink lies over the land that has any: a few outlying pages must not make a dense core look thin.
        let lines = covered.reduce(0.0) { $0 + Double($1) } / Double(LineDensity.full)
        let mean = lines / Double(covered.count)
        // The thousandth part that is denser still is left to the ramp's end: it lies around the largest discs.
        let densest = Double(covered[covered.count * 999 / 1000]) / Double(LineDensity.full)
        return Tone(
            single: max(TierStyle.faintest, style.single * pow(1 + 2 * mean, -0.5)), most: style.most * pow(1 + mean, -0.12),
            densest: max(2, densest))
    }

    private func nodes() -> [NodeMark] {
        let order = plan.chart.nodes.indices.sorted { (plan.radii[$1], $0) < (plan.radii[$0], $1) }
        let words = words
        // What stands around lies under what the poster is about.
        return (order.filter { plan.chart.nodes[$0].isContext && plan.isShown($0) } + order.filter { !plan.chart.nodes[$0].isContext })
            .map { mark($0, words) }
    }

    private func mark(_ index: Int, _ words: Words) -> NodeMark {
        let node = plan.chart.nodes[index]
        let radius = plan.radii[index]
        var mark = NodeMark(
            node: index, page: node.page, center: plan.places[index], radius: radius, ink: Ink(token: "community.unassigned"), sign: .solid,
            community: node.community, title: node.title, note: words.note(node, plan))
        if node.isContext { return mark }
        let kind = plan.classes.classes[plan.classes.ofNode[index]]
        (mark.ink, mark.sign) = (kind.ink, kind.sign)
        if radius >= Classification.glyphRadius * unit, let path = kind.glyph {
            let k = radius * 1.16 / Glyph.grid
            mark.glyph = path.scaled(k, movedTo: plan.places[index] - Point(12 * k, 12 * k))
        }
        if case .around(node.page, _) = plan.scope { mark.ring = Ink(token: "accent.accent-strong") }
        if isRinged(index) { mark.ring = Ink(token: plan.communityToken(node.community)).readable(3) }
        return mark
    }

    private func isRinged(_ node: Int) -> Bool {
        plan.changes == nil && plan.isAbroad[node] && !plan.chart.nodes[node].isContext
            && plan.radii[node] >= NodeStyle.smallestRinged * unit
    }

    private func names(avoiding blocked: [Rect]) throws(CanvasError) -> LabelPlacer {
        var placer = LabelPlacer(
            chart: plan.chart, places: plan.places, radii: plan.radii, area: plan.sheet.map.inset(4 * unit), unit: unit,
            typesetter: typesetter)
        for box in blocked { placer.block(box) }
        var ranking = Array(plan.chart.ranking.prefix(plan.focusCount))
        if let changes = plan.changes, let first = style.ranks.first {
            // What changed is what the poster is about: it is named before everything else.
            let changed = ranking.filter { changes.kind(of: plan.chart.nodes[$0].page) != .same }
            _ = try placer.placePages(changed, first, isLast: true)
            ranking.removeFirst(changed.count)
        }
        let hubs = style.ranks.first?.most ?? 0
        if style.communitySize > 0 {
            for territory in plan.territories {
                let isAround = if case .community(let id) = plan.scope { id != territory.community } else { false }
                let ink = isAround ? Ink.muted : Ink(token: plan.communityToken(territory.community)).readable()
                try placer.placeCommunity(
                    territory, name: plan.communityName(territory.community), size: style.communitySize * (isAround ? 0.8 : 1) * unit,
                    ink: ink, hubs: min(hubs, 40))
            }
        }
        var waiting: [Int] = []
        for (position, rank) in style.ranks.enumerated() {
            // Who found no room for a large name may have it for a small one.
            let nodes = waiting + ranking.prefix(rank.most)
            ranking.removeFirst(min(rank.most, ranking.count))
            waiting = try placer.placePages(nodes, rank, isLast: position == style.ranks.count - 1)
        }
        if !style.ranks.isEmpty {
            let around = plan.chart.ranking.dropFirst(plan.focusCount).filter(plan.isShown)
            _ = try placer.placePages(around, TierStyle.context, isLast: true)
        }
        return placer
    }
}
