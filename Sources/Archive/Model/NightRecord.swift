import Snapshot

/// What `night.json` tells of a night.
public struct NightRecord: Sendable, Equatable {
    /// A folder that was kept: the snapshot, the site, …
    public struct Part: Sendable, Equatable {
        public var files: Int
        public var bytes: Int
        /// The snapshot's own, where it is one.
        public var rootHash: String?
    }

    public var name: NightName
    /// When the vault was pulled, RFC 3339 in UTC.
    public var created: String
    public var label: String?
    /// Of the snapshot.
    public var vault: String
    public var title: String
    public var dataVersion: Int
    public var serverVersion: String
    /// Of the snapshot's lists: `pages`, `sources`, `edges`, `communities`, …
    public var counts: [String: Int]
    /// `synapse-publish 0.1.0`: what wrote the night.
    public var program: String
    /// The night that the list of files is a difference against; nil where the list is full.
    public var base: NightName?
    /// How many differences lie between this list and the last full one; 0 for a full one.
    public var depth: Int
    /// SHA-512 over what `sha512sum` prints for the files, without `snapshot/pull.json`, which has a clock in it.
    public var rootHash: String
    public var files: Int
    public var bytes: Int
    /// What is stored with this night.
    public var newFiles: Int
    public var newBytes: Int
    public var parts: [String: Part]
    /// Whether the store has a list of its nights, and this one is in it: false for those that an early version kept.
    public var isListed = false
}

extension NightRecord {
    static let format = "synapse-publish night"
    static let version = 1

    func encoded() -> [UInt8] {
        var row: [String: JSONValue] = [
            "format": .string(Self.format), "format_version": .int(Self.version), "night": .string(name.description),
            "created": .string(created), "vault": .string(vault), "title": .string(title), "data_version": .int(dataVersion),
            "server_version": .string(serverVersion), "counts": .object(counts.mapValues { .int($0) }), "program": .string(program),
            "depth": .int(depth), "root_hash": .string(rootHash), "files": .int(files), "bytes": .int(bytes), "new_files": .int(newFiles),
            "new_bytes": .int(newBytes),
            "parts": .object(
                parts.mapValues { part in
                    var row: [String: JSONValue] = ["files": .int(part.files), "bytes": .int(part.bytes)]
                    row["root_hash"] = part.rootHash.map { .string($0) }
                    return .object(row)
                }),
        ]
        row["label"] = label.map { .string($0) }
        if isListed { row["list"] = .string(NightLedger.file) }
        row["base"] = base.map { .string($0.description) }
        return JSONValue.object(row).document()
    }

    /// Fails for what is not a night of this format.
    init(_ bytes: [UInt8], at path: String) throws(SnapshotError) {
        do throws(JSONFailure) {
            self = try bytes.withBytes { (bytes) throws(JSONFailure) in
                try JSONCursor.read(bytes) { (cursor) throws(JSONFailure) in try Self(&cursor) }
            }
        } catch {
            throw SnapshotError(
                .badData, "not the record of a night: \(error)", at: path, advice: "`archive verify` tells what is damaged.")
        }
    }

    private init(_ cursor: inout JSONCursor) throws(JSONFailure) {
        var texts: [String: String] = [:]
        var numbers: [String: Int] = [:]
        counts = [:]
        parts = [:]
        var counts: [String: Int] = [:]
        var parts: [String: Part] = [:]
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "format", "night", "created", "vault", "title", "server_version", "program", "root_hash", "label", "base", "list":
                texts[key] = try cursor.string()
            case "format_version", "data_version", "depth", "files", "bytes", "new_files", "new_bytes":
                numbers[key] = try cursor.int()
            case "counts":
                try cursor.object { (cursor, key) throws(JSONFailure) in counts[key] = try cursor.int() }
            case "parts":
                try cursor.object { (cursor, key) throws(JSONFailure) in parts[key] = try Self.part(&cursor) }
            default: try cursor.skip()
            }
        }
        (self.counts, self.parts) = (counts, parts)
        guard texts["format"] == Self.format, numbers["format_version"] == Self.version else {
            throw cursor.failure("not of format \(Self.format) \(Self.version)")
        }
        guard let name = texts["night"].flatMap({ NightName($0) }), let created = texts["created"], let vault = texts["vault"],
            let rootHash = texts["root_hash"], let files = numbers["files"], let bytes = numbers["bytes"], let depth = numbers["depth"]
        else { throw cursor.failure("something is missing") }
        base = texts["base"].flatMap { NightName($0) }
        guard (texts["base"] == nil) == (base == nil), (base == nil) == (depth == 0) else {
            throw cursor.failure("no base or one too many")
        }
        (self.name, self.created, self.vault, self.rootHash) = (name, created, vault, rootHash)
        (self.files, self.bytes, self.depth) = (files, bytes, depth)
        label = texts["label"]
        isListed = texts["list"] == NightLedger.file
        title = texts["title"] ?? vault
        serverVersion = texts["server_version"] ?? ""
        program = texts["program"] ?? ""
        dataVersion = numbers["data_version"] ?? 0
        newFiles = numbers["new_files"] ?? 0
        newBytes = numbers["new_bytes"] ?? 0
    }

    private static func part(_ cursor: inout JSONCursor) throws(JSONFailure) -> Part {
        var part = Part(files: 0, bytes: 0)
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "files": part.files = try cursor.int()
            case "bytes": part.bytes = try cursor.int()
            case "root_hash": part.rootHash = try cursor.string()
            default: try cursor.skip()
            }
        }
        return part
    }
}
