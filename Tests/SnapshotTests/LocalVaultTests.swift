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

    /// Names that are one on a disk of another kind: each is told, and of a folder none is lost. libarchive brings the names of a ZIP into
    /// one normalisation, so two that differ by that alone come as one name.
    @Test(arguments: [true, false])
    func namesThatAreAlike(_ isZIP: Bool) throws {
        let names = ["Gr\u{FC}n.md", "Gru\u{308}n.md", "gr\u{FC}n.md", "Other.md", "other.md"]
        for name in names { put("# \(Array(name.utf8))", at: "\(vault)/\(name)") }
        if isZIP { put(try ZipWriter.zip(names.map { ZipWriter.Entry($0, "# \(Array($0.utf8))") }), at: folder.file("v.zip")) }
        let snapshot = try pullLocal(Self.options(isZIP ? folder.file("v.zip") : vault), to: out)
        let paths = snapshot.pages.map { Array($0.path.utf8) }
        let kept = names.filter { !isZIP || !$0.utf8.elementsEqual("Gru\u{308}n.md".utf8) }
        #expect(Set(paths) == Set(kept.map { Array($0.utf8) }) && paths.count == kept.count)
        for page in snapshot.pages { #expect(try snapshot.read(page.path).text == "# \(Array(page.path.utf8))") }
        #expect(snapshot.findings.count { $0.code == "names-alike" } == (isZIP ? 2 : 3), "\(snapshot.findings)")
        #expect(snapshot.findings.count { $0.code == "archive-duplicate" } == (isZIP ? 1 : 0))
        #expect(try verifySnapshot(out) == [])
        let opened = try openInPlace(Self.options(vault))
        for page in opened.pages { #expect(try opened.read(page.path).text == "# \(Array(page.path.utf8))") }
    }

    /// What is neither file nor folder is left out, and told.
    @Test func linksAndDevicesInAZIP() throws {
        let entries = [ZipWriter.Entry("A.md", "# A"), ZipWriter.Entry("Link.md", link: "A.md"), ZipWriter.Entry("Disk.md", "# no page")]
        var bytes = try ZipWriter.zip(entries)
        // The last place of its name is in the central directory, behind eight bytes of attributes and offset (APPNOTE, 4.3.12).
        let name = try #require(bytes.indices.last { bytes[$0...].starts(with: "Disk.md".utf8) })
        for (place, byte) in zip(name - 8..<name - 4, [0, 0, 0xA4, 0x21] as [UInt8]) { bytes[place] = byte }
        put(bytes, at: folder.file("v.zip"))
        let snapshot = try pullLocal(Self.options(folder.file("v.zip")), to: out)
        #expect(snapshot.pages.map(\.path) == ["A.md"])
        let told = snapshot.findings.filter { $0.code == "entry-left-out" }.map { "\($0.path): \($0.message)" }
        #expect(told == ["Disk.md: neither file nor folder; it was left out", "Link.md: a symbolic link; it was left out"])
    }

    /// Another ZIP takes the place of the one that is read, or is written over it: read again, and if that goes on, marked.
    @Test(arguments: ["replaced once", "written once", "replaced always", "written always", "gone"])
    func aZIPThatChangesWhileItIsRead(_ how: String) throws {
        @Sendable func zip(_ number: Int) throws -> [UInt8] {
            try ZipWriter.zip(
                (0..<3).map { ZipWriter.Entry("Page \($0).md", "# Of \(number)") } + [ZipWriter.Entry("New \(number).md", "#")])
        }
        let place = folder.file("v.zip")
        put(try zip(0), at: place)
        let changes = Locked(0)
        var options = Self.options(place)
        options.progress = { progress in
            guard progress.stage == .files, progress.done == 0, changes.value == 0 || how.hasSuffix("always") else { return }
            changes.change { $0 += 1 }
            switch how {
            case "gone": try? FileManager.default.removeItem(atPath: place)
            case "replaced once", "replaced always":
                put((try? zip(changes.value)) ?? [], at: place + ".new")
                rename(place + ".new", place)
            default: try? Data((try? zip(changes.value)) ?? []).write(to: URL(filePath: place))
            }
        }
        if how == "gone" {
            #expect((#expect(throws: SnapshotError.self) { try pullLocal(options, to: out) })?.exitCode == 66)
            return #expect(!FileManager.default.fileExists(atPath: out))
        }
        let snapshot = try pullLocal(options, to: out)
        #expect(snapshot.manifest.consistent == how.hasSuffix("once"))
        if how.hasSuffix("once") {
            #expect(snapshot.pages.map(\.path) == ["New 1.md", "Page 0.md", "Page 1.md", "Page 2.md"])
            for page in snapshot.pages.dropFirst() { #expect(try snapshot.read(page.path).text == "# Of 1") }
        } else {
            #expect(changes.value == 3)
            let finding = try #require(snapshot.findings.first { $0.code == "inconsistent" })
            #expect(finding.severity == .error && finding.message.contains("the ZIP was written, moved or replaced"))
            options.requiresConsistency = true
            #expect((#expect(throws: SnapshotError.self) { try pullLocal(options, to: folder.file("strict")) })?.exitCode == 65)
        }
    }

    /// The limits of a ZIP that may be an enemy's, made small.
    @Test func limitsOfAZIP() throws {
        put(
            try ZipWriter.zip((0..<4).map { ZipWriter.Entry("\($0).md", String(repeating: "a", count: 100_000)) }), at: folder.file("v.zip")
        )
        func damage(_ limits: ExportArchive.Limits) throws -> String? {
            try ExportArchive(folder.file("v.zip"), limits: limits).read { _ in HashedEntry(limit: 1 << 20) }?.message
        }
        #expect(try damage(.init()) == nil && damage(.init(entries: 4)) == nil)
        #expect(try damage(.init(entries: 3)) == "more than 3 entries")
        #expect(try damage(.init(ratio: 10, harmless: 0)) == "it swells to more than 10 times its size")
        #expect(ExportArchive.Limits().entries == 2_000_000)
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
