import Snapshot

/// A file of a night with all that is known of it.
struct StoredFile: Sendable, Equatable {
    var path: LogicalPath
    var night: NightName
    var bytes: Int
    var storedAs: LogicalPath
    var digest: Digest512

    var row: TableRow { TableRow(path: path, night: night, bytes: bytes, storedAs: storedAs) }
}

/// Reads nights from their chains, and each inventory once. Not for use from several threads.
final class NightReader {
    private let store: ArchiveStore
    private var digests: [NightName: [LogicalPath: Digest512]] = [:]
    private var records: [NightName: NightRecord?] = [:]
    /// The night that was read last: the next one's base more often than not.
    private var last: (night: NightName, files: [StoredFile])?

    init(_ store: ArchiveStore) { self.store = store }

    /// The files of a night, sorted by the bytes of their paths.
    func files(of night: NightName) throws(SnapshotError) -> [StoredFile] {
        if let last, last.night == night { return last.files }
        var differences: [NightName] = []
        var files: [StoredFile] = []
        var at = night
        // A chain is never longer than what its records promise, and a damaged one may be a circle.
        while true {
            if let last, last.night == at {
                files = last.files
                break
            }
            let record = try existing(at)
            guard let base = record.base else {
                files = try resolved(table(of: at, isFull: true)).compactMap(\.file)
                break
            }
            guard differences.count < StoreFormat.nightsUntilFull, base < at else { throw broken(at, "its chain of bases has no end") }
            differences.append(at)
            at = base
        }
        for difference in differences.reversed() {
            files = Self.merged(files, try resolved(table(of: difference, isFull: false)))
        }
        last = (night, files)
        return files
    }

    /// Every content that the tables of a night's chain name, from the last full one on, by digest: what need not be stored again.
    func contents(ofChain night: NightName) throws(SnapshotError) -> [Digest512: StoredFile] {
        var chain = [night]
        while let base = try existing(chain.last!).base, chain.count <= StoreFormat.nightsUntilFull { chain.append(base) }
        var contents: [Digest512: StoredFile] = [:]
        for (index, night) in chain.reversed().enumerated() {
            for change in try resolved(table(of: night, isFull: index == 0)) {
                guard let file = change.file else { continue }
                if contents[file.digest] == nil { contents[file.digest] = file }
            }
        }
        return contents
    }

    /// What a difference changes, with the digests.
    struct Change {
        var path: LogicalPath
        var file: StoredFile?
    }

    static func merged(_ files: [StoredFile], _ changes: [Change]) -> [StoredFile] {
        var merged: [StoredFile] = []
        merged.reserveCapacity(files.count + changes.count)
        var index = 0
        for change in changes {
            while index < files.count, files[index].path < change.path {
                merged.append(files[index])
                index += 1
            }
            if index < files.count, files[index].path == change.path { index += 1 }
            if let file = change.file { merged.append(file) }
        }
        merged += files[index...]
        return merged
    }

    func table(of night: NightName, isFull: Bool) throws(SnapshotError) -> [TableChange] {
        let file = "\(store.contentFolder(of: night))/\(isFull ? FileTable.fullFile : FileTable.differenceFile)"
        return try FileTable.decode(FileSystem.read(file), at: file)
    }

    func resolved(_ changes: [TableChange]) throws(SnapshotError) -> [Change] {
        var resolved: [Change] = []
        resolved.reserveCapacity(changes.count)
        for change in changes {
            guard let row = change.row else {
                resolved.append(Change(path: change.path))
                continue
            }
            guard let digest = try digests(of: row.night)[row.storedAs] else {
                throw broken(row.night, "does not store \(row.storedAs), which another night refers to")
            }
            let file = StoredFile(path: row.path, night: row.night, bytes: row.bytes, storedAs: row.storedAs, digest: digest)
            resolved.append(Change(path: row.path, file: file))
        }
        return resolved
    }

    private func digests(of night: NightName) throws(SnapshotError) -> [LogicalPath: Digest512] {
        if let known = digests[night] { return known }
        let file = "\(store.folder(of: night))/\(StoreFormat.inventoryFile)"
        let read = try NightInventory.digests(FileSystem.read(file), at: file)
        digests[night] = read
        return read
    }

    private func existing(_ night: NightName) throws(SnapshotError) -> NightRecord {
        if let known = records[night], let known { return known }
        guard let record = try store.record(of: night) else { throw broken(night, "is missing, and another night refers to it") }
        records[night] = record
        return record
    }

    private func broken(_ night: NightName, _ what: String) -> SnapshotError {
        SnapshotError(
            .badData, "the night \(night) \(what)", at: store.path,
            advice: "`archive verify` tells what is damaged; restore it from a copy.")
    }
}
