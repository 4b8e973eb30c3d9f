import Foundation
import TestSupport
import Testing

@testable import Snapshot

@Suite struct SnapshotFolderTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("snapshot") }

    /// A copy of the shipped snapshot, to be damaged.
    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: Repository.root.appending(path: "Examples/homelab").path, toPath: folder.file("snapshot"))
    }

    @Test func whatWasWrittenIsReadBack() throws {
        let fixture = try Fixture()
        let pulled = try fixture.pull()
        let opened = try openSnapshot(fixture.out)
        #expect(opened.manifest == pulled.manifest)
        #expect(
            opened.pages == pulled.pages && opened.graph == pulled.graph && opened.sources == pulled.sources
                && opened.dashboard == pulled.dashboard)
        let awkward = [
            PageRecord(
                id: "1", path: "wiki/a\\b \"c\".md", title: "", type: "\u{1}", sources: ["", "[[x]]"], tags: ["a/b", "🔋"],
                created: CalendarDate(year: 1, month: 1, day: 1), updated: CalendarDate(year: 9999, month: 12, day: 31), body: .gone),
            PageRecord(id: "2", path: "wiki/z.md", body: .unavailable("no \"reason\"\n")),
        ]
        #expect(
            try SnapshotFormat.encode(awkward).withBytes { (bytes) throws(JSONFailure) in try JSONCursor.read(bytes, SnapshotFormat.pages) }
                == awkward)
        let findings = [Finding("x", .error, path: "wiki/z.md", line: 3, column: 4, message: "m"), Finding("y", .note, message: "n")]
        #expect(
            try SnapshotFormat.encode(findings).withBytes { (bytes) throws(JSONFailure) in
                try JSONCursor.read(bytes, SnapshotFormat.findings)
            } == findings)
        let graph = VaultGraph(
            nodes: [
                VaultGraph.Node(id: "a", x: .leastNonzeroMagnitude, y: -1e99),
                VaultGraph.Node(id: "b", title: "T", type: "t", x: 0.1, y: 3, domain: "D"),
            ],
            edges: [
                VaultGraph.Edge(source: 0, target: 1, weight: 1 / 3, kind: "link"),
                VaultGraph.Edge(source: 0, target: 1, weight: -2, kind: "z"),
            ],
            communities: [VaultGraph.Community(id: -1, label: "L", size: 1, cohesion: 0.1, domain: "D", topPage: "a")])
        #expect(
            try SnapshotFormat.encode(graph).withBytes { (bytes) throws(JSONFailure) in try JSONCursor.read(bytes, SnapshotFormat.graph) }
                == graph)
    }

    @Test func theRootHashIsWhatSHA256SumMakesOfTheFiles() throws {
        put("odd", at: path + "/vault/wiki/back\\slash.md")
        let files = tree(path).filter { !["manifest.json", "pull.json"].contains($0.key) }
            .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { SnapshotFile(path: $0.key, bytes: $0.value.count, sha256: sha256Hex($0.value)) }
        #expect(files.count == 124)
        let script =
            #"find . -type f ! -path ./manifest.json ! -path ./pull.json -printf '%P\0' | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum"#
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script]
        process.currentDirectoryURL = URL(filePath: path)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(String(printed.prefix(64)) == SnapshotFormat.rootHash(files))
    }

    @Test func isItASnapshot() throws {
        #expect(isSnapshotFolder(path))
        #expect(!isSnapshotFolder(folder.path))
        #expect(!isSnapshotFolder(path + "/vault"))
        for text in ["", "{}", "[]", #"{"format":"something else"}"#, "not json"] {
            put(text, at: folder.file("other/manifest.json"))
            #expect(!isSnapshotFolder(folder.file("other")))
        }
        // Of a later version: not readable, and ours all the same.
        put(#"{"format":"synapse-publish snapshot","format_version":99,"new":[{}]}"#, at: folder.file("other/manifest.json"))
        #expect(isSnapshotFolder(folder.file("other")))
        let error = #expect(throws: SnapshotError.self) { try openSnapshot(folder.file("other")) }
        #expect(error?.exitCode == 65)
        #expect(error?.description.contains("snapshot format 99; this program reads format 1") == true)
    }

    @Test func whatIsNoSnapshotIsNoInput() throws {
        #expect(#expect(throws: SnapshotError.self) { try openSnapshot(folder.file("missing")) }?.exitCode == 66)
        #expect(#expect(throws: SnapshotError.self) { try openSnapshot(path + "/vault") }?.exitCode == 66)
        #expect(#expect(throws: SnapshotError.self) { try verifySnapshot(path + "/vault") }?.exitCode == 66)
    }

    @Test(arguments: ["pages.json", "graph.json", "sources.json", "dashboard.json", "findings.json"])
    func damagedMetadataIsRefused(_ name: String) throws {
        let bytes = tree(path)[name]!
        var flipped = bytes
        flipped[bytes.count / 2] ^= 1
        for (damage, message) in [
            (flipped, "the file is not the one that the manifest lists"), (Array(bytes.dropLast()), "bytes instead of"),
        ] {
            put(damage, at: "\(path)/\(name)")
            let error = #expect(throws: SnapshotError.self) { try openSnapshot(path) }
            #expect(error?.exitCode == 65)
            #expect(error?.description.contains(message) == true)
            #expect(error?.place.hasSuffix(name) == true)
        }
        try FileManager.default.removeItem(atPath: "\(path)/\(name)")
        #expect(throws: SnapshotError.self) { try openSnapshot(path) }
    }

    /// Cut anywhere, the manifest is damaged data and nothing worse.
    @Test func aCutManifestIsRefused() throws {
        let bytes = tree(path)["manifest.json"]!
        for count in stride(from: 0, to: bytes.count - 2, by: 997) {
            put(Array(bytes.prefix(count)), at: path + "/manifest.json")
            #expect(#expect(throws: SnapshotError.self) { try openSnapshot(path) }?.exitCode == 65)
        }
    }

    /// A manifest that lists a file outside the folder does not make us read it.
    @Test(arguments: ["../outside.txt", "/etc/passwd", "vault/../../outside.txt"])
    func aManifestOfAnEnemyReadsNothingOutside(_ evil: String) throws {
        put("secret", at: folder.file("outside.txt"))
        let manifest = tree(path)["manifest.json"]!.replacing("vault/wiki/log.md", with: evil)
        put(manifest, at: path + "/manifest.json")
        #expect(#expect(throws: SnapshotError.self) { try openSnapshot(path) }?.exitCode == 65)
    }

    @Test func onlyListedFilesAreRead() throws {
        put("# New\n", at: path + "/vault/wiki/new.md")
        try FileManager.default.removeItem(atPath: path + "/vault/wiki/log.md")
        try FileManager.default.createSymbolicLink(atPath: path + "/vault/wiki/log.md", withDestinationPath: "/etc/passwd")
        let snapshot = try openSnapshot(path)
        for name in ["wiki/new.md", "../pages.json", "../../outside", "", "wiki", "/etc/passwd", "wiki/log.md"] {
            #expect(throws: SnapshotError.self, "\(name)") { try snapshot.read(name) }
        }
        #expect(try snapshot.read("wiki/index.md").count == 13040)
    }

    @Test func verificationFindsEachKindOfDamage() throws {
        #expect(try verifySnapshot(path) == [])
        var bytes = tree(path)["vault/wiki/index.md"]!
        bytes[100] ^= 1
        put(bytes, at: path + "/vault/wiki/index.md")
        put("short", at: path + "/vault/wiki/log.md")
        try FileManager.default.removeItem(atPath: path + "/vault/wiki/overview.md")
        try FileManager.default.removeItem(atPath: path + "/vault/wiki/concepts/scrub.md")
        try FileManager.default.createSymbolicLink(atPath: path + "/vault/wiki/concepts/scrub.md", withDestinationPath: "snapshot.md")
        put("extra", at: path + "/vault/wiki/extra/new.md")
        try FileManager.default.createSymbolicLink(atPath: path + "/vault/loop", withDestinationPath: "..")
        let findings = try verifySnapshot(path)
        #expect(
            findings.map { "\($0.code) \($0.path)" } == [
                "extra-file vault/loop", "changed-file vault/wiki/concepts/scrub.md", "extra-file vault/wiki/extra/new.md",
                "changed-file vault/wiki/index.md",
                "changed-file vault/wiki/log.md", "missing-file vault/wiki/overview.md",
            ])
        #expect(findings.allSatisfy { $0.severity == .error })
        #expect(findings[3].message.hasPrefix("SHA-256 \(sha256Hex(bytes)) instead of "))
        #expect(findings[4].message == "5 bytes instead of 7140")
    }

    @Test func verificationFindsAnAlteredManifest() throws {
        let manifest = tree(path)["manifest.json"]!
        let hash = sha256Hex(tree(path)["vault/wiki/log.md"]!)
        put("other text", at: path + "/vault/wiki/log.md")
        let altered = manifest.replacing(hash, with: sha256Hex("other text".utf8)).replacing(#"{"bytes":7140,"#, with: #"{"bytes":10,"#)
        put(altered, at: path + "/manifest.json")
        #expect(try verifySnapshot(path).map(\.code) == ["manifest-hash", "root-hash"])
    }

    /// What no list of files tells: each member that the manifest has of its own.
    @Test(arguments: [
        (#""title": "Homelab Knowledge""#, #""title": "Another""#), (#""consistent": true"#, #""consistent": false"#),
        (#""data_version": 219"#, #""data_version": 220"#), (#""pages":106"#, #""pages":107"#), (#""vault": ""#, #""x": 1,"vault": ""#),
    ])
    func verificationFindsAnEditedMember(_ member: String, _ edited: String) throws {
        let manifest = tree(path)["manifest.json"]!
        let altered = manifest.replacing(member, with: edited)
        try #require(altered != manifest)
        put(altered, at: path + "/manifest.json")
        #expect(try verifySnapshot(path).map { "\($0.severity) \($0.code)" } == ["error manifest-hash"])
    }

    /// Before manifests had a hash of their own; it is the one that others compute from the file's lines.
    @Test func anEarlyManifestIsTakenWithANote() throws {
        let lines = tree(path)["manifest.json"]!.text.split(separator: "\n", omittingEmptySubsequences: false)
        let early = lines.filter { !$0.hasPrefix(#""manifest_sha256""#) }.joined(separator: "\n")
        #expect(early.utf8.count + 87 == tree(path)["manifest.json"]!.count)
        #expect(tree(path)["manifest.json"]!.text.contains("\n\"manifest_sha256\": \"\(sha256Hex(early.utf8))\",\n"))
        put(early, at: path + "/manifest.json")
        #expect(try verifySnapshot(path).map { "\($0.severity) \($0.code)" } == ["note manifest-hash"])
        #expect(try openSnapshot(path).pages.count == 106)
    }

    @Test func theListOfFiles() throws {
        let opened = try SnapshotFolder(path)
        #expect(opened.files.count == 123)
        #expect(opened.file("vault/wiki/log.md")?.bytes == 7140)
        #expect(opened.file("vault/wiki/logs.md") == nil && opened.file("") == nil && opened.file("zzz") == nil)
        for file in opened.files { #expect(opened.file(file.path) == file) }
        #expect(
            opened.files.map(\.path)
                == tree(path).keys.filter { !["manifest.json", "pull.json"].contains($0) }.sorted {
                    $0.utf8.lexicographicallyPrecedes($1.utf8)
                })
    }
}
