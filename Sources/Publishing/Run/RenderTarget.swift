import Packing
import Site
import Snapshot

/// Where rendered files go, and what an earlier run left there.
struct RenderTarget: Sendable {
    let write: Sink
    /// The bytes of a file of the earlier output.
    var earlier: @Sendable (_ path: String) -> [UInt8]? = { _ in nil }
    /// Takes a file of the earlier output over; false where that cannot be.
    var keep: @Sendable (_ path: String) -> Bool = { _ in false }
    var hashes = false
    /// How text is packed beside the original.
    var codings: [ContentCoding] = []
    /// Paths that artifacts have.
    var taken: Set<String> = []
    /// Whether the earlier output's files were packed in the same way.
    var keepsPacked = false

    init(write: @escaping Sink) { self.write = write }

    /// The artifact's file of the earlier run, where it is current.
    func kept(_ artifact: Artifact) -> RenderOutcome? {
        guard let isCurrent = artifact.isCurrent, artifact.companion == nil, let bytes = earlier(artifact.path), isCurrent(bytes),
            keep(artifact.path)
        else { return nil }
        var outcome = RenderOutcome()
        count(bytes, artifact.path, &outcome)
        return outcome
    }

    /// Writes a file, and beside it the packed forms that are smaller.
    func put(_ bytes: [UInt8], at path: String, _ outcome: inout RenderOutcome) throws(PublishingError) {
        try write(bytes, path)
        count(bytes, path, &outcome)
        guard !codings.isEmpty, Self.isText(path) else { return }
        let isAsBefore = keepsPacked && earlier(path) == bytes
        for coding in codings where !taken.contains(path + coding.suffix) {
            let name = path + coding.suffix
            if isAsBefore {
                // One that is not there was not smaller.
                guard let packed = earlier(name) else { continue }
                if !keep(name) { try write(packed, name) }
                count(packed, name, &outcome)
            } else {
                guard let packed = coding.packed(bytes) else { continue }
                try write(packed, name)
                count(packed, name, &outcome)
            }
            outcome.packed.append(name)
        }
    }

    private func count(_ bytes: [UInt8], _ path: String, _ outcome: inout RenderOutcome) {
        outcome.files += 1
        outcome.bytes += bytes.count
        if hashes { outcome.hashed.append(SnapshotFile(path: path, bytes: bytes.count, sha256: sha256Hex(bytes))) }
    }

    /// Kinds of files that packing makes much smaller. Pictures, fonts and films are packed already.
    private static func isText(_ path: String) -> Bool {
        guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
        return texts.contains(path[path.index(after: dot)...].lowercased())
    }

    private static let texts: Set<String> = [
        "html", "css", "js", "json", "webmanifest", "md", "txt", "xml", "svg", "csv", "tsv", "link", "dzi",
    ]
}
