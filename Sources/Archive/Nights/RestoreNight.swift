public import Snapshot

/// What a restoration or an export gave back.
public struct RestoredNight: Sendable, Equatable {
    public var files: Int
    public var bytes: Int
}

extension FolderMarker {
    /// What is given back goes to a new or an empty folder, never over another one.
    fileprivate static let never = FolderMarker(fileName: "", meaning: "empty") { _ in false }
}

extension ArchiveStore {
    /// Writes a night's files, or those that a pattern takes, to a new or empty folder; each is hashed on the way, and nothing is put
    /// there where one is not as it was kept.
    public func restore(
        _ night: NightRecord, to out: String, matching pattern: PathPattern? = nil, _ work: ArchiveWork
    ) throws(SnapshotError) -> RestoredNight {
        let lock = try StoreLock.reading(path)
        defer { withExtendedLifetime(lock) {} }
        var files = try NightReader(self).files(of: night.name)
        if let pattern {
            files = files.filter { pattern.matches($0.path) }
            guard !files.isEmpty else {
                throw SnapshotError(
                    .noInput, "no file of the night \(night.name) fits the pattern", at: path,
                    advice: "`archive show \(night.name) --files` lists them.")
            }
        }
        let staged = try StagedFolder(for: out, marker: .never)
        try copy(files, to: staged.path, "Restoring \(night.name)", work)
        try staged.commit()
        return RestoredNight(files: files.count, bytes: files.reduce(0) { $0 + $1.bytes })
    }

    /// Writes a night as a bag (RFC 8493) to a new or empty folder.
    public func exportBag(_ night: NightRecord, to out: String, _ work: ArchiveWork) throws(SnapshotError) -> RestoredNight {
        let lock = try StoreLock.reading(path)
        defer { withExtendedLifetime(lock) {} }
        let files = try NightReader(self).files(of: night.name)
        let staged = try StagedFolder(for: out, marker: .never)
        try FileSystem.makeFolders("\(staged.path)/data", below: staged.path)
        try copy(files, to: "\(staged.path)/data", "Exporting \(night.name)", work)
        let id = StoreFormat.objectID(vault: identity.vault, night: night.name)
        for file in Bag(night, id: id, files: files).tagFiles() { try staged.write(file.bytes, to: file.path) }
        try staged.commit()
        return RestoredNight(files: files.count, bytes: files.reduce(0) { $0 + $1.bytes })
    }

    private func copy(_ files: [StoredFile], to folder: String, _ stage: String, _ work: ArchiveWork) throws(SnapshotError) {
        try FileCopy.makeFolders(for: files.lazy.map(\.path), below: folder)
        let holders = Set(files.map(\.night))
        let contents = Dictionary(uniqueKeysWithValues: holders.map { ($0, contentFolder(of: $0)) })
        work.begin(stage, files.count)
        _ = try forEachInParallel(files.count, work) { (index) throws(SnapshotError) in
            let file = files[index]
            let source = "\(contents[file.night]!)/\(file.storedAs)"
            let copied = try FileCopy.copy(source, to: "\(folder)/\(file.path)")
            guard copied.digest == file.digest else {
                throw SnapshotError(
                    .badData, "the archive is damaged: the bytes are not those that were kept", at: source,
                    advice: "`archive verify` tells all that is damaged; restore it from a copy.")
            }
        }
    }
}
