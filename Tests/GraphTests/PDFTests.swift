import Foundation
import Site
import Testing

@testable import Graph

/// Posters as PDF; that other programs read them is for the end to end tests.
@Suite struct PDFTests {
    private func draw(_ site: Site, jobs: Int = 1) async throws -> [String: [UInt8]] {
        var request = PosterRequest(width: 900, height: 700, dpi: 96)
        request.formats = [.pdf]
        return try await Vaults.draw(site, request, jobs: jobs)
    }

    @Test func theSameBytesEachTime() async throws {
        let site = Vaults.random(90, seed: 61)
        let once = try await draw(site)
        let again = try await draw(site, jobs: 4)
        #expect(once.count == 7)
        for path in once.keys.sorted() { #expect(once[path] == again[path], "\(path)") }
    }

    @Test func datesAreTheDatasAndLinksLeadToThePages() async throws {
        let site = Vaults.site([Vaults.node(0, "a (b) 'c'", 0, 0), Vaults.node(1, "運用", 9, 9)], [(0, 1, 1, "link")])
        let pdf = String(decoding: try #require(try await draw(site)["posters/detail-light.pdf"]), as: Unicode.ASCII.self)
        #expect(pdf.hasPrefix("%PDF-1.5"))
        #expect(pdf.contains("/CreationDate (20261112000000Z)"))
        #expect(pdf.contains("/ModDate (20261112000000Z)"))
        #expect(pdf.contains("/URI (../concepts/page%200.html)"))
        #expect(pdf.contains("/MediaBox [ 0 0 675 525 ]"))
        #expect(pdf.contains("/Outlines"))
    }

    /// Past a number of links they are one picture: the file must not grow with them.
    @Test func manyLinksAreAPicture() async throws {
        let nodes = (0..<250).map { Vaults.node($0, "n\($0)", Double($0 % 25), Double($0 / 25)) }
        let edges = (0..<250).flatMap { a in (a + 1..<min(250, a + 121)).map { (a, $0, Double($0 % 9), "link") } }
        #expect(edges.count > 20_000)
        var request = PosterRequest(width: 900, height: 700, dpi: 96)
        (request.formats, request.tiers, request.appearances) = ([.pdf], [.overview], [.light])
        let pdf = try #require(try await Vaults.draw(Vaults.site(nodes, edges), request)["posters/overview-light.pdf"])
        #expect(pdf.count < 900_000)
        #expect(String(decoding: pdf, as: Unicode.ASCII.self).contains("/SMask"))
    }
}
