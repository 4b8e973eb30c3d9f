import CSystem
import Foundation
import Site
import Snapshot

/// All that decides about the bytes of a site, each as a hash or a name: parts are of one build where theirs are the same.
///
/// Fonts and the programs that draw diagrams are of the machine and not in it.
struct BuildKey: Codable, Equatable {
    /// SHA-256 of the program's file.
    var program: String
    /// The libraries that it runs with, by their files' names, which have versions in them; empty where the system does not tell.
    var libraries: String
    /// The vault's snapshot.
    var snapshot: String
    /// Flags and settings.
    var options: String
    /// Templates, tokens and the files of `public/`.
    var resources: String
    /// The nights that the site shows; empty without an archive.
    var history: String

    init(_ manifest: Manifest, _ request: SiteRequest, _ past: VaultPast?, _ resources: Resources) throws(PublishingError) {
        program = try Self.programHash()
        libraries = Set(BuildRecipe.libraries.map { splitPath($0).name }.filter { $0.contains(".so") }).sorted().joined(separator: " ")
        snapshot = sha256Hex(canonicalText(manifest).utf8)
        options = Self.hash(of: request)
        self.resources = try Self.hash(of: resources)
        history = past.map { sha256Hex(canonicalText([$0.nights, $0.files, $0.pageLists, $0.graphs, $0.sizes] as [Any]).utf8) } ?? ""
    }

    /// Of flags and settings.
    static func hash(of request: SiteRequest) -> String { sha256Hex(canonicalText(request.withoutPlaces).utf8) }

    /// Of templates, tokens and the files of `public/`.
    static func hash(of resources: Resources) throws(PublishingError) -> String {
        var list = ""
        for (folder, files) in [
            ("templates", try resources.templates()), ("public", try resources.files(in: "public")),
            ("tokens", ["tokens.json": try resources.file("templates/tokens.json")]),
        ] {
            for name in files.keys.sorted(by: VaultPath.precedes) { list += "\(sha256Hex(files[name] ?? []))  \(folder)/\(name)\n" }
        }
        return sha256Hex(list.utf8)
    }

    /// Of the running program.
    static func programHash() throws(PublishingError) -> String {
        guard let path = Resources.executablePath(), let file = Descriptor(path) else {
            throw PublishingError(.noInput, failed: "the program cannot read its own file", at: Resources.executablePath() ?? "")
        }
        let digest = MessageDigest(.sha256)
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = read(file.raw, &chunk, chunk.count)
            if count == 0 { return digest.hex() }
            guard count > 0 else { throw PublishingError(.inputOutput, failed: "the program cannot read its own file", at: path) }
            chunk.withUnsafeBytes { digest.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
    }

    /// What differs from another, for people.
    func differences(from other: BuildKey) -> [String] {
        let parts: [(String, KeyPath<BuildKey, String>)] = [
            ("the program", \.program), ("the libraries", \.libraries), ("the snapshot", \.snapshot), ("options or settings", \.options),
            ("templates or public files", \.resources), ("the archive", \.history),
        ]
        return parts.filter { self[keyPath: $0.1] != other[keyPath: $0.1] }.map(\.0)
    }
}

extension SiteRequest {
    /// The same without where files lie on this machine: what is in them decides.
    fileprivate var withoutPlaces: SiteRequest {
        var request = self
        request.settings.file = nil
        request.settings.watched = []
        request.settings.templates = nil
        request.settings.history?.store = ""
        request.history?.store = ""
        return request
    }
}

/// A value of plain data as text: the same value gives the same text, another value another. Every stored property is in it, also one
/// that is added later; sets and dictionaries are in order.
func canonicalText(_ value: Any) -> String {
    if let bytes = value as? [UInt8] { return "bytes \(sha256Hex(bytes))" }
    let mirror = Mirror(reflecting: value)
    // A text, a number, a case without anything.
    if mirror.children.isEmpty { return String(reflecting: value) }
    let parts = mirror.children.map { "\($0.label ?? ""):\(canonicalText($0.value))" }
    let isUnordered = mirror.displayStyle == .set || mirror.displayStyle == .dictionary
    return "\(type(of: value))(\((isUnordered ? parts.sorted() : parts).joined(separator: ",")))"
}
