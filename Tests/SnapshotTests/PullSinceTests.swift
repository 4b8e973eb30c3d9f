import Foundation
import TestSupport
import Testing

@testable import Snapshot

/// A pull that starts from an earlier snapshot.
@Suite struct PullSinceTests {
    private func number(_ path: String) -> UInt64? {
        (try? FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber]) as? UInt64
    }

    @discardableResult
    private func pull(_ fixture: Fixture, since: String, to out: String, fresh: Bool = false) throws -> VaultSnapshot {
        var options = fixture.options()
        options.since = since
        options.freshLayout = fresh
        return try Snapshot.pull(options, to: out)
    }

    @Test func itIsAFullPullByteForByteAndSharesWhatIsTheSame() throws {
        let first = try Fixture(.night1)
        try first.pull()
        let full = try Fixture(.night2)
        try full.pull()
        let next = try Fixture(.night2)
        try pull(next, since: first.out, to: next.out)
        #expect(core(next.out) == core(full.out))
        #expect(try verifySnapshot(next.out) == [])
        var shared = 0
        for (name, bytes) in tree(next.out) where name.hasPrefix("vault/") {
            let same = tree(first.out)[name] == bytes
            #expect((number("\(next.out)/\(name)") == number("\(first.out)/\(name)")) == same, "\(name)")
            shared += same ? 1 : 0
        }
        #expect(shared == 112)
        #expect(
            Set(try FileManager.default.contentsOfDirectory(atPath: next.out))
                == Set(tree(next.out).keys.map { $0.prefix { $0 != "/" } }.map(String.init)))
    }

    /// Page by page, into the very folder that is the start.
    @Test func inItsPlaceAndPageByPage() throws {
        let changed = Locked(false)
        let fixture = try Fixture { request, response in changed.value ? Recording.night2.answer(request) : response }
        fixture.faults.add(.missing, "/export")
        try fixture.pull()
        let before = number("\(fixture.out)/vault/wiki/concepts/snapshot.md")
        changed.change { $0 = true }
        try pull(fixture, since: fixture.out, to: fixture.out)
        #expect(number("\(fixture.out)/vault/wiki/concepts/snapshot.md") == before)
        let full = try Fixture(.night2)
        full.faults.add(.missing, "/export")
        try full.pull()
        #expect(core(fixture.out) == core(full.out))
    }

    @Test func aDamagedPreviousFileIsNotShared() throws {
        let fixture = try Fixture()
        try fixture.pull()
        let file = "\(fixture.out)/vault/wiki/concepts/scrub.md"
        let bytes = try #require(FileManager.default.contents(atPath: file)).count
        put([UInt8](repeating: 0x20, count: bytes), at: file)
        try pull(fixture, since: fixture.out, to: fixture.folder.file("next"))
        #expect(core(fixture.folder.file("next")) == PullBadInputTests.sound)
    }

    @Test func aMovedFileIsSharedToo() throws {
        let moved = Locked(false)
        let fixture = try Fixture { request, response in
            guard moved.value, ["/pages", "/export/data.json"].contains(request.path) else { return response }
            return .json(response.body.replacing("raw/sources/backup-runbook.md", with: "raw/sources/renamed.md"))
        }
        try fixture.pull()
        moved.change { $0 = true }
        let server = try Fixture { request, response in
            switch request.path {
            case "/sources": .json(response.body.replacing("\"backup-runbook.md\"", with: "\"renamed.md\""))
            case "/pages", "/export/data.json":
                .json(response.body.replacing("raw/sources/backup-runbook.md", with: "raw/sources/renamed.md"))
            default: response
            }
        }
        server.faults.add(.missing, "/export")
        try pull(server, since: fixture.out, to: server.out)
        #expect(tree(server.out)["vault/raw/sources/renamed.md"] != nil)
        #expect(number("\(server.out)/vault/raw/sources/renamed.md") == number("\(fixture.out)/vault/raw/sources/backup-runbook.md"))
    }

    /// The server computed its layout anew: everything moves and communities change their numbers, while nodes and edges are the same.
    private static func recomputed(_ body: [UInt8], heavier: Bool = false) -> [UInt8] {
        guard var graph = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any],
            let nodes = graph["nodes"] as? [[String: Any]], let communities = graph["communities"] as? [[String: Any]],
            var edges = graph["edges"] as? [[String: Any]]
        else { return body }
        graph["nodes"] = nodes.reversed().map { node in
            var node = node
            node["x"] = (node["y"] as? Double ?? 0) + 7.5
            node["y"] = (node["x"] as? Double ?? 0) - 3
            node["community"] = 40 - (node["community"] as? Int ?? 0)
            return node
        }
        if heavier { edges[0]["weight"] = (edges[0]["weight"] as? Double ?? 0) + 0.25 }
        graph["edges"] = Array(edges.reversed())
        graph["communities"] = communities.map { community in
            var community = community
            community["id"] = 40 - (community["id"] as? Int ?? 0)
            return community
        }
        return (try? JSONSerialization.data(withJSONObject: graph)).map(Array.init) ?? body
    }

    @Test func theLayoutIsKeptWhereTheGraphIsTheSame() throws {
        let night1 = try Fixture()
        let before = try night1.pull()
        let night2 = try Fixture { request, response in request.path == "/graph" ? .json(Self.recomputed(response.body)) : response }
        let full = try night2.pull(into: night2.folder.file("full"))
        #expect(full.graph.nodes.map(\.x) != before.graph.nodes.map(\.x))
        #expect(full.graph.edges == before.graph.edges)

        let kept = try pull(night2, since: night1.out, to: night2.out)
        #expect(kept.graph.nodes == before.graph.nodes)
        #expect(kept.graph.communities == before.graph.communities)
        let hash = sha256Hex(try #require(FileManager.default.contents(atPath: "\(night1.out)/graph.json")))
        #expect(kept.graph.layout == VaultGraph.Layout(night: before.pages.compactMap(\.updated).max(), hash: hash))
        let aside = ["graph.json", "manifest.json"]
        #expect(core(night2.out).filter { !aside.contains($0.key) } == core(night2.folder.file("full")).filter { !aside.contains($0.key) })
        #expect(try verifySnapshot(night2.out) == [])

        // The night after: still the first night's layout, and still its hash.
        let third = try pull(night2, since: night2.out, to: night2.folder.file("third"))
        #expect(third.graph == kept.graph)
        // Asked for the server's own, and where the server has the old places again.
        try pull(night2, since: night1.out, to: night2.folder.file("fresh"), fresh: true)
        #expect(core(night2.folder.file("fresh")) == core(night2.folder.file("full")))
        try pull(night1, since: night2.out, to: night1.folder.file("again"))
        #expect(core(night1.folder.file("again")) == core(night1.out))
    }

    @Test func aGraphThatIsAnotherGetsTheServersLayout() throws {
        let first = try Fixture()
        try first.pull()
        let next = try Fixture { request, response in
            request.path == "/graph" ? .json(Self.recomputed(response.body, heavier: true)) : response
        }
        next.faults.add(.missing, "/export/data.json")
        #expect(try pull(next, since: first.out, to: next.out).graph.layout == nil)
    }

    @Test func anotherVaultAndNoSnapshotAreRefused() throws {
        let fixture = try Fixture()
        try fixture.pull()
        let other = try Fixture { request, response in
            request.path == "/status" ? .json(response.body.replacing("\"homelab\"", with: "\"other\"")) : response
        }
        let error = #expect(throws: SnapshotError.self) { try pull(other, since: fixture.out, to: other.out) }
        #expect(error?.exitCode == 64)
        #expect(error?.what == "the snapshot is of the vault homelab, not of other")
        #expect(throws: SnapshotError.self) { try pull(other, since: other.folder.file("nothing"), to: other.out) }
        #expect(other.paths.allSatisfy { $0 == "/status" })
    }
}
