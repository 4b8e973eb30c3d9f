public import Snapshot

/// What `--json` prints: one object, the same for the same run. Lists are under their plural.
public struct RunSummary: Sendable, Encodable, Equatable {
    public struct Vault: Sendable, Encodable, Equatable {
        public var id: String
        public var title: String
        public var dataVersion: Int
        /// Root hash of the snapshot.
        public var rootHash: String
    }

    public var command: String
    public var vault: Vault?
    /// As the user named it.
    public var output: String?
    /// Files written and their bytes.
    public var files: Int?
    public var bytes: Int?
    /// Pages and source files that are published, or that a snapshot holds.
    public var pages: Int?
    public var sources: Int?
    /// By kind.
    public var findings: [FindingsList.Count] = []

    public init(command: String) { self.command = command }

    public func json() throws(PublishingError) -> [UInt8] { try encodedJSON(self) }
}

extension RunSummary.Vault {
    public init(_ manifest: Manifest) {
        id = manifest.vault
        title = manifest.title
        dataVersion = manifest.dataVersion
        rootHash = manifest.rootHash
    }
}
