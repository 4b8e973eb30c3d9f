import Foundation
import TestSupport
import Testing

@testable import Snapshot

/// Vaults that lie on this disk as they are.
@Suite struct LocalVaultTests {
    private let folder: TemporaryFolder
    private var vault: String { folder.file("vault") }
    private var out: String { folder.file("snapshot") }

    init() throws { folder = try TemporaryFolder() }

    /// Every page linked with the next one, and places in a row.
    private static func options(_ path: String, arranged: Locked<Int> = Locked(0)) -> LocalOptions {
        LocalOptions(
            path: path,
            links: { snapshot in
                let nodes = snapshot.pages.map(\.id).sorted().map { VaultGraph.Node(id: $0, x: 0, y: 0) }
                let edges = nodes.indices.dropLast().map {
                    VaultGraph.Edge(source: Int32($0), target: Int32($0 + 1), weight: 1, kind: "link")
                }
                return VaultGraph(nodes: nodes, edges: edges)
            },
            arrange: { graph in
                arranged.change { $0 += 1 }
                var graph = graph
                for index in graph.nodes.indices { graph.nodes[index].x = Double(index + arranged.value * 100) }
                graph.layout = VaultGraph.Layout(method: "in a row")
                return graph
            })
    }

    private func write(_ files: [String: String], in root: String? = nil) {
        for (name, text) in files { put(text, at: "\(root ?? vault)/\(name)") }
    }

    private static let obsidian = [
        "Home.md": "---\ntitle: At home\ntags: [a, b]\nupdated: 2026-11-02\n---\n[[Trip]] ![[photo.png]]", "Trips/Trip.md": "# Trip",
        "Bilder/photo.png": "png", "Trips/notes.txt": "text", "Trips/sums.xlsx": "binary", ".obsidian/app.json": "{}",
        ".trash/Old.md": "# Old", "Trips/.hidden.md": "# Hidden",
    ]

    @Test func anObsidianFolder() throws {
        write(Self.obsidian)
        let snapshot = try pullLocal(Self.options(vault), to: out)
        #expect(snapshot.pages.map(\.path) == ["Home.md", "Trips/Trip.md"])
        #expect(snapshot.pages[0].title == "At home" && snapshot.pages[0].tags == ["a", "b"])
        #expect(snapshot.pages[0].updated?.description == "2026-11-02" && snapshot.pages[1].title == nil)
        #expect(snapshot.sources.map(\.path) == ["Bilder/photo.png", "Trips/notes.txt"])
        #expect(snapshot.findings.map(\.code) == ["files-left-out", "local-layout"])
        #expect(snapshot.manifest.vault == "vault" && snapshot.manifest.source == "folder" && snapshot.manifest.consistent)
        #expect(snapshot.graph.layout?.method == "in a row" && snapshot.graph.layout?.night == snapshot.pages[0].updated)
        #expect(try verifySnapshot(out) == [])
        #expect(try snapshot.read("Home.md").text == Self.obsidian["Home.md"])
        #expect(!tree(out).keys.contains { $0.contains("obsidian") || $0.contains("trash") || $0.contains("hidden") })
        #expect(Set(snapshot.pages.map(\.id)).count == 2)
    }

    @Test func aSynapseFolderIsWhatAServerGives() throws {
        let example = Repository.root.appending(path: "Examples/homelab").path
        for (name, bytes) in tree("\(example)/vault") { put(bytes, at: "\(vault)/\(name)") }
        write(["purpose.md": "# Purpose", "schema.md": "# Schema", "raw/other.bin": "x"])
        let snapshot = try pullLocal(Self.options(vault), to: out)
        let served = try openSnapshot(example)
        #expect(snapshot.pages.map(\.path) == served.pages.map(\.path))
        #expect(snapshot.sources == served.sources)
        #expect(snapshot.manifest.title == served.manifest.title)
        for (page, expected) in zip(snapshot.pages, served.pages) where expected.title != nil {
            #expect((page.title, page.type) == (expected.title, expected.type), "\(page.path)")
        }
    }

    @Test func aZIPIsItsFolder() throws {
        write(Self.obsidian)
        try pullLocal(Self.options(vault), to: out)
        let entries = tree(vault).sorted { $0.key < $1.key }.map { ZipWriter.Entry("vault/" + $0.key, $0.value) }
        put(try ZipWriter.zip(entries), at: folder.file("vault.zip"))
        try pullLocal(Self.options(folder.file("vault.zip")), to: folder.file("zip"))
        let aside = ["manifest.json"]
        #expect(core(folder.file("zip")).filter { !aside.contains($0.key) } == core(out).filter { !aside.contains($0.key) })
        #expect(try openSnapshot(folder.file("zip")).manifest.source == "zip")
        #expect(isLocalVault(folder.file("vault.zip")) && isLocalVault(vault) && !isLocalVault(out) && !isLocalVault(folder.file("none")))
    }

    @Test func aDamagedSnapshotIsNoVault() throws {
        write(Self.obsidian)
        try pullLocal(Self.options(vault), to: out)
        for name in ["manifest.json", "graph.json"] {
            try FileManager.default.removeItem(atPath: "\(out)/\(name)")
            #expect(isLocalVault(out) == (name == "graph.json"))
        }
        // One such file alone may lie in any vault.
        put("{}", at: "\(vault)/graph.json")
        #expect(isLocalVault(vault))
    }

    @Test func aHostileZIP() throws {
        let entries = [
            ZipWriter.Entry("A.md", "# A"), ZipWriter.Entry("../../out.md", "# Out"), ZipWriter.Entry("/etc/evil.md", "# Evil"),
            ZipWriter.Entry("A.md", "# second"), ZipWriter.Entry("a.md", "# Other case"),
        ]
        put(try ZipWriter.zip(entries), at: folder.file("v.zip"))
        let snapshot = try pullLocal(Self.options(folder.file("v.zip")), to: out)
        #expect(snapshot.pages.map(\.path) == ["A.md", "a.md"])
        #expect(try snapshot.read("A.md").text == "# A")
        #expect(snapshot.findings.count { $0.code == "unsafe-path" } == 2 && snapshot.findings.contains { $0.code == "archive-duplicate" })
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) == ["v.zip", "snapshot"])
    }

    @Test func linksLeadNowhere() throws {
        write(["A.md": "# A"])
        put("secret", at: folder.file("outside/secret.md"))
        for (link, target) in [("secret.md", folder.file("outside/secret.md")), ("folder", folder.file("outside"))] {
            try FileManager.default.createSymbolicLink(atPath: "\(vault)/\(link)", withDestinationPath: target)
        }
        let snapshot = try pullLocal(Self.options(vault), to: out)
        #expect(snapshot.pages.map(\.path) == ["A.md"])
        #expect(snapshot.findings.filter { $0.code == "link-left-out" }.map(\.path) == ["folder", "secret.md"])
        #expect(!tree(out).values.contains { $0.text.contains("secret\n") })
    }

    @Test(arguments: [true, false])
    func coordinatesBesideIt(_ isServers: Bool) throws {
        let example = Repository.root.appending(path: "Examples/homelab").path
        for (name, bytes) in tree("\(example)/vault") { put(bytes, at: "\(vault)/\(name)") }
        let graph = isServers ? try #require(Recording.night1.bytes("graph.json")) : try #require(tree(example)["graph.json"])
        put(graph, at: isServers ? "\(vault)/graph.json" : folder.file("graph.json"))
        let arranged = Locked(0)
        let snapshot = try pullLocal(Self.options(vault, arranged: arranged), to: out)
        let served = try openSnapshot(example)
        #expect(arranged.value == 0 && snapshot.graph.layout == nil)
        let lost = snapshot.findings.filter { $0.code == "node-without-page" }.count
        #expect(snapshot.graph.nodes.count == served.graph.nodes.count - lost && lost <= 2, "\(snapshot.findings)")
        let places = Dictionary(uniqueKeysWithValues: served.graph.nodes.map { ($0.id, $0) })
        let paths = Dictionary(uniqueKeysWithValues: served.pages.map { ($0.id, $0.path) })
        for node in snapshot.graph.nodes {
            #expect(places[node.id] == node)
            #expect(snapshot.pages.first { $0.id == node.id }?.path == paths[node.id])
        }
    }

    @Test func aGraphOfAnotherVaultIsNotTaken() throws {
        write(Self.obsidian)
        put(try #require(Recording.night1.bytes("graph.json")), at: "\(vault)/graph.json")
        let snapshot = try pullLocal(Self.options(vault), to: out)
        #expect(snapshot.findings.contains { $0.code == "graph-of-another-vault" } && snapshot.graph.nodes.count == 2)
        put("[]", at: "\(vault)/graph.json")
        let error = #expect(throws: SnapshotError.self) { try pullLocal(Self.options(vault), to: out) }
        #expect(error?.exitCode == 65 && error?.place == "\(vault)/graph.json")
        #expect(try verifySnapshot(out) == [])
    }

    /// Computed once: the next pull of the same graph takes the stored places, an edit of the graph has them computed anew.
    @Test func aLayoutIsComputedOnce() throws {
        write(Self.obsidian)
        let arranged = Locked(0)
        var options = Self.options(vault, arranged: arranged)
        let first = try pullLocal(options, to: out)
        options.since = out
        write(["Home.md": "# Edited"])
        let second = try pullLocal(options, to: out)
        #expect(arranged.value == 1 && second.graph.nodes.map(\.x) == first.graph.nodes.map(\.x))
        #expect(second.graph.layout?.method == "in a row")
        options.freshLayout = true
        #expect(try pullLocal(options, to: out).graph.nodes.map(\.x) != first.graph.nodes.map(\.x))
        options.freshLayout = false
        write(["New.md": "# New"])
        #expect(try pullLocal(options, to: out).graph.nodes.count == 3)
        #expect(arranged.value == 3)
    }

    @Test func theSameFilesGiveTheSameBytes() throws {
        write(Self.obsidian)
        try pullLocal(Self.options(vault), to: out)
        try pullLocal(Self.options(vault), to: folder.file("again"))
        #expect(core(out) == core(folder.file("again")))
    }

    @Test func whatIsNoVault() throws {
        write(["readme.txt": "text"])
        put("no ZIP", at: folder.file("x.zip"))
        #expect((#expect(throws: SnapshotError.self) { try pullLocal(Self.options(vault), to: out) })?.exitCode == 66)
        put(Array("PK\u{3}\u{4}nothing".utf8), at: folder.file("x.zip"))
        #expect((#expect(throws: SnapshotError.self) { try pullLocal(Self.options(folder.file("x.zip")), to: out) })?.exitCode == 65)
        #expect(!FileManager.default.fileExists(atPath: out))
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) == ["vault", "x.zip"])
    }
}
