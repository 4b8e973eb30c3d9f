import Foundation
import HTML
import Testing
import Theme

@Suite struct RenderedSiteTests {
    private static let hostile = "</title><script>alert(1)</script>\\\" onload=\\\"x"

    private func many(_ count: Int) -> [String: String] {
        var pages = ["wiki/hub.md": "---\ntitle: Hub\ntype: concept\n---\n# Hub\n\n## Part\n\ntext"]
        for index in 0..<count {
            pages["wiki/n/p\(index).md"] =
                "---\ntitle: Page \(index)\ntype: entity\ntags: [domain/D\(index % 3), t/\(index % 5)]\n---\nTo [[Hub#Part]] and [[p\((index + 1) % count)]]."
        }
        return pages
    }

    @Test func aHostileTitleIsTextEverywhere() throws {
        let site = try BuiltSite([
            "wiki/a.md": "---\ntitle: \"\(Self.hostile)\"\ntype: \"<b>\"\ntags: [\"<i>\", \"domain/<u>\"]\n---\n[[b]]",
            "wiki/b.md": "[[a]]",
        ])
        for (path, html) in site.documents {
            #expect(!html.contains("<script>alert"), "\(path)")
            #expect(!html.contains("\" onload=\"x"), "\(path)")
            #expect(!html.contains("<b></b>") && !html.contains("<u>") && !html.contains("<vault>"), "\(path)")
        }
        #expect(site.files["a.html"]?.contains("&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&quot;x") == true)
    }

    @Test(arguments: [0, 1, 70, 900]) func everyLinkLeadsToAFileAndAnIdThatExist(count: Int) throws {
        let site = try BuiltSite(count == 0 ? [:] : many(count))
        let link = try Regex(" (?:href|src)=\"([^\"]*)\"")
        let ids = site.documents.mapValues { html in Set(html.matches(of: #/ id="([^"]*)"/#).map { String($0.1) }) }
        for (path, html) in site.documents {
            for match in html.matches(of: link) {
                let address = match.output[1].substring.map(String.init) ?? ""
                if address.hasPrefix("https://") { continue }
                let (file, fragment) = Self.target(address, from: path)
                #expect(site.files[file] != nil, "\(path): \(address)")
                if let fragment { #expect(ids[file]?.contains(fragment) == true, "\(path): \(address)") }
            }
        }
    }

    /// RFC 3986, section 5.2, as far as relative references without a query need it.
    private static func target(_ address: String, from path: String) -> (file: String, fragment: String?) {
        let plain = address.replacingOccurrences(of: "&amp;", with: "&")
        let cut = plain.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let fragment = cut.count == 2 && !cut[1].isEmpty ? String(cut[1]).removingPercentEncoding : nil
        guard let first = cut.first, !first.isEmpty else { return (path, fragment) }
        var parts = path.split(separator: "/").dropLast().map(String.init)
        for part in first.split(separator: "/") {
            if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(String(part).removingPercentEncoding ?? "") }
        }
        return (parts.joined(separator: "/"), fragment)
    }

    @Test func thePageForLostAddressesLeadsHomeFromAnyDepth() throws {
        let site = try BuiltSite(many(3), options: SiteOptions(rootPath: "/wiki/"))
        let lost = try #require(site.files["404.html"])
        let addresses = lost.matches(of: #/ (?:href|src)="([^"]*)"/#).map { String($0.1) }
        #expect(addresses.count > 10)
        for address in addresses where !address.hasPrefix("#") {
            #expect(
                address.hasPrefix("/wiki/") && site.files[String(address.dropFirst(6)).removingPercentEncoding ?? ""] != nil, "\(address)")
        }
        #expect(site.files["index.html"]?.contains("/wiki/") == false)
    }

    @Test func atMostThirtyBacklinksAreInlineAndTheRestIsOnAPageOfItsOwn() throws {
        let site = try BuiltSite(many(75))
        let hub = try #require(site.files["hub.html"])
        #expect(hub.matches(of: #/<p dir="auto">To Hub › Part and/#).count == 30)
        let rest = try #require(site.files["assets/backlinks/hub.html"])
        #expect(rest.contains("45 more pages link here"))
        for index in 0..<75 {
            let name = "n/p\(index).html"
            #expect(hub.contains("href=\"\(name)\"") != rest.contains("../../\(name)\""), "\(name)")
        }
    }

    @Test func aPinnedThemeHasNoSwitch() throws {
        let both = try BuiltSite(many(2))
        #expect(both.files["index.html"]?.contains("assets/theme.") == true)
        for appearance in Appearance.allCases {
            let pinned = try BuiltSite(many(2), options: SiteOptions(themes: .pinned(appearance)))
            for (path, html) in pinned.documents {
                #expect(html.contains("data-theme=\"\(appearance.rawValue)\""), "\(path)")
                #expect(!html.contains("assets/theme."), "\(path)")
            }
        }
    }

    @Test func thePolicyStandsInEveryDocumentAndNothingIsInline() throws {
        for (path, html) in try BuiltSite(many(450)).documents {
            #expect(
                html.contains("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self';"), "\(path)")
            #expect(
                html.matches(of: #/<script(?![^>]*\ssrc=)(?! type="application\/ld\+json")/#).isEmpty && !html.contains("<style")
                    && !html.contains(" style=\""), "\(path)")
            #expect(html.matches(of: #/<h1[ >]/#).count == 1, "\(path)")
        }
    }

    @Test func theBudgetsHold() throws {
        let site = try BuiltSite(many(40))
        // A page without text, contents, related pages and backlinks is its shell.
        let shell = try #require(
            try BuiltSite(many(40).merging(["wiki/alone.md": "---\ntitle: Alone\ntype: concept\n---\n"]) { $1 }).files["alone.html"])
        #expect(shell.utf8.count <= 12 * 1024)
        // The graph's viewer is fetched where a graph is shown and has budgets of its own.
        let files = site.files.filter { !$0.key.hasPrefix("assets/graph") && $0.key != "assets/mini.js" }
        let css = files.filter { $0.key.hasSuffix(".css") }.values.reduce(0) { $0 + $1.utf8.count }
        let scripts = files.filter { $0.key.hasSuffix(".js") }
        #expect(scripts.count >= 2 && scripts.values.allSatisfy { $0.utf8.count > 100 })
        #expect(css > 10_000 && css <= 32 * 1024, "\(css) bytes")
        // Data is counted apart: the tree's follows its code in the file.
        #expect(scripts.values.reduce(0) { $0 + ($1.components(separatedBy: "synapseNav.add(").first ?? $1).utf8.count } <= 30 * 1024)
        #expect((scripts.first { $0.key.hasPrefix("assets/theme.") }?.value.utf8.count ?? .max) <= 1024)
    }

    @Test func longAndRightToLeftTitlesKeepTheirDirection() throws {
        let long = String(repeating: "長い", count: 200)
        let site = try BuiltSite(["wiki/a.md": "---\ntitle: \(long)\n---\n", "wiki/b.md": "---\ntitle: النسخ الاحتياطي\nlang: ar\n---\nنص"])
        #expect(site.files["a.html"]?.contains(long) == true)
        let arabic = try #require(site.files["b.html"])
        #expect(arabic.contains("lang=\"ar\"") && arabic.contains("dir=\"rtl\""))
    }

    /// A page's other name leads to it, from the same folder or another; sitemaps and lists do not name it.
    @Test func aliasesLeadToTheirPages() throws {
        let site = try BuiltSite(["wiki/n/a.md": "---\ntitle: A <b>\naliases: [\"Old & name\", guide/old]\n---\nWords."])
        let old = try #require(site.files["n/Old---name.html"])
        #expect(
            old.contains("<meta http-equiv=\"refresh\" content=\"0; url=a.html\">") && old.contains("<a href=\"a.html\">A &lt;b&gt;</a>"))
        #expect(site.files["guide/old.html"]?.contains("url=../n/a.html\"") == true)
        #expect(site.files.values.count { $0.contains("Old---name.html") } == 0)
    }

    /// Nobody has looked for faults in a vault that comes from no server.
    @Test func whatNobodyCheckedIsNotClean() throws {
        let word = "Clean"
        #expect(try BuiltSite(["wiki/a.md": "a"]).files["index.html"]?.contains(word) == true)
        #expect(try BuiltSite(["wiki/a.md": "a"], serverVersion: "").files["index.html"]?.contains(word) == false)
    }

    /// A backlink without a sentence says where it stands instead.
    @Test func backlinksFromTheFrontmatterSayWhereTheyStand() throws {
        let site = try BuiltSite(["wiki/a.md": "---\nrelated: [b]\n---\n", "wiki/b.md": ""])
        let html = try #require(site.files["b.html"])
        #expect(html.contains("<p dir=\"auto\">Named among its sources or related pages.</p>"))
    }
}
