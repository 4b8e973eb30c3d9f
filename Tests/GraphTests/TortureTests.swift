import Foundation
import Site
import TestSupport
import Testing

@testable import Graph

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Graphs that broke other programs: each is drawn, each fault is counted.
@Suite struct TortureTests {
    private func draw(_ site: Site) async throws -> [String: [UInt8]] {
        var request = PosterRequest(width: 800, height: 600, dpi: 96)
        (request.appearances, request.formats) = ([.light], PosterFormat.allCases)
        let made = try await Vaults.draw(site, request)
        for (path, bytes) in made where path.hasSuffix(".svg") {
            #expect(XMLParser(data: Data(bytes)).parse(), "\(path)")
            #expect(!String(decoding: bytes, as: UTF8.self).contains("nan"))
        }
        for (path, bytes) in made where path.hasSuffix(".pdf") {
            #expect(bytes.starts(with: Array("%PDF-1.5".utf8)) && bytes.suffix(8).contains(UInt8(ascii: "F")), "\(path)")
        }
        for (path, bytes) in made where path.hasSuffix(".png") {
            let picture = try #require(DecodedPNG(bytes), "\(path)")
            #expect((picture.width, picture.height) == (800, 600))
        }
        return made
    }

    @Test func noPages() async throws { #expect(try await draw(Vaults.site([])).count == 10) }

    @Test func onePage() async throws { #expect(try await draw(Vaults.site([Vaults.node(0, "Alone", 3, 4)])).count == 10) }

    @Test func coordinatesThatAreNone() async throws {
        let bad: [Double] = [.nan, .infinity, -.infinity, 1e300, .signalingNaN]
        let nodes =
            bad.enumerated().map { Vaults.node($0, "bad \($0)", $1, 0) } + (5..<9).map { Vaults.node($0, "good \($0)", Double($0), 1) }
        let site = Vaults.site(nodes, [(0, 5, 1, "link"), (5, 6, 1, "link")])
        _ = try await draw(site)
        let (plan, scene) = try Vaults.scene(site, .detail)
        #expect(plan.chart.faults.withoutPosition == 5)
        #expect(plan.chart.nodes.count == 4)
        #expect(scene.nodes.count == 4)
        let texts = scene.furniture.compactMap { if case .text(let item) = $0 { item.line.text } else { nil } }
        #expect(texts.contains("Without a stored position: 5"))
        #expect(plan.chart.faults.findings.map(\.code) == ["node-without-position"])
    }

    @Test func nothingButBadCoordinates() async throws {
        _ = try await draw(Vaults.site((0..<200).map { Vaults.node($0, "bad", .nan, .nan) }))
    }

    @Test func allOnOnePoint() async throws {
        let site = Vaults.site((0..<30).map { Vaults.node($0, "same \($0)", 5, 5) }, [(0, 1, 1, "link")])
        _ = try await draw(site)
        #expect(try Vaults.scene(site, .overview).0.chart.faults.onOnePoint)
    }

    @Test func allOnOneLine() async throws {
        _ = try await draw(Vaults.site((0..<30).map { Vaults.node($0, "line \($0)", Double($0), 5) }))
    }

    @Test func hugeAndTinyExtents() async throws {
        _ = try await draw(Vaults.site([Vaults.node(0, "a", -9e8, -9e8), Vaults.node(1, "b", 9e8, 9e8)], [(0, 1, 1, "link")]))
        _ = try await draw(Vaults.site([Vaults.node(0, "a", 1, 1), Vaults.node(1, "b", 1 + 1e-12, 1)], [(0, 1, 1, "link")]))
        _ = try await draw(Vaults.site([Vaults.node(0, "a", 0, 0), Vaults.node(1, "b", 1e-5, 1e-5)], [(0, 1, 1, "link")]))
    }

    @Test func edgesThatLeadNowhere() async throws {
        let nodes = (0..<4).map { Vaults.node($0, "n\($0)", Double($0), Double($0 * $0)) }
        let site = Vaults.site(
            nodes, [(0, 9, 1, "link"), (-3, 1, 1, "link"), (2, 2, 1, "link"), (0, 1, 1, "link"), (1, 0, 2, "link"), (0, 1, 1, "source")])
        _ = try await draw(site)
        let chart = try Vaults.scene(site, .overview).0.chart
        #expect(chart.faults.edgesWithoutNode == 2)
        #expect(chart.faults.selfEdges == 1)
        #expect(chart.faults.repeatedEdges == 1)
        #expect(chart.links.count == 2)
        #expect(chart.kinds == ["link", "source"])
        #expect(chart.faults.findings.map(\.code) == ["edge-without-node", "self-edge", "repeated-edge"])
    }

    @Test func weightsThatAreNone() async throws {
        let nodes = (0..<6).map { Vaults.node($0, "n\($0)", Double($0), Double($0 * $0)) }
        let site = Vaults.site(
            nodes, [(0, 1, .nan, "link"), (1, 2, -4, "link"), (2, 3, .infinity, "link"), (3, 4, 1e308, "link"), (4, 5, 0, "other")])
        _ = try await draw(site)
        let chart = try Vaults.scene(site, .overview).0.chart
        #expect(chart.faults.badWeights == 3)
        #expect(chart.links.allSatisfy { (0...1).contains($0.strength) })
    }

    @Test func aCommunityOfOneAndSizesThatAreNone() async throws {
        var nodes = (0..<9).map { Vaults.node($0, "n\($0)", Double($0 % 3), Double($0 / 3), community: $0) }
        nodes[0].size = .nan
        nodes[1].size = .infinity
        nodes[2].community = .max
        nodes[3].community = .min
        _ = try await draw(Vaults.site(nodes))
        #expect(try Vaults.scene(Vaults.site(nodes), .overview).1.regions.isEmpty)
    }

    @Test func titlesThatAreHardToDraw() async throws {
        let titles = [
            String(repeating: "a", count: 300), String(repeating: "漢", count: 100), "النسخ الاحتياطي with Latin inside الخادم", "👩🏽‍🔬👨‍👩‍👧‍👦",
            "line\nbreak\u{7}bell\u{0}", "", "   ", "<script>&\"'</script>", "\u{202E}reversed", "e\u{301}\u{302}\u{303}\u{304}",
            "\u{FFFF}\u{FFFE}",
            "\u{10FFFD}",
        ]
        let nodes = titles.enumerated().map { Vaults.node($0, $1, Double($0 % 4), Double($0 / 4), community: 0) }
        let site = Vaults.site(nodes, [(0, 1, 1, "link")], labels: [0: String(repeating: "label ", count: 60)])
        let made = try await draw(site)
        let svg = String(decoding: try #require(made["posters/detail-light.svg"]), as: UTF8.self)
        #expect(svg.contains("&lt;script&gt;"))
        #expect(!svg.contains("<script"))
        #expect(svg.contains(String(repeating: "a", count: 300)))
        let report = try Vaults.scene(site, .detail).1.report
        #expect(report.missingGlyphs.map(\.title).contains("\u{10FFFD}"))
    }
}
