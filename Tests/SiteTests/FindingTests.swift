import Snapshot
import Testing

@testable import Site

/// What is told of a vault's links: kind, place, candidates, the nearest title.
@Suite struct FindingTests {
    private func findings(_ files: [String: String], sources: [String: String] = [:]) -> [Finding] {
        makeSite(vault(files, sources: sources)).findings
    }

    private func finding(_ code: String, _ files: [String: String], sources: [String: String] = [:]) throws -> Finding {
        try #require(findings(files, sources: sources).first { $0.code == code }, "\(code)")
    }

    private static let target = "---\ntitle: Snapshot\n---\n# Snapshot\n\n## First part\n\ntext ^mark\n"

    @Test func aLinkThatLeadsNowhereHasItsPlaceAndTheNearestTitle() throws {
        let found = try finding("dangling-link", ["wiki/a.md": "---\ntitle: A\n---\n\nSee [[Snapshto]].", "wiki/b.md": Self.target])
        #expect((found.path, found.line, found.column) == ("wiki/a.md", 5, 5))
        #expect(found.suggestion == "Snapshot" && found.message.contains("did you mean “Snapshot”?"))
        #expect(try finding("dangling-link", ["wiki/a.md": "![x](gone.png)"]).message.contains("no picture"))
    }

    @Test func headingsAndBlocksThatAreNotThere() throws {
        let pages = ["wiki/a.md": "[[Snapshot#First prat]] [[Snapshot#^none]]", "wiki/b.md": Self.target]
        let heading = try finding("missing-heading", pages)
        #expect(heading.suggestion == "First part" && heading.column == 1)
        let block = try finding("missing-block", pages)
        #expect(block.candidates == ["^mark"] && block.column == 25)
    }

    @Test func candidatesAreNamedTheOneThatWasTakenFirst() throws {
        let pages = [
            "wiki/b/here.md": "[[Mirror]]", "wiki/a/m.md": "---\ntitle: Mirror\n---\n", "wiki/b/m.md": "---\ntitle: Mirror\n---\n",
        ]
        #expect(try finding("ambiguous-link", pages).candidates == ["wiki/b/m.md", "wiki/a/m.md"])
        let cased = try finding("case-only-link", ["wiki/a.md": "[[snapSHOT]]", "wiki/b.md": Self.target])
        #expect(cased.candidates == ["wiki/b.md"] && cased.severity == .note)
        let form = try finding("normalisation-only-link", ["wiki/a.md": "[[Cafe\u{301}]]", "wiki/b.md": "---\ntitle: Caf\u{e9}\n---\n"])
        #expect(form.candidates == ["wiki/b.md"])
    }

    /// Another page of the same address on a disk without case keeps it; both can be reached.
    @Test func pagesThatWouldShareAnAddress() throws {
        let pages = ["wiki/Foo.md": "", "wiki/foo.md": "", "wiki/C++.md": "", "wiki/C#.md": "", "wiki/con.md": "", "wiki/search.md": ""]
        let site = makeSite(vault(pages))
        let collisions = site.findings.filter { $0.code == "path-collision" }
        #expect(collisions.map(\.path) == ["wiki/foo.md"] && collisions.first?.candidates == ["wiki/Foo.md"])
        #expect(Set(site.pages.map { $0.address.lowercased() }).count == pages.count)
        #expect(site.findings.filter { $0.code == "address-changed" }.map(\.path) == ["wiki/con.md", "wiki/search.md"])
    }

    @Test func namesInTheFrontmatterHaveTheirLines() throws {
        let text = "---\ntitle: A\nrelated:\n  - \"[[Snapshot]]\"\n  - \"[[Snapshoot]]\"\nsources: [raw/sources/gone.pdf, manual]\n---\n"
        let pages = ["wiki/a.md": text, "wiki/b.md": Self.target]
        let related = try finding("dangling-link", pages)
        #expect(related.line == 5 && related.suggestion == "Snapshot")
        let source = try finding("missing-source", pages)
        #expect(source.line == 6 && source.message.contains("gone.pdf"))
        #expect(findings(pages).count { $0.code == "missing-source" } == 1)
        let broken = "---\ntitle: a: b\nrelated: [[Snapshoot]]\n---\n"
        #expect(try finding("dangling-link", ["wiki/a.md": broken, "wiki/b.md": Self.target]).line == 3)
    }

    @Test func whatNothingLeadsTo() {
        let pages = [
            "wiki/a.md": "---\ntitle: A\nsources: [raw/sources/x.txt]\n---\n[[B]]", "wiki/b.md": "---\ntitle: B\n---\n[[A]]",
            "wiki/c.md": "",
        ]
        let found = findings(pages, sources: ["raw/sources/x.txt": "x", "raw/sources/y.txt": "y"])
        func paths(_ code: String) -> [String] { found.filter { $0.code == code }.map(\.path) }
        #expect(paths("unused-source") == ["raw/sources/y.txt"])
        #expect(paths("page-without-sources") == ["wiki/b.md", "wiki/c.md"])
        #expect(paths("orphan-page") == ["wiki/c.md"])
    }

    @Test func aLinkToAnUnpublishedPageIsTold() throws {
        let pages = ["wiki/a.md": "x [[Secret]]", "wiki/s.md": "---\ntitle: Secret\npublish: false\n---\n"]
        let found = try finding("link-to-unpublished", pages)
        #expect(found.column == 3 && !found.message.contains("Secret"))
    }
}

@Suite struct LinkReportTests {
    private static let pages = [
        "wiki/a.md":
            "---\ntitle: A\nrelated: [Beta]\nsources: [\"https://x.org\", raw/sources/x.csv]\n---\n[[wiki/b.md]] [[Beta]] [[second]] [[BETA]] [[b]] [[the-beta-page]] [[beta-no-1]] [[x.csv]] [[nothing]] [[#here]] <https://x.org> ![[Beta#Part|x]]",
        "wiki/b.md": "---\ntitle: Beta\naliases: [second]\n---\n# Part", "wiki/The Beta Page.md": "---\ntitle: \"Beta, no. 1\"\n---\n",
    ]

    @Test func eachLinkHasItsRule() {
        let links = VaultLinks(vault(Self.pages, sources: ["raw/sources/x.csv": "a"])).links.filter { $0.page == "wiki/a.md" }
        let said = links.map { "\($0.syntax) \($0.target): \($0.rule ?? "-") → \($0.leadsTo ?? "-")" }
        #expect(
            said == [
                "related Beta: exact-title → wiki/b.md", "sources https://x.org: external → -",
                "sources raw/sources/x.csv: exact-path → raw/sources/x.csv", "wikilink wiki/b.md: exact-path → wiki/b.md",
                "wikilink Beta: exact-title → wiki/b.md", "wikilink second: alias → wiki/b.md", "wikilink BETA: without-case → wiki/b.md",
                "wikilink b: file-stem → wiki/b.md", "wikilink the-beta-page: slug-of-stem → wiki/The Beta Page.md",
                "wikilink beta-no-1: slug-of-title → wiki/The Beta Page.md", "wikilink x.csv: file-name → raw/sources/x.csv",
                "wikilink nothing: - → -", "wikilink : - → wiki/a.md", "link https://x.org: external → -",
                "embed Beta: exact-title → wiki/b.md",
            ])
        #expect(links.map(\.line) == [3, 4, 4] + Array(repeating: 6, count: 12))
    }

    @Test func otherCandidatesAreThere() {
        let links = VaultLinks(
            vault(["wiki/b/here.md": "[[M]]", "wiki/a/m.md": "---\ntitle: M\n---\n", "wiki/b/m.md": "---\ntitle: M\n---\n"])
        ).links
        #expect(links.map(\.otherCandidates) == [["wiki/a/m.md"]])
    }

    /// A name in the text counts where nothing of the page links to the page that bears it: not in code, not in links, whole words only.
    @Test func mentionsWithoutALink() {
        let pages = [
            "wiki/s.md": "---\ntitle: Snapshot\naliases: [Point-in-time copy]\n---\nA snapshot is this.",
            "wiki/a.md": "Takes a snapshot, or a point-in-time\ncopy.", "wiki/b.md": "[[Snapshot]] and snapshot",
            "wiki/c.md": "snapshots `snapshot` [snapshot](https://x.org)\n\n    snapshot\n",
            "wiki/d.md": "---\nrelated: [Snapshot]\n---\nsnapshot",
            "wiki/v.md": "---\ntitle: ベクトル検索\n---\n", "wiki/w.md": "これはベクトル検索です。",
        ]
        let mentions = VaultLinks(vault(pages)).mentions
        #expect(mentions.map { "\($0.title): \($0.namedBy)" } == ["Snapshot: [\"wiki/a.md\"]", "ベクトル検索: [\"wiki/w.md\"]"])
    }
}
