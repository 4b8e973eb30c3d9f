import Foundation
import Site
import Testing

@testable import Graph

/// What changed between two graphs.
@Suite struct DifferenceTests {
    private func two() -> (Site, Site) {
        let old = Vaults.random(80, seed: 51)
        var new = old
        // Another layout, other numbers of communities, as after each computation on the server.
        for index in new.graph.nodes.indices {
            let node = new.graph.nodes[index]
            (new.graph.nodes[index].x, new.graph.nodes[index].y) = (-node.y, node.x)
            if node.community >= 0 { new.graph.nodes[index].community = 4 - node.community }
        }
        new.graph.labels = Dictionary(uniqueKeysWithValues: old.graph.labels.map { (4 - $0.key, $0.value) })
        return (old, new)
    }

    @Test func anotherLayoutIsNoChange() {
        let (old, new) = two()
        #expect(GraphDifference(from: old, to: old).isEmpty)
        #expect(GraphDifference(from: old, to: new).isEmpty)
    }

    @Test func eachKindOfChangeIsFound() throws {
        var (old, new) = two()
        let moved = try #require(new.graph.nodes.firstIndex { $0.community == 4 })
        new.graph.nodes[moved].community = 2
        new.pages[70].path = "wiki/concepts/renamed.md"
        let edge = new.graph.edges.removeLast()
        old.info.dataVersion = 3
        let difference = GraphDifference(from: old, to: new)
        #expect(difference.added.map(\.path) == ["wiki/concepts/renamed.md"])
        #expect(difference.gone.map(\.path) == ["wiki/concepts/page-70.md"])
        #expect(difference.moved.map(\.path) == [new.pages[moved].path])
        #expect(difference.moved.first?.from == "Storage" && difference.moved.first?.to == "運用")
        let ends = Set([Int(edge.source), Int(edge.target)].map { new.pages[$0].path }).subtracting(["wiki/concepts/renamed.md"])
        #expect(Set(difference.degrees.map(\.path)) == ends)
        #expect(difference.degrees.allSatisfy { $0.to == $0.from - 1 })
        #expect(difference.linksGone >= 1)
        let marks = ChangeMarks(difference, from: old, to: new)
        #expect(marks.kind(of: 70) == .added && marks.kind(of: moved) == .moved && marks.since == 3)
        #expect(marks.gone.count == 1)
    }

    @Test func changesAreDrawnWithTheListBeside() async throws {
        var (old, new) = two()
        new.pages[7].path = "wiki/new.md"
        new.graph.nodes[7].title = "Power budget"
        old.graph.nodes[7].title = "An old page"
        let difference = GraphDifference(from: old, to: new)
        var request = PosterRequest(width: 900, height: 700, folder: "", linkPrefix: nil)
        (request.appearances, request.formats) = ([.light], [.png, .svg])
        let artifacts = changePosters(of: new, since: old, difference, theme: try Vaults.theme(), request: request)
        #expect(artifacts.map(\.path) == ["changes-light.png", "changes-light.svg", "changes.json", "posters.json"])
        var made: [String: String] = [:]
        for artifact in artifacts {
            guard case .rendered(let render) = artifact.content else { continue }
            made[artifact.path] = String(decoding: try render().bytes, as: UTF8.self)
        }
        #expect(made["changes-light.svg"]?.contains(">Gone: 1<") == true)
        #expect(made["changes-light.svg"]?.contains(">An old page<") == true)
        #expect(made["changes-light.svg"]?.contains(">Changes since data version 7<") == true)
        #expect(made["changes.json"]?.contains("\"path\" : \"wiki/new.md\"") == true)
        #expect(made["posters.json"]?.contains("\"older\" : ") == true)
    }

    /// What changed has its name even where a thousand others want theirs.
    @Test func whatChangedIsNamedFirst() throws {
        let old = Vaults.random(600, seed: 52)
        var new = old
        new.pages[599].path = "wiki/new.md"
        let marks = ChangeMarks(GraphDifference(from: old, to: new), from: old, to: new)
        let plan = MapPlan(new, theme: try Vaults.theme(), request: PosterRequest(), changes: marks)
        let scene = try SceneBuilder(plan: plan, tier: .detail, typesetter: try Typesetter()).scene()
        let node = try #require(plan.chart.nodes.firstIndex { $0.page == 599 })
        #expect(plan.chart.ranking.first == node)
        #expect(scene.labels.contains { $0.subject == .node(node) })
        expectNoCollision(plan, scene)
    }
}
