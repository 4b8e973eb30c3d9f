import Foundation
import HTML
import Mustache
import Site
import Snapshot
import Theme

/// A site written in a test and rendered with the project's own templates.
struct BuiltSite {
    let files: [String: String]

    static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    init(
        _ pages: [String: String], sources: [String: String] = [:], options: SiteOptions = SiteOptions(), graph: VaultGraph = VaultGraph(),
        serverVersion: String = "2.1.7"
    ) throws {
        let records = pages.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { PageRecord(id: "id:" + $0, path: $0) }
        let snapshot = VaultSnapshot(
            manifest: Manifest(vault: "test", title: "Test <vault>", serverVersion: serverVersion, dataVersion: 1, source: "folder"),
            pages: records, graph: graph, sources: sources.keys.sorted().map { SourceFile(path: $0, bytes: sources[$0]?.utf8.count ?? 0) },
            dashboard: Dashboard(), findings: [],
            read: { path throws(SnapshotError) in Array((pages[path] ?? sources[path] ?? "").utf8) })
        let theme = try Theme(tokens: Self.bytes("templates/tokens.json"))
        let assets = try SiteAssets(templates: Self.folder("templates"), publicFiles: Self.folder("public"))
        let artifacts = try htmlArtifacts(
            site: makeSite(snapshot), read: { try snapshot.read($0) }, theme: theme, assets: assets, options: options)
        var files: [String: String] = [:]
        for artifact in artifacts {
            switch artifact.content {
            case .bytes(let bytes): files[artifact.path] = String(decoding: bytes, as: UTF8.self)
            case .rendered(let render):
                let rendering = try render()
                files[artifact.path] = String(decoding: rendering.bytes, as: UTF8.self)
                if let companion = artifact.companion { files[companion] = String(decoding: rendering.companion ?? [], as: UTF8.self) }
            case .publicFile(let name): files[artifact.path] = String(decoding: try Self.bytes("public/\(name)"), as: UTF8.self)
            case .vaultFile: files[artifact.path] = ""
            }
        }
        self.files = files
    }

    var documents: [String: String] { files.filter { $0.key.hasSuffix(".html") } }

    static func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: checkout.appendingPathComponent(path))) }

    /// Files directly in a folder and one below, those of the gallery and of posters aside, by their path in it.
    static func folder(_ name: String) throws -> [String: [UInt8]] {
        let root = checkout.appendingPathComponent(name)
        var found: [String: [UInt8]] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path)
        where !path.hasPrefix("gallery") && !path.hasPrefix("posters") {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path, isDirectory: &isFolder)
            if !isFolder.boolValue { found[path] = try bytes("\(name)/\(path)") }
        }
        return found
    }
}
