import Foundation
import Testing
import Theme

@Suite struct TokenReaderTests {
    private func message(_ change: (inout String) -> Void) throws -> String {
        var text = String(decoding: try BrandTokens.bytes(), as: UTF8.self)
        change(&text)
        do {
            _ = try Theme(tokens: Array(text.utf8), name: "t.json")
            return ""
        } catch { return error.description }
    }

    private func replacing(_ old: String, _ new: String) throws -> String {
        try message { text in
            if let range = text.range(of: old) { text.replaceSubrange(range, with: new) } else { text = "\(old) is not in the file" }
        }
    }

    @Test func theBrandFileIsRead() throws {
        let theme = try BrandTokens.theme()
        #expect(theme.color("surface.bg", .dark) == RGB(hex: 0x0B1120))
        #expect(theme.color("community.6", .light) == RGB(hex: 0xE377C2))
        #expect(theme.spacing.map(\.value.pixels) == [4, 6, 8, 10, 12, 16, 20, 24, 32])
        #expect(theme.radii.map(\.value.pixels) == [7, 9, 12, 16, 999])
        #expect(theme.textStyles.first { $0.name == "body" }?.family == theme.sans)
        #expect(theme.colors.first { $0.name == "accent.on-accent" }?.description == "text and glyphs on the accent")
        #expect(theme.motion.ease == [0.2, 0, 0, 1])
        #expect(theme.shadows.map { $0.dark.count } == [2, 2])
    }

    @Test func messagesGiveThePlace() throws {
        #expect(try replacing("\"hex\": \"#ffffff\"", "\"hex\": \"#fffffe\"").hasPrefix("t.json:14:13: light.surface.bg: \"hex\" and"))
        #expect(try replacing("\"bg-soft\": {", "\"bg-soft\": 7, \"x\": {").contains("light.surface.bg-soft must be a group or a token"))
        #expect(try replacing("\"bg-soft\": {", "\"bg\": {").contains("t.json:17:4: \"bg\" stands twice"))
        #expect(try replacing("\"colorSpace\": \"srgb\"", "\"colorSpace\": \"display-p3\"").contains("only the colour space \"srgb\""))
        #expect(try replacing("0.9569", "1.2").contains("between 0 and 1"))
        #expect(try replacing("\"unit\": \"px\"", "\"unit\": \"em\"").contains("must be \"px\" or \"rem\""))
        #expect(try replacing("{font.sans}", "{font.serif}").contains("{font.serif} names no token"))
        #expect(try replacing("\"ease\": {", "\"easing\": {") == "t.json: the token motion.ease is missing")
        #expect(try replacing("\"concept\": {", "\"idea\": {").contains("dark.type.idea is missing"))
        #expect(try replacing("\"$type\": \"color\"", "\"$type\": 3").contains("$type must be a string"))
    }

    @Test func aTokenOfOneThemeOnlyIsRefused() throws {
        let extra = "\"fog\": { \"$value\": { \"colorSpace\": \"srgb\", \"components\": [0.5, 0.5, 0.5] } },\n"
        #expect(
            try message { text in
                let first = text.range(of: "\"surface\": {\n")
                if let first { text.insert(contentsOf: extra, at: first.upperBound) }
            }.contains("dark.surface.fog is missing"))
    }

    @Test func pureBlackIsRefused() throws {
        let change = try message { text in
            let old = "0.0431,\n      0.0667,\n      0.1255\n     ],\n     \"hex\": \"#0b1120\""
            if let range = text.range(of: old) { text.replaceSubrange(range, with: "0, 0, 0\n ],\n \"hex\": \"#000000\"") }
        }
        #expect(change.contains("pure black"))
    }

    @Test(arguments: [
        "", "{", "[]", "{\"a\":", "{\"a\" 1}", "{\"light\": {\"x\": {\"$value\": 1}}}", "{}x", "{\"a\": tru}", "{\"a\": \"\\q\"}",
        "{\"a\": \"\\u12\"}",
        "{\"a\": \"b", "{\"a\": 1e999}", "{\"a.b\": {\"$type\": \"number\", \"$value\": 1}}", "\u{0}", "{\"a\":\"\u{1}\"}",
    ])
    func notATokenFile(_ text: String) {
        #expect(throws: ThemeError.self) { try Theme(tokens: Array(text.utf8)) }
    }

    @Test func deepAndCutFilesEndInAnError() throws {
        #expect(throws: ThemeError.self) { try Theme(tokens: Array(String(repeating: "{\"a\":", count: 100_000).utf8)) }
        #expect(throws: ThemeError.self) { try Theme(tokens: Array(String(repeating: "[", count: 100_000).utf8)) }
        let bytes = try BrandTokens.bytes()
        for length in stride(from: 0, to: bytes.count - 2, by: 997) {
            #expect(throws: ThemeError.self) { try Theme(tokens: Array(bytes.prefix(length))) }
        }
    }

    @Test func aliasesOfAliasesAndCircles() throws {
        let sans = "\"sans\": {\n   \"$value\": ["
        let chain = try replacing(sans, "\"first\": { \"$value\": \"{font.sans}\" }, \(sans)")
        #expect(chain.isEmpty)
        let circle = try message { text in
            text = text.replacingOccurrences(of: "{font.sans}", with: "{font.a}")
            if let range = text.range(of: sans) {
                text.insert(
                    contentsOf: "\"a\": { \"$value\": \"{font.b}\" }, \"b\": { \"$value\": \"{font.a}\" }, ", at: range.lowerBound)
            }
        }
        #expect(circle.contains("circle"))
    }
}
