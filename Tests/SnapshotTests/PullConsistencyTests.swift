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
        #expect(core(fixture.out) == Self.nights[answers >= 10 ? 0 : 1])
        #expect(fixture.targets.count == (answers == 0 || answers >= 10 ? 11 : 22))
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
                "the vault changed while it was read 3 times, so its parts may not belong together: the data version moved from 224 to 225; "
            ))
        #expect(fixture.targets.count == 33)
        #expect(try verifySnapshot(fixture.out) == [])
        #expect(try openSnapshot(fixture.out).manifest.consistent == false)
    }

    @Test func eachCrossCheckSpeaks() {
        var reading = VaultReading(status: ServerStatus(vault: "v", dataVersion: 5, version: "2.1.7"))
        reading.rows = ["a", "b"].map { PageRow(id: $0, path: "wiki/\($0).md") }
        reading.export = ExportData(rows: [ExportRow(id: "a"), ExportRow(id: "b")], dataVersion: 5)
        reading.graph = ServerGraph(nodes: [ServerGraph.Node(id: "a")], dataVersion: 5)
        func contradictions(_ change: (inout VaultReading) -> Void = { _ in }, listed: Int = 2, after: ServerStatus? = nil, total: Int = 2)
            -> [String]
        {
            var changed = reading
            change(&changed)
            return CrossChecks(reading: changed, listed: listed, after: after ?? reading.status, totalAfter: total).contradictions()
        }
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
        #expect(fixture.paths.filter { $0 == "/status" }.count == 4)
        #expect(fixture.targets.filter { $0.hasPrefix("/pages?limit=500") }.count == 6)
    }
}
