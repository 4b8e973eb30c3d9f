/// The snapshot folder, format 1:
///
///     manifest.json    what this is, and path, bytes and SHA-256 of every file but itself and pull.json
///     pages.json       the pages' metadata, sorted by the bytes of the path, a page a line
///     graph.json       nodes sorted by id; edges as rows [source, target, weight, kind], the ends as indices of nodes, kind of kinds
///     sources.json     the listed source files, sorted by the bytes of the path
///     dashboard.json   counts of open review items and lint findings by kind
///     findings.json    what the pull noticed
///     vault/…          the pages' Markdown and the source files at their vault paths, byte for byte
///     pull.json        what has a clock in it: outside the root hash, and missed by nobody
///
/// The root hash is the SHA-256 of what `sha256sum` prints for the listed files in the order of their paths' bytes:
///
///     cd SNAPSHOT && find . -type f ! -path ./manifest.json ! -path ./pull.json -printf '%P\0' |
///         LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum
///
/// The manifest has a hash of its own, over what else it says: `grep -v '^"manifest_sha256"' manifest.json | sha256sum`. Snapshots that
/// were pulled before there was one have none.
enum SnapshotFormat {
    static let name = "synapse-publish snapshot"
    static let version = 1

    static let manifestFile = "manifest.json"
    static let pullFile = "pull.json"
    static let pagesFile = "pages.json"
    static let graphFile = "graph.json"
    static let sourcesFile = "sources.json"
    static let dashboardFile = "dashboard.json"
    static let findingsFile = "findings.json"
    static let vaultFolder = "vault"

    static let unlisted: Set<String> = [manifestFile, pullFile]

    /// `files` sorted by path.
    static func rootHash(_ files: [SnapshotFile]) -> String {
        let hash = SHA256()
        for file in files { hash.update(line(file).utf8) }
        return hash.hex()
    }

    /// How the manifest's line with its own hash begins.
    static let manifestHashLine = Array("\"manifest_sha256\": \"".utf8)

    /// SHA-256 of a manifest without the lines that begin so.
    static func manifestHash(_ bytes: [UInt8]) -> String {
        let hash = SHA256()
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
                if !rest[..<end].starts(with: manifestHashLine) { hash.update(UnsafeRawBufferPointer(rebasing: rest[..<end])) }
                rest = rest[end...]
            }
        }
        return hash.hex()
    }

    /// As GNU sha256sum prints it: a name with a backslash is escaped and the line says so by a backslash of its own.
    private static func line(_ file: SnapshotFile) -> String {
        guard file.path.utf8.contains(UInt8(ascii: "\\")) else { return "\(file.sha256)  \(file.path)\n" }
        let escaped = file.path.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
        return "\\\(file.sha256)  \(escaped)\n"
    }
}

/// One file of a snapshot folder.
public struct SnapshotFile: Sendable, Hashable {
    /// Relative to the folder; the vault's files lie below `vault/`.
    public let path: String
    public let bytes: Int
    /// 64 lowercase hexadecimal digits.
    public let sha256: String

    public init(path: String, bytes: Int, sha256: String) {
        self.path = path
        self.bytes = bytes
        self.sha256 = sha256
    }
}

/// What `sha256sum` prints for its own output over the files: one hash for a whole folder. `files` sorted by the bytes of the path.
public func rootHash(of files: [SnapshotFile]) -> String { SnapshotFormat.rootHash(files) }

/// How many of each a snapshot holds; in the manifest for people and for other programs.
struct SnapshotCounts: Equatable {
    var pages = 0
    /// Pages with their Markdown.
    var bodies = 0
    var sources = 0
    var nodes = 0
    var edges = 0
    var communities = 0

    init(pages: [PageRecord], graph: VaultGraph, sources: [SourceFile]) {
        self.pages = pages.count
        bodies = pages.count { $0.body == .present }
        self.sources = sources.count
        nodes = graph.nodes.count
        edges = graph.edges.count
        communities = graph.communities.count
    }
}
