import Canvas
import Testing

@testable import Graph

@Suite struct LabelTests {
    static let cases = Tier.allCases.flatMap { tier in [(tier, 40, 1), (tier, 220, 2), (tier, 700, 3)].map { ($0.0, $0.1, UInt64($0.2)) } }

    @Test(arguments: cases) func namesNeverCollide(tier: Tier, count: Int, seed: UInt64) throws {
        let (plan, scene) = try Vaults.scene(Vaults.random(count, seed: seed), tier)
        expectNoCollision(plan, scene)
    }

    /// Small paper, large letters, few inches: what is promised holds on any sheet.
    @Test(arguments: [(600, 900, 1.0), (1080, 1920, 2.3), (4000, 1500, 0.6), (900, 900, 1.5)])
    func namesNeverCollideOnAnySheet(width: Int, height: Int, lettering: Double) throws {
        var request = PosterRequest(width: width, height: height)
        request.lettering = lettering
        for tier in Tier.allCases {
            let (plan, scene) = try Vaults.scene(Vaults.random(150, seed: 17), tier, request)
            expectNoCollision(plan, scene)
        }
    }

    /// The box that the promise is about really holds the ink.
    @Test(arguments: Tier.allCases) func boxesHoldTheInk(tier: Tier) throws {
        let (_, scene) = try Vaults.scene(Vaults.random(150, seed: 9), tier)
        for label in scene.labels { for line in label.lines { #expect(label.box.contains(line.inkBox)) } }
    }

    @Test func communityNamesLeaveTheHubsFree() throws {
        let (plan, scene) = try Vaults.scene(Vaults.random(300, seed: 4), .overview)
        let hubs = plan.chart.ranking.prefix(18)
        let names = scene.labels.filter { if case .community = $0.subject { true } else { false } }
        #expect(names.count >= 3)
        for name in names { for hub in hubs { #expect(!name.box.overlapsDisc(plan.places[hub], radius: plan.radii[hub])) } }
    }

    @Test func everyPageOfASmallVaultIsNamedInDetailIsolatedOnesToo() throws {
        let nodes = (0..<12).map { Vaults.node($0, "Page number \($0)", Double($0 % 4) * 100, Double($0 / 4) * 100) }
        let (_, scene) = try Vaults.scene(Vaults.site(nodes, [(0, 1, 1, "link")]), .detail)
        #expect(scene.report.named == 12)
        #expect(scene.report.leftOut == 0)
    }

    @Test func whatFindsNoRoomIsCounted() throws {
        let (_, scene) = try Vaults.scene(Vaults.random(900, seed: 5), .detail)
        let communities = scene.labels.count - scene.report.named
        #expect(scene.report.leftOut > 0)
        #expect(scene.report.named + scene.report.leftOut + communities >= 900)
    }

    @Test func longTitlesAreWrappedThenShortenedAndKeptWholeInTheNote() throws {
        let long = String(repeating: "Aufbewahrungspflichten ", count: 13)
        let (_, scene) = try Vaults.scene(Vaults.site([Vaults.node(0, long, 0, 0), Vaults.node(1, "b", 9, 9)]), .detail)
        let label = try #require(scene.labels.first { $0.subject == .node(0) })
        #expect(label.isShortened)
        #expect((2...3).contains(label.lines.count))
        #expect(label.lines.last?.line.text.hasSuffix("…") == true)
        #expect(scene.nodes.first { $0.node == 0 }?.note.hasPrefix(long.dropLast()) == true)
    }

    @Test func higherRankIsNamedFirst() throws {
        // Two pages on nearly one place: only the one with links can have the name beside it.
        let nodes =
            [Vaults.node(0, "Small page with a long name", 0, 0), Vaults.node(1, "Hub", 0.01, 0)]
            + (2..<9).map {
                Vaults.node($0, "n\($0)", Double($0) * 10, 50)
            }
        let (plan, _) = try Vaults.scene(Vaults.site(nodes, (2..<9).map { (1, $0, 1, "link") }), .overview)
        #expect(plan.chart.ranking.first == 1)
    }

    /// What is left unshaped because it surely has no room must really be no smaller.
    @Test func sizesAreEstimatedWithoutShaping() throws {
        let typesetter = try Typesetter()
        let titles = [
            "From notes to a static site", "AVAVAV To Ty", "Aufbewahrungspflicht nach § 147 AO", "restic", "ベクトル検索", "🔋 Battery backup",
            "Umsatzsteuervoranmeldungszeitraum", "Static vs dynamic publishing of large vaults", "per-host", "Mountain thread token 9",
        ]
        for title in titles {
            for (width, lines) in [(10.0, 3), (11.0, 2), (20.0, 1)] {
                let block = try typesetter.block(title, Font(weight: 500), width: width, lines: lines)
                let about = try typesetter.estimate(title, Font(weight: 500), width: width, lines: lines)
                #expect(about.width <= block.width + 0.001 && about.lines <= block.lines.count, "\(title), \(width)")
            }
        }
        let about = try typesetter.estimate("From notes to a static site", Font(), width: 8, lines: 3)
        let block = try typesetter.block("From notes to a static site", Font(), width: 8, lines: 3)
        #expect(about.lines == block.lines.count)
        #expect(about.width > block.width * 0.85)
    }
}

/// The promise of the placer: no name on another, on the border, on the legend, or on a page of higher rank.
func expectNoCollision(_ plan: MapPlan, _ scene: Scene) {
    #expect(!scene.labels.isEmpty)
    let boxes = scene.labels.map(\.box).enumerated().sorted { $0.element.x < $1.element.x }
    for (position, (index, box)) in boxes.enumerated() {
        let label = scene.labels[index]
        #expect(plan.sheet.map.contains(box), "\(label.subject) reaches over the border")
        #expect(!plan.sheet.legend.overlaps(box), "\(label.subject) reaches into the legend")
        for (other, otherBox) in boxes[(position + 1)...] {
            if otherBox.x >= box.maxX { break }
            #expect(!box.overlaps(otherBox), "\(label.subject) on \(scene.labels[other].subject)")
        }
        guard case .node(let node) = label.subject else { continue }
        let covered = plan.chart.ranking.prefix(plan.chart.rank[node] + 1).filter {
            box.overlapsDisc(plan.places[$0], radius: plan.radii[$0])
        }
        #expect(covered.isEmpty, "the name of \(node) on the pages \(covered)")
    }
}
