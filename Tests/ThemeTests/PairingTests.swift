import Testing
import Theme

/// The proof that what the components set on each other can be read, in both themes (WCAG 2.2, 1.4.3 and 1.4.11).
@Suite struct PairingTests {
    @Test(arguments: Appearance.allCases) func everyPairing(_ appearance: Appearance) throws {
        let theme = try BrandTokens.theme()
        #expect(theme.pairings.count > 150)
        for pairing in theme.pairings {
            let ratio = pairing.ratio(appearance, in: theme)
            #expect(ratio >= pairing.required, "\(pairing.front) on \(pairing.ground), \(appearance.rawValue): \(ratio)")
        }
    }

    /// The colours that the brand itself calls too light: the plain ones fail, their derived variants are among the pairings.
    @Test func weakOnesAreKnown() throws {
        let theme = try BrandTokens.theme()
        let white = theme.color("surface.bg", .light)
        for type in ["concept", "entity", "source", "synthesis", "comparison", "query", "overview"] {
            #expect(theme.color("type.\(type)", .light).contrast(with: white) < 4.5)
            #expect(theme.color("type.\(type)-strong", .light).contrast(with: white) >= 4.5)
            #expect(theme.pairings.contains { $0.front == "type.\(type)-strong" && $0.ground == "type.\(type)-soft" })
        }
        for community in [6, 8, 9] {
            #expect(theme.color("community.\(community)", .light).contrast(with: white) < 3)
            #expect(theme.color("community.\(community)-strong", .light).contrast(with: white) >= 3)
        }
    }

    @Test(arguments: Appearance.allCases) func gradientCarriesItsText(_ appearance: Appearance) throws {
        let theme = try BrandTokens.theme()
        let stops = theme.heroGradient(appearance).stops
        // Between stops as well: a browser mixes them channel by channel.
        for (left, right) in zip(stops, stops.dropFirst()) {
            for share in 0...20 {
                let ground = right.color.mixed(Double(share) / 20, over: left.color)
                #expect(theme.color("accent.on-gradient", appearance).contrast(with: ground) >= 4.5)
            }
        }
    }
}
