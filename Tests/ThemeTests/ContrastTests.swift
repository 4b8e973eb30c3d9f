import Testing
import Theme

@Suite struct ContrastTests {
    @Test(
        "WCAG ratios of known pairs",
        arguments: [
            (0x000000, 0xFFFFFF, 21.0), (0xFFFFFF, 0xFFFFFF, 1.0), (0x777777, 0xFFFFFF, 4.478), (0x767676, 0xFFFFFF, 4.542),
            (0x0000FF, 0xFFFFFF, 8.592), (0x8B5CF6, 0xFFFFFF, 4.23), (0xE377C2, 0xFFFFFF, 2.733),
        ] as [(UInt32, UInt32, Double)])
    func ratio(_ a: UInt32, _ b: UInt32, _ expected: Double) {
        #expect(abs(RGB(hex: a).contrast(with: RGB(hex: b)) - expected) < 0.01)
        #expect(RGB(hex: a).contrast(with: RGB(hex: b)) == RGB(hex: b).contrast(with: RGB(hex: a)))
    }

    @Test(
        "APCA of the published pairs",
        arguments: [
            (0x888888, 0xFFFFFF, 63.056), (0xFFFFFF, 0x888888, -68.541), (0x000000, 0xAAAAAA, 58.146), (0xAAAAAA, 0x000000, -56.241),
            (0x112233, 0xDDEEFF, 91.668), (0x223344, 0x112233, 0),
        ] as [(UInt32, UInt32, Double)])
    func readability(_ text: UInt32, _ ground: UInt32, _ expected: Double) {
        #expect(abs(RGB(hex: text).readability(on: RGB(hex: ground)) - expected) < 0.01)
    }

    /// Any colour on any ground: the ratio is reached, never with pure black, and not by more than is needed.
    @Test func strengthenedReachesTheRatio() throws {
        let theme = try BrandTokens.theme()
        var seed: UInt32 = 7
        func random() -> RGB {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            return RGB(hex: seed >> 8)
        }
        for _ in 0..<2000 {
            let color = random()
            let ground = random()
            let strong = theme.strengthened(color, on: ground, to: 4.5)
            let contrast = strong.contrast(with: ground)
            let isReachable = max(ground.contrast(with: RGB(hex: 0xFFFFFF)), ground.contrast(with: RGB(hex: 0x050505))) >= 4.5
            #expect(!strong.isPureBlack)
            if isReachable { #expect(contrast >= 4.5, "\(color.hex) on \(ground.hex) gave \(strong.hex)") }
            if color.contrast(with: ground) >= 4.5 { #expect(strong == color) } else if isReachable { #expect(contrast < 4.75) }
        }
    }

    @Test func strengthenedKeepsTheHue() throws {
        let theme = try BrandTokens.theme()
        let strong = theme.strengthened(RGB(hex: 0x0E9A92), on: RGB(hex: 0xFFFFFF), to: 4.5)
        #expect(strong.green > strong.red && strong.blue > strong.red && strong.green < 0x9A)
    }

    @Test func coloursOfStyleSheets() {
        #expect(RGB(css: "#fA0") == RGB(hex: 0xFFAA00) && RGB(css: "#fa08") == RGB(hex: 0xFFAA00))
        #expect(RGB(css: "#102030") == RGB(hex: 0x102030) && RGB(css: "#10203040") == RGB(hex: 0x102030))
        #expect(RGB(css: "rgb(1 2 3/50%)") == RGB(hex: 0x010203) && RGB(css: "rgba(1, 2, 3, .5)") == RGB(hex: 0x010203))
        for text in ["", "#", "#12", "#12345", "#ggg", "red", "rgb(", "rgb(300 0 0)", "rgb(1 2)"] { #expect(RGB(css: text) == nil) }
    }

    @Test func mixing() {
        #expect(RGB(hex: 0x204060).mixed(0, over: RGB(hex: 0xFFFFFF)) == RGB(hex: 0xFFFFFF))
        #expect(RGB(hex: 0x204060).mixed(1, over: RGB(hex: 0xFFFFFF)) == RGB(hex: 0x204060))
        #expect(RGB(hex: 0x000A14).mixed(0.5, over: RGB(hex: 0x64141E)) == RGB(hex: 0x320F19))
        #expect(RGB(hex: 0x00000F).hex == "#00000f")
    }
}
