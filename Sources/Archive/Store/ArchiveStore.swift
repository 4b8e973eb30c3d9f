public import Snapshot

/// How a long piece of work goes on, and on how many threads.
public struct ArchiveWork: Sendable {
    public var jobs: Int
    /// A stage begins, with so many steps.
    public var begin: @Sendable (_ stage: String, _ steps: Int) -> Void
    public var advance: @Sendable (_ steps: Int) -> Void

    public init(
        jobs: Int, begin: @escaping @Sendable (String, Int) -> Void = { _, _ in }, advance: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.jobs = max(1, jobs)
        self.begin = begin
        self.advance = advance
    }
}

/// An open store. A value: what is on the disk is read when it is asked for.
public struct ArchiveStore: Sendable {
    /// With all links resolved.
    public let path: String
    public let identity: StoreIdentity

    /// Fails with `.noInput` where there is no store, with `.badData` where it is damaged or of a newer format.
    public init(_ path: String) throws(SnapshotError) {
        guard let resolved = FileSystem.resolved(path), FileSystem.isFolder(resolved) else {
            throw SnapshotError(.noInput, "there is no archive", at: path, advice: "`archive add` makes one.")
        }
        let file = "\(resolved)/\(StoreFormat.identityFile)"
        guard FileSystem.kind(file) != nil else {
            throw SnapshotError(.noInput, "not an archive of this program: it has no \(StoreFormat.identityFile)", at: path)
        }
        guard FileSystem.kind(file) == .file else {
            throw SnapshotError(.badData, "not a regular file", at: file, advice: "Restore it from a copy.")
        }
        guard let identity = StoreIdentity(try FileSystem.read(file, limit: 1 << 20)) else {
            throw SnapshotError(.badData, "the file does not say whose nights these are", at: file, advice: "Restore it from a copy.")
        }
        guard identity.version <= StoreFormat.version else {
            throw SnapshotError(
                .badData, "archive format \(identity.version); this program reads format \(StoreFormat.version)", at: file,
                advice: "Use a newer version of this program.")
        }
        self.path = resolved
        self.identity = identity
    }

    /// Opens the store for adding; an empty one is made where there is none.
    static func openOrMake(_ path: String, vault: String, title: String) throws(SnapshotError) -> ArchiveStore {
        var isThere = FileSystem.isFolder(path)
        if isThere { isThere = try !FileSystem.names(in: path).isEmpty }
        if !isThere {
            let staged = try StagedFolder(for: path, marker: .archive)
            for file in StoreFormat.files(vault: vault, title: title) { try staged.write(file.bytes, to: file.path) }
            try staged.write(NightLedger().encoded(), to: NightLedger.file)
            // Another run may have made it at the same moment: then that one is taken.
            _ = try staged.commitUnlessThere()
        }
        let store = try openOwn(path)
        guard store.identity.vault == vault else {
            throw SnapshotError(
                .badData, "the archive holds nights of the vault \(store.identity.vault), and this is \(vault)", at: path,
                advice: "Keep each vault in an archive of its own.")
        }
        return store
    }

    /// A folder that is there and no archive of ours is nothing that may be written to.
    private static func openOwn(_ path: String) throws(SnapshotError) -> ArchiveStore {
        do throws(SnapshotError) {
            return try ArchiveStore(path)
        } catch {
            guard error.kind == .noInput else { throw error }
            throw SnapshotError(.cannotCreate, "the folder is not empty, and is no archive", at: path, advice: "Name another with --store.")
        }
    }

    // MARK: Nights

    /// All nights, oldest first.
    public func nights() throws(SnapshotError) -> [NightRecord] {
        var records: [NightRecord] = []
        for folder in try objectFolders() { records.append(try record(inFolder: folder)) }
        return records.sorted { $0.name < $1.name }
    }

    /// Folders of objects within the store, as far as their names tell, sorted.
    func objectFolders() throws(SnapshotError) -> [String] {
        var folders: [String] = []
        for tuple in try FileSystem.names(in: path) where tuple.utf8.count == 2 && FileSystem.kind("\(path)/\(tuple)") == .folder {
            folders += try FileSystem.names(in: "\(path)/\(tuple)").map { "\(tuple)/\($0)" }
        }
        return folders
    }

    func folder(of night: NightName) -> String {
        "\(path)/\(StoreFormat.objectFolder(id: StoreFormat.objectID(vault: identity.vault, night: night)))"
    }

    func contentFolder(of night: NightName) -> String { "\(folder(of: night))/\(StoreFormat.contentFolder)" }

    func record(inFolder folder: String) throws(SnapshotError) -> NightRecord {
        let file = "\(path)/\(folder)/\(StoreFormat.contentFolder)/\(StoreFormat.recordFile)"
        return try NightRecord(FileSystem.read(file, limit: 1 << 20), at: file)
    }

    /// The record of one night; nil where the store has no such night.
    func record(of night: NightName) throws(SnapshotError) -> NightRecord? {
        let file = "\(contentFolder(of: night))/\(StoreFormat.recordFile)"
        guard FileSystem.kind(file) != nil else { return nil }
        return try NightRecord(FileSystem.read(file, limit: 1 << 20), at: file)
    }

    /// The night that a person names: `2026-11-30`, `2026-11-30.2`, `latest`, `first`, or a label.
    public func night(named text: String) throws(SnapshotError) -> NightRecord {
        if let name = NightName(text), let record = try record(of: name) { return record }
        let all = try nights()
        let found: NightRecord? =
            switch text {
            case "latest": all.last
            case "first": all.first
            default: all.last { $0.label == text }
            }
        guard let found else {
            let names = all.suffix(3).map(\.name.description).joined(separator: ", ")
            throw SnapshotError(
                .noInput, "the archive has no night '\(text)'", at: path,
                advice: all.isEmpty ? "It is empty." : "`archive list` names them; the last are \(names).")
        }
        return found
    }
}
