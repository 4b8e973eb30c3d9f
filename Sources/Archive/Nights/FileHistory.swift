public import Snapshot

/// Bytes that a store holds, by the night that stores them and the path that they have there.
public struct StoredContent: Sendable, Hashable {
    public var night: NightName
    public var path: LogicalPath
    public var bytes: Int
}

/// What some files were, from a store's first night to its last. Readers share the store while this value lives.
public struct FileHistory: Sendable {
    /// What a file was from a night on: an index of `nights`; nil where it was not there.
    public struct Edition: Sendable, Equatable {
        public var night: Int
        public var content: StoredContent?
    }

    /// Oldest first.
    public let nights: [NightRecord]
    /// Oldest first; two that follow each other differ.
    public private(set) var editions: [LogicalPath: [Edition]] = [:]
    private let store: ArchiveStore
    private let lock: StoreLock

    fileprivate init(_ store: ArchiveStore, of isWanted: (LogicalPath) -> Bool) throws(SnapshotError) {
        lock = try StoreLock.reading(store.path)
        self.store = store
        nights = try store.nights()
        let reader = NightReader(store)
        for (index, night) in nights.enumerated() {
            let isFull = night.base == nil
            guard isFull || night.base == (index > 0 ? nights[index - 1].name : nil) else {
                throw SnapshotError(
                    .badData, "the night \(night.name) is no difference against the one before it", at: store.path,
                    advice: "`archive verify` tells what is damaged.")
            }
            let table = try reader.table(of: night.name, isFull: isFull)
            if isFull { removeMissing(from: table, at: index) }
            for change in table where isWanted(change.path) { take(change, at: index) }
        }
    }

    private mutating func take(_ change: TableChange, at night: Int) {
        let content = change.row.map { StoredContent(night: $0.night, path: $0.storedAs, bytes: $0.bytes) }
        let last = editions[change.path]?.last
        // A full table repeats what is known; a file that was never there cannot go.
        guard last == nil ? content != nil : last?.content != content else { return }
        editions[change.path, default: []].append(Edition(night: night, content: content))
    }

    /// What a full table does not name is gone.
    private mutating func removeMissing(from table: [TableChange], at night: Int) {
        guard !editions.isEmpty else { return }
        let there = Set(table.lazy.map(\.path))
        for path in editions.keys where !there.contains(path) { take(TableChange(path: path), at: night) }
    }

    /// Fails where the file is not as long as the night's table says; its digest is left to `verify`.
    public func read(_ content: StoredContent) throws(SnapshotError) -> [UInt8] {
        let file = "\(store.contentFolder(of: content.night))/\(content.path)"
        let bytes = try FileSystem.read(file, limit: content.bytes)
        guard bytes.count == content.bytes else {
            throw SnapshotError(
                .badData, "\(bytes.count) bytes instead of \(content.bytes)", at: file, advice: "`archive verify` tells what is damaged.")
        }
        return bytes
    }
}

extension ArchiveStore {
    /// What the files that are wanted were in every night. Reads the nights' tables, and no file.
    public func history(of isWanted: (LogicalPath) -> Bool) throws(SnapshotError) -> FileHistory {
        try FileHistory(self, of: isWanted)
    }
}
