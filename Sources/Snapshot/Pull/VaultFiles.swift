/// Writes the vault's files of one pull and remembers what they are.
struct VaultFiles: Sendable {
    /// On disk.
    let root: String
    /// The same within the snapshot folder.
    let folder: String
    /// Files that have not changed since are shared with this snapshot.
    var previous: PreviousSnapshot?

    /// Removes what was written, to begin anew.
    func clear() throws(SnapshotError) {
        if FileSystem.kind(root) != nil { try FileSystem.removeTree(root) }
    }

    /// Starts a file at its vault path.
    func create(_ path: String, limit: Int) throws(SnapshotError) -> VaultFile {
        VaultFile(
            path: path, entry: "\(folder)/\(path)", limit: limit, descriptor: try descriptor("\(root)/\(path)"),
            previous: previous.map { ($0, temporary(path)) })
    }

    /// Folders are made when the file cannot be without them: most files have their folder already.
    private func descriptor(_ file: String) throws(SnapshotError) -> Descriptor {
        if let descriptor = try? Descriptor(creating: file) { return descriptor }
        try FileSystem.makeFolders(FileSystem.parent(of: file)!, below: FileSystem.parent(of: root))
        return try Descriptor(creating: file)
    }

    /// Where a link may stand for a moment: beside the vault's files, where no name of theirs can be.
    private func temporary(_ path: String) -> String { "\(FileSystem.parent(of: root)!)/link-\(sha256Hex(path.utf8))" }

    func write(_ bytes: [UInt8], to path: String) throws(SnapshotError) -> SnapshotFile {
        let file = try create(path, limit: .max)
        try bytes.withBytes { (bytes) throws(SnapshotError) in try file.write(bytes) }
        try file.end(problem: nil)
        return file.stored!
    }

    /// Has `fetch` put a file in its place; nil where it says that there is none.
    func download(_ path: String, _ fetch: (_ file: String) throws(SnapshotError) -> Bool) throws(SnapshotError) -> SnapshotFile? {
        let file = "\(root)/\(path)"
        try FileSystem.makeFolders(FileSystem.parent(of: file)!, below: FileSystem.parent(of: root))
        // What came of an answer that failed is no file of the vault.
        var isWhole = false
        defer { if !isWhole { try? FileSystem.remove(file) } }
        guard try fetch(file) else { return nil }
        let mapped = try MappedFile(file)
        let hash = SHA256()
        mapped.withBytes { hash.update($0) }
        let stored = SnapshotFile(path: "\(folder)/\(path)", bytes: mapped.count, sha256: hash.hex())
        previous?.share(stored, at: file, by: temporary(path))
        isWhole = true
        return stored
    }
}

/// One file of the vault while it is written.
final class VaultFile: ArchiveTarget, @unchecked Sendable {
    // Proof: written by one thread at a time, and read when the archive's reading has ended.
    let path: String
    let limit: Int
    private let entry: String
    private let descriptor: Descriptor
    private let previous: (snapshot: PreviousSnapshot, temporary: String)?
    private var hash: SHA256? = SHA256()
    private var count = 0
    /// Set when the file is whole.
    private(set) var stored: SnapshotFile?
    /// Set when it is not.
    private(set) var problem: String?

    fileprivate init(
        path: String, entry: String, limit: Int, descriptor: Descriptor, previous: (snapshot: PreviousSnapshot, temporary: String)?
    ) {
        self.path = path
        self.entry = entry
        self.limit = limit
        self.descriptor = descriptor
        self.previous = previous
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(SnapshotError) {
        hash?.update(bytes)
        count += bytes.count
        try descriptor.write(bytes)
    }

    func end(problem: String?) throws(SnapshotError) {
        try descriptor.close()
        if let problem {
            self.problem = problem
            return try FileSystem.remove(descriptor.path)
        }
        guard let hash = hash.take() else { return }
        let file = SnapshotFile(path: entry, bytes: count, sha256: hash.hex())
        if let (snapshot, temporary) = previous { snapshot.share(file, at: descriptor.path, by: temporary) }
        stored = file
    }
}
