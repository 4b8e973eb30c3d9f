import Foundation
import Site
import Testing

@testable import Graph

/// Graphs of real servers: what is promised of names holds on them too.
@Suite(.enabled(if: SharedVaults.isThere, "no shared folder beside the checkout")) struct SharedVaultTests {
    @Test(arguments: SharedVaults.names, Tier.allCases) func namesNeverCollide(vault: String, tier: Tier) throws {
        let (plan, scene) = try Vaults.scene(try SharedVaults.site(vault), tier)
        expectNoCollision(plan, scene)
        #expect(scene.report.named + scene.report.leftOut >= 18)
        for layer in scene.links { #expect(layer.lines.allSatisfy { plan.sheet.map.contains($0.from) && plan.sheet.map.contains($0.to) }) }
    }

    @Test(arguments: SharedVaults.names) func communitiesKeepTheirNamesApart(vault: String) throws {
        let site = try SharedVaults.site(vault)
        for community in 0..<3 {
            let plan = MapPlan(site, theme: try Vaults.theme(), request: PosterRequest(), scope: .community(community))
            expectNoCollision(plan, try SceneBuilder(plan: plan, tier: .detail, typesetter: try Typesetter()).scene())
        }
    }
}

enum SharedVaults {
    static let names = ["homelab/night1", "homelab/night2", "rustacean", "steuerrecht"]
    private static let folder =
        ProcessInfo.processInfo.environment["SYNAPSE_SHARED"].map { URL(fileURLWithPath: $0) }
        ?? Vaults.folder.deletingLastPathComponent().appending(path: "shared")
    static var isThere: Bool { FileManager.default.fileExists(atPath: folder.appending(path: "vaults").path) }

    private struct Answer: Decodable {
        struct Node: Decodable {
            var id: String
            var title: String?
            var type: String?
            var x: Double
            var y: Double
            var size: Double
            var community: Int
        }
        struct Edge: Decodable {
            var source: String
            var target: String
            var weight: Double
            var kind: String
        }
        struct Community: Decodable {
            var id: Int
            var label: String?
        }
        var nodes: [Node]
        var edges: [Edge]
        var communities: [Community]
    }

    static func site(_ name: String) throws -> Site {
        let data = try Data(contentsOf: folder.appending(path: "vaults/\(name)/graph.json"))
        let answer = try JSONDecoder().decode(Answer.self, from: data)
        var index: [String: Int] = [:]
        for (position, node) in answer.nodes.enumerated() { index[node.id] = position }
        let nodes = answer.nodes.enumerated().map { position, node in
            SiteGraph.Node(
                page: position, title: node.title ?? node.id, type: node.type, x: node.x, y: node.y, size: node.size, degree: 0,
                community: node.community)
        }
        let edges = answer.edges.map { (index[$0.source] ?? -1, index[$0.target] ?? -1, $0.weight, $0.kind) }
        let labels = Dictionary(answer.communities.map { ($0.id, $0.label ?? "") }) { first, _ in first }
        return Vaults.site(nodes, edges, labels: labels)
    }
}
