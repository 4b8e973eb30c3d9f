import Snapshot
import Testing

@testable import Publishing

@Suite("Summaries and differences")
struct SummaryTests {
    @Test func aSummaryIsOneObjectWithSortedKeys() throws {
        var summary = RunSummary(command: "build")
        summary.vault = RunSummary.Vault(
            Manifest(vault: "homelab", title: "Home/Lab §", serverVersion: "2.1.7", dataVersion: 219, source: "folder", rootHash: "ab"))
        summary.output = "site"
        summary.files = 3
        summary.bytes = 4096
        summary.rootHash = "cd"
        summary.pages = 2
        summary.findings = FindingsList([Finding("gone", .error, message: "x"), Finding("gone", .error, message: "y")]).counts
        let expected = """
            {
              "bytes" : 4096,
              "command" : "build",
              "files" : 3,
              "findings" : [
                {
                  "code" : "gone",
                  "count" : 2,
                  "severity" : "error"
                }
              ],
              "output" : "site",
              "pages" : 2,
              "rootHash" : "cd",
              "vault" : {
                "dataVersion" : 219,
                "id" : "homelab",
                "rootHash" : "ab",
                "title" : "Home/Lab §"
              }
            }

            """
        #expect(String(decoding: try summary.json(), as: UTF8.self) == expected)
    }

    @Test func aFailureIsOneObjectToo() throws {
        let error = PublishingError(.cannotCreate, "taken", at: "site", advice: "Choose another", findings: [Finding("odd", message: "z")])
        let text = String(decoding: try FailureSummary(command: "build", error).json(), as: UTF8.self)
        #expect(
            text == """
                {
                  "command" : "build",
                  "error" : {
                    "advice" : "Choose another",
                    "exitCode" : 73,
                    "place" : "site",
                    "what" : "taken"
                  },
                  "findings" : [
                    {
                      "code" : "odd",
                      "count" : 1,
                      "severity" : "warning"
                    }
                  ]
                }

                """)
    }

    @Test func differencesNameWhatCameWentChangedAndMoved() {
        func file(_ path: String, _ hash: String, bytes: Int = 1) -> SnapshotFile { SnapshotFile(path: path, bytes: bytes, sha256: hash) }
        let old = [
            file("a", "1"), file("b", "2"), file("c", "3"), file("d", "4"), file("e", "5"), file("e2", "5"), file("empty", "0", bytes: 0),
        ]
        let new = [
            file("a", "1"), file("b", "9"), file("c-new", "3"), file("f", "6"), file("z1", "5"), file("z2", "5"), file("z3", "5"),
            file("void", "0", bytes: 0),
        ]
        let difference = SnapshotDifference(from: old, to: new)
        #expect(difference.changed == ["b"])
        #expect(difference.moved == [.init(from: "c", to: "c-new"), .init(from: "e", to: "z1"), .init(from: "e2", to: "z2")])
        #expect(difference.added == ["f", "void", "z3"])
        #expect(difference.removed == ["d", "empty"])
        #expect(SnapshotDifference(from: old, to: old).isEmpty)
    }

    @Test func errorsOfASnapshotKeepTheirExitCode() {
        for kind in [SnapshotError.Kind.noInput, .badData, .unavailable, .refused, .temporary, .cannotCreate, .inputOutput, .usage] {
            let error = SnapshotError(kind, "what", at: "place", advice: "advice")
            #expect(PublishingError(error).exitCode == error.exitCode)
            #expect(PublishingError(error).description == "place: what. advice")
        }
    }
}
