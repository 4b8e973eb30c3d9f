import Snapshot

/// The inventory of a night's object: one version, each file once (OCFL 1.1, section "Inventory").
enum NightInventory {
    static let type = "https://ocfl.io/1.1/spec/#inventory"

    /// - Parameter files: paths within the night, with their digests.
    static func encode(
        id: String, created: String, message: String, files: [(path: LogicalPath, digest: Digest512)]
    ) -> [UInt8] {
        // The night's table may equal a page that somebody wrote to equal it.
        var paths: [String: [String]] = [:]
        for (path, digest) in files { paths[digest.description, default: []].append(path.text) }
        let state = paths.mapValues { JSONValue.array($0.map { .string($0) }) }
        let manifest = paths.mapValues { JSONValue.array($0.map { .string("\(StoreFormat.contentFolder)/\($0)") }) }
        let version = JSONValue.object([
            "created": .string(created), "message": .string(message), "state": .object(state),
            "user": .object(["name": "synapse-publish", "address": .string("urn:uuid:\(StoreFormat.namespace)")]),
        ])
        return JSONValue.object([
            "id": .string(id), "type": .string(type), "digestAlgorithm": "sha512", "head": "v1", "manifest": .object(manifest),
            "versions": .object(["v1": version]),
        ]).document()
    }

    /// What a night's object stores: the digests by the paths within the night. Only the manifest is looked at.
    static func digests(_ bytes: [UInt8], at place: String) throws(SnapshotError) -> [LogicalPath: Digest512] {
        let prefix = StoreFormat.contentFolder + "/"
        var digests: [LogicalPath: Digest512] = [:]
        do throws(JSONFailure) {
            try bytes.withBytes { (bytes) throws(JSONFailure) in
                try JSONCursor.read(bytes) { (cursor) throws(JSONFailure) in
                    try cursor.object { (cursor, key) throws(JSONFailure) in
                        guard key == "manifest" else { return try cursor.skip() }
                        try cursor.object { (cursor, hex) throws(JSONFailure) in
                            guard let digest = Digest512(hex: hex) else { throw cursor.failure("not a SHA-512 digest") }
                            try cursor.array { (cursor) throws(JSONFailure) in
                                if let path = LogicalPath(try cursor.string(), without: prefix) { digests[path] = digest }
                            }
                        }
                    }
                }
            }
        } catch {
            throw SnapshotError(.badData, "not an inventory: \(error)", at: place, advice: "`archive verify` tells what is damaged.")
        }
        return digests
    }
}
