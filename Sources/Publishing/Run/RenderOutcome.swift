import Site
import Snapshot

/// What the workers have to tell. Parts come together in any order; everything that leaves here is sorted.
struct RenderOutcome {
    var files = 0
    var bytes = 0
    /// Paths of those that lie packed beside their originals.
    var packed: [String] = []
    /// The files with their hashes, where these are wanted.
    var hashed: [SnapshotFile] = []
    /// Files with what the next build knows them by, where there is a memory.
    var written: [BuildRecord.Output] = []
    var findings: [Finding] = []
    /// One for each artifact that could not be made.
    var failures: [Finding] = []
    /// Why the run was stopped before its end.
    var stop: PublishingError?

    mutating func merge(_ other: RenderOutcome) {
        files += other.files
        bytes += other.bytes
        packed += other.packed
        hashed += other.hashed
        written += other.written
        findings += other.findings
        failures += other.failures
        stop = stop ?? other.stop
    }

    /// Throws unless every one of `count` artifacts was written.
    func throwIfIncomplete(of count: Int, at path: String) throws(PublishingError) {
        if let stop { throw stop.adding(findings + failures) }
        guard !failures.isEmpty else { return }
        throw PublishingError(
            .badData, "\(failures.count) of \(count) files could not be made", at: path,
            advice: "Mend what the findings name and run again; the previous output is as it was",
            findings: (findings + failures).sorted())
    }

    func published(leftover: String?, hash: Bool) -> Published {
        Published(files: files, bytes: bytes, rootHash: hash ? digest : nil, findings: findings.sorted(), leftover: leftover)
    }

    /// Over all that was written; nil where files were not hashed.
    var digest: String? { hashed.isEmpty ? nil : rootHash(of: hashed.sorted { VaultPath.precedes($0.path, $1.path) }) }
}
