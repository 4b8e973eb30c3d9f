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
    /// Takes back what `keep` has done.
    var drop: @Sendable (_ path: String) -> Void = { _ in }
    var hashes = false
    /// How text is packed beside the original.
    var codings: [ContentCoding] = []
    /// Paths that artifacts have.
    var taken: Set<String> = []
    /// Of earlier builds of the same output.
    var memory: BuildMemory?

    init(write: @escaping Sink) { self.write = write }

    /// The artifact's files of the earlier build, packed ones included, where all that decides them is as it was. Nothing is rendered.
    func remembered(_ artifact: Artifact, _ key: ArtifactKey?) -> RenderOutcome? {
        guard let key, let memory, memory.intact(artifact.path)?.key == key else { return nil }
        let paths = artifact.paths + artifact.paths.flatMap { path in codings.map { path + $0.suffix }.filter { !taken.contains($0) } }
        var files: [BuildRecord.Output] = []
        for (place, path) in paths.enumerated() {
            if let file = memory.intact(path) {
                files.append(file)
            } else if place < artifact.paths.count {
                return nil
            }
            // A packed file that is not there was not smaller; one that was changed is another than the record's.
            else if memory.has(path) {
                return nil
            }
        }
        var outcome = RenderOutcome(findings: files[0].findings)
        for file in files where !count(file, &outcome) { return nil }
        for (place, file) in files.enumerated() where !keep(file.path) {
            for file in files[..<place] { drop(file.path) }
            return nil
        }
        // Last: what it does, rendering would do once more.
        guard artifact.recall?() ?? true else {
            for file in files { drop(file.path) }
            return nil
        }
        outcome.packed = files.dropFirst(artifact.paths.count).map(\.path)
        return outcome
    }

    /// The artifact's file of the earlier run, where it is current.
    func kept(_ artifact: Artifact) -> RenderOutcome? {
        guard let isCurrent = artifact.isCurrent, artifact.companion == nil, let bytes = earlier(artifact.path), isCurrent(bytes),
            keep(artifact.path)
        else { return nil }
        var outcome = RenderOutcome()
        count(bytes, artifact.path, memory?.intact(artifact.path)?.stamp, &outcome)
        return outcome
    }

    /// Writes a file, and beside it the packed forms that are smaller. A file that is as it was is kept.
    func put(_ bytes: [UInt8], at path: String, _ outcome: inout RenderOutcome) throws(PublishingError) {
        let isAsBefore = isEarlier(bytes, path)
        try put(bytes, at: path, isAsBefore: isAsBefore, &outcome)
        guard !codings.isEmpty, Self.isText(path) else { return }
        for coding in codings where !taken.contains(path + coding.suffix) {
            let name = path + coding.suffix
            // The best packing is slow: the same program has packed the same bytes. What it wrote no packed file of was not smaller.
            if isAsBefore, let memory, !memory.has(name) { continue }
            let known = isAsBefore && memory?.intact(name) != nil ? earlier(name) : nil
            guard let packed = known ?? coding.packed(bytes) else { continue }
            try put(packed, at: name, isAsBefore: known != nil || isEarlier(packed, name), &outcome)
            outcome.packed.append(name)
        }
    }

    private func put(_ bytes: [UInt8], at path: String, isAsBefore: Bool, _ outcome: inout RenderOutcome) throws(PublishingError) {
        if isAsBefore, keep(path) {
            count(bytes, path, memory?.intact(path)?.stamp, &outcome)
        } else {
            count(bytes, path, try write(bytes, path), &outcome)
        }
    }

    private func isEarlier(_ bytes: [UInt8], _ path: String) -> Bool {
        guard let memory, let file = memory.intact(path), file.stamp.bytes == bytes.count else { return false }
        return earlier(path) == bytes
    }

    /// What the next build knows an artifact by: on its first file.
    func note(_ key: ArtifactKey?, _ findings: [Finding], _ outcome: inout RenderOutcome) {
        guard !outcome.written.isEmpty else { return }
        (outcome.written[0].key, outcome.written[0].findings) = (key, findings)
    }

    private func count(_ bytes: [UInt8], _ path: String, _ stamp: FileStamp?, _ outcome: inout RenderOutcome) {
        outcome.files += 1
        outcome.bytes += bytes.count
        let hash = hashes ? sha256Hex(bytes) : nil
        if let hash { outcome.hashed.append(SnapshotFile(path: path, bytes: bytes.count, sha256: hash)) }
        if let stamp { outcome.written.append(BuildRecord.Output(path: path, stamp: stamp, sha256: hash)) }
    }

    /// False where the file's hash is wanted and cannot be had.
    private func count(_ file: BuildRecord.Output, _ outcome: inout RenderOutcome) -> Bool {
        var file = file
        if hashes {
            guard let hash = file.sha256 ?? earlier(file.path).map({ sha256Hex($0) }) else { return false }
            file.sha256 = hash
            outcome.hashed.append(SnapshotFile(path: file.path, bytes: file.stamp.bytes, sha256: hash))
        }
        outcome.files += 1
        outcome.bytes += file.stamp.bytes
        outcome.written.append(file)
        return true
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
