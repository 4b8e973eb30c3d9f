import Foundation
import Publishing
import Snapshot
import Testing

@Suite("Command line: runs")
struct RunTests {
    private struct Summary: Decodable {
        struct Kind: Decodable, Equatable { var code: String, count: Int, severity: Finding.Severity }
        var command: String, output: String?, files: Int?, bytes: Int?, rootHash: String?, pages: Int?
        var findings: [Kind]
    }

    private struct Report: Decodable { var findings: [Finding] }

    private func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    /// A copy of the sample snapshot that a test may damage.
    private func copyOfSample(in scratch: Scratch) throws -> String {
        try FileManager.default.copyItem(atPath: checkout + "/Examples/homelab", toPath: scratch("snapshot"))
        return scratch("snapshot")
    }

    @Test func theSummaryTellsWhatIsThere() throws {
        let scratch = try Scratch()
        let outcome = try run(
            "posters", "--tier", "overview", "--format", "svg", "--out", "p", "--json", "--report", "r.json", in: scratch.path)
        #expect(outcome.code == 0)
        let summary = try decoded(Summary.self, outcome.output)
        #expect(summary.command == "posters" && summary.output == "p" && summary.files == 3 && (summary.pages ?? 0) > 50)
        var files = try scratch.contents(of: "p")
        files[".synapse-publish.json"] = nil
        #expect(files.keys.sorted() == ["overview-dark.svg", "overview-light.svg", "posters.json"])
        #expect(summary.bytes == files.values.reduce(0) { $0 + $1.count })
        let hashed = files.sorted { $0.key < $1.key }.map { SnapshotFile(path: $0.key, bytes: $0.value.count, sha256: sha256Hex($0.value)) }
        #expect(summary.rootHash == rootHash(of: hashed))
        let report = try decoded(Report.self, String(decoding: scratch.bytes("r.json"), as: UTF8.self))
        #expect(summary.findings.reduce(0) { $0 + $1.count } == report.findings.count && !report.findings.isEmpty)
        #expect(report.findings == report.findings.sorted())
        for kind in summary.findings {
            #expect(report.findings.count { $0.code == kind.code && $0.severity == kind.severity } == kind.count)
        }
    }

    @Test func anyNumberOfJobsGivesTheSameBytes() throws {
        let scratch = try Scratch()
        for jobs in ["1", "2", "4"] {
            #expect(try run("posters", "--tier", "overview", "--jobs", jobs, "--out", "p" + jobs, in: scratch.path).code == 0)
        }
        let one = try scratch.contents(of: "p1")
        #expect(one.count == 6)
        #expect(try scratch.contents(of: "p2") == one)
        #expect(try scratch.contents(of: "p4") == one)
    }

    @Test func quietPrintsNothingAndStrictCounts() throws {
        let quiet = try run("check", "--quiet")
        #expect(quiet.code == 0 && quiet.output.isEmpty && quiet.errors.isEmpty)
        #expect(try run("check", "--quiet", "--strict").code == 1)
        // What ended a run is told even then.
        let failed = try run("check", "nowhere", "--quiet")
        #expect(failed.code == 66 && failed.errors.hasPrefix("error: ") && failed.output.isEmpty)
        let normal = try run("check")
        #expect(normal.errors.contains("warning: invalid-frontmatter (1)\n  wiki/concepts/archival-package.md:3: "))
        #expect(!normal.errors.contains("\u{1B}") && !normal.errors.contains("\r"))
    }

    @Test func aForeignFolderIsRefusedWithTheWayOut() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(atPath: scratch("mine"), withIntermediateDirectories: false)
        try scratch.write("precious", to: "mine/notes.txt")
        let outcome = try run("posters", "--tier", "overview", "--out", "mine", "--json", in: scratch.path)
        #expect(outcome.code == 73)
        #expect(
            outcome.errors.contains("error: The folder holds files that synapse-publish did not write: notes.txt\n  at: mine\n  way out: "))
        struct Failed: Decodable {
            struct Reason: Decodable { var exitCode: Int32, what: String, place: String, advice: String }
            var command: String, error: Reason
        }
        let failed = try decoded(Failed.self, outcome.output)
        #expect(failed.error.exitCode == 73 && failed.error.place == "mine" && !failed.error.advice.isEmpty)
        #expect(scratch.names() == ["mine"] && scratch.names(of: "mine") == ["notes.txt"])
    }

    @Test func aSourceThatIsNoSnapshotIsTold() throws {
        let scratch = try Scratch()
        #expect(try run("check", "nowhere", in: scratch.path).code == 66)
        #expect(try run("check", ".", in: scratch.path).code == 66)
        let snapshot = try copyOfSample(in: scratch)
        try FileManager.default.removeItem(atPath: snapshot + "/pages.json")
        #expect([65, 66].contains(try run("check", "snapshot", in: scratch.path).code))
    }

    @Test func aDamagedPageIsNamedAndNothingIsPublished() throws {
        let scratch = try Scratch()
        let snapshot = try copyOfSample(in: scratch)
        let victim = "vault/wiki/concepts/scrub.md"
        try scratch.write("other bytes", to: "snapshot/" + victim)
        let verified = try run("snapshot", "verify", snapshot, in: scratch.path)
        #expect(verified.code == 65 && verified.errors.contains(victim))
        #expect(try run("snapshot", "verify", checkout + "/Examples/homelab").code == 0)
        for command in ["check", "posters"] {
            let arguments = command == "check" ? [command, snapshot] : [command, snapshot, "--out", "p"]
            let program = try Program(arguments, in: scratch.path)
            try program.start()
            let outcome = try program.wait()
            #expect(outcome.code == 65 && outcome.errors.contains("wiki/concepts/scrub.md"), "\(outcome.errors)")
        }
        #expect(scratch.names() == ["snapshot"])
    }

    @Test func twoSnapshotsAreCompared() throws {
        let scratch = try Scratch()
        _ = try copyOfSample(in: scratch)
        let same = try run("snapshot", "diff", checkout + "/Examples/homelab", "snapshot", in: scratch.path)
        #expect(same.code == 0 && same.output == "No difference\n")
        #expect(try run("snapshot", "diff", "snapshot", "nowhere", in: scratch.path).code == 66)
    }

    @Test func aServerThatIsNotThereIsTold() throws {
        let scratch = try Scratch()
        // Port 1 is reserved and closed.
        let outcome = try run("build", "http://127.0.0.1:1", "--out", "site", in: scratch.path)
        #expect(outcome.code == 69 && outcome.errors.contains("127.0.0.1"))
        #expect(scratch.names() == [])
        #expect(try run("pull", "http://wiki.example.org", "--out", "s", in: scratch.path).code == 64)
        #expect(try run("pull", "ftp://wiki.example.org", "--out", "s", in: scratch.path).code == 64)
        let secret = try run("pull", "https://me:hunter2@wiki.example.org", "--out", "s", in: scratch.path)
        #expect(secret.code == 64 && !secret.errors.contains("hunter2"))
        #expect(scratch.names() == [])
    }

    @Test func tokenFilesAreLookedAt() throws {
        let scratch = try Scratch()
        #expect(try run("pull", "http://127.0.0.1:1", "--out", "s", "--token-file", "none", in: scratch.path).code == 66)
        try scratch.write(" \n", to: "empty")
        #expect(try run("pull", "http://127.0.0.1:1", "--out", "s", "--token-file", "empty", in: scratch.path).code == 66)
        #expect(try run("pull", "http://127.0.0.1:1", "--out", "s", "--token-file", "/dev/zero", in: scratch.path).code == 66)
        try scratch.write("secret-token\n", to: "open")
        #expect(chmod(scratch("open"), 0o644) == 0)
        let open = try run("pull", "http://127.0.0.1:1", "--out", "s", "--token-file", "open", in: scratch.path)
        #expect(open.errors.contains("chmod 600 open") && !open.errors.contains("secret-token"))
        #expect(chmod(scratch("open"), 0o600) == 0)
        #expect(!(try run("pull", "http://127.0.0.1:1", "--out", "s", "--token-file", "open", in: scratch.path)).errors.contains("chmod"))
    }

    @Test func theProgramsOwnFilesAreLookedFor() throws {
        let wrong = try run("check", environment: ["SYNAPSE_PUBLISH_RESOURCES": "/nowhere"])
        #expect(wrong.code == 78 && wrong.errors.contains("/nowhere"))
        #expect(try run("check", "--quiet", environment: ["SYNAPSE_PUBLISH_RESOURCES": checkout]).code == 0)
    }

    @Test func anInstalledProgramFindsItsFiles() throws {
        let scratch = try Scratch()
        let program = try Program([]).process.executableURL
        for folder in ["bin", "share/synapse-publish"] {
            try FileManager.default.createDirectory(atPath: scratch(folder), withIntermediateDirectories: true)
        }
        try FileManager.default.copyItem(at: #require(program), to: URL(fileURLWithPath: scratch("bin/synapse-publish")))
        let installed = Process()
        installed.executableURL = URL(fileURLWithPath: scratch("bin/synapse-publish"))
        installed.arguments = ["check", "--quiet"]
        installed.standardError = FileHandle.nullDevice
        try installed.run()
        installed.waitUntilExit()
        #expect(installed.terminationStatus == 66)
        for folder in ["templates", "public", "Examples"] {
            try FileManager.default.copyItem(atPath: "\(checkout)/\(folder)", toPath: scratch("share/synapse-publish/\(folder)"))
        }
        let again = Process()
        again.executableURL = installed.executableURL
        again.arguments = installed.arguments
        try again.run()
        again.waitUntilExit()
        #expect(again.terminationStatus == 0)
    }

    @Test func aReportThatCannotBeWrittenIsTold() throws {
        #expect(try run("check", "--quiet", "--report", "/nowhere/r.json").code == 73)
        #expect(try run("check", "--quiet", "--report", "/dev/null").code == 0)
    }

    @Test func nothingIsWrittenIntoWhatIsRead() throws {
        let scratch = try Scratch()
        let snapshot = try copyOfSample(in: scratch)
        let before = try scratch.contents(of: "snapshot")
        for words in [
            ["check", "snapshot", "--report", "snapshot/manifest.json"], ["check", "snapshot", "--report", "\(snapshot)/vault/new.json"],
            ["build", "snapshot", "--out", "snapshot/site"], ["build", "snapshot", "--out", "snapshot"],
            ["posters", "snapshot", "--out", "./new/../snapshot/p"], ["build", "snapshot", "--out", "s", "--report", "s/r.json"],
            ["build", "snapshot", "--out", "s", "--report", "none/r.json"], ["build", "snapshot", "--out", "s", "--report", "."],
        ] {
            let program = try Program(words, in: scratch.path)
            try program.start()
            let outcome = try program.wait()
            #expect(outcome.code == 73, "\(words): \(outcome.errors)")
        }
        #expect(try scratch.contents(of: "snapshot") == before)
        #expect(scratch.names() == ["snapshot"])
    }

    @Test func aFullDiskLeavesThePreviousOutput() throws {
        let scratch = try Scratch()
        #expect(try run("posters", "--tier", "overview", "--format", "svg", "--out", "p", in: scratch.path).code == 0)
        let before = try scratch.contents(of: "p")
        // A limit on the size of files stands in for a disk that takes no more.
        let program = try Program(["posters", "--tier", "detail", "--format", "svg", "--out", "p"], in: scratch.path, limitingFilesTo: 8)
        try program.start()
        let outcome = try program.wait()
        #expect(outcome.code == 74, "\(outcome.errors)")
        #expect(try scratch.contents(of: "p") == before)
        #expect(scratch.names() == ["p"])
    }
}
