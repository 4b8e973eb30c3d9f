import Foundation
import Site
import Snapshot
import Theme

@testable import Graph

/// Numbers that look random and are the same on every machine (Knuth's constants for a linear congruential generator).
struct Dice: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493 }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}

enum Vaults {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func theme() throws -> Theme {
        try Theme(tokens: [UInt8](Data(contentsOf: folder.appendingPathComponent("templates/tokens.json"))))
    }

    /// A site with these nodes and edges and nothing else.
    static func site(
        _ nodes: [SiteGraph.Node], _ edges: [(Int, Int, Double, String)] = [], labels: [Int: String] = [:], language: String = "en"
    ) -> Site {
        let pages = nodes.enumerated().map { index, node in
            Page(
                id: "p\(index)", path: "wiki/concepts/page-\(index).md", address: "concepts/page \(index).html", title: node.title,
                type: node.type)
        }
        let graph = SiteGraph(
            nodes: nodes, edges: edges.map { .init(source: Int32($0.0), target: Int32($0.1), weight: $0.2, kind: $0.3) }, labels: labels)
        let info = SiteInfo(
            title: "Test vault", vault: "test", dataVersion: 7, date: CalendarDate(year: 2026, month: 11, day: 12), language: language)
        return Site(info: info, pages: pages, graph: graph)
    }

    static func node(
        _ index: Int, _ title: String, _ x: Double, _ y: Double, type: String? = "concept", community: Int = 0, domain: String? = nil
    ) -> SiteGraph.Node {
        SiteGraph.Node(page: index, title: title, type: type, x: x, y: y, size: 10, degree: 0, community: community, domain: domain)
    }

    /// Communities around centres, links mostly inside them, a few hubs, a few isolated pages.
    static func random(_ count: Int, seed: UInt64) -> Site {
        var dice = Dice(seed)
        let words = ["Snapshot", "pool", "backup", "運用", "policy", "النسخ", "Copy-on-write", "and", "§ 147", "restore", "🔋", "latency"]
        let types = ["concept", "entity", "source", "synthesis", "comparison", "query", "pattern", nil]
        let groups = 5
        let nodes = (0..<count).map { index in
            let group = Int.random(in: -1..<groups, using: &dice)
            let (cx, cy) = (Double(group % 3) * 60, Double(group / 3) * 70)
            let title = (0..<Int.random(in: 1...5, using: &dice)).map { _ in words.randomElement(using: &dice) ?? "" }.joined(
                separator: " ")
            return node(
                index, title, cx + .random(in: -32...32, using: &dice), cy + .random(in: -32...32, using: &dice),
                type: types.randomElement(using: &dice) ?? nil, community: group, domain: group < 2 ? "Storage" : nil)
        }
        var edges: [(Int, Int, Double, String)] = []
        for index in 1..<count where index % 11 != 0 {
            for _ in 0..<Int.random(in: 1...3, using: &dice) {
                let other = Int.random(in: 0..<index, using: &dice)
                let target = other % 4 == 0 ? other / 8 : other
                edges.append(
                    (min(index, target), max(index, target), .random(in: 0...20, using: &dice), index % 5 == 0 ? "source" : "link"))
            }
        }
        return site(nodes, edges, labels: [0: "Storage", 1: "Networking", 2: "運用", 3: "النسخ الاحتياطي", 4: "A long name of a community"])
    }

    /// All artifacts' bytes by path, drawn on as many tasks as asked for.
    static func draw(_ site: Site, _ request: PosterRequest, jobs: Int = 1) async throws -> [String: [UInt8]] {
        let artifacts = posters(of: site, theme: try theme(), request: request).artifacts
        return try await withThrowingTaskGroup(of: [(String, [UInt8])].self) { group in
            for job in 0..<jobs {
                group.addTask {
                    try stride(from: job, to: artifacts.count, by: jobs).map { index in
                        guard case .rendered(let render) = artifacts[index].content else { return (artifacts[index].path, []) }
                        return (artifacts[index].path, try render().bytes)
                    }
                }
            }
            var made: [String: [UInt8]] = [:]
            for try await part in group { for (path, bytes) in part { made[path] = bytes } }
            return made
        }
    }

    static func scene(_ site: Site, _ tier: Tier, _ request: PosterRequest = PosterRequest()) throws -> (MapPlan, Scene) {
        let plan = MapPlan(site, theme: try theme(), request: request)
        return (plan, try SceneBuilder(plan: plan, tier: tier, typesetter: try Typesetter()).scene())
    }
}
