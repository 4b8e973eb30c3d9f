public import Snapshot

/// What is to be kept of a night.
public struct NightSource: Sendable {
    /// The snapshot's folder.
    public var snapshot: String
    /// Further folders by the name that they get in the night: `site`, `posters`, `gallery`.
    public var folders: [String: String]
    public var label: String?
    /// `synapse-publish 0.1.0`.
    public var program: String

    public init(snapshot: String, folders: [String: String] = [:], label: String? = nil, program: String) {
        self.snapshot = snapshot
        self.folders = folders
        self.label = label
        self.program = program
    }

    /// Each once, in the order of their names.
    var parts: [(name: String, folder: String)] {
        ([("snapshot", snapshot)] + folders.map { ($0.key, $0.value) }).sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    }
}

/// What an addition came to.
public struct AddedNight: Sendable {
    public var record: NightRecord
    /// False where the store had the night already, and nothing was done.
    public var isNew: Bool
    public var store: ArchiveStore
}

/// Keeps a night in the store at `path`, which is made where there is none.
///
/// The night of the same day, the same bytes and the same label is not kept twice. The store changes by one rename at the end, so a run
/// that is killed at any moment leaves it valid; what it had staged beside it is removed by the next one. Fails with `.temporary` where
/// another run is at work on the store, and with `.badData` where the snapshot is not as its manifest says.
public func addNight(_ source: NightSource, to path: String, _ work: ArchiveWork) throws(SnapshotError) -> AddedNight {
    let snapshot = try SnapshotFolder(source.snapshot)
    let store = try ArchiveStore.openOrMake(path, vault: snapshot.manifest.vault, title: snapshot.manifest.title)
    let lock = try StoreLock.writing(store.path)
    defer { withExtendedLifetime(lock) {} }
    try StagedFolder.removeLeftovers(for: store.path)
    let place = try NightPlace(source, snapshot, in: store)
    var ledger = try listedNights(store, place)
    let staged = try StagedFolder(for: store.path, marker: .archive)
    let gathered = try gather(source, snapshot, place, at: "\(staged.path)/\(place.contentFolder)", work)
    let draft = try NightDraft(gathered, source, snapshot, at: place)
    if let kept = draft.alreadyKept() { return AddedNight(record: kept, isNew: false, store: store) }
    let record = try draft.write(below: staged.path)
    let object = "\(staged.path)/\(place.folder)"
    try ledger.take([place.name]) { _ in object }
    try staged.write(ledger.encoded(), to: NightLedger.file)
    try staged.commit(folder: place.folder, andThen: NightLedger.file)
    return AddedNight(record: record, isNew: true, store: store)
}

/// The list of the store's nights. What a run that was killed at its last step, or an early version, has not listed is listed first: a
/// night that says that it is in the list must never be alone.
private func listedNights(_ store: ArchiveStore, _ place: NightPlace) throws(SnapshotError) -> NightLedger {
    let listed = try NightLedger(of: store.path)
    var ledger = listed ?? NightLedger()
    try ledger.take(place.nights.map(\.name), folder: store.folder)
    guard ledger != listed else { return ledger }
    let staged = try StagedFolder(for: store.path, marker: .archive)
    try staged.write(ledger.encoded(), to: NightLedger.file)
    try staged.commit(file: NightLedger.file)
    return ledger
}

/// A file that is to be kept.
struct GatheredFile: Sendable {
    var path: LogicalPath
    /// Where it is now.
    var source: String
    var bytes: Int
    var digest: Digest512
    /// Whether it was copied on the way.
    var isKept: Bool
}

/// Finds and hashes the files of all parts, sorted by the bytes of their paths; those that the store does not have are copied to
/// `content` at once.
private func gather(
    _ source: NightSource, _ snapshot: SnapshotFolder, _ place: NightPlace, at content: String, _ work: ArchiveWork
) throws(SnapshotError) -> [GatheredFile] {
    var found: [(path: LogicalPath, source: String)] = []
    for part in source.parts { try collect(part.folder, as: part.name, into: &found) }
    let files = found.sorted { $0.path < $1.path }
    try FileSystem.makeFolders(content)
    work.begin("Keeping \(place.name)", files.count)
    let known = place.known
    let prefix = "snapshot/"
    return try forEachInParallel(files.count, work) { (index) throws(SnapshotError) in
        let file = files[index]
        let listed = file.path.text.hasPrefix(prefix) ? snapshot.file(String(file.path.text.dropFirst(prefix.count))) : nil
        let (hashed, isKept) = try FileCopy.keep(
            file.source, at: "\(content)/\(file.path)", below: content, withSHA256: listed != nil, if: { known[$0] == nil })
        if let listed, listed.sha256 != hashed.sha256 {
            throw SnapshotError(
                .badData, "the file is not as the snapshot's manifest lists it", at: file.source,
                advice: "Pull again; `snapshot verify` lists all that differs.")
        }
        return GatheredFile(path: file.path, source: file.source, bytes: hashed.bytes, digest: hashed.digest, isKept: isKept)
    }
}

/// Every regular file below the folder; anything else is refused, because no store could give it back.
private func collect(_ folder: String, as name: String, into found: inout [(path: LogicalPath, source: String)]) throws(SnapshotError) {
    for (entry, kind) in try FileSystem.entries(in: folder) {
        let source = "\(folder)/\(entry)"
        let path = "\(name)/\(entry)"
        guard VaultPath.isSafe(path) else {
            throw SnapshotError(.badData, "the name has a character that no archive keeps", at: source, advice: "Rename the file.")
        }
        switch kind {
        case .folder: try collect(source, as: path, into: &found)
        case .file: found.append((LogicalPath(path), source))
        default: throw SnapshotError(.badData, "not a regular file", at: source, advice: "Only files and folders can be kept.")
        }
    }
}
