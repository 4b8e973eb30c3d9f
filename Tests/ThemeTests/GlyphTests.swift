import Foundation
import Testing
import Theme

@Suite struct GlyphTests {
    /// Every glyph is drawable, keeps within the grid with its stroke, and is unlike every other.
    @Test(arguments: Glyph.allCases) func isDrawnWithinTheGrid(_ glyph: Glyph) {
        let steps = glyph.steps
        #expect(steps.count >= 2)
        let half = Glyph.strokeWidth / 2
        for step in steps {
            // A curve lies inside the hull of its points.
            let points: [(Double, Double)]
            switch step {
            case .move(let x, let y), .line(let x, let y): points = [(x, y)]
            case .curve(_, _, _, _, let x, let y): points = [(x, y)]
            case .close: points = []
            }
            for (x, y) in points {
                #expect(x >= half && y >= half && x <= Glyph.grid - half && y <= Glyph.grid - half, "\(glyph) at \(x) \(y)")
            }
        }
        #expect(Glyph.allCases.filter { $0.steps == steps }.count == 1)
        #expect(glyph.path.utf8.allSatisfy { "MmLlHhVvCcAaZz0123456789.- ".utf8.contains($0) })
    }

    /// A circle of four quarter turns stays within 0.0003 of its radius.
    @Test func arcsBecomeCurves() {
        let curves = Glyph.clock.steps.compactMap { step -> (Double, Double, Double, Double, Double, Double)? in
            if case .curve(let a, let b, let c, let d, let e, let f) = step { (a, b, c, d, e, f) } else { nil }
        }
        var from = (21.0, 12.0)
        for curve in curves.prefix(4) {
            for share in stride(from: 0.0, through: 1, by: 0.05) {
                let rest = 1 - share
                let (w0, w1, w2, w3) = (rest * rest * rest, 3 * rest * rest * share, 3 * rest * share * share, share * share * share)
                let x = w0 * from.0 + w1 * curve.0 + w2 * curve.2 + w3 * curve.4
                let y = w0 * from.1 + w1 * curve.1 + w2 * curve.3 + w3 * curve.5
                #expect(abs(((x - 12) * (x - 12) + (y - 12) * (y - 12)).squareRoot() - 9) < 9 * 0.0003)
            }
            from = (curve.4, curve.5)
        }
        #expect(curves.count >= 4)
        // The first arc of `clock` turns clockwise on the screen: from the right through the bottom to the left.
        #expect(curves.first.map { $0.5 > 12 } == true)
    }

    @Test func svgTakesTheColourOfTheText() {
        let svg = Glyph.concept.svg(size: 20)
        #expect(
            svg.contains("width=\"20\" height=\"20\"") && svg.contains("stroke=\"currentColor\"") && svg.contains("aria-hidden=\"true\""))
        let sprite = Glyph.sprite()
        for glyph in Glyph.allCases { #expect(sprite.contains("<symbol id=\"glyph-\(glyph.rawValue)\"")) }
    }

    @Test func typesHaveTheirStyle() throws {
        let theme = try BrandTokens.theme()
        #expect(theme.style(ofType: "Concept") == TypeStyle(key: "concept", token: "type.concept", glyph: .concept))
        #expect(theme.style(ofType: nil) == TypeStyle(key: "other", token: "type.other", glyph: .other))
        #expect(theme.style(ofType: "") == theme.style(ofType: "other"))
        // The hash must never change: posters and sites of last year would differ from today's.
        #expect(theme.style(ofType: "recipe") == TypeStyle(key: "synthesis", token: "type.synthesis", glyph: .other))
        #expect(theme.style(ofType: "人物").key == "source")
        #expect(theme.style(ofType: "RECIPE") == theme.style(ofType: "recipe"))
        var keys = Set<String>()
        for number in 0..<100 { keys.insert(theme.style(ofType: "kind-\(number)").key) }
        #expect(keys == ["concept", "entity", "source", "synthesis", "comparison", "query"])
    }

    @Test func communitiesCycle() throws {
        let theme = try BrandTokens.theme()
        #expect(theme.communityToken(0) == "community.0")
        #expect(theme.communityToken(25) == "community.1")
        #expect(theme.communityToken(-1) == "community.unassigned")
    }

    @Test func markFollowsSizeAndTheme() throws {
        let theme = try BrandTokens.theme()
        #expect(theme.markSVG(.light, size: 24) != theme.markSVG(.light, size: 23).replacingOccurrences(of: "23", with: "24"))
        #expect(theme.markSVG(.light, size: 64).contains("#1d4ed8") && theme.markSVG(.dark, size: 64).contains("#58a6ff"))
        let adaptive = theme.adaptiveMarkSVG(size: 32)
        #expect(adaptive.contains("prefers-color-scheme:dark") && !adaptive.contains("#000000") && !adaptive.contains("id=\"ground\""))
        // Point symmetry: the lower node mirrors the upper one.
        #expect(Mark.full.nodeX + (64 - Mark.full.nodeX) == Mark.grid)
    }
}
