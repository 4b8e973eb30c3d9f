public import Snapshot

/// What changed from one snapshot to another, by the files that their manifests list. Each list is sorted.
public struct SnapshotDifference: Sendable, Equatable, Encodable {
    public struct Move: Sendable, Equatable, Encodable {
        public var from: String
        public var to: String
    }

    public var added: [String] = []
    public var removed: [String] = []
    public var changed: [String] = []
    /// The same bytes under another path.
    public var moved: [Move] = []

    init() {}

    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty && moved.isEmpty }

    public init(from old: [SnapshotFile], to new: [SnapshotFile]) {
        let before = Dictionary(old.map { ($0.path, $0.sha256) }, uniquingKeysWith: { first, _ in first })
        let kept = Set(new.map(\.path))
        let gone = Self.sorted(old.filter { !kept.contains($0.path) })
        /// Paths that went, by their contents; the first of several equal files moves first.
        var homeless = Dictionary(grouping: gone.reversed(), by: \.sha256)
        var movedAway: Set<String> = []
        for file in Self.sorted(new) {
            if let hash = before[file.path] {
                if hash != file.sha256 { changed.append(file.path) }
            } else if file.bytes > 0, let from = homeless[file.sha256]?.popLast() {
                moved.append(Move(from: from.path, to: file.path))
                movedAway.insert(from.path)
            } else {
                added.append(file.path)
            }
        }
        removed = gone.map(\.path).filter { !movedAway.contains($0) }
    }

    private static func sorted(_ files: [SnapshotFile]) -> [SnapshotFile] {
        files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }
}
