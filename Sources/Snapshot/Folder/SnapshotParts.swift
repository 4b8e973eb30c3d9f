/// Parts of a snapshot folder by themselves, as an archive keeps them.
public enum SnapshotParts {
    /// `pages.json`. Fails with `.badData` for anything else.
    public static func pages(_ bytes: [UInt8], at place: String) throws(SnapshotError) -> [PageRecord] {
        try read(bytes, at: place, SnapshotFormat.pages)
    }

    /// `graph.json`.
    public static func graph(_ bytes: [UInt8], at place: String) throws(SnapshotError) -> VaultGraph {
        try read(bytes, at: place, SnapshotFormat.graph)
    }

    private static func read<Value>(
        _ bytes: [UInt8], at place: String, _ read: (inout JSONCursor) throws(JSONFailure) -> Value
    ) throws(SnapshotError) -> Value {
        do throws(JSONFailure) {
            return try bytes.withBytes { (bytes) throws(JSONFailure) in try JSONCursor.read(bytes, read) }
        } catch {
            throw SnapshotError(.badData, "damaged: \(error)", at: place)
        }
    }
}
