import Foundation
import TestSupport
import Testing

@testable import Snapshot

/// Larger real vaults, where their recordings lie beside the checkout.
@Suite(.enabled(if: SharedRecording.exist)) struct PullSharedRecordingsTests {
    @Test(arguments: [
        SharedRecording(
            name: "rustacean", pages: 549, nodes: 546, edges: 4824, sources: 23, selfEdges: 13, title: "Rust Brain", singles: 23),
        SharedRecording(
            name: "steuerrecht", pages: 1455, nodes: 1452, edges: 5109, sources: 4, selfEdges: 1, title: "steuerrecht-titled", singles: 0),
    ])
    func aRealVault(_ expected: SharedRecording) throws {
        let folder = try TemporaryFolder()
        let replay = try Replay(expected.name, log: folder.file("log"))
        let options = PullOptions(url: replay.url, token: Replay.token)
        let snapshot = try pull(options, to: folder.file("one"))
        #expect(snapshot.pages.count == expected.pages)
        #expect(snapshot.pages.allSatisfy { $0.body == .present })
        #expect(snapshot.graph.nodes.count == expected.nodes)
        #expect(snapshot.graph.edges.count == expected.edges)
        #expect(snapshot.sources.count == expected.sources && snapshot.sources.allSatisfy(\.present))
        #expect(snapshot.findings.map(\.code) == Array(repeating: "self-edge", count: expected.selfEdges))
        #expect(snapshot.manifest.title == expected.title)
        #expect(try verifySnapshot(folder.file("one")) == [])
        let log = String(decoding: FileManager.default.contents(atPath: folder.file("log")) ?? Data(), as: UTF8.self)
        #expect(log.split(separator: "\n").count <= 12 + (expected.pages + 499) / 500 + expected.singles)
        try pull(options, to: folder.file("two"))
        #expect(core(folder.file("one")) == core(folder.file("two")))
        for bytes in tree(folder.path).values { #expect(bytes.firstRange(of: Array(Replay.token.utf8)) == nil) }
    }

    @Test(arguments: ["rustacean", "steuerrecht"])
    func pageByPageGivesTheSameVault(_ name: String) throws {
        let folder = try TemporaryFolder()
        let bulk = try Replay(name)
        try pull(PullOptions(url: bulk.url, token: Replay.token), to: folder.file("bulk"))
        let replay = try Replay(name, faults: ["410@/export:9", "410@/export/data.json:9"])
        try pull(PullOptions(url: replay.url, token: Replay.token), to: folder.file("single"))
        let aside = ["findings.json", "manifest.json"]
        #expect(
            core(folder.file("bulk")).filter { !aside.contains($0.key) } == core(folder.file("single")).filter { !aside.contains($0.key) })
    }
}

struct SharedRecording: Sendable, CustomTestStringConvertible {
    var name: String
    var pages: Int
    var nodes: Int
    var edges: Int
    var sources: Int
    var selfEdges: Int
    var title: String
    /// Files that the recording's ZIP lacks.
    var singles: Int

    var testDescription: String { name }

    static let folder = Repository.root.deletingLastPathComponent().appending(path: "shared")
    static var exist: Bool { FileManager.default.fileExists(atPath: folder.appending(path: "tools/replay.py").path) }
}

/// The recording's own server, a program in Python; it ends with this object.
final class Replay {
    static let token = "tok-9d21e7"
    let url: String
    private let process = Process()

    init(_ name: String, faults: [String] = [], log: String? = nil) throws {
        let recording = SharedRecording.folder.appending(path: "vaults/\(name)").path
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["python3", SharedRecording.folder.appending(path: "tools/replay.py").path, recording, "--token", Self.token]
            + faults.flatMap { ["--fault", $0] } + (log.map { ["--log", $0] } ?? [])
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = ""
        while !line.hasSuffix("\n"), let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
            line += String(decoding: byte, as: UTF8.self)
        }
        url = String(line.dropFirst("listening on ".count).dropLast())
    }

    /// By a signal that cannot be blocked: a child inherits the mask of the thread that started it, and threads of a pool block the others.
    deinit { kill(process.processIdentifier, SIGKILL) }
}
