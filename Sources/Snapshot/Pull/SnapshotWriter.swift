/// All that a snapshot folder holds beside the vault's files.
struct SnapshotRecord {
    /// Without the root hash.
    var manifest: Manifest
    var pages: [PageRecord]
    var graph: VaultGraph
    var sources: [SourceFile]
    var dashboard = Dashboard()
    var findings: [Finding]
    /// The vault's files, which are written already.
    var files: [SnapshotFile]
    /// What differs from pull to pull of the same data.
    var clock: [String: JSONValue]
}

/// Writes the snapshot folder's own files beside the vault's, which are already there.
enum SnapshotWriter {
    static func write(_ record: SnapshotRecord, into staged: borrowing StagedFolder) throws(SnapshotError) {
        var files = record.files
        func add(_ name: String, _ bytes: [UInt8]) throws(SnapshotError) {
            try staged.write(bytes, to: name)
            files.append(SnapshotFile(path: name, bytes: bytes.count, sha256: sha256Hex(bytes)))
        }
        let encoded = inParallel(jobs: 2) { [pages = record.pages] in
            SnapshotFormat.encode(pages)
        } _: { [graph = record.graph] in
            SnapshotFormat.encode(graph)
        }
        try add(SnapshotFormat.pagesFile, encoded.0)
        try add(SnapshotFormat.graphFile, encoded.1)
        try add(SnapshotFormat.sourcesFile, SnapshotFormat.encode(record.sources))
        try add(SnapshotFormat.dashboardFile, SnapshotFormat.encode(record.dashboard))
        try add(SnapshotFormat.findingsFile, SnapshotFormat.encode(record.findings))
        files.sort { VaultPath.precedes($0.path, $1.path) }

        var manifest = record.manifest
        manifest.formatVersion = SnapshotFormat.version
        manifest.rootHash = SnapshotFormat.rootHash(files)
        let counts = SnapshotCounts(pages: record.pages, graph: record.graph, sources: record.sources)
        try staged.write(JSONValue.object(record.clock).document(), to: SnapshotFormat.pullFile)
        try staged.write(SnapshotFormat.encode(manifest, counts, files), to: SnapshotFormat.manifestFile)
    }
}
