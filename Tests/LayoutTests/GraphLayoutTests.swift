import Foundation
import Testing

@testable import Layout

@Suite struct GraphLayoutTests {
    /// Two cliques of five with one edge between them.
    private static let barbell: [GraphLayout.Edge] =
        [0, 5].flatMap { base in
            (0..<5).flatMap { left in ((left + 1)..<5).map { GraphLayout.Edge(base + left, base + $0) } }
        } + [GraphLayout.Edge(4, 5)]

    private func distance(_ layout: GraphLayout, _ one: Int, _ other: Int) -> Double {
        hypot(layout.x[one] - layout.x[other], layout.y[one] - layout.y[other])
    }

    @Test func theSameGraphGivesTheSameNumbers() throws {
        let first = try GraphLayout(nodes: 12, edges: Self.barbell)
        _ = try GraphLayout(nodes: 40, edges: (1..<40).map { GraphLayout.Edge(0, $0) })
        #expect(try GraphLayout(nodes: 12, edges: Self.barbell) == first)
        #expect(first.x.allSatisfy(\.isFinite) && first.y.allSatisfy(\.isFinite))
        #expect(first.method.hasPrefix("Fruchterman-Reingold and multilevel communities, igraph 0."))
    }

    @Test func linkedNodesAreNearAndCommunitiesAreFound() throws {
        let layout = try GraphLayout(nodes: 12, edges: Self.barbell)
        #expect(Array(layout.communities[0..<5]) == Array(repeating: layout.communities[0], count: 5))
        #expect(Array(layout.communities[5..<10]) == Array(repeating: layout.communities[5], count: 5))
        #expect(Set(layout.communities).count == 4 && Set(layout.communities[10...]) == [2, 3])
        #expect(distance(layout, 0, 1) < distance(layout, 0, 9))
        let lengths = Self.barbell.map { distance(layout, $0.source, $0.target) }
        #expect(abs(lengths.reduce(0, +) / Double(lengths.count) - GraphLayout.edgeLength) < 1e-9)
    }

    @Test func nothingTouches() throws {
        // 300 nodes without a link, a pair, and a path.
        let layout = try GraphLayout(nodes: 330, edges: [GraphLayout.Edge(0, 1)] + (2..<29).map { GraphLayout.Edge($0, $0 + 1) })
        for one in 30..<330 {
            for other in 0..<one { #expect(distance(layout, one, other) > GraphLayout.edgeLength / 3, "\(one) \(other)") }
        }
    }

    @Test func graphsOfFewNodes() throws {
        #expect(try GraphLayout(nodes: 0, edges: []).x.isEmpty)
        #expect(try GraphLayout(nodes: 1, edges: []).communities == [0])
        #expect(try GraphLayout(nodes: 2, edges: []).communities == [0, 1])
        let pair = try GraphLayout(nodes: 2, edges: [GraphLayout.Edge(1, 0, weight: 3)])
        #expect(pair.communities == [0, 0] && abs(distance(pair, 0, 1) - GraphLayout.edgeLength) < 1e-9)
    }

    @Test func edgesThatAreNoneArePassedOver() throws {
        let sound = try GraphLayout(nodes: 3, edges: [GraphLayout.Edge(0, 1)])
        let odd = [GraphLayout.Edge(0, 0), GraphLayout.Edge(0, 1), GraphLayout.Edge(2, 3), GraphLayout.Edge(-1, 0)]
        #expect(try GraphLayout(nodes: 3, edges: odd) == sound)
        #expect(try GraphLayout(nodes: 2, edges: [GraphLayout.Edge(0, 1, weight: 0)]).x.allSatisfy(\.isFinite))
    }

    @Test func largeGraphsTakeTheOtherMethod() throws {
        let ring = (0..<1600).map { GraphLayout.Edge($0, ($0 + 1) % 1600) }
        let layout = try GraphLayout(nodes: 1600, edges: ring)
        #expect(layout.method.hasPrefix("Fruchterman-Reingold on a grid"))
        #expect(layout.x.allSatisfy(\.isFinite) && Set(layout.communities).count > 5)
        #expect(try GraphLayout(nodes: 1600, edges: ring) == layout)
    }
}
