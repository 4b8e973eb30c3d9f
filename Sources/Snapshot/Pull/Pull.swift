/// Reads a whole vault from a Synapse server into a snapshot folder.
///
/// The folder is written beside its place and swapped in at the end; until then a snapshot that is already there stays as it was. Only
/// `GET` requests are made. The same data on the server gives the same bytes in every file but `pull.json`.
@discardableResult
public func pull(_ options: PullOptions, to folder: String) throws(SnapshotError) -> VaultSnapshot {
    let connection = try Connection(options)
    let previous = try options.since.map { (folder) throws(SnapshotError) in try PreviousSnapshot(folder) }
    let staged = try StagedFolder(for: folder, marker: .snapshot)
    let place = staged.destination
    let kept = KeptArchive(
        folder: staged.companion("resume"), for: place, origin: connection.address.origin + connection.address.path)
    do throws(SnapshotError) {
        try pull(connection, previous, kept, into: staged)
    } catch {
        // What ended for another reason than the line would end so again.
        if error.kind != .unavailable, error.kind != .temporary { kept.remove() }
        throw error
    }
    kept.remove()
    return try openSnapshot(place)
}

private func pull(
    _ connection: Connection, _ previous: PreviousSnapshot?, _ kept: KeptArchive, into staged: consuming StagedFolder
) throws(SnapshotError) {
    let options = connection.options
    let client = try connection.client()
    let server = SynapseServer(client: client, scratch: try staged.scratchFolder())

    let files = VaultFiles(root: "\(staged.path)/\(SnapshotFormat.vaultFolder)", folder: SnapshotFormat.vaultFolder, previous: previous)
    let reader = VaultReader(server: server, files: files, connection: connection, kept: kept)
    let (reading, contents) = try reader.readConsistently()
    if options.requiresConsistency, !reading.contradictions.isEmpty {
        throw SnapshotError(
            .badData, "the vault changed while it was read: " + reading.contradictions.joined(separator: "; "), at: options.url,
            advice: "Pull again when nobody writes to it, or without --strict.")
    }
    let record = try ServerRecord(
        reading: reading, contents: contents, connection: connection, requests: connection.requests.value, root: files.root
    ).record(previous: options.freshLayout ? nil : previous)
    try SnapshotWriter.write(record, into: staged)
    try staged.commit()
}
