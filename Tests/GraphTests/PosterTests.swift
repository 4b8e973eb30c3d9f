import Foundation
import Site
import TestSupport
import Testing
import Theme

@testable import Graph

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct PosterTests {
    private let request = PosterRequest(width: 1024, height: 768, dpi: 96)

    @Test func theDefaultSetHasThreeTiersTwoThemesTwoFormats() throws {
        let set = posters(of: Vaults.random(10, seed: 1), theme: try Vaults.theme())
        #expect(set.posters.count == 12)
        #expect(set.posters.map(\.path).contains("posters/overview-light.png"))
        #expect(set.artifacts.map(\.path) == set.posters.map(\.path) + ["posters/posters.json"])
        #expect(set.posters.allSatisfy { ($0.width, $0.height) == (2048, 1536) })
    }

    @Test(arguments: [2, 4]) func anyNumberOfThreadsGivesTheSameBytes(jobs: Int) async throws {
        let site = Vaults.random(160, seed: 21)
        let once = try await Vaults.draw(site, request, jobs: 1)
        let again = try await Vaults.draw(site, request, jobs: jobs)
        #expect(once.count == 13)
        for path in once.keys.sorted() { #expect(once[path] == again[path], "\(path)") }
    }

    @Test func theOrderOfEdgesDoesNotMatter() async throws {
        var site = Vaults.random(120, seed: 22)
        var small = request
        small.tiers = [.overview]
        let once = try await Vaults.draw(site, small)
        site.graph.edges.reverse()
        let again = try await Vaults.draw(site, small)
        #expect(once["posters/overview-dark.png"] == again["posters/overview-dark.png"])
    }

    @Test func noPixelAndNoColourIsPureBlack() async throws {
        var site = Vaults.random(160, seed: 23)
        // A colour emoji is exempt: its font paints what it likes.
        for index in site.graph.nodes.indices { site.graph.nodes[index].title = site.graph.nodes[index].title.replacing("🔋", with: "cell") }
        for (path, bytes) in try await Vaults.draw(site, request, jobs: 2) {
            if path.hasSuffix(".png") {
                #expect(try #require(DecodedPNG(bytes)).holdsPureBlack == false, "\(path)")
            } else if path.hasSuffix(".svg") {
                let svg = String(decoding: bytes, as: UTF8.self)
                #expect(svg.firstMatch(of: /#000(?:000)?\b|rgba?\(\s*0|\bblack\b/) == nil, "\(path)")
                let audit = FillAudit()
                let parser = XMLParser(data: Data(bytes))
                parser.delegate = audit
                #expect(parser.parse())
                #expect(audit.shapes > 100)
                #expect(audit.withoutPaint.isEmpty, "\(path): \(audit.withoutPaint.prefix(3))")
            }
        }
    }

    @Test func svgHasRealTextTitlesAndLinks() async throws {
        let titles = ["ベクトル検索", "النسخ الاحتياطي", "C++ & C#", "Plain page"]
        let nodes = titles.enumerated().map { Vaults.node($0, $1, Double($0 % 2) * 50, Double($0 / 2) * 50) }
        let made = try await Vaults.draw(Vaults.site(nodes, [(0, 1, 1, "link"), (1, 2, 3, "source")], labels: [0: "Storage"]), request)
        let svg = try #require(made["posters/detail-light.svg"])
        let reader = TextReader()
        let parser = XMLParser(data: Data(svg))
        parser.delegate = reader
        #expect(parser.parse())
        for title in titles { #expect(reader.texts.contains(title), "\(title)") }
        #expect(reader.title == "Test vault – knowledge graph, Detail")
        #expect(reader.summary == "4 pages, 2 links, 1 community")
        #expect(reader.links.contains("../concepts/page%200.html"))
        #expect(reader.styleSheets == 1)
        #expect(reader.styleAttributes == 0)
        var apart = request
        apart.linkPrefix = nil
        let alone = try await Vaults.draw(Vaults.site(nodes), apart)
        #expect(!String(decoding: try #require(alone["posters/detail-light.svg"]), as: UTF8.self).contains("<a "))
    }

    @Test func coordinatesHaveOneDecimal() async throws {
        var small = request
        small.formats = [.svg]
        let made = try await Vaults.draw(Vaults.random(100, seed: 25), small)
        for (path, bytes) in made where path.hasSuffix(".svg") {
            let svg = String(decoding: bytes, as: UTF8.self)
            let geometry = svg.matches(of: /\s(?:d|x|y|cx|cy|r|x1|y1|x2|y2|stroke-width)="([^"]*)"/)
            #expect(geometry.count > 300)
            #expect(geometry.allSatisfy { $0.output.1.firstMatch(of: /\.\d\d/) == nil }, "\(path)")
        }
    }

    @Test func manyLinksAreOnePathAStyle() async throws {
        let nodes = (0..<250).map { Vaults.node($0, "n\($0)", Double($0 % 25), Double($0 / 25)) }
        let edges = (0..<250).flatMap { a in (a + 1..<min(250, a + 111)).map { (a, $0, Double($0 % 9), "link") } }
        #expect(edges.count > 20_000)
        var small = request
        small.formats = [.svg]
        small.tiers = [.overview]
        let few = try await Vaults.draw(Vaults.site(nodes, Array(edges.prefix(100))), small)
        let many = try await Vaults.draw(Vaults.site(nodes, edges + edges.prefix(3000).map { ($0.0, $0.1, $0.2, "source") }), small)
        func paths(_ made: [String: [UInt8]], _ layer: Int) throws -> Int {
            let svg = String(decoding: try #require(made["posters/overview-light.svg"]), as: UTF8.self)
            let parts = svg.components(separatedBy: "<g id=\"")
            return try #require(parts.first { $0.hasPrefix("links-\(layer)\"") }).components(separatedBy: "<path").count - 1
        }
        #expect(try paths(few, 0) == 100)
        // Of the wikilinks four widths at most, those of great hubs apart; the other kind is small enough to stay one by one.
        #expect(try (2...8).contains(paths(many, 0)))
        #expect(try paths(many, 1) == 3000)
    }

    @Test func theManifestNamesEveryFileWithItsHash() async throws {
        let made = try await Vaults.draw(Vaults.random(60, seed: 26), request, jobs: 2)
        struct Manifest: Decodable {
            struct File: Decodable {
                var path: String
                var bytes: Int
                var sha256: String
            }
            struct Entry: Decodable {
                var tier: String
                var named: Int
                var leftOut: Int
            }
            var posters: [File]
            var tiers: [Entry]
            var input: String
        }
        let manifest = try JSONDecoder().decode(Manifest.self, from: Data(try #require(made["posters/posters.json"])))
        #expect(manifest.posters.count == 12)
        for file in manifest.posters { #expect(made["posters/" + file.path]?.count == file.bytes) }
        #expect(Set(manifest.posters.map(\.sha256)).count == 12)
        #expect(manifest.tiers.map(\.tier) == ["overview", "regions", "detail"])
        #expect(manifest.input.utf8.count == 64)
    }

    @Test func germanSitesHaveGermanWords() async throws {
        var small = request
        small.formats = [.svg]
        small.tiers = [.overview]
        let made = try await Vaults.draw(Vaults.site([Vaults.node(0, "Seite", 0, 0), Vaults.node(1, "b", 1, 1)], language: "de-CH"), small)
        let svg = String(decoding: try #require(made["posters/overview-light.svg"]), as: UTF8.self)
        #expect(svg.contains("Überblick"))
        #expect(svg.contains("xml:lang=\"de-CH\""))
        #expect(Words("de").number(1_234_567) == "1.234.567")
        #expect(Words("en").number(1_234_567) == "1,234,567")
    }
}

/// Shapes whose fill nobody says are black.
private final class FillAudit: NSObject, XMLParserDelegate {
    var shapes = 0
    var withoutPaint: [String] = []
    private var painted: [Bool] = [false]
    private var isDefinition = 0

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String]
    ) {
        let classes = (attributes["class"] ?? "").split(separator: " ")
        let own = attributes["fill"] != nil || classes.contains { $0.hasPrefix("f-") || $0.hasPrefix("s-") || $0.hasPrefix("l") }
        if name == "defs" { isDefinition += 1 }
        painted.append(own || painted.last == true)
        if ["path", "circle", "text", "rect"].contains(name), isDefinition == 0 {
            shapes += 1
            if painted.last == false { withoutPaint.append("\(name) \(attributes)") }
        }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        if name == "defs" { isDefinition -= 1 }
        painted.removeLast()
    }
}

private final class TextReader: NSObject, XMLParserDelegate {
    var texts: Set<String> = []
    var links: Set<String> = []
    var title = ""
    var summary = ""
    var styleSheets = 0
    var styleAttributes = 0
    private var open: [String] = []
    private var text = ""

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String]
    ) {
        open.append(name)
        text = ""
        if name == "style" { styleSheets += 1 }
        if attributes["style"] != nil { styleAttributes += 1 }
        if name == "a", let link = attributes["href"] { links.insert(link) }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        open.removeLast()
        if name == "text" { texts.insert(text) }
        if name == "title", open == ["svg"] { title = text }
        if name == "desc", open == ["svg"] { summary = text }
    }
}
