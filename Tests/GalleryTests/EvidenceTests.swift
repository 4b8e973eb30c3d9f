import Foundation
import Mustache
import Site
import Testing
import Theme

@testable import Gallery

@Suite struct EvidenceTests {
    /// Evidence of all screens, with some of the project's files changed first.
    private func evidence(
        tokens: (String) -> String = { $0 }, template: (name: String, text: String)? = nil, site: Site = SampleSite.site
    ) throws -> [Evidence] {
        var templates = try BuiltGallery.folder("templates")
        let file = tokens(String(decoding: templates["tokens.json"] ?? [], as: UTF8.self))
        if let template { templates[template.name, default: []] += Array(template.text.utf8) }
        let publicFiles = try BuiltGallery.folder("public")
        let theme = try Theme(tokens: Array(file.utf8))
        let artifacts = try galleryArtifacts(
            site: site, read: { _ in [] }, text: { _, _ in [] }, theme: theme,
            siteFiles: [Artifact("assets/site.css", .bytes(BuiltGallery.siteSheet(publicFiles)))],
            assets: GalleryAssets(templates: templates, publicFiles: publicFiles))
        guard case .rendered(let make)? = artifacts.first(where: { $0.path == Evidence.fileName })?.content else { return [] }
        return try make().bytes.split(separator: 10).map { try JSONDecoder().decode(Evidence.self, from: Data($0)) }
            .filter { $0.kind == .screen }
    }

    private func changed(_ before: [Evidence], _ after: [Evidence], _ part: (Evidence) -> String) -> [String] {
        zip(before, after).filter { part($0) != part($1) }.map(\.0.screen)
    }

    @Test func aTokenTouchesTheScreensThatUseIt() throws {
        let before = try evidence()
        #expect(before.count == 17 && Set(before.map(\.content)).count == 17)
        // The red of what is dangerous: in menus, failures and revocation, not on home or in the settings.
        let after = try evidence(tokens: { text in
            text.replacingOccurrences(of: "\"#cf222e\"", with: "\"#c81e28\"").replacingOccurrences(
                of: "0.8118,\n      0.1333,\n      0.1804", with: "0.7843,\n      0.1176,\n      0.1569")
        })
        let touched = changed(before, after, \.tokens)
        #expect(touched.contains("tokens") && touched.contains("activity"))
        #expect(!touched.contains("home") && !touched.contains("settings") && !touched.contains("vaults") && !touched.contains("language"))
        #expect(changed(before, after, \.content).isEmpty && changed(before, after, \.template).isEmpty)
    }

    @Test func aTemplateTouchesTheScreensThatCallIt() throws {
        let before = try evidence()
        let chat = try evidence(template: ("gallery/live/chat.mustache", "{{! changed }}"))
        #expect(changed(before, chat, \.template) == ["chat"] && changed(before, chat, \.tokens).isEmpty)
        let item = try evidence(template: ("gallery/live/item.mustache", "{{! changed }}"))
        let touched = changed(before, item, \.template)
        #expect(touched.contains("more") && touched.contains("home") && !touched.contains("graph") && !touched.contains("reading"))
        #expect(changed(before, try evidence(template: ("gallery/live/layout.mustache", "{{! changed }}")), \.template).count == 17)
    }

    @Test func contentTouchesTheScreensThatShowIt() throws {
        let before = try evidence()
        var site = SampleSite.site
        site.sources[0].name = "renamed.md"
        let touched = changed(before, try evidence(site: site), \.content)
        #expect(touched.contains("sources") && !touched.contains("graph") && !touched.contains("activity"))
    }

    @Test func rulesOfAStyleSheet() {
        let rules = styleRules(
            of: Array(".a, .b:is(.c, .d) > i { color: var( --x, red); margin: var(--y) } @media print { p { top: 0 } }".utf8))
        #expect(rules.map(\.selectors.count) == [2, 1] && rules[0].variables == ["--x", "--y"] && rules[1].conditions == ["@media print"])
    }

    @Test func theReviewPageShowsWhereEachScreenStands() throws {
        let gallery = try BuiltGallery.sample.get()
        #expect(gallery["review.html"].components(separatedBy: "data-standing=\"undecided\"").count - 1 == 18)
        let lines = gallery[Evidence.fileName].split(separator: "\n")
        let home = try JSONDecoder().decode(Evidence.self, from: Data(lines[0].utf8))
        #expect(gallery["review.html"].contains("data-content=\"\(home.content)\""))
    }
}
