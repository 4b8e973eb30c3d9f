import Canvas
import Foundation
import TestSupport
import Testing
import Theme

@testable import Graph

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The map to zoom into.
@Suite struct TileTests {
    private static func pyramid(_ count: Int, seed: UInt64) throws -> TilePyramid {
        let theme = try Vaults.theme()
        let site = Vaults.random(count, seed: seed)
        let colors = [(Appearance.light, PaintBox(Palette(theme: theme, appearance: .light)))]
        return TilePyramid(site, theme, PosterRequest(folder: ""), colors, PageAddresses(site, prefix: "https://wiki.example.org/"))
    }

    private static func bytes(_ pyramid: TilePyramid, _ path: String) throws -> [UInt8] {
        let artifact = try #require(pyramid.artifacts.first { $0.path == path }, "\(path)")
        switch artifact.content {
        case .bytes(let bytes): return bytes
        case .rendered(let render): return try render().bytes
        default: return []
        }
    }

    @Test func levelsHalveDownToOnePixel() throws {
        let pyramid = try Self.pyramid(60, seed: 41)
        #expect(pyramid.levels.last.map { [$0.width, $0.height] } == [pyramid.width, pyramid.height])
        #expect(pyramid.levels.first.map { [$0.width, $0.height] } == [1, 1])
        for (small, large) in zip(pyramid.levels, pyramid.levels.dropFirst()) {
            #expect((small.width, small.height) == ((large.width + 1) / 2, (large.height + 1) / 2))
        }
        let dzi = String(decoding: try Self.bytes(pyramid, "tiles-light.dzi"), as: UTF8.self)
        #expect(XMLParser(data: Data(dzi.utf8)).parse())
        #expect(
            dzi.contains("Overlap=\"1\" TileSize=\"254\"")
                && dzi.contains("<Size Width=\"\(pyramid.width)\" Height=\"\(pyramid.height)\"/>"))
        // Every tile of every level, none besides.
        let tiles = pyramid.artifacts.filter { $0.path.hasPrefix("tiles-light_files/") }
        #expect(tiles.count == pyramid.levels.reduce(0) { $0 + $1.columns * $1.rows })
        #expect(Set(tiles.map(\.path)).count == tiles.count)
    }

    /// Two neighbours show the same two columns or rows of pixels where they meet, but for the last bits of cairo's own masks.
    @Test func tilesOverlapByOnePixelOnEachSide() throws {
        let pyramid = try Self.pyramid(80, seed: 42)
        let level = 11
        func tile(_ column: Int, _ row: Int) throws -> DecodedPNG {
            try #require(DecodedPNG(try Self.bytes(pyramid, "tiles-light_files/\(level)/\(column)_\(row).png")))
        }
        let (first, right, below) = try (tile(3, 3), tile(4, 3), tile(3, 4))
        #expect((first.width, first.height) == (256, 256))
        func isAlike(_ a: [UInt8], _ b: [UInt8]) -> Bool { zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= 4 } }
        for y in 0..<256 { for x in 0..<2 { #expect(isAlike(first[254 + x, y], right[x, y])) } }
        for x in 0..<256 { for y in 0..<2 { #expect(isAlike(first[x, 254 + y], below[x, y])) } }
        let corner = try tile(0, 0)
        #expect((corner.width, corner.height) == (255, 255))
    }

    @Test func aPageStandsAtTheSamePlaceInEveryLevel() throws {
        let pyramid = try Self.pyramid(70, seed: 43)
        let last = try #require(pyramid.levels.last)
        let places = try last.scene.value().nodes.sorted { $0.node < $1.node }.map(\.center)
        for level in pyramid.levels.dropFirst(8) {
            let k = Double(level.width) / Double(last.width)
            for (mark, place) in zip(try level.scene.value().nodes.sorted(by: { $0.node < $1.node }), places) {
                #expect((mark.center - place * k).length < 1.5)
            }
        }
    }

    @Test func eachLevelHasItsOwnNames() throws {
        let pyramid = try Self.pyramid(150, seed: 44)
        let named = try pyramid.levels.map { try $0.scene.value().report.named }
        #expect(named.prefix(8).allSatisfy { $0 == 0 })
        #expect(try #require(named.last) >= 140)
        #expect(named[named.count - 3] < 140 && named[named.count - 3] > 5)
        for level in pyramid.levels.suffix(4) {
            let labels = try level.scene.value().labels
            for (index, label) in labels.enumerated() {
                for other in labels[(index + 1)...] { #expect(!label.box.overlaps(other.box)) }
            }
        }
    }

    @Test func thePageListsEveryPageAndAsksNobody() throws {
        let pyramid = try Self.pyramid(50, seed: 45)
        let html = String(decoding: try Self.bytes(pyramid, "tiles.html"), as: UTF8.self)
        for index in 0..<50 { #expect(html.contains("https://wiki.example.org/concepts/page%20\(index).html\"")) }
        #expect(html.contains("<img src=\"tiles-light.png\""))
        #expect(html.contains("default-src 'none'"))
        #expect(!html.contains("<script>") && !html.contains(" style=") && !html.contains("onclick"))
        let picture = try #require(DecodedPNG(try Self.bytes(pyramid, "tiles-light.png")))
        #expect(max(picture.width, picture.height) == 2048)
    }

    /// A variable that the tokens do not have would be no colour at all.
    @Test func coloursOfThePageAreTokens() throws {
        let folder = Vaults.folder.appending(path: "public/posters/tiles.css")
        let sheet = try String(contentsOf: folder, encoding: .utf8)
        let css = try Vaults.theme().css()
        let used = Set(sheet.matches(of: /var\((--[a-z-]+)\)/).map { String($0.output.1) })
        #expect(used.count > 5)
        for name in used { #expect(css.contains("\(name):"), "\(name)") }
    }

    @Test(arguments: [0, 1]) func hardlyAnyPagesMakeAPyramidToo(count: Int) throws {
        let theme = try Vaults.theme()
        let site = Vaults.site((0..<count).map { Vaults.node($0, "n", .nan, 1) })
        let colors = [(Appearance.dark, PaintBox(Palette(theme: theme, appearance: .dark)))]
        let pyramid = TilePyramid(site, theme, PosterRequest(), colors, PageAddresses(site, prefix: nil))
        for level in 0...9 { _ = try Self.bytes(pyramid, "posters/tiles-dark_files/\(level)/0_0.png") }
    }
}
