public import Archive

/// A night as `--json` prints it.
public struct NightSummary: Sendable, Encodable, Equatable {
    public struct Part: Sendable, Encodable, Equatable {
        public var part: String
        public var files: Int
        public var bytes: Int
        /// The snapshot's own.
        public var rootHash: String?
    }

    public var night: String
    public var created: String
    public var label: String?
    /// SHA-512 over what `sha512sum` prints for the night's files; see `NightRecord.rootHash`.
    public var rootHash: String
    public var files: Int
    public var bytes: Int
    /// What is stored with this night; everything else is in earlier ones.
    public var newFiles: Int
    public var newBytes: Int
    /// The night that its table is a difference against.
    public var base: String?
    public var dataVersion: Int
    public var program: String
    public var parts: [Part]

    public init(_ record: NightRecord) {
        night = record.name.description
        created = record.created
        label = record.label
        rootHash = record.rootHash
        files = record.files
        bytes = record.bytes
        newFiles = record.newFiles
        newBytes = record.newBytes
        base = record.base?.description
        dataVersion = record.dataVersion
        program = record.program
        parts = record.parts.sorted { $0.key < $1.key }.map {
            Part(part: $0.key, files: $0.value.files, bytes: $0.value.bytes, rootHash: $0.value.rootHash)
        }
    }
}

/// A file of a night, as `--json` prints it.
public struct NightFileSummary: Sendable, Encodable, Equatable {
    public var path: String
    public var bytes: Int
    /// The night that stores it.
    public var storedIn: String
}

extension SnapshotDifference {
    public init(_ difference: NightDifference) {
        self.init()
        added = difference.added.map(\.text)
        removed = difference.removed.map(\.text)
        changed = difference.changed.map(\.text)
        moved = difference.moved.map { Move(from: $0.from.text, to: $0.to.text) }
    }
}
