import Foundation
import Site
import Snapshot
import Testing

@testable import Publishing

/// What one build leaves for the next, as a file.
@Suite struct BuildRecordTests {
    private func record() throws -> BuildRecord {
        let folder = try TemporaryFolder()
        try Data("text".utf8).write(to: URL(filePath: "\(folder.path)/file"))
        let stamp = try #require(FileStamp("\(folder.path)/file"))
        return BuildRecord(
            recipe: "recipe", source: "/vault", manifestHash: "hash", past: "",
            vault: Manifest(
                vault: "v", title: "Títle", serverVersion: "1", dataVersion: 3, source: "folder", rootHash: "root", consistent: false),
            pageCount: 2, sourceCount: 1, files: 3, bytes: 400, rootHash: nil,
            findings: [Finding("dangling-link", path: "wiki/a.md", line: 2, column: 3, message: "m", candidates: ["x"], suggestion: "y")],
            marker: stamp, inputs: [.init(path: "pages.json", stamp: stamp, sha256: "abc")],
            outputs: [
                .init(
                    path: "a.html", stamp: stamp, key: ArtifactKey(of: [1]), sha256: "d", findings: [Finding("note", .note, message: "n")])
            ],
            pages: [
                .init(
                    path: "wiki/a.md", key: ArtifactKey(of: [2]), reading: .init(start: 5, count: 6, check: .max),
                    ends: .init(start: 11, count: 2, check: 7),
                    digest: nil)
            ],
            names: 99, blobs: "blobs-1", blobBytes: 11)
    }

    private func text(_ record: BuildRecord) -> String {
        var text = ""
        dump(record, to: &text)
        return text
    }

    @Test func whatIsWrittenIsRead() throws {
        let written = try record()
        let read = try #require(BuildRecord(written.encoded(jobs: 1)))
        #expect(text(read) == text(written))
    }

    @Test func aDamagedRecordIsNone() throws {
        let bytes = try record().encoded(jobs: 2)
        for length in 0..<bytes.count { #expect(BuildRecord(Array(bytes[..<length])) == nil) }
        for place in bytes.indices {
            var other = bytes
            other[place] ^= 1
            #expect(BuildRecord(other) == nil, "byte \(place)")
        }
        #expect(BuildRecord(bytes + [0]) == nil)
    }

    @Test func aFileThatWasTouchedHasAnotherStamp() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/file"
        try Data("text".utf8).write(to: URL(filePath: path))
        let stamp = FileStamp(path)
        #expect(stamp != nil && stamp == FileStamp(path))
        try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/link", withDestinationPath: path)
        #expect(FileStamp("\(folder.path)/link") == nil)
        #expect(FileStamp(folder.path) == nil)
        try FileManager.default.removeItem(atPath: path)
        #expect(FileStamp(path) == nil)
        try Data("text".utf8).write(to: URL(filePath: path))
        #expect(FileStamp(path) != stamp)
    }
}
