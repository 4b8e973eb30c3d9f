import Canvas
import Site
import Testing

@testable import Graph

@Suite struct MapTests {
    @Test func aPageStandsAtTheSamePlaceInEveryTier() throws {
        let site = Vaults.random(120, seed: 6)
        let places = try Tier.allCases.map { tier in
            try Vaults.scene(site, tier).1.nodes.sorted { $0.node < $1.node }.map { [$0.center.x, $0.center.y, $0.radius] }
        }
        #expect(places[0].count == 120)
        #expect(places[0] == places[1])
        #expect(places[0] == places[2])
    }

    @Test(arguments: [4, 12, 36, 120, 600]) func landEndsBeforeTheFrameDoes(pages: Int) throws {
        for seed in 1...4 {
            let plan = MapPlan(Vaults.random(pages, seed: UInt64(seed)), theme: try Vaults.theme(), request: PosterRequest())
            for territory in plan.territories {
                let land = try #require(territory.outline.bounds)
                #expect(plan.sheet.map.contains(land), "\(pages) pages, seed \(seed), community \(territory.community)")
                #expect(land.x > plan.sheet.map.x && land.y > plan.sheet.map.y)
                #expect(land.maxX < plan.sheet.map.maxX && land.maxY < plan.sheet.map.maxY)
            }
        }
    }

    @Test func storedCoordinatesAreMovedAndScaledOnly() throws {
        let site = Vaults.random(60, seed: 7)
        let (plan, _) = try Vaults.scene(site, .overview)
        let first = plan.places[0]
        for (node, place) in zip(plan.chart.nodes, plan.places) {
            #expect(abs((place.x - first.x) - (node.x - plan.chart.nodes[0].x) * plan.projection.scale) < 1e-6)
            #expect(abs((place.y - first.y) - (node.y - plan.chart.nodes[0].y) * plan.projection.scale) < 1e-6)
            #expect(plan.sheet.map.contains(place))
            let back = plan.projection.inverse(place)
            #expect(abs(back.x - node.x) < 1e-6)
        }
    }

    /// Pixels along a link, outside the discs, differ from the same poster without links.
    @Test(arguments: Tier.allCases) func everyPageWithLinksHasOneThatIsSeen(tier: Tier) throws {
        let site = Vaults.random(400, seed: 8)
        let (_, scene) = try Vaults.scene(site, tier)
        let ramp = ToneRamp(single: scene.tone.single, most: scene.tone.most, densest: scene.tone.densest)
        // A line of the least width at its middle: what a reader sees of the weakest link.
        let weakest = scene.links.map(\.widths.lowerBound).min() ?? 0
        let alpha = ramp.alpha[Int(min(weakest, 1) * Double(LineDensity.full))]
        #expect(alpha >= 20, "an alpha of at least 8 %")
        let drawn = Set(scene.links.flatMap(\.lines).flatMap { [$0.a, $0.b] })
        let linked = Set(site.graph.edges.filter { $0.source != $0.target }.flatMap { [Int($0.source), Int($0.target)] })
        #expect(drawn == linked)
    }

    @Test func denseGraphsKeepSingleLinksVisible() throws {
        var nodes = (0..<300).map { Vaults.node($0, "n\($0)", Double($0 % 20), Double($0 / 20)) }
        nodes.append(Vaults.node(300, "outlier", 60, 7))
        var edges = (0..<300).flatMap { a in (1..<30).map { (a, (a + $0 * 7) % 300, 1.0, "link") } }.filter { $0.0 < $0.1 }
        edges.append((0, 300, 1, "link"))
        let (_, scene) = try Vaults.scene(Vaults.site(nodes, edges), .overview)
        #expect(scene.tone.densest > 5)
        #expect(scene.tone.single >= TierStyle.faintest)
    }

    @Test func regionsNeverLieOverEachOther() throws {
        let (plan, scene) = try Vaults.scene(Vaults.random(400, seed: 12), .regions)
        #expect(scene.regions.count >= 4)
        let canvasses = try scene.regions.map { region in
            let canvas = try Canvas(width: 512, height: 384)
            canvas.paint(Color(red: 255, green: 255, blue: 255))
            canvas.fill(region.outline.scaled(0.25), Color(red: 37, green: 99, blue: 235))
            return try canvas.withPixels { pixels, _ in pixels.map { $0 & 0xFF == 235 } }
        }
        var shared = 0
        var covered = 0
        for pixel in canvasses[0].indices {
            let owners = canvasses.count { $0[pixel] }
            if owners > 0 { covered += 1 }
            if owners > 1 { shared += 1 }
        }
        #expect(covered > 5000)
        #expect(shared * 200 < covered, "\(shared) of \(covered) pixels belong to two regions")
        // Most pages live in their own region.
        var home = 0
        for (node, place) in zip(plan.chart.nodes, plan.places) {
            guard let index = scene.regions.firstIndex(where: { $0.community == node.community }) else { continue }
            if canvasses[index][Int(place.y / 4) * 512 + Int(place.x / 4)] { home += 1 }
        }
        #expect(home * 10 > plan.chart.nodes.count * 6)
    }

    @Test func discAreasGrowWithLinks() throws {
        let (plan, _) = try Vaults.scene(Vaults.random(200, seed: 13), .overview)
        #expect(plan.scale.radius(0) == plan.scale.smallest)
        #expect(abs(plan.scale.radius(plan.scale.mostLinks) - plan.scale.largest) < 1e-9)
        #expect((1...plan.scale.mostLinks).allSatisfy { plan.scale.radius($0) > plan.scale.radius($0 - 1) })
        #expect(plan.scale.samples == plan.scale.samples.sorted())
        #expect(plan.scale.samples.last == plan.scale.mostLinks)
    }

    @Test func everyKindOfPageHasItsOwnSign() throws {
        let types = ["concept", "entity", "source", "synthesis", "comparison", "query", "moc", "pattern"]
        let nodes = types.enumerated().map { Vaults.node($0, "n\($0)", Double($0), 0, type: $1) }
        let (plan, _) = try Vaults.scene(Vaults.site(nodes), .overview)
        #expect(Set(plan.classes.classes.map(\.sign)).count == types.count)
        // Nor do two show one glyph: colour would be all that tells them apart.
        let glyphs = plan.classes.classes.compactMap(\.glyph)
        #expect(Set(glyphs).count == glyphs.count && glyphs.count == 7)
        #expect(
            plan.classes.classes.map(\.name)
                == ["Concepts", "Entities", "Sources", "Syntheses", "Comparisons", "Queries", "moc", "pattern"])
    }

    @Test(arguments: ColorMode.allCases) func coloursSayWhatWasAsked(mode: ColorMode) throws {
        var request = PosterRequest()
        request.color = mode
        let (plan, scene) = try Vaults.scene(Vaults.random(80, seed: 14), .overview, request)
        #expect(plan.classes.classes.reduce(0) { $0 + $1.count } == 80)
        #expect(scene.nodes.allSatisfy { $0.ink.token.hasPrefix(mode == .type ? "type." : "community.") })
    }

    @Test(arguments: [
        (2048, 1536, Sheet.Arrangement.side), (1536, 2048, .foot), (2048, 2048, .foot), (640, 480, .side), (9933, 14043, .foot),
    ])
    func sheetsHaveRoomForMapAndLegend(width: Int, height: Int, arrangement: Sheet.Arrangement) {
        let sheet = Sheet(width: width, height: height, dpi: width > 9000 ? 300 : 192)
        let paper = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        #expect(sheet.arrangement == arrangement)
        #expect(paper.contains(sheet.map))
        #expect(paper.contains(sheet.legend))
        #expect(!sheet.map.overlaps(sheet.legend))
        #expect(sheet.map.area > paper.area * 0.45)
    }

    @Test func moreDotsAnInchMakeTheSamePoster() {
        let (a, b) = (Sheet(width: 2048, height: 1536, dpi: 192), Sheet(width: 4096, height: 3072, dpi: 384))
        #expect(abs(b.unit - 2 * a.unit) < 1e-9)
        #expect(abs(b.map.width - 2 * a.map.width) < 1e-6)
    }

    @Test(arguments: [(0.0, 1.0), (0.3, 0.5), (7.0, 10.0), (10.0, 10.0), (11.0, 20.0), (1.3e7, 2e7), (-Double.infinity, 1.0)])
    func stepsAreRound(wished: Double, step: Double) {
        #expect(abs(MapFrame.roundStep(wished) - step) < step * 1e-9)
    }

    /// Title, legend and list keep to the paper, bleed left out, whatever the paper is.
    @Test(arguments: [
        (2048, 1536, 1.0, 0.0), (1536, 2048, 1, 30), (1080, 1920, 2.3, 0), (256, 256, 1, 0), (900, 900, 2, 10), (4000, 1000, 1, 0),
    ])
    func furnitureKeepsToThePaper(width: Int, height: Int, lettering: Double, bleed: Double) throws {
        var request = PosterRequest(width: width, height: height)
        (request.lettering, request.bleed) = (lettering, bleed)
        var site = Vaults.random(60, seed: 18)
        site.info.title = "Umsatzsteuervoranmeldungszeitraum und Aufbewahrungspflicht"
        for scope in [PosterScope.vault, .community(1), .around(3, hops: 1)] {
            let plan = MapPlan(site, theme: try Vaults.theme(), request: request, scope: scope)
            let scene = try SceneBuilder(plan: plan, tier: .detail, typesetter: try Typesetter()).scene()
            let paper = Rect(x: 0, y: 0, width: Double(width), height: Double(height)).inset(bleed)
            for case .text(let item) in scene.furniture where !item.line.glyphs.isEmpty {
                #expect(paper.contains(item.inkBox), "\(item.line.text) on \(width) × \(height)")
            }
        }
    }

    @Test func fewHubsLeaveTheOthersTheirSize() {
        let nodes = (0..<400).map { Vaults.node($0, "n", Double($0), Double($0 % 20)) }
        let star = Vaults.site(nodes, (1..<400).map { (0, $0, 1, "link") } + (1..<300).map { ($0, $0 + 1, 1, "link") })
        let scale = NodeScale(Chart(star.graph), map: Rect(x: 0, y: 0, width: 1500, height: 1500), unit: 1)
        #expect(scale.exponent == 0.5)
        #expect(scale.radius(6) > scale.smallest * 1.2)
    }
}
