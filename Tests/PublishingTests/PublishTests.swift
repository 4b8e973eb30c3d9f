import Foundation
import Site
import Snapshot
import Synchronization
import Testing

@testable import Publishing

@Suite("Publishing artifacts")
struct PublishTests {
    /// Pages of unequal cost, each with a finding.
    private func plan(_ count: Int) -> [Artifact] {
        (0..<count).map { index in
            Artifact(
                "pages/\(index % 11)/\(index).html",
                .rendered {
                    var value = UInt64(index) &+ 1
                    for _ in 0..<(index % 17 * 200) { value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 }
                    let finding = Finding("odd", path: "wiki/\(index % 5).md", line: index, message: "value \(value % 10)")
                    return Rendering(Array("\(index) \(value)".utf8), findings: [finding])
                })
        }
    }

    @Test func anyNumberOfJobsGivesTheSameBytesAndFindings() throws {
        let folder = try TemporaryFolder()
        let results = try [1, 2, 4, 9].map { jobs in
            try publish(plan(500), as: .site, to: folder("jobs\(jobs)"), reading: .none, RunContext(jobs: jobs))
        }
        let first = try folder.contents(of: "jobs1")
        #expect(first.count == 501)
        for (jobs, result) in zip([2, 4, 9], results.dropFirst()) {
            #expect(result == results[0])
            #expect(try folder.contents(of: "jobs\(jobs)") == first)
        }
        #expect(results[0].findings == results[0].findings.sorted())
        #expect(results[0].findings.count == 500)
    }

    @Test func oneBadPageStopsNoOtherAndIsNotLeftOutSilently() throws {
        let folder = try TemporaryFolder()
        _ = try publish(plan(3), as: .site, to: folder("site"), reading: .none, RunContext())
        let before = try folder.contents(of: "site")
        let rendered = Mutex<Set<Int>>([])
        let artifacts = (0..<40).map { index in
            Artifact(
                "\(index).html",
                .rendered {
                    if index % 10 == 3 { throw SnapshotError(.badData, "damaged", at: "wiki/\(index).md") }
                    rendered.withLock { _ = $0.insert(index) }
                    return Rendering([], findings: [Finding("seen", path: "wiki/\(index).md", message: "seen")])
                })
        }
        do throws(PublishingError) {
            _ = try publish(artifacts, as: .site, to: folder("site"), reading: .none, RunContext(jobs: 2))
            Issue.record("published without four of its pages")
        } catch {
            #expect(error.exitCode == 65)
            #expect(error.what == "4 of 40 files could not be made")
            let failures = error.findings.filter { $0.code == "not-rendered" }
            #expect(failures.map(\.message) == [3, 13, 23, 33].map { "\($0).html could not be made: wiki/\($0).md: damaged" }.sorted())
            #expect(failures.allSatisfy { $0.severity == .error })
            #expect(error.findings.count == 40)
        }
        #expect(rendered.withLock { $0.count } == 36)
        #expect(try folder.contents(of: "site") == before)
        #expect(try folder.names() == ["site"])
    }

    @Test(arguments: ["../x", "/x", "a//b", "", "a/./b", "a/..", ".synapse-publish.json", "x\u{0}y", String(repeating: "n", count: 256)])
    func aPathOutsideTheFolderIsRefused(_ path: String) throws {
        let folder = try TemporaryFolder()
        #expect(throws: PublishingError.self) {
            try publish([Artifact(path, .bytes([]))], as: .site, to: folder("site"), reading: .none, RunContext())
        }
        #expect(try folder.names() == [])
    }

    @Test func twoArtifactsWithOnePathAreRefused() throws {
        let folder = try TemporaryFolder()
        #expect(throws: PublishingError.self) {
            try publish(
                [Artifact("x", .bytes([1])), Artifact("x", .bytes([2]))], as: .site, to: folder("site"), reading: .none, RunContext())
        }
    }

    @Test func laterArtifactsAreAskedForWhenTheOthersAreWritten() throws {
        let folder = try TemporaryFolder()
        let rendered = Mutex(0)
        let artifacts = (0..<40).map { number in
            Artifact(
                "\(number).html",
                .rendered {
                    rendered.withLock { $0 += 1 }
                    return Rendering([1])
                })
        }
        let later = LaterArtifacts(name: "Counting") { jobs in
            [Artifact("a/count", .bytes([UInt8(rendered.withLock { $0 }), UInt8(jobs)]))]
        }
        let made = try publish(
            artifacts, as: .site, to: folder("site"), reading: .none, RunContext(jobs: 3, hashesOutput: true), OutputExtras(later: later))
        #expect(made.files == 41 && made.bytes == 42)
        #expect(try folder.contents(of: "site").count == 42)
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: folder("site") + "/a/count"))) == [40, 3])
    }

    @Test func aLaterPathThatIsTakenEndsTheRun() throws {
        let folder = try TemporaryFolder()
        let later = LaterArtifacts(name: "Again") { _ in [Artifact("x", .bytes([2]))] }
        #expect(throws: PublishingError.self) {
            try publish(
                [Artifact("x", .bytes([1]))], as: .site, to: folder("site"), reading: .none, RunContext(), OutputExtras(later: later))
        }
        #expect(try folder.names() == [])
    }

    @Test func filesOfTheVaultAndOfTheProgramComeFromTheirReaders() throws {
        let folder = try TemporaryFolder()
        let files = FileReader(vaultFile: { Array("vault \($0)".utf8) }, publicFile: { Array("public \($0)".utf8) })
        let artifacts = [Artifact("a/p.png", .vaultFile("raw/p.png")), Artifact("b.css", .publicFile("site.css"))]
        _ = try publish(artifacts, as: .site, to: folder("site"), reading: files, RunContext())
        let found = try folder.contents(of: "site")
        #expect(found["a/p.png"] == "vault raw/p.png" && found["b.css"] == "public site.css")
    }

    @Test func progressCountsEveryFileOnce() throws {
        let folder = try TemporaryFolder()
        let told = Mutex((stages: [String](), steps: 0, done: 0))
        let progress = RunProgress(
            begin: { stage, steps in
                told.withLock {
                    $0.stages.append(stage)
                    $0.steps += steps
                }
            }, advance: { steps in told.withLock { $0.done += steps } })
        _ = try publish(plan(123), as: .site, to: folder("site"), reading: .none, RunContext(jobs: 2, progress: progress))
        told.withLock {
            #expect($0.steps == 123 && $0.done == 123)
            #expect($0.stages.first == "Rendering")
        }
    }

    @Test func anEmptyPlanGivesAnEmptyFolder() throws {
        let folder = try TemporaryFolder()
        #expect(try publish([], as: .gallery, to: folder("g"), reading: .none, RunContext(jobs: 2)).files == 0)
        #expect(try folder.names(of: "g") == [".synapse-publish.json"])
    }
}
