import Snapshot
import Testing

@testable import Site

@Suite struct LinkResolutionTests {
    private func ends(_ text: String, _ others: [String: String], sources: [String: String] = [:]) -> [String] {
        makeSite(vault(others.merging(["wiki/a/here.md": text]) { $1 }, sources: sources)).ends(of: "wiki/a/here.md")
    }

    @Test func everyRuleInItsOrder() {
        let others = [
            "wiki/b/note-two.md": "---\ntitle: Note Two\naliases: [Second note]\n---\n", "wiki/b/Stem Only.md": "---\ntitle: Other\n---\n",
            "wiki/index.md": "---\ntitle: Start\n---\n",
        ]
        #expect(ends("[[Note Two]]", others) == ["wiki/b/note-two.md"])
        #expect(ends("[[Second note]]", others) == ["wiki/b/note-two.md"])
        #expect(ends("[[note TWO]]", others) == ["wiki/b/note-two.md"])
        #expect(ends("[[Stem Only]]", others) == ["wiki/b/Stem Only.md"])
        #expect(ends("[[stem-only]]", others) == ["wiki/b/Stem Only.md"])
        #expect(ends("[[note two.md]]", others) == ["wiki/b/note-two.md"])
        #expect(ends("[[b/note-two]]", others) == ["wiki/b/note-two.md"])
        #expect(ends("[[wiki/b/note-two.md]]", others) == ["wiki/b/note-two.md"])
        #expect(ends("[[index]]", others) == ["wiki/index.md"])
        #expect(ends("[[  note   two ]]", others) == ["wiki/b/note-two.md"])
        #expect(ends("[[nothing]]", others) == ["dangling"])
        #expect(ends("[[Note/Two]]", others) == ["wiki/b/note-two.md"])
    }

    @Test func aBareNameIsATitleBeforeItIsAFile() {
        let others = ["wiki/log.md": "---\ntitle: Log\n---\n", "wiki/b/log.md": "---\ntitle: log\n---\n"]
        #expect(ends("[[log]] [[Log]] [[log.md]] [[/log]]", others) == ["wiki/b/log.md", "wiki/log.md", "wiki/log.md", "wiki/log.md"])
    }

    @Test func aHashThatBelongsToANameBeginsNoFragment() {
        let others = ["wiki/b/C.md": "# Part", "wiki/b/C#.md": "---\ntitle: C#\n---\n"]
        #expect(ends("[[C#]] [[b/C#]] [[C]]", others) == ["wiki/b/C#.md", "wiki/b/C#.md", "wiki/b/C.md"])
        #expect(ends("[[C#Part]]", others).first?.hasPrefix("wiki/b/C.md → ") == true)
    }

    @Test func slugsKeepEveryScript() {
        let others = ["wiki/b/x.md": "---\ntitle: Claude Code 详解\n---\n", "wiki/b/umsätze.md": "---\ntitle: Umsätze § 3\n---\n"]
        #expect(ends("[[claude-code]]", others) == ["dangling"])
        #expect(ends("[[claude-code-详解]]", others) == ["wiki/b/x.md"])
        #expect(ends("[[umsätze-3]]", others) == ["wiki/b/umsätze.md"])
    }

    @Test func normalisationFormsMeetAndAreNoticed() {
        let site = makeSite(vault(["wiki/a.md": "[[Cafe\u{301}]]", "wiki/b.md": "---\ntitle: Caf\u{e9}\n---\n"]))
        #expect(site.ends(of: "wiki/a.md") == ["wiki/b.md"])
        #expect(site.codes(of: "wiki/a.md").contains("normalisation-only-link"))
    }

    @Test func amongEqualsTheNearestByFolderWinsAndAllAreNamed() {
        let site = makeSite(
            vault([
                "wiki/a/here.md": "[[Mirror]]", "wiki/a/mirror.md": "---\ntitle: Mirror\n---\n",
                "wiki/b/mirror.md": "---\ntitle: Mirror\n---\n",
                "wiki/b/there.md": "[[Mirror]]", "wiki/c.md": "[[Mirror]]",
            ]))
        #expect(site.ends(of: "wiki/a/here.md") == ["wiki/a/mirror.md"])
        #expect(site.ends(of: "wiki/b/there.md") == ["wiki/b/mirror.md"])
        #expect(site.ends(of: "wiki/c.md") == ["wiki/a/mirror.md"])
        let finding = site.findings.first { $0.path == "wiki/b/there.md" && $0.code == "ambiguous-link" }
        #expect(finding?.line == 1)
        #expect(finding?.message.contains("wiki/b/mirror.md (taken") == true)
        #expect(finding?.message.contains("wiki/a/mirror.md") == true)
    }

    @Test func exactCaseWins() {
        let others = ["wiki/b/Foo.md": "", "wiki/b/foo.md": ""]
        #expect(ends("[[Foo]] [[foo]] [[FOO]]", others) == ["wiki/b/Foo.md", "wiki/b/foo.md", "wiki/b/Foo.md"])
    }

    @Test func fragmentsLeadToIdsThatExist() {
        let target = "# Top\n\n## Part\n\n### Same\n\n## Second\n\n### Same\n\nA paragraph. ^mark\n"
        let site = makeSite(
            vault([
                "wiki/a.md": "# Own\n\n[[b#Part]] [[b#part]] [[b#Second#Same]] [[b#^mark]] [[b#none]] [[b#^none]] [[#Own]] [[b#]]",
                "wiki/b.md": target,
            ]))
        let ids = site.page("wiki/b.md")?.headings.map(\.id) ?? []
        #expect(ids.count == 5 && Set(ids).count == 5)
        let block = site.ends(of: "wiki/a.md")[3]
        #expect(block.hasPrefix("wiki/b.md → "))
        #expect(
            site.ends(of: "wiki/a.md") == [
                "wiki/b.md → \(ids[1])", "wiki/b.md → \(ids[1])", "wiki/b.md → \(ids[4])", block, "wiki/b.md", "wiki/b.md",
                "wiki/a.md → \(site.page("wiki/a.md")?.headings[0].id ?? "")", "wiki/b.md",
            ])
        #expect(site.codes(of: "wiki/a.md").filter { $0 == "missing-heading" }.count == 1)
        #expect(site.codes(of: "wiki/a.md").filter { $0 == "missing-block" }.count == 1)
    }

    @Test func embedsKnowTheirPart() {
        let others = ["wiki/b.md": "# B\n\n## One\n\ntext ^x\n"]
        #expect(ends("![[b]]\n\n![[b#One]]\n\n![[b#^x]]", others) == ["embed wiki/b.md", "embed wiki/b.md → One", "embed wiki/b.md → ^x"])
    }

    @Test func addressesArePathsFirst() {
        let others = ["wiki/b/x.md": "", "wiki/index.md": "", "wiki/a/y z.md": ""]
        let sources = ["raw/sources/p.png": "", "raw/sources/d.pdf": ""]
        #expect(
            ends("[1](../b/x.md) [2](/wiki/b/x.md) [3](../index.md) [4](y%20z.md) [5](<y z.md>) [6](b/x)", others)
                == ["wiki/b/x.md", "wiki/b/x.md", "wiki/index.md", "wiki/a/y z.md", "wiki/a/y z.md", "wiki/b/x.md"])
        #expect(
            ends("![p](../../raw/sources/p.png) [d](../../raw/sources/d.pdf) ![[p.png]] ![[d.pdf#page=3]]", others, sources: sources)
                == ["show raw/sources/p.png", "raw/sources/d.pdf", "show raw/sources/p.png", "show raw/sources/d.pdf"])
        #expect(ends("[up](../../../../etc/passwd)", others) == ["dangling"])
        #expect(
            ends("[web](https://example.org/x#y) <https://example.org/>", others).allSatisfy {
                $0.hasPrefix("external https://example.org/")
            })
    }

    @Test func anAddressIsNoGuess() {
        let others = ["wiki/b.md": "---\ntitle: X\n---\n", "wiki/a/y.md": "---\ntitle: Other\n---\n", "wiki/y.md": "---\ntitle: y\n---\n"]
        // Beside the page before a title elsewhere; a sign that a slug drops is no page.
        #expect(ends("[1](y) [2](?x) [3](x!) [4](x)", others) == ["wiki/a/y.md", "dangling", "dangling", "wiki/b.md"])
    }

    @Test func addressesOfOtherHostsAreWhole() {
        #expect(
            ends("[1](https://example.org/a#b) [2](//example.org/c) [3](https://example.org/#) [4](mailto:a@b.org)", [:])
                == [
                    "external https://example.org/a#b", "external https://example.org/c", "external https://example.org/#",
                    "external mailto:a@b.org",
                ])
    }

    @Test func anAliasThatIsAnotherPagesTitleInOtherCaseIsTold() {
        let site = makeSite(
            vault([
                "wiki/a.md": "[[raid]]", "wiki/b.md": "---\ntitle: RAID\n---\n", "wiki/c.md": "---\ntitle: Other\naliases: [raid]\n---\n",
            ]))
        #expect(site.ends(of: "wiki/a.md") == ["wiki/c.md"])
        #expect(site.codes(of: "wiki/a.md").contains("ambiguous-link"))
        let message = site.findings.first { $0.code == "ambiguous-link" }?.message ?? ""
        #expect(message.contains("wiki/c.md (taken, alias)") && message.contains("wiki/b.md"))
    }

    @Test func aPrivatePageLeavesNoTrace() {
        let graph = VaultGraph(
            nodes: ["a", "b", "secret"].map { VaultGraph.Node(id: "id:wiki/\($0).md", x: 0, y: 0, degree: 2, community: 0) },
            edges: [
                .init(source: 0, target: 2, weight: 9, kind: "link"), .init(source: 0, target: 1, weight: 1, kind: "link"),
                .init(source: 1, target: 2, weight: 3, kind: "link"),
            ], communities: [.init(id: 0, label: "Secret plan", size: 3, cohesion: 1, topPage: "id:wiki/secret.md")])
        let site = makeSite(
            vault(
                [
                    "wiki/a.md": "---\nrelated: [Secret plan]\nsources: [\"[[Secret plan]]\"]\n---\n[[Secret plan]] and [[b]]",
                    "wiki/b.md": "",
                    "wiki/secret.md": "---\ntitle: Secret plan\npublish: false\n---\n[[b]]",
                ], graph: graph))
        #expect(site.pages.map(\.path) == ["wiki/a.md", "wiki/b.md"])
        #expect(site.ends(of: "wiki/a.md") == ["withheld", "wiki/b.md"])
        #expect(site.page("wiki/a.md")?.related.map(\.page) == [1])
        #expect(site.page("wiki/a.md")?.sources == [])
        #expect(site.page("wiki/b.md")?.backlinks.map(\.page) == [0])
        #expect(site.graph.nodes.count == 2)
        #expect(site.graph.edges.count == 1)
        #expect(site.graph.nodes.map(\.degree) == [1, 1])
        #expect(!"\(site.graph.labels) \(site.communities)".contains("Secret"))
        #expect(site.info.linkCount == 1)
    }

    @Test func backlinksCarryTheSentenceAndCountEachPageOnce() {
        let site = makeSite(
            vault([
                "wiki/a.md": "First words. The [[B page]] is here. And [[b]] again.", "wiki/b.md": "---\ntitle: B page\n---\n[[#x]] [[b]]",
                "wiki/c.md": "---\nrelated: [b]\n---\n", "wiki/d.md": "![[b]]",
            ]))
        let links = site.page("wiki/b.md")?.backlinks ?? []
        #expect(links.map { site.pages[$0.page].path } == ["wiki/a.md", "wiki/c.md", "wiki/d.md"])
        #expect(links.map(\.origin) == [.body, .frontmatter, .embed])
        #expect(site.sentences(of: "wiki/b.md").first == "The B page is here.")
    }

    @Test func theSameWithAnyNumberOfJobs() {
        var files: [String: String] = [:]
        for index in 0..<300 {
            files["wiki/\(index % 7)/p\(index).md"] = "---\ntags: [domain/D\(index % 3)]\n---\n[[p\(index * 7 % 300)]] [[none]]"
        }
        let one = makeSite(vault(files), jobs: 1)
        for jobs in [2, 5] {
            let other = makeSite(vault(files), jobs: jobs)
            #expect("\(one.pages)" == "\(other.pages)")
            #expect(one.findings == other.findings)
            #expect(one.domains == other.domains)
        }
    }
}
