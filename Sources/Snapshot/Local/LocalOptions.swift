/// What a pull of a vault without a server is told.
public struct LocalOptions: Sendable {
    /// A vault's folder, or a ZIP of one.
    public var path: String
    /// As for a server: see `PullOptions.since`.
    public var since: String?
    public var freshLayout = false
    public var requiresConsistency = false
    /// The links between the pages of a snapshot whose graph is empty: nodes without places, sorted by id, and edges.
    public var links: @Sendable (VaultSnapshot) -> VaultGraph
    /// Gives the nodes their places and communities. Called at most once, when nobody else knows them.
    public var arrange: @Sendable (VaultGraph) throws(SnapshotError) -> VaultGraph
    /// Called by one thread at a time, in order.
    public var progress: @Sendable (PullProgress) -> Void

    public init(
        path: String, links: @escaping @Sendable (VaultSnapshot) -> VaultGraph,
        arrange: @escaping @Sendable (VaultGraph) throws(SnapshotError) -> VaultGraph,
        progress: @escaping @Sendable (PullProgress) -> Void = { _ in }
    ) {
        self.path = path
        self.links = links
        self.arrange = arrange
        self.progress = progress
    }
}

/// Whether the path is a vault that lies on this disk as it is: a folder that is no snapshot, or a ZIP.
public func isLocalVault(_ path: String) -> Bool {
    if FileSystem.isFolder(path) {
        // A snapshot stays one when one of its own files is lost: that is damage, and not a vault.
        let own = [SnapshotFormat.manifestFile, SnapshotFormat.pagesFile, SnapshotFormat.graphFile]
        return own.count { FileSystem.kind("\(path)/\($0)") != nil } < 2
    }
    guard let file = try? Descriptor(reading: FileSystem.resolved(path) ?? path) else { return false }
    return (try? file.startsWith("PK")) ?? false
}
