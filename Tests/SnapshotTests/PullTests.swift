import Foundation
import TestSupport
import Testing

@testable import Snapshot

/// The sample vault, as the real server answered, pulled from a server of the test's own.
@Suite struct PullTests {
    @Test func theSampleVaultIsReadWhole() throws {
        let fixture = try Fixture()
        let snapshot = try fixture.pull()
        #expect(snapshot.manifest.vault == "homelab")
        #expect(snapshot.manifest.title == "Homelab Knowledge")
        #expect(snapshot.manifest.serverVersion == "2.1.7")
        #expect(snapshot.manifest.dataVersion == 219)
        #expect(snapshot.manifest.source == "http://localhost")
        #expect(snapshot.manifest.consistent)
        #expect(snapshot.pages.count == 106)
        #expect(
            Dictionary(grouping: snapshot.pages, by: { $0.type ?? "" }).mapValues(\.count)
                == [
                    "synthesis": 8, "source": 12, "query": 7, "entity": 25, "concept": 40, "": 2, "comparison": 9, "log": 1, "index": 1,
                    "overview": 1,
                ])
        #expect(snapshot.pages.allSatisfy { $0.body == .present })
        #expect(snapshot.graph.nodes.count == 96)
        #expect(snapshot.graph.edges.count == 336)
        #expect(snapshot.graph.communities.map(\.size) == [23, 18, 16, 14, 12, 10, 1, 1, 1])
        #expect(snapshot.sources.count == 12 && snapshot.sources.allSatisfy(\.present))
        #expect(snapshot.dashboard.reviewByKind == ["missing-page": 3, "suggestion": 2])
        #expect(snapshot.dashboard.lintByKind == ["broken-wikilink": 10, "no-outlinks": 3, "orphan-page": 3])
        #expect(snapshot.findings == [])
        #expect(try verifySnapshot(fixture.out) == [])
    }

    @Test func onePageHasAllThatTheServerSays() throws {
        let snapshot = try Fixture().pull()
        let page = try #require(snapshot.pages.first { $0.path == "wiki/synthesis/retrieval-quality-on-a-budget.md" })
        #expect(page.id == "060f8fea-ced9-4c72-8b5f-cdb7c1fe2c2a")
        #expect(page.title == "Retrieval quality on a budget")
        #expect(page.tags == ["domain/Retrieval", "evaluation", "search"])
        #expect(page.sources == ["raw/sources/retrieval-experiment.md"])
        #expect(page.created == CalendarDate(year: 2026, month: 11, day: 30))
        let node = try #require(snapshot.graph.nodes.first { $0.id == page.id })
        #expect((node.x, node.y) == (23.11867104395357, 0.06892408056841492))
        #expect(node.community == 3 && node.domain == "Retrieval" && node.type == "synthesis")
        let hub = try #require(snapshot.graph.communities.first)
        #expect(hub.label == "Networking" && hub.cohesion == 0.2411 && hub.topPage == "d5d52a99-4c60-471e-a828-e2d6c248e711")
    }

    @Test func everyFileIsByteForByteTheVaults() throws {
        let fixture = try Fixture()
        let snapshot = try fixture.pull()
        for name in [
            "wiki/concepts/🔋-battery-backup.md", "wiki/concepts/ベクトル検索.md", "wiki/concepts/النسخ-الاحتياطي.md",
            "wiki/concepts/aufbewahrungspflicht-§-147-ao.md", "wiki/concepts/Tags & scare quotes.md", "wiki/comparisons/c++-vs-c#.md",
        ] {
            #expect(snapshot.pages.contains { VaultPath.same($0.path, name) }, "\(name)")
        }
        // The server's own hash of each file, from the page list.
        for row in try rows(.night1) where VaultPath.isPage(row.path) || VaultPath.isSource(row.path) {
            #expect(sha256Hex(try snapshot.read(row.path)) == row.hash, "\(row.path)")
        }
        #expect(try snapshot.read("raw/sources/backup-flow.png") == Recording.night1.bytes("raw/backup-flow.png"))
    }

    private func rows(_ recording: Recording) throws -> [PageRow] {
        var rows: [PageRow] = []
        try recording.bytes("pages.json")!.withBytes { (bytes) throws(JSONFailure) in
            try JSONCursor.read(bytes) { (cursor) throws(JSONFailure) in
                _ = try WireFormat.listed(&cursor) { (cursor) throws(JSONFailure) in rows.append(try WireFormat.pageRow(&cursor)) }
            }
        }
        return rows
    }

    @Test func theSameDataGivesTheSameBytes() throws {
        let first = try Fixture()
        let second = try Fixture()
        try first.pull()
        try second.pull()
        try second.pull()
        #expect(core(first.out) == core(second.out))
        #expect(tree(first.out).keys.contains("pull.json"))
    }

    /// The snapshot that ships with the project is what a pull of the recording gives today.
    @Test func theShippedSnapshotIsUpToDate() throws {
        let shipped = Repository.root.appending(path: "Examples/homelab").path
        let fixture = try Fixture()
        try fixture.pull()
        #expect(core(fixture.out) == core(shipped))
        #expect(try verifySnapshot(shipped) == [])
    }

    @Test func onlyWhatIsNeededIsAsked() throws {
        let fixture = try Fixture()
        try fixture.pull()
        #expect(
            fixture.targets == [
                "/status", "/pages?limit=500&offset=0", "/graph", "/export/data.json", "/sources?root=sources", "/projects",
                "/review/queue?vault_id=homelab&status=pending&limit=200&offset=0",
                "/lint/findings?vault_id=homelab&status=open&limit=200&offset=0",
                "/export", "/status", "/pages?limit=500&offset=0",
            ])
        #expect(fixture.server.requests.allSatisfy { $0.headers["authorization"] == "Bearer \(Fixture.token)" })
    }

    @Test func whatIsPrivateToTheServerStaysThere() throws {
        let fixture = try Fixture()
        try fixture.pull()
        for (name, bytes) in tree(fixture.out) {
            #expect(!bytes.text.contains(Fixture.token), "the token is in \(name)")
            #expect(!bytes.text.contains("/vaults/homelab"), "a server's path is in \(name)")
            #expect(!bytes.text.contains("broken-wikilink]"), "a review item's text is in \(name)")
            #expect(!bytes.text.contains("Cold spare policy") || name.hasPrefix("vault/"), "a review item's title is in \(name)")
        }
        #expect(!tree(fixture.out).keys.contains { $0.contains(".obsidian") || $0.hasSuffix("purpose.md") || $0.hasSuffix("schema.md") })
    }

    /// The server keeps the deleted page's file, and its list's hashes do not know of four changes.
    @Test func theSecondNightIsReadAsItIs() throws {
        let fixture = try Fixture(.night2)
        let snapshot = try fixture.pull()
        #expect(snapshot.pages.count == 106)
        #expect(!snapshot.pages.contains { $0.path == "wiki/comparisons/hnsw-vs-ivf.md" })
        #expect(tree(fixture.out)["vault/wiki/comparisons/hnsw-vs-ivf.md"] == nil)
        #expect(snapshot.pages.contains { $0.path == "wiki/concepts/power-budget.md" })
        #expect(snapshot.findings.map(\.code) == Array(repeating: "stale-hash", count: 4))
        #expect(
            snapshot.findings.map(\.path) == [
                "wiki/concepts/vector-search.md", "wiki/entities/pgvector.md", "wiki/index.md", "wiki/log.md",
            ])
        #expect(snapshot.findings.allSatisfy { $0.severity == .note })
        #expect(snapshot.manifest.consistent)
        // The file as it is on the server's disk, not as the list's hash has it.
        #expect(try snapshot.read("wiki/concepts/vector-search.md").text.contains("[[HNSW vs IVF]]") == false)
    }

    @Test func aNewPullReplacesTheOldSnapshot() throws {
        let one = try Fixture()
        try one.pull()
        let two = try Fixture(.night2)
        try two.pull(into: one.out)
        #expect(tree(one.out)["vault/wiki/comparisons/hnsw-vs-ivf.md"] == nil)
        #expect(try openSnapshot(one.out).manifest.dataVersion == 223)
        #expect(try verifySnapshot(one.out) == [])
    }

    @Test func aFolderWithForeignFilesIsRefusedBeforeTheServerIsAsked() throws {
        let fixture = try Fixture()
        put("mine", at: fixture.out + "/notes.txt")
        let error = try #require(fixture.failure())
        #expect(error.exitCode == 73)
        #expect(error.description.contains("it is not a snapshot. Give a new or empty folder"))
        #expect(tree(fixture.out) == ["notes.txt": Array("mine".utf8)])
        #expect(fixture.targets == [])
    }

    @Test func progressGoesForward() throws {
        let fixture = try Fixture()
        let seen = Locked<[PullProgress]>([])
        var options = fixture.options()
        options.progress = { progress in seen.change { $0.append(progress) } }
        try pull(options, to: fixture.out)
        #expect(seen.value.first?.stage == .status)
        #expect(Set(seen.value.map(\.stage)).isSuperset(of: [.status, .list, .data, .archive, .files]))
        #expect(seen.value.allSatisfy { $0.total == nil || $0.done <= $0.total! })
    }
}
