public import Graph
public import Site
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
    /// Of a build of one part.
    public var shard: Shard?
    /// As the user named it.
    public var output: String?
    /// Files written and their bytes.
    public var files: Int?
    public var bytes: Int?
    /// Of a publication to object storage: files that were removed there, and those that were there already.
    public var removed: Int?
    public var unchanged: Int?
    /// SHA-256 over what `sha256sum` prints for the files, sorted by the bytes of the path, the marker left out.
    public var rootHash: String?
    /// Pages and source files that are published, or that a snapshot holds.
    public var pages: Int?
    public var sources: Int?
    /// Of two snapshots.
    public var difference: SnapshotDifference?
    /// Of the graphs of two snapshots.
    public var graph: GraphDifference?
    /// Of a gallery: where each stands.
    public var screens: [ScreenStanding]?
    /// Of an archive: one night, or all, oldest first.
    public var night: NightSummary?
    public var nights: [NightSummary]?
    /// Nights that a prune dropped, or would drop.
    public var dropped: [NightSummary]?
    /// Files of one night, by path.
    public var contents: [NightFileSummary]?
    /// Of a nightly run.
    public var run: NightlyRecord?
    /// By kind.
    public var findings: [FindingsList.Count] = []
    /// Of a check against a baseline: what is not in it.
    public var newFindings: [Finding]?
    /// Of a check: every link with its rule and its other candidates, and pages that others name without a link.
    public var links: [LinkReport]?
    public var unlinkedMentions: [UnlinkedMentions]?

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

/// What `--json` prints when a run fails.
public struct FailureSummary: Sendable, Encodable, Equatable {
    public struct Failure: Sendable, Encodable, Equatable {
        public var what: String
        public var place: String
        public var advice: String
        public var exitCode: Int32
    }

    public var command: String
    public var error: Failure
    public var findings: [FindingsList.Count]

    public init(command: String, _ error: PublishingError) {
        self.command = command
        self.error = Failure(what: error.what, place: error.place, advice: error.advice, exitCode: error.exitCode)
        findings = FindingsList(error.findings).counts
    }

    public func json() throws(PublishingError) -> [UInt8] { try encodedJSON(self) }
}
