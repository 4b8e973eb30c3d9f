import Foundation
import Site
import Snapshot
import Testing

@testable import Publishing

@Suite("Output folder")
struct OutputFolderTests {
    private func put(
        _ files: [String: String], as kind: OutputKind = .site, at path: String, _ interruption: Interruption = Interruption()
    ) throws -> Published {
        let artifacts = files.map { Artifact($0.key, .bytes(Array($0.value.utf8))) }
        return try publish(artifacts, as: kind, to: path, reading: .none, RunContext(jobs: 2, interruption: interruption))
    }

    private func error(_ body: () throws -> Void) -> PublishingError? {
        do {
            try body()
            return nil
        } catch {
            return error as? PublishingError
        }
    }

    @Test func writesEveryFileAndTheMarker() throws {
        let folder = try TemporaryFolder()
        let files = ["index.html": "home", "a/b/c d.html": "deep", "a/é§日本🦀.html": "names"]
        let published = try put(files, at: folder("deep/er/site"))
        #expect(published.files == 3 && published.bytes == 13)
        var found = try folder.contents(of: "deep/er/site")
        let removed = found.removeValue(forKey: ".synapse-publish.json")
        let marker = try #require(removed)
        #expect(found == files)
        #expect(marker.contains("\"kind\" : \"site\"") && marker.contains("\"complete\" : true"))
        #expect(try folder.names(of: "deep/er") == ["site"])
    }

    @Test func filesAreReadableByAllAndTheFolderKeepsItsPermissions() throws {
        let folder = try TemporaryFolder()
        _ = try put(["a/x": "1"], at: folder("site"))
        #expect(chmod(folder("site"), 0o750) == 0)
        _ = try put(["a/x": "2"], at: folder("site"))
        func mode(_ path: String) throws -> Int {
            try #require(try FileManager.default.attributesOfItem(atPath: folder(path))[.posixPermissions] as? Int)
        }
        #expect(try mode("site/a/x") & 0o644 == 0o644)
        #expect(try mode("site") == 0o750)
    }

    @Test func replacesAnEarlierOutputAndLeavesNothingOfIt() throws {
        let folder = try TemporaryFolder()
        _ = try put(["old.html": "1", "both.html": "1", "gone/x.html": "1"], at: folder("site"))
        _ = try put(["both.html": "2"], at: folder("site"))
        #expect(try folder.names(of: "site") == [".synapse-publish.json", "both.html"])
        #expect(try folder.contents(of: "site")["both.html"] == "2")
        #expect(try folder.names() == ["site"])
    }

    @Test func theSameFilesGiveTheSameFolder() throws {
        let folder = try TemporaryFolder()
        let files = Dictionary(uniqueKeysWithValues: (0..<200).map { ("p\($0 % 7)/\($0).html", "page \($0)") })
        _ = try put(files, at: folder("one"))
        _ = try put(files, at: folder("two"))
        _ = try put(files, at: folder("two"))
        #expect(try folder.contents(of: "one") == folder.contents(of: "two"))
    }

    @Test func goesIntoAnEmptyFolder() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder("site"), withIntermediateDirectories: false)
        _ = try put(["x": "1"], at: folder("site/"))
        #expect(try folder.contents(of: "site")["x"] == "1")
    }

    @Test func followsALinkToTheFolderAndKeepsTheLink() throws {
        let folder = try TemporaryFolder()
        _ = try put(["x": "1"], at: folder("releases/site"))
        try FileManager.default.createSymbolicLink(atPath: folder("current"), withDestinationPath: "releases/site")
        _ = try put(["x": "2"], at: folder("current"))
        #expect(try folder.contents(of: "releases/site")["x"] == "2")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder("current")) == "releases/site")
    }

    @Test(arguments: ["notes.txt", "sub/notes.txt", ".git/config"])
    func refusesAFolderThatItDidNotMake(_ name: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("mine", to: "site/\(name)")
        let refusal = try #require(error { _ = try put(["x": "1"], at: folder("site")) })
        #expect(refusal.exitCode == 73)
        #expect(refusal.what.contains(name.split(separator: "/")[0]))
        #expect(refusal.advice.contains("--out"))
        #expect(try folder.contents(of: "site") == [name: "mine"])
        #expect(try folder.names() == ["site"])
    }

    @Test(arguments: ["CNAME", "a/notes.txt", ".git/config"])
    func refusesItsOwnFolderOnceSomebodyPutFilesThere(_ name: String) throws {
        let folder = try TemporaryFolder()
        _ = try put(["a/x": "1"], at: folder("site"))
        try folder.write("mine", to: "site/\(name)")
        let refusal = try #require(error { _ = try put(["a/x": "2"], at: folder("site")) })
        #expect(refusal.exitCode == 73 && refusal.what.contains(name))
        let left = try folder.contents(of: "site")
        #expect(left[name] == "mine" && left["a/x"] == "1")
    }

    @Test func filesOfAFileManagerAreNoObstacle() throws {
        let folder = try TemporaryFolder()
        _ = try put(["a/x": "1"], at: folder("site"))
        try folder.write("", to: "site/a/.DS_Store")
        _ = try put(["a/x": "2"], at: folder("site"))
        #expect(try folder.contents(of: "site")["a/x"] == "2")
    }

    @Test func refusesAFileAndALinkThatLeadsNowhere() throws {
        let folder = try TemporaryFolder()
        try folder.write("mine", to: "file")
        try FileManager.default.createSymbolicLink(atPath: folder("link"), withDestinationPath: "nowhere")
        #expect(error { _ = try put(["x": "1"], at: folder("file")) }?.exitCode == 73)
        #expect(error { _ = try put(["x": "1"], at: folder("link")) }?.exitCode == 73)
        #expect(error { _ = try put(["x": "1"], at: "") }?.exitCode == 64)
        #expect(error { _ = try put(["x": "1"], at: "/") }?.exitCode == 73)
        #expect(try folder.names() == ["file", "link"])
    }

    @Test func oneKindNeverReplacesAnother() throws {
        let folder = try TemporaryFolder()
        _ = try put(["x": "1"], as: .posters, at: folder("out"))
        #expect(error { _ = try put(["x": "2"], as: .site, at: folder("out")) }?.exitCode == 73)
        #expect(try folder.contents(of: "out")["x"] == "1")
    }

    @Test func filesThatComeWhileTheRunGoesOnAreNotDeleted() throws {
        let folder = try TemporaryFolder()
        _ = try put(["x": "1"], at: folder("site"))
        let late = Artifact(
            "x",
            .rendered {
                try folder.write("mine", to: "site/late.txt")
                return Rendering(Array("2".utf8))
            })
        let refusal = error { _ = try publish([late], as: .site, to: folder("site"), reading: .none, RunContext()) }
        #expect(refusal?.exitCode == 73)
        let left = try folder.contents(of: "site")
        #expect(left["late.txt"] == "mine" && left["x"] == "1")
        #expect(try folder.names() == ["site"])
    }

    @Test func aKilledRunsFolderIsRemovedByTheNextAndNothingElse() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            #"{"tool":"synapse-publish","format":1,"kind":"site","complete":false,"files":[]}"#,
            to: ".site.synapse-publish-1-0/.synapse-publish.json")
        try folder.write("half", to: ".site.synapse-publish-1-0/a/x")
        try folder.write("mine", to: ".site.synapse-publish-2-0/x")
        try folder.write("other", to: ".other.synapse-publish-3-0/x")
        try FileManager.default.createDirectory(atPath: folder(".site.synapse-publish-4-0"), withIntermediateDirectories: false)
        try folder.write("{", to: ".site.synapse-publish-5-0/.synapse-publish.json.new")
        _ = try put(["x": "1"], at: folder("site"))
        #expect(try folder.names() == [".other.synapse-publish-3-0", ".site.synapse-publish-2-0", "site"])
    }

    @Test func anOutputThatAKilledRunHadPutAsideComesBack() throws {
        let folder = try TemporaryFolder()
        _ = try put(["x": "1"], at: folder("site"))
        #expect(rename(folder("site"), folder(".site.synapse-publish-previous")) == 0)
        let broken = Artifact("x", .rendered { throw SnapshotError(.badData, "damaged") })
        #expect(error { _ = try publish([broken], as: .site, to: folder("site"), reading: .none, RunContext()) }?.exitCode == 65)
        #expect(try folder.contents(of: "site")["x"] == "1")
    }

    @Test func twoRunsToOnePlaceDoNotMeet() throws {
        let folder = try TemporaryFolder()
        let inner = Artifact(
            "x",
            .rendered {
                #expect(throws: PublishingError.self) {
                    try publish([Artifact("x", .bytes([50]))], as: .site, to: folder("site"), reading: .none, RunContext())
                }
                return Rendering([49])
            })
        _ = try publish([inner], as: .site, to: folder("site"), reading: .none, RunContext())
        #expect(try folder.contents(of: "site")["x"] == "1")
        #expect(try folder.names() == ["site"])
    }

    @Test func anInterruptionLeavesThePreviousOutputAndNoStaging() throws {
        let folder = try TemporaryFolder()
        _ = try put(["x": "1"], at: folder("site"))
        let interruption = Interruption()
        let artifacts = (0..<50).map { index in
            Artifact(
                "p\(index)",
                .rendered {
                    if index == 20 { interruption.request() }
                    return Rendering([50])
                })
        }
        let ended = error {
            _ = try publish(artifacts, as: .site, to: folder("site"), reading: .none, RunContext(jobs: 2, interruption: interruption))
        }
        #expect(ended?.exitCode == 130)
        #expect(try folder.names() == ["site"])
        #expect(try folder.contents(of: "site")["x"] == "1")
    }

    @Test func anInterruptionAfterTheSwapIsTooLate() throws {
        let folder = try TemporaryFolder()
        let interruption = Interruption()
        _ = try put(["x": "1"], at: folder("site"), interruption)
        #expect(!interruption.request())
        #expect(Interruption().request())
    }
}

extension FileReader {
    /// For plans without files.
    static let none = FileReader(
        vaultFile: { throw SnapshotError(.badData, "no vault", at: $0) }, publicFile: { throw SnapshotError(.badData, "no files", at: $0) })
}
