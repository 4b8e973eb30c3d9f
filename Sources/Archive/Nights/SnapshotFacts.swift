import Snapshot

extension SnapshotFolder {
    /// When the pull ended, RFC 3339 in UTC; nil where the snapshot does not tell.
    func pulledAt() throws(SnapshotError) -> String? {
        let file = "\(path)/pull.json"
        guard FileSystem.kind(file) != nil else { return nil }
        var finished: String?
        try read(file) { (cursor, key) throws(JSONFailure) in
            if key == "finished" { finished = try cursor.string() } else { try cursor.skip() }
        }
        return finished
    }

    /// How many of each the manifest counts: `pages`, `sources`, `edges`, …
    func counts() throws(SnapshotError) -> [String: Int] {
        var counts: [String: Int] = [:]
        try read("\(path)/manifest.json") { (cursor, key) throws(JSONFailure) in
            guard key == "counts" else { return try cursor.skip() }
            try cursor.object { (cursor, key) throws(JSONFailure) in counts[key] = try cursor.int() }
        }
        return counts
    }

    private func read(
        _ file: String, _ member: (inout JSONCursor, String) throws(JSONFailure) -> Void
    ) throws(SnapshotError) {
        let bytes = try FileSystem.read(file)
        do throws(JSONFailure) {
            try bytes.withBytes { (bytes) throws(JSONFailure) in
                try JSONCursor.read(bytes) { (cursor) throws(JSONFailure) in try cursor.object(member) }
            }
        } catch {
            throw SnapshotError(.badData, "damaged: \(error)", at: file, advice: "Pull again.")
        }
    }
}
