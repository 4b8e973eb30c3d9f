import Canvas
import Foundation
import Testing

@testable import Graph

/// What stands where, as text: a change of the layout is seen in review. Re-record with RECORD_GOLDENS=1.
///
/// Places of names follow the fonts, so the golden begins with a measure of them; where other fonts are installed it says nothing.
@Suite struct SceneGoldenTests {
    private static let folder = Vaults.folder.appendingPathComponent("Tests/Goldens/scenes")

    @Test(arguments: Tier.allCases) func scenesStayAsTheyAre(tier: Tier) throws {
        let (_, scene) = try Vaults.scene(Vaults.random(36, seed: 31), tier)
        let fonts = try Self.fontMeasure()
        let dump = "fonts \(fonts)\n" + Self.dump(scene)
        let file = Self.folder.appendingPathComponent("\(tier.rawValue).txt")
        if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
            try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
            try dump.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("recorded \(file.lastPathComponent); run again without RECORD_GOLDENS")
            return
        }
        let golden = try String(contentsOf: file, encoding: .utf8)
        guard golden.hasPrefix("fonts \(fonts)\n") else {
            print("\(file.lastPathComponent) was recorded with other fonts; not compared")
            return
        }
        #expect(dump == golden)
    }

    private static func fontMeasure() throws -> String {
        let shaper = try TextShaper()
        return try ["Hamburgefonts", "運用", "النسخ"].map { tenth(try shaper.shape($0).advance * 1000) }.joined(separator: " ")
    }

    private static func tenth(_ value: Double) -> String { "\(Double(SVGWriter.tenths(value)) / 10)" }

    private static func dump(_ scene: Scene) -> String {
        var lines = ["\(scene.title)", "\(scene.description)", "tone \(scene.tone)", "\(scene.report)"]
        for region in scene.regions {
            let box = region.outline.bounds.map { [$0.x, $0.y, $0.maxX, $0.maxY].map(tenth).joined(separator: " ") } ?? ""
            lines.append("region \(region.community) \(region.name) \(region.ink.className) \(region.outline.elements.count): \(box)")
        }
        for layer in scene.links {
            lines.append("links \(layer.kind) \(layer.ink.className) \(layer.lines.count) dash \(layer.dash != nil)")
        }
        for node in scene.nodes.sorted(by: { $0.node < $1.node }) {
            lines.append(
                "page \(node.note): \(tenth(node.center.x)) \(tenth(node.center.y)) r \(tenth(node.radius)) \(node.ink.className) \(node.sign)"
            )
        }
        for label in scene.labels {
            let text = label.lines.map(\.line.text).joined(separator: " / ")
            lines.append("name \(text): \([label.box.x, label.box.y, label.box.maxX, label.box.maxY].map(tenth).joined(separator: " "))")
        }
        for case .text(let item) in scene.furniture {
            lines.append("text \(item.line.text): \(tenth(item.anchorX)) \(tenth(item.origin.y))")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
