import Canvas
import Site
import Testing

@testable import Graph

/// Posters of a part of the graph.
@Suite struct ScopeTests {
    private func scene(_ site: Site, _ scope: PosterScope) throws -> (MapPlan, Scene) {
        let plan = MapPlan(site, theme: try Vaults.theme(), request: PosterRequest(), scope: scope)
        return (plan, try SceneBuilder(plan: plan, tier: .detail, typesetter: try Typesetter()).scene())
    }

    @Test(arguments: -1..<5) func aCommunityHasItsPagesAndThoseTheyAreLinkedWith(community: Int) throws {
        let site = Vaults.random(200, seed: 31)
        let (plan, scene) = try scene(site, .community(community))
        let members = Set(site.graph.nodes.filter { $0.community == community }.map(\.page))
        #expect(Set(plan.chart.nodes.filter { !$0.isContext }.map(\.page)) == members)
        for link in plan.chart.links {
            #expect(plan.chart.nodes[link.a].community == community || plan.chart.nodes[link.b].community == community)
        }
        // What stands around is there for a link, and never more than the map's frame holds.
        let linked = Set(plan.chart.links.flatMap { [$0.a, $0.b] })
        for mark in scene.nodes where plan.chart.nodes[mark.node].isContext {
            #expect(linked.contains(mark.node))
            #expect(plan.sheet.map.contains(mark.center))
        }
        #expect(scene.nodes.count { members.contains($0.page) } == members.count)
        expectNoCollision(plan, scene)
    }

    @Test func degreesStayThoseOfTheWholeGraph() throws {
        let site = Vaults.random(120, seed: 32)
        let whole = Chart(site.graph)
        for node in whole.restricted(to: .community(2)).nodes { #expect(node.degree == whole.nodes[node.index].degree) }
    }

    @Test func aroundAPageIsWhatIsNear() throws {
        // A chain of ten with a branch at its second.
        let nodes = (0..<11).map { Vaults.node($0, "n\($0)", Double($0), Double($0 % 3)) }
        let edges = (0..<9).map { ($0, $0 + 1, 1.0, "link") } + [(1, 10, 1, "link")]
        let site = Vaults.site(nodes, edges)
        func pages(_ hops: Int) -> Set<Int> { Set(Chart(site.graph).restricted(to: .around(0, hops: hops)).nodes.map(\.page)) }
        #expect(pages(0) == [0])
        #expect(pages(1) == [0, 1])
        #expect(pages(2) == [0, 1, 2, 10])
        #expect(pages(20) == Set(0..<11))
        let (plan, scene) = try scene(site, .around(0, hops: 2))
        #expect(plan.title == "n0")
        #expect(scene.title.hasPrefix("n0 – "))
        #expect(scene.nodes.first { $0.page == 0 }?.ring != nil)
        expectNoCollision(plan, scene)
    }

    @Test func aPageWithoutPositionOrLinksHasAPosterToo() async throws {
        let nodes = [Vaults.node(0, "nowhere", .nan, 0), Vaults.node(1, "alone", 4, 4, community: 3)]
        for scope in [PosterScope.around(0, hops: 2), .around(1, hops: 2), .community(3), .community(99)] {
            var request = PosterRequest(width: 640, height: 480)
            (request.scopes, request.tiers, request.formats) = ([scope], [.detail], PosterFormat.allCases)
            #expect(try await Vaults.draw(Vaults.site(nodes), request).count == 7)
        }
    }

    @Test func eachScopeHasFilesOfItsOwn() throws {
        var request = PosterRequest()
        (request.scopes, request.tiers) = ([.vault, .community(3), .community(-1), .around(5, hops: 1)], [.detail])
        let set = posters(of: Vaults.random(20, seed: 33), theme: try Vaults.theme(), request: request)
        #expect(
            set.posters.filter { $0.appearance == .light && $0.format == .png }.map(\.path) == [
                "posters/detail-light.png", "posters/community-3-detail-light.png", "posters/unassigned-detail-light.png",
                "posters/around-page 5-detail-light.png",
            ])
    }

    @Test func pagesAreFoundByPathAddressAndTitle() {
        var site = Vaults.random(8, seed: 34)
        site.pages[2].title = "Copy-on-write"
        (site.pages[3].title, site.pages[4].title) = ("Mirror", "Mirror")
        for name in [
            "wiki/concepts/page-2.md", "concepts/page-2.md", "concepts/page-2", "concepts/page 2.html", "Copy-on-write", "copy-ON-write",
            "page-2",
        ] {
            #expect(site.pages(called: name) == [2], "\(name)")
        }
        #expect(site.pages(called: "Mirror") == [3, 4])
        #expect(site.pages(called: "nothing").isEmpty)
    }

    @Test func linesAreCutWhereTheMapEnds() {
        let map = Rect(x: 10, y: 10, width: 80, height: 40)
        func cut(_ a: Point, _ b: Point) -> [Point] { map.clip(a, b).map { [$0.0, $0.1] } ?? [] }
        func isNear(_ a: [Point], _ b: [Point]) -> Bool { a.count == b.count && zip(a, b).allSatisfy { ($0 - $1).length < 1e-9 } }
        #expect(cut(Point(20, 20), Point(30, 30)) == [Point(20, 20), Point(30, 30)])
        #expect(isNear(cut(Point(0, 30), Point(50, 30)), [Point(10, 30), Point(50, 30)]))
        #expect(isNear(cut(Point(50, -100), Point(50, 100)), [Point(50, 10), Point(50, 50)]))
        #expect(map.clip(Point(0, 0), Point(100, 5)) == nil)
        #expect(map.clip(Point(0, 0), Point(0, 0)) == nil)
    }
}
