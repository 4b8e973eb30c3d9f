import Snapshot
import Testing

@testable import Site

/// What settings keep private, and what they make of sources.
@Suite struct SelectionTests {
    private static let files = [
        "wiki/concepts/a.md": "---\ntitle: Alpha\ntype: concept\ntags: [open, work/plans]\n---\nSee [[Beta]], [[Gamma]] and [[Delta]].",
        "wiki/concepts/b.md": "---\ntitle: Beta\ntype: concept\n---\nText with #inner/tag and [[Alpha]].",
        "wiki/journal/c.md": "---\ntitle: Gamma\ntype: Log\npublish: true\n---\n[[Alpha]]",
        "wiki/d.md": "---\ntitle: Delta\ndraft: true\n---\n[[Alpha]]", "wiki/e.md": "---\ntitle: Never\npublish: false\ndraft: true\n---\n",
    ]

    private func titles(_ change: (inout PageSelection) -> Void) -> [String] {
        var rules = SiteRules()
        change(&rules.selection)
        return makeSite(vault(Self.files), rules: rules).pages.map(\.title)
    }

    @Test func withoutRulesOnlyThePagesThemselvesDecide() { #expect(titles { _ in } == ["Alpha", "Beta", "Gamma"]) }

    @Test func eachListHasToNameAPage() {
        #expect(titles { $0.only.types = ["Concept"] } == ["Alpha", "Beta"])
        #expect(titles { $0.only = .init(types: ["concept"], tags: ["OPEN"]) } == ["Alpha"])
        #expect(titles { $0.only.folders = ["wiki/concepts/", "journal"] } == ["Alpha", "Beta", "Gamma"])
        #expect(titles { $0.only.folders = ["concept"] } == [], "a folder's name is no prefix")
        #expect(titles { $0.only.types = ["nothing"] } == [])
    }

    @Test func oneListIsEnoughToKeepAPageBack() {
        #expect(titles { $0.except = .init(types: ["log"], tags: ["work"]) } == ["Beta"])
        #expect(titles { $0.except.tags = ["inner"] } == ["Alpha", "Gamma"], "tags of the text count")
        #expect(titles { $0.except.tags = ["wor", "open/x"] } == ["Alpha", "Beta", "Gamma"])
        #expect(
            titles {
                $0 = .init(); $0.only.types = ["concept"]; $0.except.folders = ["concepts"]
            } == [])
    }

    @Test func draftsAndMarks() {
        #expect(titles { $0.drafts = true } == ["Alpha", "Beta", "Delta", "Gamma"], "by path: d.md comes before journal")
        #expect(titles { $0.marked = true } == ["Gamma"])
        #expect(
            titles {
                $0.marked = true; $0.except.types = ["log"]
            } == [])
    }

    /// The same value as when the page itself said so.
    @Test func whatIsKeptBackLeavesNoTrace() {
        var marked = Self.files
        marked["wiki/journal/c.md"] = "---\ntitle: Gamma\ntype: Log\npublish: false\n---\n[[Alpha]]"
        var rules = SiteRules()
        rules.selection.except.types = ["log"]
        let (bySettings, byItself) = (makeSite(vault(Self.files), rules: rules), makeSite(vault(marked)))
        #expect("\(bySettings)" == "\(byItself)")
        #expect(!"\(bySettings)".contains("Gamma"))
    }

    /// A page without a title of its own is found by its first heading.
    @Test func aHeadingIsANameThatIsForgottenToo() {
        var rules = SiteRules()
        rules.selection.except.folders = ["secret"]
        let site = makeSite(vault(["wiki/a.md": "On [[Hidden heading]].", "wiki/secret/x.md": "# Hidden heading\n"]), rules: rules)
        #expect(site.ends(of: "wiki/a.md") == ["withheld"])
        #expect(!"\(site.pages)".contains("Hidden"))
    }

    /// A community that bears the name of a domain which only private pages have.
    @Test func communitiesForgetDomainsOfPrivatePages() {
        func node(_ path: String) -> VaultGraph.Node { VaultGraph.Node(id: "id:" + path, x: 0, y: 0, community: 1) }
        let files = [
            "wiki/a.md": "# A", "wiki/b.md": "# B", "wiki/p/x.md": "---\ntags: [domain/Merger]\n---\n# X",
            "wiki/p/y.md": "---\ntags: [domain/Merger]\n---\n# Y",
        ]
        let graph = VaultGraph(
            nodes: files.keys.sorted().map(node), communities: [.init(id: 1, label: "Merger", size: 4, cohesion: 1)])
        var rules = SiteRules()
        #expect(makeSite(vault(files, graph: graph)).communities.first?.label == "Merger")
        rules.selection.except.folders = ["p"]
        #expect(makeSite(vault(files, graph: graph), rules: rules).communities.first?.label == "A")
    }

    private static let sources = [
        "raw/sources/named.txt": "x", "raw/sources/page.html": "<script>", "raw/sources/picture.png": "x", "raw/sources/unnamed.txt": "x",
    ]
    private static let reader = [
        "wiki/a.md": "---\nsources: [named.txt, page.html, https://example.org/]\n---\n[[named.txt]] ![[picture.png]]"
    ]

    @Test func sourcesAreLinkedEmbeddedOrLeftOut() {
        func site(_ rule: SourceRule) -> Site {
            var rules = SiteRules()
            rules.sources = rule
            return makeSite(vault(Self.reader, sources: Self.sources), rules: rules)
        }
        func published(_ site: Site) -> [String] { site.sources.filter { $0.fileAddress != nil }.map(\.name) }
        #expect(site(.link).sources.count == 4 && published(site(.link)) == ["picture.png"])
        // HTML would run on the site's own host; what nobody names nobody has looked at.
        #expect(site(.embed).sources.count == 4 && published(site(.embed)) == ["named.txt", "picture.png"])
        let none = site(.none)
        #expect(none.sources.map(\.name) == ["picture.png"] && published(none) == ["picture.png"] && !none.info.showsSources)
        #expect(none.pages[0].sources == [.url("https://example.org/")])
        #expect(none.ends(of: "wiki/a.md") == ["withheld", "show raw/sources/picture.png"])
        #expect(!none.findings.contains { ["unused-source", "page-without-sources"].contains($0.code) })
    }
}
