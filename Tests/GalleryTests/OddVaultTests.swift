import Gallery
import Markdown
import Site
import Testing

@Suite struct OddVaultTests {
    @Test func aVaultWithoutPages() throws {
        let gallery = try BuiltGallery(SampleSite.empty)
        #expect(gallery["live/home-filled-light.html"].contains("Nothing here yet"))
        #expect(gallery["live/wiki-filled-light.html"].contains("Nothing here"))
        #expect(gallery["live/graph-filled-dark.html"].contains("No graph yet"))
        #expect(gallery["live/reading-filled-dark.html"].contains("The vault has no pages"))
        #expect(gallery["live/sources-filled-light.html"].contains("No sources yet"))
        #expect(gallery["tokens.html"].contains("Synapse"))
    }

    /// What a vault says is text wherever it appears.
    @Test func hostileWordsAreText() throws {
        let evil = "<script>alert(1)</script>\"'&{{title}}"
        let sentences = SentenceText([Array(evil.utf8)])
        let page = Page(
            id: "1", path: "wiki/\(evil).md", address: "x.html", title: evil, type: evil, domain: evil, summary: evil,
            sources: [.file(0), .name(evil), .url("javascript:alert(1)")], related: [Related(page: 0, score: 1)],
            backlinks: [Backlink(page: 0, origin: .body, sentence: Sentence(0..<evil.utf8.count))], node: 0)
        let graph = SiteGraph(nodes: [SiteGraph.Node(page: 0, title: evil, type: evil, x: 0, y: 0, size: 8, degree: 0, community: 0)])
        let site = Site(
            info: SiteInfo(title: evil, vault: evil, reviewByKind: [(evil, 1)]), pages: [page],
            sources: [Source(path: "raw/sources/\(evil)", address: "s.html", name: evil, kind: .other, bytes: 1)],
            types: [TypeGroup(type: evil, address: "t.html", pages: [0])], domains: [Group(name: evil, address: "d.html", pages: [0])],
            communities: [CommunityGroup(id: 0, label: evil, cohesion: 1, address: "c.html", pages: [0])], graph: graph,
            sentences: sentences)
        for (path, html) in try BuiltGallery(site).pages {
            #expect(!html.contains("<script>"), "\(path)")
            #expect(!BuiltGallery.values(of: "href", in: html).contains { $0.hasPrefix("javascript") }, "\(path)")
        }
    }

    @Test(arguments: [1, 2, 2500]) func graphsOfAnySize(_ count: Int) throws {
        let pages = (0..<count).map { Page(id: "\($0)", path: "wiki/\($0).md", address: "\($0).html", title: "Page \($0)", node: $0) }
        // All on one point where there are two.
        let nodes = (0..<count).map { index in
            SiteGraph.Node(
                page: index, title: "Page \(index)", type: nil, x: count == 2 ? 5 : Double(index * 37 % 1000),
                y: count == 2 ? 5 : Double(index),
                size: 8, degree: index == 0 ? count - 1 : 1, community: 0)
        }
        let edges = (1..<max(count, 1)).map { SiteGraph.Edge(source: 0, target: Int32($0), weight: 1, kind: "link") }
        let site = Site(info: SiteInfo(title: "G", vault: "g"), pages: pages, graph: SiteGraph(nodes: nodes, edges: edges))
        let html = try BuiltGallery(site)["live/graph-selected-light.html"]
        #expect(!html.contains("nan") && !html.contains("inf\""))
        #expect(html.components(separatedBy: "<circle").count - 1 == 2 * min(count, 900))
        #expect(html.contains(count == 2500 ? "2,500 pages" : "\(count) page"))
    }

    /// Links of a page lead to screens of the gallery; what lies outside is not linked.
    @Test func textOfTheReadingScreen() throws {
        var page = SampleSite.site.pages[0]
        page.links = [
            .page(3, .none), .external("https://example.org/"), .dangling(reason: "no such page"), .withheld, .media(0), .source(0),
        ]
        page.bodyOffset = 2
        page.related = []
        page.backlinks = []
        let site = Site(info: SampleSite.site.info, pages: [page], sources: SampleSite.site.sources)
        var pages = site.pages
        pages += SampleSite.site.pages.dropFirst().prefix(5).map { Page(id: $0.id, path: $0.path, address: $0.address, title: $0.title) }
        let whole = Site(info: site.info, pages: pages, sources: site.sources)
        let gallery = try BuiltGallery(whole, source: Array("ab**text**".utf8)) { page, out in
            let kinds = (0..<7).map { index -> String in
                switch page.destination(index) {
                case .page(let href): href
                case .external, .file: "outside"
                case .embed: "embed"
                case .dangling: "dangling"
                case .withheld: "plain"
                }
            }
            out += Array("<p>\(kinds.joined(separator: " ")) | \(String(decoding: page.body, as: UTF8.self))</p>".utf8)
            return []
        }
        let shown = gallery["live/reading-filled-light.html"]
        #expect(shown.contains("<p>#main plain dangling plain plain #main plain | **text**</p>"))
    }
}
