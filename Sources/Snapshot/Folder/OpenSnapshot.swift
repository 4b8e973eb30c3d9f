internal import Synchronization

/// The manifest of a snapshot folder with its list of files, sorted by the bytes of the path.
public struct SnapshotFolder: Sendable {
    public let path: String
    public let manifest: Manifest
    public let files: [SnapshotFile]
    /// Of the manifest itself; nil where an early version wrote it.
    let ownHash: String?

    /// Fails with `.noInput` where there is no snapshot, with `.badData` where its manifest is damaged or of a newer format.
    public init(_ path: String) throws(SnapshotError) {
        guard FileSystem.isFolder(path) else { throw SnapshotError(.noInput, "no such folder", at: path) }
        let file = "\(path)/\(SnapshotFormat.manifestFile)"
        guard FileSystem.kind(file) != nil else {
            throw SnapshotError(.noInput, "not a snapshot folder: it has no \(SnapshotFormat.manifestFile)", at: path)
        }
        let read = try Self.decode(file, SnapshotFormat.manifest)
        guard read.manifest.formatVersion == SnapshotFormat.version else {
            throw SnapshotError(
                .badData, "snapshot format \(read.manifest.formatVersion); this program reads format \(SnapshotFormat.version)", at: file,
                advice: "Use a newer version of this program, or pull again.")
        }
        for (file, next) in zip(read.files, read.files.dropFirst()) where !VaultPath.precedes(file.path, next.path) {
            throw SnapshotError(.badData, "the list of files is not sorted at \(next.path)", at: path, advice: "Pull again.")
        }
        self.path = path
        manifest = read.manifest
        files = read.files
        ownHash = read.ownHash
    }

    /// The entry for a path relative to the folder; nil where the manifest does not list it.
    public func file(_ path: String) -> SnapshotFile? { index(of: path).map { files[$0] } }

    private func index(of path: String) -> Int? {
        var low = 0
        var high = files.count
        while low < high {
            let middle = (low + high) / 2
            if VaultPath.precedes(files[middle].path, path) { low = middle + 1 } else { high = middle }
        }
        return low < files.count && VaultPath.same(files[low].path, path) ? low : nil
    }

    /// The bytes of a listed file, as many as the manifest says. The hash is left to `verifySnapshot`.
    public func read(_ path: String) throws(SnapshotError) -> [UInt8] {
        guard let entry = file(path) else { throw SnapshotError(.noInput, "the snapshot has no such file", at: path) }
        let bytes = try FileSystem.read("\(self.path)/\(path)", limit: entry.bytes)
        guard bytes.count == entry.bytes else {
            throw SnapshotError(
                .badData, "\(bytes.count) bytes instead of \(entry.bytes)", at: "\(self.path)/\(path)", advice: "Pull again.")
        }
        return bytes
    }

    /// The same, and the bytes are those that the manifest lists unless `checked` says that they were looked at before.
    func read(_ path: String, checking checked: CheckedFiles) throws(SnapshotError) -> [UInt8] {
        let bytes = try read(path)
        guard let index = index(of: path), checked.isFirst(index) else { return bytes }
        guard sha256Hex(bytes) == files[index].sha256 else {
            throw SnapshotError(
                .badData, "the file is not the one that the manifest lists", at: "\(self.path)/\(path)", advice: "Pull again.")
        }
        return bytes
    }

    /// Reads and checks one of the folder's own JSON files.
    func decode<Value>(_ name: String, _ read: (inout JSONCursor) throws(JSONFailure) -> Value) throws(SnapshotError) -> Value {
        let bytes = try self.read(name)
        guard sha256Hex(bytes) == file(name)?.sha256 else {
            throw SnapshotError(.badData, "the file is not the one that the manifest lists", at: "\(path)/\(name)", advice: "Pull again.")
        }
        return try Self.decode(bytes, "\(path)/\(name)", read)
    }

    private static func decode<Value>(
        _ file: String, _ read: (inout JSONCursor) throws(JSONFailure) -> Value
    ) throws(SnapshotError) -> Value {
        try decode(FileSystem.read(file), file, read)
    }

    private static func decode<Value>(
        _ bytes: [UInt8], _ file: String, _ read: (inout JSONCursor) throws(JSONFailure) -> Value
    ) throws(SnapshotError) -> Value {
        do throws(JSONFailure) {
            return try bytes.withBytes { (bytes) throws(JSONFailure) in try JSONCursor.read(bytes, read) }
        } catch {
            throw SnapshotError(.badData, "damaged: \(error)", at: file, advice: "Pull again.")
        }
    }
}

/// Whether the folder holds a snapshot of ours, of any format version.
public func isSnapshotFolder(_ path: String) -> Bool { FolderMarker.snapshot.marks(path) }

extension FolderMarker {
    /// A folder whose `manifest.json` has our format's name.
    public static let snapshot = FolderMarker(fileName: SnapshotFormat.manifestFile, meaning: "a snapshot") { path in
        guard let bytes = try? FileSystem.read(path) else { return false }
        let manifest = try? bytes.withBytes { (bytes) throws(JSONFailure) in try JSONCursor.read(bytes, SnapshotFormat.manifest) }
        return manifest != nil
    }
}

/// Opens a snapshot folder. All metadata is read and checked against the manifest; the vault's files are read when they are asked for,
/// and each is checked against its hash the first time.
public func openSnapshot(_ folder: String, jobs: Int = 1) throws(SnapshotError) -> VaultSnapshot {
    let opened = try SnapshotFolder(folder)
    let checked = CheckedFiles(count: opened.files.count)
    // The two large ones.
    let (pages, graph) = inParallel(jobs: jobs) {
        Result { () throws(SnapshotError) in try opened.decode(SnapshotFormat.pagesFile, SnapshotFormat.pages) }
    } _: {
        Result { () throws(SnapshotError) in try opened.decode(SnapshotFormat.graphFile, SnapshotFormat.graph) }
    }
    return VaultSnapshot(
        manifest: opened.manifest,
        pages: try pages.get(),
        graph: try graph.get(),
        sources: try opened.decode(SnapshotFormat.sourcesFile, SnapshotFormat.sources),
        dashboard: try opened.decode(SnapshotFormat.dashboardFile, SnapshotFormat.dashboard),
        findings: try opened.decode(SnapshotFormat.findingsFile, SnapshotFormat.findings), folder: opened,
        read: { (path) throws(SnapshotError) in try opened.read("\(SnapshotFormat.vaultFolder)/\(path)", checking: checked) })
}

/// Which files of a snapshot were hashed: a build reads each page twice and needs to know its hash once.
final class CheckedFiles: Sendable {
    private let done: Mutex<[Bool]>

    init(count: Int) { done = Mutex(Array(repeating: false, count: count)) }

    func isFirst(_ index: Int) -> Bool {
        done.withLock { done in
            defer { done[index] = true }
            return !done[index]
        }
    }
}
