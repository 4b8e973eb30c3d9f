import Snapshot
import Testing

@testable import Site

/// Names and links that broke other publishers.
@Suite struct TortureTests {
    private func site(_ files: [String: String], sources: [String: String] = [:]) -> Site { makeSite(vault(files, sources: sources)) }

    @Test func aLinkInAnotherCaseIsABacklinkToo() throws {
        let site = site(["wiki/a.md": "[[note two]]", "wiki/Note Two.md": "", "wiki/b.md": "---\nrelated: [NOTE TWO]\n---\n![[note Two]]"])
        let page = try #require(site.page("wiki/Note Two.md"))
        #expect(page.backlinks.map { site.pages[$0.page].path } == ["wiki/a.md", "wiki/b.md"])
        #expect(page.backlinks.map(\.origin) == [.body, .embed])
        #expect(site.sentences(of: "wiki/Note Two.md")[0] == "note two")
    }

    @Test func aPageBesideAFolderOfItsName() {
        let site = site(["wiki/Stuff.md": "[[Stuff/x]]", "wiki/Stuff/x.md": "[[Stuff]]", "wiki/Stuff/index.md": ""])
        #expect(site.pages.map(\.address) == ["Stuff.html", "Stuff/index.html", "Stuff/x.html"])
        #expect(site.ends(of: "wiki/Stuff.md") == ["wiki/Stuff/x.md"] && site.ends(of: "wiki/Stuff/x.md") == ["wiki/Stuff.md"])
    }

    @Test func namesWithEverySign() {
        let names = [
            "100 %", "a#b", "why?", "R&D", "a+b", "it's", "say \"x\"", "f(x)", "a<b>c", "+plus", ".dot", "end.", "space ", "🔋 power",
            "Café", "ベクトル検索", "النسخ", "Резерв", "§ 147 AO", "C++", "C#", "node.js", "v1.2 notes", "con", "aux", "index", "search",
            "graph", "assets", "{{title}}", "a..b", "~tilde", "tab\there",
        ]
        let site = site(
            Dictionary(uniqueKeysWithValues: names.map { ("wiki/n/\($0).md", "") }).merging([
                "wiki/here.md": names.map { "[[\($0)]]" }.joined(separator: "\n\n")
            ]) { $1 })
        #expect(site.ends(of: "wiki/here.md") == names.map { "wiki/n/\($0).md" })
        #expect(Set(site.pages.map { $0.address.lowercased() }).count == names.count + 1)
        for page in site.pages {
            let name = page.address.split(separator: "/").last ?? ""
            #expect(name.utf8.count <= 140 && !name.hasPrefix(".") && page.address.hasSuffix(".html") && !name.hasPrefix("."))
            #expect(page.address.utf8.allSatisfy { $0 >= 0x80 || $0 > 0x20 && !"%#?&+\"'()<>\\:*|".utf8.contains($0) }, "\(page.address)")
        }
    }

    /// The same letters in two Unicode forms, as a name on disk and in a link, are one page.
    @Test func composedAndDecomposedNames() {
        let site = site(["wiki/Cafe\u{301}.md": "", "wiki/a.md": "[[Caf\u{e9}]] [x](Caf%C3%A9.md)"])
        #expect(site.ends(of: "wiki/a.md") == ["wiki/Cafe\u{301}.md", "wiki/Cafe\u{301}.md"])
        #expect(site.page("wiki/Cafe\u{301}.md")?.address.utf8.elementsEqual("Caf\u{e9}.html".utf8) == true)
    }

    @Test func longTitlesAndNames() {
        let (cjk, long) = (String(repeating: "漢", count: 100), String(repeating: "x", count: 400))
        let site = site([
            "wiki/\(cjk).md": "", "wiki/\(cjk)二.md": "", "wiki/b.md": "---\ntitle: \(long)\n---\n",
            "wiki/a.md": "[[\(cjk)]] [[\(cjk)二]] [[\(long)]]",
        ])
        #expect(site.ends(of: "wiki/a.md") == ["wiki/\(cjk).md", "wiki/\(cjk)二.md", "wiki/b.md"])
        #expect(site.pages.allSatisfy { $0.address.utf8.count <= 140 } && Set(site.pages.map(\.address)).count == 4)
    }

    @Test func addressesOfMarkdownLinks() {
        let pages = ["wiki/guide/x.md": "", "wiki/guide/index.md": "", "wiki/guide/y z.md": "", "wiki/a.md": ""]
        let text =
            "[a](guide/x) [b](guide/y%20z) [c](<guide/y z.md>) [d](guide/index) [e](./guide/x.md#) [f](feed.xml) [g](/guide/x.md) [h](guide/none)"
        let site = site(
            pages.merging(["wiki/here.md": text]) { $1 }, sources: ["raw/sources/feed.xml": "<x/>", "wiki/feed.xml": "<x/>"])
        #expect(
            site.ends(of: "wiki/here.md") == [
                "wiki/guide/x.md", "wiki/guide/y z.md", "wiki/guide/y z.md", "wiki/guide/index.md", "wiki/guide/x.md", "wiki/feed.xml",
                "wiki/guide/x.md", "dangling",
            ])
    }

    @Test func linksInListsOfTheFrontmatter() throws {
        let front = "related:\n  - \"[[Alpha|a]]\"\n  - '[[Beta\\|b]]'\n  - \"[[Gamma#Part]]\"\n  - [[Delta]]\n  - wiki/e.md"
        let site = site([
            "wiki/here.md": "---\n\(front)\n---\n", "wiki/a.md": "---\ntitle: Alpha\n---\n", "wiki/b.md": "---\ntitle: Beta\n---\n",
            "wiki/c.md": "---\ntitle: Gamma\n---\n# Part", "wiki/d.md": "---\ntitle: Delta\n---\n", "wiki/e.md": "",
        ])
        let page = try #require(site.page("wiki/here.md"))
        #expect(page.related.map { site.pages[$0.page].path } == ["wiki/a.md", "wiki/b.md", "wiki/c.md", "wiki/d.md", "wiki/e.md"])
        #expect(!site.codes(of: "wiki/here.md").contains("dangling-link"))
    }

    /// A search in text would find brackets here; none is a link.
    @Test func bracketsThatAreNoLinks() {
        let text =
            "```bash\nif [[ -f x ]]; then [[a]]; fi\n```\n\n`[[ -f x ]]` <!-- [[a]] --> $x_{[[a]]}$\n\n    [[a]]\n\n$$\n[[a]]\n$$\n\n%% [[a]] %%\n\n\\[[a]]"
        let site = site(["wiki/a.md": "", "wiki/here.md": text])
        #expect(site.ends(of: "wiki/here.md") == [] && site.page("wiki/a.md")?.backlinks.isEmpty == true)
    }

    @Test func tagsAreOneInAnyCase() throws {
        let site = site(["wiki/a.md": "---\ntags: [Band, band, \"#BAND\"]\n---\n#band #Other/Sub #🔋"])
        #expect(site.page("wiki/a.md")?.tags == ["Band", "Other/Sub", "🔋"])
    }

    /// Aliases become addresses of their own; never another page's, never the page's own, never one without a name.
    @Test func aliasesLeaveRedirects() {
        let front =
            "---\naliases: [Old name, a, A, B, 'guide/old', 'notes/', Old name, '.', '/', index, 'assets/x', '../up', '---', '']\n---\n"
        let site = site(["wiki/n/a.md": front, "wiki/n/b.md": "---\naliases: [old NAME, c++]\n---\n", "wiki/notes.md": ""])
        #expect(
            site.redirects == [
                Redirect(address: "n/Old-name.html", page: 0), Redirect(address: "guide/old.html", page: 0),
                Redirect(address: "n/index.html", page: 0), Redirect(address: "--/up.html", page: 0),
                Redirect(address: "n/c--.html", page: 1),
            ])
    }

    @Test func aPrivatePagesAliasesLeadNowhere() {
        #expect(site(["wiki/a.md": "---\naliases: [Old]\npublish: false\n---\n", "wiki/b.md": ""]).redirects.isEmpty)
    }
}
