import HTML
import Packing
import Snapshot

/// `part.json`: what a part is of, and what it holds. Without a clock, a host and a path of the machine.
struct PartRecord: Codable, Equatable {
    static let fileName = "part.json"
    /// `sha256sum` of `part.json`.
    static let sumName = "part.sha256"
    static let digestsName = "search.digests"
    /// The site's files lie below it.
    static let folder = "files/"
    static let currentFormat = 1

    struct File: Codable, Equatable {
        var path: String
        var bytes: Int
        var sha256: String
        /// Whether it is another file, packed; nil for no.
        var packed: Bool?
    }

    struct Vault: Codable, Equatable {
        var formatVersion: Int
        var vault: String
        var title: String
        var serverVersion: String
        var dataVersion: Int
        var source: String
        var rootHash: String
        var consistent: Bool
    }

    /// What the service worker is made of, besides a hash of all files.
    struct Offline: Codable, Equatable {
        var use: String
        var code: String
    }

    var format = Self.currentFormat
    var shard: Shard
    var key: BuildKey
    var vault: Vault
    /// Of the whole site.
    var pages: Int
    var sources: Int
    /// How many files all parts have together, those that lie packed beside others not counted.
    var planned: Int
    /// Suffixes of the codings, in the order in which files are packed.
    var codings: [String]
    /// What packed them.
    var packing: String?
    var offline: Offline?
    /// SHA-256 of the pages' digests; nil for a site without search.
    var digests: String?
    /// Sorted by the bytes of the path.
    var files: [File]
    /// Of this part's files; the first part has those of the vault and the site too.
    var findings: [Finding]
}

extension PartRecord.Vault {
    init(_ manifest: Manifest) {
        self.init(
            formatVersion: manifest.formatVersion, vault: manifest.vault, title: manifest.title, serverVersion: manifest.serverVersion,
            dataVersion: manifest.dataVersion, source: manifest.source, rootHash: manifest.rootHash, consistent: manifest.consistent)
    }

    var manifest: Manifest {
        Manifest(
            formatVersion: formatVersion, vault: vault, title: title, serverVersion: serverVersion, dataVersion: dataVersion,
            source: source, rootHash: rootHash, consistent: consistent)
    }
}

extension PartRecord {
    /// As `sha256sum` prints it.
    static func sum(of record: [UInt8]) -> [UInt8] { Array("\(sha256Hex(record))  \(fileName)\n".utf8) }
}
