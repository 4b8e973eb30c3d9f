public import Snapshot

/// What changed from one night to another, by digest. Each list is sorted by the bytes of the path.
public struct NightDifference: Sendable, Equatable {
    public struct Move: Sendable, Equatable {
        public var from: LogicalPath
        public var to: LogicalPath
    }

    public var added: [LogicalPath] = []
    public var removed: [LogicalPath] = []
    public var changed: [LogicalPath] = []
    /// The same bytes under another path.
    public var moved: [Move] = []

    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty && moved.isEmpty }

    init(from old: [StoredFile], to new: [StoredFile]) {
        var arrived: [StoredFile] = []
        var gone: [StoredFile] = []
        var index = 0
        for file in new {
            while index < old.count, old[index].path < file.path {
                gone.append(old[index])
                index += 1
            }
            if index < old.count, old[index].path == file.path {
                if old[index].digest != file.digest { changed.append(file.path) }
                index += 1
            } else {
                arrived.append(file)
            }
        }
        gone += old[index...]
        // The first of several equal files moves first; an empty file is like every other and moves nowhere.
        var homeless = Dictionary(grouping: gone.reversed(), by: \.digest)
        var movedAway: Set<LogicalPath> = []
        for file in arrived {
            if file.bytes > 0, let from = homeless[file.digest]?.popLast() {
                moved.append(Move(from: from.path, to: file.path))
                movedAway.insert(from.path)
            } else {
                added.append(file.path)
            }
        }
        removed = gone.map(\.path).filter { !movedAway.contains($0) }
    }
}

extension ArchiveStore {
    /// What changed from one night to another.
    public func difference(from old: NightRecord, to new: NightRecord) throws(SnapshotError) -> NightDifference {
        let lock = try StoreLock.reading(path)
        defer { withExtendedLifetime(lock) {} }
        let reader = NightReader(self)
        let before = try reader.files(of: old.name)
        return NightDifference(from: before, to: try reader.files(of: new.name))
    }

    /// Every file of a night by its path and bytes, sorted, with the night that stores it.
    public func contents(of night: NightRecord) throws(SnapshotError) -> [(path: LogicalPath, bytes: Int, storedIn: NightName)] {
        let lock = try StoreLock.reading(path)
        defer { withExtendedLifetime(lock) {} }
        return try NightReader(self).files(of: night.name).map { ($0.path, $0.bytes, $0.night) }
    }
}
