import Testing
import Theme

@Suite struct TokenUsageTests {
    @Test func findsUsesUnknownNamesAndLiterals() throws {
        let sheet = """
            /* var(--accent) and #123456 in a comment
            count for nothing */
            :root { --local: #fedcba; --accent: #123; }
            #fade, a#bed { color: var(--accent); margin: var(--local) }
            a:hover { color: #FFF; border: 1px solid var( --border ); background: rgba(1, 2, 3, .5) }
            b { color: var(--acent, red) }
            """
        let usage = try BrandTokens.theme().usage(in: [("a.css", Array(sheet.utf8)), ("b.css", Array("i{color:var(--accent)}".utf8))])
        let accent = usage.uses.first { $0.variable == "--accent" }?.places
        #expect(accent?.map(\.file) == ["a.css", "b.css"] && accent?.map(\.line) == [4, 1])
        #expect(accent?.map(\.rule) == ["#fade, a#bed", "i"])
        #expect(usage.uses.first { $0.variable == "--border" }?.places.map(\.line) == [5])
        #expect(usage.unknown.map(\.text) == ["--acent"] && usage.unknown.map(\.line) == [6])
        #expect(usage.literals.map(\.text) == ["#fedcba", "#FFF", "rgba(1, 2, 3, .5)"])
        #expect(usage.unused.contains("--text") && !usage.unused.contains("--accent"))
    }

    @Test func dichromatsSeeLessOfTheDifference() {
        let (red, green) = (RGB(hex: 0xD62728), RGB(hex: 0x2CA02C))
        #expect(red.difference(from: green) > 30)
        #expect(red.seen(with: .deuteranopia).difference(from: green.seen(with: .deuteranopia)) < red.difference(from: green) / 2)
        for vision in ColorVision.allCases {
            // Grey stays grey for everyone: each row of the matrices sums to one.
            #expect(RGB(hex: 0x808080).seen(with: vision).difference(from: RGB(hex: 0x808080)) < 0.5)
        }
        #expect(red.difference(from: red) == 0)
    }

    @Test(arguments: ["", "/*", "#", "--", "-", "a{color:#", "rgb(", "--x", "\u{0}\u{0}"]) func oddSheets(_ text: String) throws {
        #expect(try BrandTokens.theme().usage(in: [("x", Array(text.utf8))]).literals.count <= 1)
    }

    @Test func itsOwnSheetIsWhole() throws {
        let theme = try BrandTokens.theme()
        let usage = theme.usage(in: [("tokens.css", Array(theme.css().utf8))])
        #expect(usage.unknown.isEmpty && usage.literals.isEmpty)
    }
}
