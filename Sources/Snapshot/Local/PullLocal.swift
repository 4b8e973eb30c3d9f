/// Makes a snapshot folder of a vault that lies on this disk: a folder, or a ZIP of one. The vault itself is only read.
///
/// The same files give the same bytes in every file but `pull.json`.
@discardableResult
public func pullLocal(_ options: LocalOptions, to folder: String) throws(SnapshotError) -> VaultSnapshot {
    let started = WallTime()
    let previous = try options.since.map { (folder) throws(SnapshotError) in try PreviousSnapshot(folder) }
    let staged = try StagedFolder(for: folder, marker: .snapshot)
    let files = VaultFiles(root: "\(staged.path)/\(SnapshotFormat.vaultFolder)", folder: SnapshotFormat.vaultFolder, previous: previous)
    options.progress(PullProgress(.list))
    let contents = try LocalReader(options: options, files: files).read()
    guard !contents.pages.isEmpty else {
        throw SnapshotError(
            .noInput, "neither a snapshot nor a vault: it has no Markdown file", at: options.path,
            advice: "Give a server's URL, a snapshot folder, a vault's folder or its ZIP.")
    }
    if options.requiresConsistency, !contents.contradictions.isEmpty {
        throw SnapshotError(
            .badData, "the vault changed while it was read", at: options.path,
            advice: "Pull again when nobody writes to it, or without --strict.")
    }
    let record = try LocalRecord(options: options, contents: contents, root: files.root, started: started).record(previous)
    try SnapshotWriter.write(record, into: staged)
    let place = staged.destination
    try staged.commit()
    return try openSnapshot(place)
}
