import Site
import Snapshot

/// What a build of an output folder leaves for the next build of the same folder: what it was made from, what it wrote, and where the
/// parts are kept that are dear to make again.
struct BuildRecord: Sendable {
    /// A file that was read, with the hash that the snapshot lists.
    struct Input: Sendable {
        var path: String
        var stamp: FileStamp
        var sha256: String
    }

    /// A file that was written.
    struct Output: Sendable {
        var path: String
        var stamp: FileStamp
        /// Of its artifact, on the artifact's first file.
        var key: ArtifactKey?
        /// Where the files were hashed.
        var sha256: String?
        /// What was noticed while it was made.
        var findings: [Finding] = []
    }

    /// Bytes in the file of blobs.
    struct Blob: Sendable, Equatable {
        var start: Int
        var count: Int
        /// Over the bytes.
        var check: UInt64
    }

    struct Page: Sendable {
        var path: String
        /// Of its file, its row and its findings.
        var key: ArtifactKey
        var reading: Blob?
        /// Where its links led to.
        var ends: Blob?
        /// For the search index.
        var digest: Blob?
    }

    /// Stands for settings, flags, templates, the program and what it is linked with.
    var recipe: String
    /// The snapshot's real path, and the hash of its manifest's bytes.
    var source: String
    var manifestHash: String
    /// Stands for the archive that the site's past was taken from; empty where there was none.
    var past: String
    var vault: Manifest
    var pageCount: Int
    var sourceCount: Int
    var files: Int
    var bytes: Int
    var rootHash: String?
    var findings: [Finding]
    var marker: FileStamp
    /// Sorted by the bytes of the path, as all lists here.
    var inputs: [Input]
    var outputs: [Output]
    var pages: [Page]
    /// Stands for all names that links could mean.
    var names: UInt64
    /// Name and length of the file of blobs.
    var blobs: String
    var blobBytes: Int
}

extension BuildRecord {
    private static let magic = Array("synapse-publish build 2\n".utf8)

    /// Magic, SHA-256 of what follows, the values.
    func encoded(jobs: Int) -> [UInt8] {
        var writer = ByteWriter()
        for text in [recipe, source, manifestHash, past, blobs] { writer.write(text) }
        for text in [vault.vault, vault.title, vault.serverVersion, vault.source, vault.rootHash] { writer.write(text) }
        for number in [vault.formatVersion, vault.dataVersion, pageCount, sourceCount, files, bytes, blobBytes] { writer.write(number) }
        writer.write(word: names)
        writer.write(vault.consistent)
        writer.write(rootHash)
        writer.write(findings) { $0.write(to: &$1) }
        marker.write(to: &writer)
        let lists = parallelMap(3, jobs: jobs, chunk: 1) { list in
            var writer = ByteWriter(capacity: 1 << 20)
            switch list {
            case 0: writer.write(outputs) { $0.write(to: &$1) }
            case 1:
                writer.write(inputs) {
                    $1.write($0.path)
                    $0.stamp.write(to: &$1)
                    $1.write($0.sha256)
                }
            default: writer.write(pages) { $0.write(to: &$1) }
            }
            return writer.bytes
        }
        for list in lists { writer.bytes += list }
        return Self.magic + sha256(writer.bytes) + writer.bytes
    }

    /// Nil where the bytes are no record, damaged, or of another version.
    init?(_ bytes: [UInt8]) {
        let start = Self.magic.count + 32
        guard bytes.count > start, bytes.starts(with: Self.magic) else { return nil }
        let body = Array(bytes[start...])
        guard sha256(body).elementsEqual(bytes[Self.magic.count..<start]) else { return nil }
        let record = try? body.withReader { (reader) throws(ByteReader.Damage) in
            let record = try BuildRecord(from: &reader)
            return reader.isAtEnd ? record : nil
        }
        guard let record else { return nil }
        self = record
    }

    private init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        (recipe, source, manifestHash) = (try reader.text(), try reader.text(), try reader.text())
        (past, blobs) = (try reader.text(), try reader.text())
        let (id, title, server) = (try reader.text(), try reader.text(), try reader.text())
        let (origin, root) = (try reader.text(), try reader.text())
        let (format, data) = (try reader.number(), try reader.number())
        (pageCount, sourceCount, files) = (try reader.number(), try reader.number(), try reader.number())
        (bytes, blobBytes) = (try reader.number(), try reader.number())
        names = try reader.word()
        vault = Manifest(
            formatVersion: format, vault: id, title: title, serverVersion: server, dataVersion: data, source: origin, rootHash: root,
            consistent: try reader.flag())
        rootHash = try reader.optionalText()
        findings = try reader.list { (reader) throws(ByteReader.Damage) in try Finding(from: &reader) }
        marker = try FileStamp(from: &reader)
        outputs = try reader.list { (reader) throws(ByteReader.Damage) in try Output(from: &reader) }
        inputs = try reader.list { (reader) throws(ByteReader.Damage) in
            Input(path: try reader.text(), stamp: try FileStamp(from: &reader), sha256: try reader.text())
        }
        pages = try reader.list { (reader) throws(ByteReader.Damage) in try Page(from: &reader) }
    }
}

extension BuildRecord.Output {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(path)
        stamp.write(to: &writer)
        writer.write(key) { $0.write(to: &$1) }
        writer.write(sha256)
        writer.write(findings) { $0.write(to: &$1) }
    }

    fileprivate init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        self.init(
            path: try reader.text(), stamp: try FileStamp(from: &reader),
            key: try reader.optional { (reader) throws(ByteReader.Damage) in try ArtifactKey(from: &reader) },
            sha256: try reader.optionalText(),
            findings: try reader.list { (reader) throws(ByteReader.Damage) in try Finding(from: &reader) })
    }
}

extension BuildRecord.Page {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(path)
        key.write(to: &writer)
        for blob in [reading, ends, digest] {
            writer.write(blob) {
                $1.write($0.start)
                $1.write($0.count)
                $1.write(word: $0.check)
            }
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        func blob(_ reader: inout ByteReader) throws(ByteReader.Damage) -> BuildRecord.Blob {
            let blob = BuildRecord.Blob(
                start: try reader.number(), count: try reader.number(), check: try reader.word())
            guard blob.start >= 0, blob.count >= 0 else { throw ByteReader.Damage() }
            return blob
        }
        self.init(
            path: try reader.text(), key: try ArtifactKey(from: &reader), reading: try reader.optional(blob),
            ends: try reader.optional(blob),
            digest: try reader.optional(blob))
    }
}
