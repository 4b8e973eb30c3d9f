internal import Canvas
internal import Foundation
internal import Site
internal import Theme

/// Makes the scene of one tier.
struct SceneBuilder {
    let plan: MapPlan
    let tier: Tier
    let typesetter: Typesetter
    private var style: TierStyle { .of(tier) }
    private var unit: Double { plan.sheet.unit }

    init(plan: MapPlan, tier: Tier, typesetter: Typesetter) {
        self.plan = plan
        self.tier = tier
        self.typesetter = typesetter
    }

    func scene() throws(CanvasError) -> Scene {
        let frame = try MapFrame(plan: plan, typesetter: typesetter)
        let links = layers()
        let tone = tone(of: links)
        let (labels, leftOut) = try names(avoiding: frame.blocked)
        let legend = try Legend(
            plan: plan, tier: tier, links: links, tone: tone, hasRings: plan.chart.nodes.indices.contains(where: isRinged),
            typesetter: typesetter
        ).items()
        var report = TierReport(tier: tier, pages: plan.chart.nodes.count, links: plan.chart.links.count, regions: plan.territories.count)
        report.named = labels.count { if case .node = $0.subject { true } else { false } }
        report.leftOut = leftOut
        report.shortened = labels.count(where: \.isShortened)
        report.missingGlyphs = labels.compactMap { label in
            guard case .node(let node) = label.subject, label.lines.contains(where: { $0.line.missing > 0 }) else { return nil }
            return .init(page: plan.chart.nodes[node].page, title: plan.chart.nodes[node].title)
        }
        let words = Words(plan.info.language)
        return Scene(
            tier: tier, sheet: plan.sheet, language: plan.info.language, title: "\(plan.info.title) – \(words.graph), \(words.tier(tier))",
            description: words.summary(plan), glyphs: typesetter.store, ground: frame.ground, regions: regions(), links: links, tone: tone,
            nodes: nodes(),
            labels: labels, furniture: frame.over + legend, report: report)
    }

    private func regions() -> [Region] {
        plan.territories.map { territory in
            Region(
                community: territory.community, name: plan.communityName(territory.community),
                ink: Ink(token: plan.communityToken(territory.community)), outline: territory.outline, wash: style.wash)
        }
    }

    private func layers() -> [LinkLayer] {
        plan.chart.kinds.enumerated().map { kind, name in
            let isSource = name == "source"
            let lines = plan.chart.links.filter { $0.kind == kind }.map {
                LinkLayer.Line(a: $0.a, b: $0.b, from: plan.places[$0.a], to: plan.places[$0.b], strength: $0.strength)
            }
            return LinkLayer(
                kind: name, ink: Ink(token: isSource ? "type.source" : kind == 0 ? "text.text" : "accent.accent2"), lines: lines,
                widths: style.linkWidth.lowerBound * unit...style.linkWidth.upperBound * unit,
                dash: isSource ? LineDensity.Dash(on: 7 * unit, off: 4 * unit) : nil)
        }
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
        let lines = covered.reduce(0.0) { $0 + Double($1) } / Double(LineDensity.full)
        let mean = lines * reduction * reduction / plan.sheet.map.area
        // The thousandth part that is denser still is left to the ramp's end: it lies around the largest discs.
        let densest = Double(covered[covered.count * 999 / 1000]) / Double(LineDensity.full)
        return Tone(
            single: max(TierStyle.faintest, style.single * pow(1 + 2 * mean, -0.3)), most: style.most * pow(1 + mean, -0.1),
            densest: max(2, densest))
    }

    private func nodes() -> [NodeMark] {
        let order = plan.chart.nodes.indices.sorted { (plan.radii[$1], $0) < (plan.radii[$0], $1) }
        let words = Words(plan.info.language)
        return order.map { index in
            let node = plan.chart.nodes[index]
            let kind = plan.classes.classes[plan.classes.ofNode[index]]
            let radius = plan.radii[index]
            var glyph: Path?
            if radius >= Classification.glyphRadius * unit, let path = kind.glyph {
                let k = radius * 1.16 / Glyph.grid
                glyph = path.scaled(k, movedTo: plan.places[index] - Point(12 * k, 12 * k))
            }
            return NodeMark(
                node: index, page: node.page, center: plan.places[index], radius: radius, ink: kind.ink, sign: kind.sign, glyph: glyph,
                community: node.community,
                ring: isRinged(index) ? Ink(token: plan.communityToken(node.community)).readable(3) : nil,
                note: words.note(node, plan))
        }
    }

    private func isRinged(_ node: Int) -> Bool { plan.isAbroad[node] && plan.radii[node] >= NodeStyle.smallestRinged * unit }

    private func names(avoiding blocked: [Rect]) throws(CanvasError) -> (labels: [Label], leftOut: Int) {
        var placer = LabelPlacer(
            chart: plan.chart, places: plan.places, radii: plan.radii, area: plan.sheet.map.inset(4 * unit), unit: unit,
            typesetter: typesetter)
        for box in blocked { placer.block(box) }
        let hubs = style.ranks.first?.most ?? 0
        for territory in plan.territories {
            let ink = Ink(token: plan.communityToken(territory.community)).readable()
            try placer.placeCommunity(
                territory, name: plan.communityName(territory.community), size: style.communitySize * unit, ink: ink, hubs: min(hubs, 40))
        }
        var ranking = plan.chart.ranking[...]
        for (position, rank) in style.ranks.enumerated() {
            let nodes = ranking.prefix(rank.most)
            ranking = ranking.dropFirst(rank.most)
            try placer.placePages(nodes, rank, ink: position == 2 ? Ink.text.faded(0.86) : .text)
        }
        return (placer.labels, placer.leftOut)
    }
}
