import Foundation
import TestSupport
import Testing

@testable import Snapshot

/// The vault changes while it is read.
@Suite struct PullConsistencyTests {
    private static let nights: [[String: [UInt8]]] = {
        [Recording.night1, .night2].map { night in
            guard let fixture = try? Fixture(night), (try? fixture.pull()) != nil else { return [:] }
            return core(fixture.out)
        }
    }()

    /// After any number of answers of the first night come those of the second: the snapshot is one of them, never a mixture.
    @Test(arguments: 0...24)
    func oneNightTurnsIntoTheOther(_ answers: Int) throws {
        let count = Locked(0)
        let fixture = try Fixture { request, response in
            count.change { $0 += 1 }
            return count.value > answers ? Recording.night2.answer(request) : response
        }
        let snapshot = try fixture.pull()
        #expect(snapshot.manifest.consistent)
        #expect(core(fixture.out) == Self.nights[answers >= 11 ? 0 : 1])
        // The second night has four files that the list's hashes do not know, which are asked for once more.
        #expect(answers == 0 ? fixture.targets.count == 15 : answers >= 11 ? fixture.targets.count == 11 : fixture.targets.count <= 32)
        // What is mixed already is not worth the ZIP.
        #expect(fixture.paths.count { $0 == "/export" } == (4...10 ~= answers ? 2 : 1))
    }

    /// Where pages are asked for one by one the reading takes longest, and a change in its middle is seen all the same.
    @Test(arguments: 0...135)
    func oneNightTurnsIntoTheOtherPageByPage(_ answers: Int) throws {
        let count = Locked(0)
        let fixture = try Fixture { request, response in
            let now = Locked(0)
            count.change {
                $0 += 1
                now.change { [value = $0] in $0 = value }
            }
            return now.value > answers ? Recording.night2.answer(request) : response
        }
        fixture.faults.add(.missing, "/export")
        let snapshot = try fixture.pull()
        #expect(snapshot.manifest.consistent)
        let pages = Dictionary(uniqueKeysWithValues: core(fixture.out).filter { $0.key.hasPrefix("vault/") || $0.key == "pages.json" })
        let nights = Self.nights.map { $0.filter { $0.key.hasPrefix("vault/") || $0.key == "pages.json" } }
        #expect(pages == nights[0] || pages == nights[1])
        #expect(pages == nights[answers == 0 || snapshot.manifest.dataVersion == 223 ? 1 : 0])
    }

    /// An edit on the server's disk after the ZIP was made: neither the list nor the data version tell of it.
    @Test func anEditThatMovesNothingIsSeen() throws {
        let edits = Locked(0)
        let scrub = try #require(
            try openSnapshot(Repository.root.appending(path: "Examples/homelab").path).pages.first { $0.title == "Scrub" })
        let fixture = try Fixture { request, response in
            switch request.path {
            case "/pages/\(scrub.id)/content":
                edits.change { $0 += 1 }
                return .json(#"{"content":"edited \#(edits.value)"}"#)
            case "/export":
                let files = tree(Repository.root.appending(path: "Examples/homelab/vault").path)
                let entries = files.sorted { $0.key < $1.key }.map { name, bytes in
                    ZipWriter.Entry(name, name == scrub.path ? Array("edited \(min(edits.value, 1))".utf8) : bytes)
                }
                return Response(headers: ["Content-Type": "application/zip"], body: (try? ZipWriter.zip(entries)) ?? [])
            default: return response
            }
        }
        let snapshot = try fixture.pull()
        #expect(!snapshot.manifest.consistent)
        #expect(snapshot.findings.first?.message.contains("wiki/concepts/scrub.md changed while the files were read") == true)
        #expect(fixture.paths.count { $0 == "/export" } == 3)
        var options = fixture.options()
        options.requiresConsistency = true
        let error = #expect(throws: SnapshotError.self) { try pull(options, to: fixture.folder.file("strict")) }
        #expect(error?.exitCode == 65)
        #expect(!FileManager.default.fileExists(atPath: fixture.folder.file("strict")))
    }

    /// A server that always lists a wrong size is odd and at rest; one whose list says otherwise when asked again is not.
    @Test(arguments: [true, false])
    func sizesThatAreNotAsListed(_ isAtRest: Bool) throws {
        let asked = Locked(0)
        let fixture = try Fixture { request, response in
            guard request.path == "/sources" else { return response }
            asked.change { $0 += 1 }
            return .json(response.body.replacing("2737", with: isAtRest ? "2738" : "\(3000 + asked.value)"))
        }
        let snapshot = try fixture.pull()
        #expect(snapshot.manifest.consistent == isAtRest)
        #expect(asked.value == (isAtRest ? 2 : 6))
        #expect(snapshot.sources.first { $0.path == "raw/sources/backup-flow.png" }?.bytes == 2737)
        let said = "raw/sources/backup-flow.png changed while the files were read"
        #expect(snapshot.findings.contains { $0.message.contains(said) } == !isAtRest)
    }

    @Test func aVaultThatNeverRestsIsMarked() throws {
        let version = Locked(0)
        let fixture = try Fixture { request, response in
            guard request.path == "/status" else { return response }
            version.change { $0 += 1 }
            return .json(response.body.replacing("219", with: "\(219 + version.value)"))
        }
        let snapshot = try fixture.pull()
        #expect(!snapshot.manifest.consistent)
        let finding = try #require(snapshot.findings.first)
        #expect(finding.code == "inconsistent" && finding.severity == .error)
        #expect(
            finding.message.hasPrefix(
                "the vault changed while it was read 3 times, so its parts may not belong together: the data version moved from 222 to 223; "
            ))
        #expect(fixture.targets.count == 27)
        #expect(try verifySnapshot(fixture.out) == [])
        #expect(try openSnapshot(fixture.out).manifest.consistent == false)
    }

    @Test func eachCrossCheckSpeaks() {
        var reading = VaultReading(status: ServerStatus(vault: "v", dataVersion: 5, version: "2.1.7"))
        reading.listing = ["a", "b"].map { PageRow(id: $0, path: "wiki/\($0).md", hash: $0) }
        reading.export = ExportData(rows: [ExportRow(id: "a"), ExportRow(id: "b")], dataVersion: 5)
        reading.graph = ServerGraph(nodes: [ServerGraph.Node(id: "a")], dataVersion: 5)
        func contradictions(
            _ change: (inout VaultReading) -> Void = { _ in }, listed: Int = 2, after: ServerStatus? = nil, rows: [PageRow]? = nil,
            total: Int = 2,
            moved: [String] = []
        ) -> [String] {
            var changed = reading
            change(&changed)
            changed.listed = listed
            let closing = CrossChecks.Closing(
                status: after ?? reading.status, rows: rows ?? changed.listing, total: total, moved: moved)
            return CrossChecks(changed).contradictions(closing)
        }
        var edges = EdgeSum()
        edges.add("b", "a", 2, "link")
        let drawn = ServerGraph.Edge(source: "a", target: "b", weight: 2)
        #expect(
            contradictions({
                $0.export?.edges = edges
                $0.graph.edges = [drawn]
            }) == [])
        #expect(contradictions() == [])
        #expect(contradictions({ $0.export = nil }) == [])
        #expect(
            contradictions({
                $0.export?.dataVersion = nil; $0.graph.dataVersion = nil
            }) == [])
        #expect(contradictions({ $0.export?.rows[1].id = "c" }) == ["the export lacks 1 listed pages and has 1 others"])
        #expect(contradictions({ $0.export?.dataVersion = 6 }) == ["the export is of data version 6, not 5"])
        #expect(contradictions({ $0.graph.dataVersion = 4 }) == ["the graph is of data version 4, not 5"])
        #expect(
            contradictions({ $0.graph.nodes.append(ServerGraph.Node(id: "z")) }) == ["the graph has 1 nodes that are not in the page list"])
        #expect(
            contradictions({ $0.export?.rows[1].path = "wiki/c.md" }) == ["the export has another path or hash for 1 listed pages"])
        #expect(contradictions({ $0.export?.rows[1].hash = "c" }) == ["the export has another path or hash for 1 listed pages"])
        #expect(contradictions({ $0.export?.rows[1].hash = "b" }) == [])
        #expect(contradictions({ $0.export?.edges = EdgeSum() }) == [])
        #expect(
            contradictions({
                $0.export?.edges = edges
                $0.graph.edges = [drawn, drawn]
            }) == ["the graph's 2 edges are not the 1 of the export"])
        #expect(contradictions({ $0.export?.edges = edges }) == [])
        #expect(
            contradictions(rows: [PageRow(id: "a", path: "wiki/a.md", hash: "new")])
                == ["1 of the newest 1 pages are listed otherwise at the end"])
        #expect(contradictions(moved: ["wiki/a.md"]) == ["wiki/a.md changed while the files were read"])
        #expect(contradictions(moved: ["wiki/a.md", "wiki/b.md"]) == ["wiki/a.md and 1 more changed while the files were read"])
        #expect(contradictions(listed: 3, total: 3) == ["the page list announced 3 rows and held 2"])
        #expect(contradictions(total: 1) == ["there were 2 pages at first and 1 at the end"])
        #expect(
            contradictions(after: ServerStatus(vault: "w", dataVersion: 5, version: "2.1.7")) == ["the server changed from vault v to w"])
        #expect(contradictions(after: ServerStatus(vault: "v", dataVersion: 6, version: "2.1.7")) == ["the data version moved from 5 to 6"])
    }

    /// 1,203 pages in three parts; while the second is asked for, a page is made and every offset shifts by one.
    @Test func offsetsThatShiftAreSeen() throws {
        let shifted = Locked(false)
        let fixture = try Fixture { request, response in
            let newest = shifted.value ? 1204 : 1203
            let rows = (0..<newest).reversed().map { #"{"id":"p\#($0)","file_path":"wiki/p\#($0).md","title":"P"}"# }
            switch request.path {
            case "/pages":
                let offset = Int(request.query["offset"] ?? "") ?? 0
                let limit = Int(request.query["limit"] ?? "") ?? 50
                if offset == 0, limit == 500 { shifted.change { $0 = true } }
                return .json(#"{"items":[\#(rows.dropFirst(offset).prefix(limit).joined(separator: ","))],"total":\#(newest)}"#)
            case "/graph": return .json(#"{"nodes":[]}"#)
            case "/sources": return .json(#"{"entries":[]}"#)
            case "/export/data.json": return .json(#"{"pages":[\#(rows.joined(separator: ","))]}"#)
            case "/export":
                return Response(body: (try? ZipWriter.zip((0..<newest).map { ZipWriter.Entry("wiki/p\($0).md", "# \($0)\n") })) ?? [])
            default: return response
            }
        }
        let snapshot = try fixture.pull()
        #expect(snapshot.manifest.consistent)
        #expect(snapshot.pages.count == 1204)
        #expect(Set(snapshot.pages.map(\.id)).count == 1204)
        #expect(fixture.paths.filter { $0 == "/status" }.count == 3)
        #expect(fixture.targets.filter { $0.hasPrefix("/pages?limit=500") }.count == 7)
    }
}
