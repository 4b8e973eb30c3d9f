import Foundation
import Testing
import Theme

@Suite struct StyleSheetTests {
    /// The whole sheet as a golden: a changed token or derivation is seen in review. Re-record with RECORD_GOLDENS=1.
    @Test func golden() throws {
        let url = BrandTokens.url.deletingLastPathComponent().deletingLastPathComponent().appending(path: "Tests/Goldens/theme.css")
        let css = try BrandTokens.theme().css()
        if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(css.utf8).write(to: url)
            Issue.record("recorded \(url.lastPathComponent); run again without RECORD_GOLDENS")
        }
        #expect(css == String(decoding: try Data(contentsOf: url), as: UTF8.self))
    }

    @Test func isCompactAndHasNoBlack() throws {
        let css = try BrandTokens.theme().css()
        #expect(css.utf8.count <= 11_500)
        #expect(!css.contains("#000;") && !css.contains("#000000") && !css.contains("rgb(0 0 0") && !css.contains("black"))
        // The legacy indigo may stand in the dark gradient only.
        #expect(css.components(separatedBy: "#4f46e5").count - 1 == css.components(separatedBy: ",#4f46e5 50%,").count - 1)
    }

    @Test func namesFollowTheRule() throws {
        let names = Set(try BrandTokens.theme().variables.map(\.name))
        let expected = [
            "--surface-bg", "--surface", "--surface-raised", "--surface-hover", "--surface-bg-soft", "--surface-input-bg", "--accent",
            "--accent-strong", "--accent2", "--accent-on-accent", "--border", "--border-subtle", "--border-strong", "--text",
            "--text-muted",
            "--text-dim", "--type-concept", "--type-concept-strong", "--type-concept-soft", "--community-0", "--community-11-strong",
            "--community-unassigned", "--notice-info-bg", "--semantic-red", "--semantic-red-strong", "--misc-mix-base", "--gradient-brand",
            "--gradient-brand-strong", "--gradient-icon-dark-ground", "--space-1", "--space-9", "--radius-sm", "--radius-pill",
            "--shadow-soft", "--shadow-pop", "--motion-fast", "--motion-ease", "--font-sans", "--font-mono", "--text-size-large-title",
            "--text-line-body", "--text-weight-heading-2", "--text-tracking-title", "--wordmark-tracking",
        ]
        for name in expected { #expect(names.contains(name), "\(name)") }
        #expect(!names.contains("--gradient-brand-dark"))
    }

    @Test func lengths() {
        #expect(Dimension(4, .px).css == ".25rem")
        #expect(Dimension(1, .px).css == "1px")
        #expect(Dimension(0, .px).css == "0")
        #expect(Dimension(999, .px).css == "999px")
        #expect(Dimension(-22, .px).css == "-1.375rem")
        #expect(Dimension(2.125, .rem).css == "2.125rem")
        #expect(Dimension(-0.02, .rem).css == "-.02rem")
    }

    @Test func scopes() throws {
        let theme = try BrandTokens.theme()
        let lines = theme.css().split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[1].hasPrefix(":root,[data-theme=light]{color-scheme:light;--surface-bg:#fff;"))
        #expect(lines[2].hasPrefix("@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;"))
        #expect(lines[3].hasPrefix("[data-theme=dark]{color-scheme:dark;"))
        let dark = theme.css(pinned: .dark)
        #expect(dark.hasPrefix(":root{color-scheme:dark;") && !dark.contains("@media") && dark.contains("--surface-bg:#0b1120;"))
    }
}
