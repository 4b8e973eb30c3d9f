import Foundation
import Gallery
import Markdown
import Mustache
import Site
import Theme

/// A gallery built from the project's own templates, styles and tokens, in memory.
struct BuiltGallery: Sendable {
    /// Of the sample site as it is, built once.
    static let sample = Result { try BuiltGallery(SampleSite.site) }

    let artifacts: [Artifact]
    /// Path → text, fonts left out.
    let files: [String: String]

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func folder(_ name: String) throws -> [String: [UInt8]] {
        let base = root.appending(path: name).path + "/"
        var files: [String: [UInt8]] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: base) {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: base + path, isDirectory: &isFolder), !isFolder.boolValue else { continue }
            files[path] = [UInt8](try Data(contentsOf: URL(fileURLWithPath: base + path)))
        }
        return files
    }

    /// The site's style sheet before it is compiled: the sheets in the order of their names.
    static func siteSheet(_ publicFiles: [String: [UInt8]]) -> [UInt8] {
        publicFiles.filter { $0.key.hasPrefix("css/") }.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    static func theme() throws -> Theme { try Theme(tokens: folder("templates")["tokens.json"] ?? []) }

    /// - Parameter text: stands in for the Markdown renderer; it gets the page as the gallery asks for it.
    init(
        _ site: Site, source: [UInt8] = [], posters: [GalleryPoster] = [], review: ReviewMaterial = ReviewMaterial(),
        data: GalleryData = .mock,
        text: @escaping @Sendable (MarkdownPage, inout [UInt8]) -> [MarkdownProblem] = { page, out in
            out += Array("<p>".utf8) + page.body + Array("</p>".utf8)
            return []
        }
    ) throws {
        let publicFiles = try Self.folder("public")
        let siteFiles = [
            Artifact("assets/site.css", .bytes(Self.siteSheet(publicFiles))), Artifact("assets/site.js", .bytes([])),
        ]
        artifacts = try galleryArtifacts(
            site: site, read: { _ in source }, text: text, theme: Self.theme(), siteFiles: siteFiles,
            assets: GalleryAssets(templates: Self.folder("templates"), publicFiles: publicFiles), posters: posters,
            review: review, data: data)
        var files: [String: String] = [:]
        for artifact in artifacts {
            switch artifact.content {
            case .bytes(let bytes): files[artifact.path] = String(decoding: bytes, as: UTF8.self)
            case .rendered(let make): files[artifact.path] = String(decoding: try make().bytes, as: UTF8.self)
            case .vaultFile, .publicFile: break
            }
        }
        self.files = files
    }

    var evidence: [Evidence] {
        self[Evidence.fileName].split(separator: "\n").compactMap { try? JSONDecoder().decode(Evidence.self, from: Data($0.utf8)) }
    }

    var pages: [(path: String, html: String)] {
        files.filter { $0.key.hasSuffix(".html") }.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }

    subscript(path: String) -> String { files[path] ?? "" }

    /// Values of an attribute, in document order.
    static func values(of attribute: String, in html: String) -> [String] {
        html.components(separatedBy: " \(attribute)=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }
}
