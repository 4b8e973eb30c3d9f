import Snapshot

/// The inventory of a night's object: one version, each file once (OCFL 1.1, section "Inventory").
enum NightInventory {
    static let type = "https://ocfl.io/1.1/spec/#inventory"

    /// - Parameter files: paths within the night, with their digests.
    static func encode(
        id: String, created: String, message: String, files: [(path: LogicalPath, digest: Digest512)]
    ) -> [UInt8] {
        let sorted = files.indices.sorted { (files[$0].digest, $0) < (files[$1].digest, $1) }.map { files[$0] }
        let version = JSONValue.object([
            "created": .string(created), "message": .string(message), "state": .encoded(block(sorted, below: "")),
            "user": .object(["name": "synapse-publish", "address": .string("urn:uuid:\(StoreFormat.namespace)")]),
        ])
        return JSONValue.object([
            "id": .string(id), "type": .string(type), "digestAlgorithm": "sha512", "head": "v1",
            "manifest": .encoded(block(sorted, below: StoreFormat.contentFolder + "/")), "versions": .object(["v1": version]),
        ]).document()
    }

    /// Digests with the paths that have them; the night's table may equal a page that somebody wrote to equal it. Written at once and not
    /// as a value: there are as many as a vault has files.
    private static func block(_ files: [(path: LogicalPath, digest: Digest512)], below folder: String) -> [UInt8] {
        var text: [UInt8] = [UInt8(ascii: "{")]
        for (index, file) in files.enumerated() {
            if index > 0, files[index - 1].digest == file.digest {
                text[text.count - 1] = UInt8(ascii: ",")
            } else {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                text.append(UInt8(ascii: "\""))
                file.digest.write(into: &text)
                text += "\":[".utf8
            }
            JSONValue.write(folder + file.path.text, into: &text)
            text.append(UInt8(ascii: "]"))
        }
        text.append(UInt8(ascii: "}"))
        return text
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
