import Canvas
import Testing

@testable import Graph

struct WordsTests {
    private func texts(_ language: String, _ request: PosterRequest = PosterRequest()) throws -> (MapPlan, Scene, [TextItem]) {
        let nodes = (0..<12).map { Vaults.node($0, "Page \($0)", Double($0 % 4) * 9, Double($0 / 4) * 9, community: $0 % 2) }
        let site = Vaults.site(nodes, [(0, 1, 1, "link"), (1, 2, 1, "source")], language: language)
        let (plan, scene) = try Vaults.scene(site, .overview, request)
        return (plan, scene, scene.furniture.compactMap { if case .text(let text) = $0 { text } else { nil } })
    }

    @Test(arguments: ["it", "de", "ja", "ar"]) func legendsSpeakTheSitesLanguage(language: String) throws {
        let english = Set(try texts("en").2.map(\.line.text).filter { $0.contains(/[A-Za-z]{3}/) })
        let other = Set(try texts(language).2.map(\.line.text))
        #expect(english.count > 8)
        // What is the vault's own stays.
        #expect(english.intersection(other).subtracting(["Test vault", "Wikilink"]) == [])
        let words = Words(language)
        #expect(other.contains(words.heading(.type)) && other.contains(words.type("concept")) && other.contains(words.tier(.overview)))
    }

    @Test func anArabicLegendIsTheMirrorOfALeftToRightOne() throws {
        let (plan, scene, arabic) = try texts("ar")
        let (left, _, english) = try texts("en")
        #expect(plan.sheet.legend.x > plan.sheet.map.maxX && left.sheet.legend.maxX < left.sheet.map.x)
        let inLegend = arabic.filter { plan.sheet.legend.contains($0.inkBox.center) }
        #expect(inLegend.count > 10 && inLegend.count == english.filter { left.sheet.legend.contains($0.inkBox.center) }.count)
        let legend = plan.sheet.legend
        for text in inLegend { #expect(text.inkBox.x >= legend.x - 1 && text.inkBox.maxX <= legend.maxX + 1, "\(text.line.text)") }
        let title = try #require(inLegend.first { $0.line.text == "Test vault" })
        #expect(title.anchor == .end && abs(title.anchorX - plan.sheet.legend.maxX) < 1)
        // Pages stand where they stand, moved with the map and not turned round.
        #expect(zip(plan.places, left.places).allSatisfy { abs($0.x - $1.x - plan.sheet.map.x + left.sheet.map.x) < 1e-6 && $0.y == $1.y })
        #expect(scene.nodes.count == 12)
    }

    @Test func numbersAndPlurals() {
        #expect(Words("it").pages(1) == "1 pagina" && Words("it").pages(1234) == "1.234 pagine")
        #expect(Words("ja").links(3) == "3 リンク" && Words("ar-EG").links(3) == "الروابط: 3")
        #expect(Words("pt").tongue == .english && !Words("he").isRightToLeft && Words("ar").isRightToLeft)
    }
}
