import Foundation
import TestSupport
import Testing

@testable import Snapshot

@Suite struct StagedFolderTests {
    private let marker = FolderMarker(fileName: ".made", beginsWith: "made by a test\n", meaning: "an output of this test")
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var hidden: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(".") }.sorted() }
    }

    private func commit(_ text: String, to destination: String) throws {
        let staged = try StagedFolder(for: destination, marker: marker)
        try staged.write(Array("made by a test\n1".utf8), to: ".made")
        try staged.write(Array(text.utf8), to: "a/b/c.txt")
        try staged.commit()
    }

    private func text(_ file: String) -> String? {
        FileManager.default.contents(atPath: folder.file(file)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func aNewFolderIsMadeAndReplacedAsAWhole() throws {
        try commit("one", to: folder.file("x/y/out"))
        #expect(text("x/y/out/a/b/c.txt") == "one")
        put("", at: folder.file("x/y/out/stale.txt"))
        try commit("two", to: folder.file("x/y/out/"))
        #expect(tree(folder.file("x/y/out")).keys.sorted() == [".made", "a/b/c.txt"])
        #expect(text("x/y/out/a/b/c.txt") == "two")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("x/y")) == ["out"])
    }

    /// The thread that ends the process may already be taking the staging away: what is half gone must not get to the place.
    @Test func nothingIsPutAtAPlaceOnceTheEndHasBegun() throws {
        let out = folder.file("out")
        try commit("one", to: out)
        let staged = try StagedFolder(for: out, marker: marker)
        try staged.write(Array("made by a test\n1".utf8), to: ".made")
        StagedFolder.beginEnding(try #require(FileSystem.resolved(out)))
        do throws(SnapshotError) {
            try staged.commit()
            Issue.record("it was put there")
        } catch {
            #expect(error.kind == .temporary)
        }
        #expect(text("out/a/b/c.txt") == "one")
        try commit("two", to: out)
        #expect(text("out/a/b/c.txt") == "two", "another run begins anew")
    }

    @Test func whatIsNotCommittedLeavesNoTrace() throws {
        try commit("one", to: folder.file("out"))
        do {
            let staged = try StagedFolder(for: folder.file("out"), marker: marker)
            try staged.write(Array("half".utf8), to: "a/b/c.txt")
            #expect(text("out/a/b/c.txt") == "one")
            #expect(try hidden.count == 1)
            _ = consume staged
        }
        #expect(text("out/a/b/c.txt") == "one")
        #expect(try hidden == [])
    }

    @Test func anEmptyFolderIsTaken() throws {
        try FileManager.default.createDirectory(atPath: folder.file("out"), withIntermediateDirectories: false)
        try commit("one", to: folder.file("out"))
        #expect(text("out/a/b/c.txt") == "one")
    }

    @Test(arguments: ["notes.txt", ".made", ".hidden"])
    func aFolderWithForeignFilesIsRefused(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: folder.file("out"), withIntermediateDirectories: false)
        put("mine", at: folder.file("out/\(name)"))
        let error = #expect(throws: SnapshotError.self) { try commit("one", to: folder.file("out")) }
        #expect(error?.exitCode == 73)
        #expect(error?.description.contains("did not make: it is not an output of this test. Give a new or empty folder") == true)
        #expect(text("out/\(name)") == "mine")
        #expect(try hidden == [])
    }

    /// Files that came while the output was written are not swept away with the old one.
    @Test func aFolderThatBecameForeignMeanwhileIsRefused() throws {
        let staged = try StagedFolder(for: folder.file("out"), marker: marker)
        try FileManager.default.createDirectory(atPath: folder.file("out"), withIntermediateDirectories: false)
        put("mine", at: folder.file("out/mine.txt"))
        var refused = false
        do { try staged.commit() } catch { refused = error.kind == .cannotCreate }
        #expect(refused)
        #expect(text("out/mine.txt") == "mine")
        #expect(try hidden == [])
    }

    @Test func aFileInThePlaceIsRefused() throws {
        put("mine", at: folder.file("out"))
        let error = #expect(throws: SnapshotError.self) { try commit("one", to: folder.file("out")) }
        #expect(error?.kind == .cannotCreate)
        #expect(text("out") == "mine")
    }

    @Test(arguments: ["/", "//", ""])
    func theRootIsRefused(_ path: String) {
        #expect(throws: SnapshotError.self) { try commit("one", to: path) }
    }

    @Test func aLinkStaysALinkAndItsFolderIsReplaced() throws {
        try commit("one", to: folder.file("real/out"))
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: "real/out")
        try commit("two", to: folder.file("link"))
        #expect(text("real/out/a/b/c.txt") == "two")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link")) == "real/out")
        try FileManager.default.createSymbolicLink(atPath: folder.file("nowhere"), withDestinationPath: "missing")
        #expect(throws: SnapshotError.self) { try commit("three", to: folder.file("nowhere")) }
    }

    @Test func leftoversOfKilledRunsAreRemovedAndNothingElse() throws {
        let manager = FileManager.default
        func make(_ name: String, _ files: [String: String]) {
            for (file, text) in files { put(text, at: folder.file("\(name)/\(file)")) }
        }
        make(
            ".out.staged-0123abcd",
            ["owner": "synapse-publish staged folder 1\nout\n1\n", "tree/wiki/x.md": "half", "scratch/export.zip": "half"])
        make(".out.staged-11111111", ["owner": ""])
        try manager.createDirectory(atPath: folder.file(".out.staged-22222222"), withIntermediateDirectories: false)
        let kept = [
            ".out.staged-33333333", ".out.staged-44444444", ".out.staged-5", ".out.staged-ABCDEF01", ".other.staged-0123abcd",
            "out.staged-0123abcd",
        ]
        make(kept[0], ["owner": "somebody else\n", "tree/x": "theirs"])
        make(kept[1], ["tree/x": "no owner"])
        for name in kept[2...] { make(name, ["owner": "synapse-publish staged folder 1\nout\n1\n"]) }
        try commit("one", to: folder.file("out"))
        #expect(try manager.contentsOfDirectory(atPath: folder.path).sorted() == (kept + ["out"]).sorted())
    }

    /// On a file system without an exchange a run can be killed when the old output has left its place and the new one is not there.
    @Test func anOutputThatWasSetAsideComesBack() throws {
        put("synapse-publish staged folder 1\nout\n1\n", at: folder.file(".out.staged-0123abcd/owner"))
        put("made by a test\n", at: folder.file(".out.staged-0123abcd/old/.made"))
        put("previous", at: folder.file(".out.staged-0123abcd/old/a/b/c.txt"))
        do { _ = try StagedFolder(for: folder.file("out"), marker: marker) }
        #expect(text("out/a/b/c.txt") == "previous")
        #expect(try hidden == [])
    }

    @Test func aProcessThatEndsRemovesItsOwnAndNoOthers() throws {
        put("synapse-publish staged folder 1\nout\n1\n", at: folder.file(".out.staged-0123abcd/owner"))
        put("synapse-publish staged folder 1\nout\n\(getpid())\n", at: folder.file(".out.staged-89abcdef/owner"))
        put("half", at: folder.file(".out.staged-89abcdef/tree/x"))
        StagedFolder.discardUnfinished(for: folder.file("out"))
        #expect(try hidden == [".out.staged-0123abcd"])
    }

    @Test func aNameAsLongAsAFileSystemTakes() throws {
        let name = String(repeating: "é", count: 127)
        try commit("one", to: folder.file(name))
        try commit("two", to: folder.file(name))
        #expect(text("\(name)/a/b/c.txt") == "two")
        // Another folder whose name begins alike is another folder.
        let first = try StagedFolder(for: folder.file(name), marker: marker)
        try commit("other", to: folder.file(String(name.dropLast()) + "x"))
        _ = consume first
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    }

    @Test func aSecondRunOnTheSameFolderIsTurnedAway() throws {
        let first = try StagedFolder(for: folder.file("out"), marker: marker)
        let error = #expect(throws: SnapshotError.self) { try commit("two", to: folder.file("out")) }
        #expect(error?.exitCode == 75)
        // Another folder beside it is no concern.
        try commit("other", to: folder.file("out2"))
        try first.write(Array("made by a test\n".utf8), to: ".made")
        try first.commit()
        try commit("two", to: folder.file("out"))
        #expect(text("out/a/b/c.txt") == "two")
    }

    @Test func linksInAnOldOutputAreRemovedAsLinks() throws {
        try commit("one", to: folder.file("out"))
        put("mine", at: folder.file("precious.txt"))
        try FileManager.default.createSymbolicLink(atPath: folder.file("out/up"), withDestinationPath: "..")
        try FileManager.default.createSymbolicLink(atPath: folder.file("out/file"), withDestinationPath: "../precious.txt")
        try commit("two", to: folder.file("out"))
        #expect(text("precious.txt") == "mine")
        #expect(text("out/a/b/c.txt") == "two")
    }

    @Test func aFileIsNeverWrittenTwice() throws {
        let staged = try StagedFolder(for: folder.file("out"), marker: marker)
        try staged.write([1], to: "x")
        var refused = false
        do { try staged.write([2], to: "x") } catch { refused = true }
        #expect(refused)
    }
}
