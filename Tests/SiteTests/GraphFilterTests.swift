import Snapshot
import Testing

@testable import Site

@Suite struct GraphFilterTests {
    private func site(_ nodes: [VaultGraph.Node], _ edges: [VaultGraph.Edge], _ communities: [VaultGraph.Community] = []) -> Site {
        let files = ["wiki/a.md": "", "wiki/b.md": "", "wiki/c.md": ""]
        return makeSite(vault(files, graph: VaultGraph(nodes: nodes, edges: edges, communities: communities)))
    }

    private func node(_ name: String, x: Double = 0, y: Double = 0, community: Int = 0) -> VaultGraph.Node {
        VaultGraph.Node(id: "id:wiki/\(name).md", x: x, y: y, degree: 99, community: community)
    }

    @Test func positionsAreCopiedAndDegreesCounted() {
        let graph = site(
            [node("b", x: 1.5, y: -2.25), node("a", x: 7, y: 8)], [.init(source: 0, target: 1, weight: 2, kind: "link")]
        ).graph
        #expect(graph.nodes.map(\.page) == [0, 1])
        #expect(graph.nodes.map(\.x) == [7, 1.5])
        #expect(graph.nodes.map(\.y) == [8, -2.25])
        #expect(graph.nodes.map(\.degree) == [1, 1])
    }

    @Test func selfEdgesDoublesAndStrangersAreLeftOutAndSaid() {
        let result = site(
            [node("a"), node("b"), VaultGraph.Node(id: "nobody", x: 0, y: 0)],
            [
                .init(source: 0, target: 0, weight: 1, kind: "link"), .init(source: 1, target: 0, weight: 5, kind: "link"),
                .init(source: 0, target: 1, weight: 2, kind: "link"), .init(source: 0, target: 1, weight: 1, kind: "source"),
                .init(source: 0, target: 2, weight: 1, kind: "link"),
            ])
        #expect(
            result.graph.edges == [
                .init(source: 0, target: 1, weight: 5, kind: "link"), .init(source: 0, target: 1, weight: 1, kind: "source"),
            ])
        #expect(result.findings.filter { $0.code == "self-edge" }.count == 1)
        #expect(result.findings.filter { $0.code == "node-without-page" }.count == 1)
    }

    @Test func communitiesOfOneAreNoGroup() {
        let result = site(
            [node("a", community: 4), node("b", community: 4), node("c", community: 5)], [],
            [.init(id: 4, label: "Four", size: 2, cohesion: 0.5), .init(id: 5, label: "Five", size: 1, cohesion: 0)])
        #expect(result.communities.map(\.label) == ["Four"])
        #expect(result.communities.first?.pages == [0, 1])
        #expect(result.graph.labels == [4: "Four", 5: "Five"])
    }

    @Test func anEmptyVaultIsASite() {
        let empty = makeSite(vault([:]))
        #expect(empty.pages.isEmpty && empty.types.isEmpty && empty.graph.nodes.isEmpty)
        #expect(empty.info.date == nil)
    }

    @Test func relatedPagesAreNeighboursHeaviestFirstThenThoseNamed() {
        let files = ["wiki/a.md": "---\nrelated: [d, b]\n---\n", "wiki/b.md": "", "wiki/c.md": "", "wiki/d.md": ""]
        let graph = VaultGraph(
            nodes: ["a", "b", "c"].map { node($0) },
            edges: [.init(source: 0, target: 1, weight: 1, kind: "link"), .init(source: 0, target: 2, weight: 3, kind: "link")])
        let result = makeSite(vault(files, graph: graph))
        #expect(result.pages[0].related == [.init(page: 2, score: 3), .init(page: 1, score: 1), .init(page: 3, score: 0)])
    }

    @Test func nodesHaveTheDomainOfTheirPage() {
        let files = ["wiki/a.md": "---\ntags: [domain/Networking]\n---\n", "wiki/b.md": "---\ndomain: Backup\n---\n", "wiki/c.md": ""]
        let nodes = ["a", "b", "c"].map { VaultGraph.Node(id: "id:wiki/\($0).md", x: 0, y: 0, domain: $0 == "b" ? nil : "Storage") }
        let graph = makeSite(vault(files, graph: VaultGraph(nodes: nodes))).graph
        #expect(graph.nodes.map(\.domain) == ["Networking", "Backup", "Storage"])
    }

    @Test func domainsComeFromTagsAndOtherwiseFromTheGraph() {
        let files = ["wiki/a.md": "---\ntags: [domain/Storage, domain/Networking, zfs]\n---\n", "wiki/b.md": ""]
        let graph = VaultGraph(nodes: [.init(id: "id:wiki/b.md", x: 0, y: 0, domain: "Storage")])
        let result = makeSite(vault(files, graph: graph))
        #expect(result.domains.map(\.name) == ["Storage", "Networking"])
        #expect(result.domains.map(\.address) == ["domains/Storage.html", "domains/Networking.html"])
        #expect(result.pages.map(\.domain) == ["Storage", "Storage"])
        #expect(result.pages[0].tags == ["zfs"])
    }
}
