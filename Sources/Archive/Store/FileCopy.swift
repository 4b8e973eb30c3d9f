import CSystem
import Snapshot

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Reading, hashing and copying in one go. A piece is small enough to stay in the processor's cache.
enum FileCopy {
    private static let piece = 1 << 16

    struct Hashed: Sendable {
        var digest: Digest512
        var bytes: Int
        /// Where it was asked for.
        var sha256: String?
    }

    static func hash(_ path: String, withSHA256: Bool = false) throws(SnapshotError) -> Hashed {
        let source = try Descriptor(reading: path)
        let sha512 = MessageDigest(.sha512)
        guard withSHA256 else {
            let bytes = try feed(source) { sha512.update($0) }
            return Hashed(digest: Digest512(sha512.bytes()), bytes: bytes)
        }
        let sha256 = MessageDigest(.sha256)
        let bytes = try feed(source) {
            sha512.update($0)
            sha256.update($0)
        }
        return Hashed(digest: Digest512(sha512.bytes()), bytes: bytes, sha256: sha256.hex())
    }

    /// Any algorithm's digest, lowercase hexadecimal, of a file.
    static func digest(_ path: String, _ algorithm: MessageDigest.Algorithm) throws(SnapshotError) -> (hex: String, bytes: Int) {
        let source = try Descriptor(reading: path)
        let digest = MessageDigest(algorithm)
        let bytes = try feed(source) { digest.update($0) }
        return (digest.hex(), bytes)
    }

    /// Calls `body` with each piece of what is left of the file.
    private static func feed(_ source: Descriptor, _ body: (UnsafeRawBufferPointer) throws(SnapshotError) -> Void) throws(SnapshotError)
        -> Int
    {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: piece, alignment: 64)
        defer { buffer.deallocate() }
        var bytes = 0
        // What has been read to its length need not be asked for its end.
        while bytes < source.length, case let count = try source.read(into: buffer), count > 0 {
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            bytes += count
        }
        return bytes
    }

    /// What is longer is read in pieces, twice where it is to be kept.
    private static let whole = 4 << 20

    /// Hashes a file, and copies it where `isWanted` says so of its digest: read once, so what is written is what was hashed. The folders
    /// above `target` are made below `root`.
    static func keep(
        _ path: String, at target: String, below root: String, withSHA256: Bool, if isWanted: (Digest512) -> Bool
    ) throws(SnapshotError) -> (hashed: Hashed, isKept: Bool) {
        let source = try Descriptor(reading: path)
        guard source.length <= whole else {
            let hashed = try hash(path, withSHA256: withSHA256)
            guard isWanted(hashed.digest) else { return (hashed, false) }
            try FileSystem.makeFolders(FileSystem.parent(of: target)!, below: root)
            guard try copy(path, to: target).digest == hashed.digest else {
                throw SnapshotError(.temporary, "the file changed while it was read", at: path, advice: "Run again.")
            }
            return (hashed, true)
        }
        let bytes = try FileSystem.read(source)
        let digest = Digest512(hashing: bytes)
        let hashed = Hashed(digest: digest, bytes: bytes.count, sha256: withSHA256 ? sha256Hex(bytes) : nil)
        guard isWanted(digest) else { return (hashed, false) }
        do throws(SnapshotError) {
            try FileSystem.write(bytes, to: target)
        } catch {
            // The first file of its folder.
            guard FileSystem.kind(target) == nil else { throw error }
            try FileSystem.makeFolders(FileSystem.parent(of: target)!, below: root)
            try FileSystem.write(bytes, to: target)
        }
        return (hashed, true)
    }

    /// Copies to a new file, whose folder is there, and hashes what was written.
    static func copy(_ path: String, to target: String) throws(SnapshotError) -> Hashed {
        let source = try Descriptor(reading: path)
        let file = try Descriptor(creating: target)
        let digest = MessageDigest(.sha512)
        let bytes = try feed(source) { (piece) throws(SnapshotError) in
            digest.update(piece)
            try file.write(piece)
        }
        try file.close()
        return Hashed(digest: Digest512(digest.bytes()), bytes: bytes)
    }

    /// A second name for a file; a copy where the file system gives it none.
    static func link(_ path: String, to target: String) throws(SnapshotError) {
        if CSystem.link(path, target) == 0 { return }
        guard [EMLINK, EPERM, ENOTSUP, EOPNOTSUPP, EXDEV].contains(errno) else {
            throw FileSystem.failure("cannot link the file", target, errno == ENOENT ? .badData : .cannotCreate)
        }
        _ = try copy(path, to: target)
    }

    /// Makes the folders that the files need below `root`, each once.
    static func makeFolders(for paths: some Sequence<LogicalPath>, below root: String) throws(SnapshotError) {
        var made: Set<LogicalPath> = []
        for path in paths {
            guard let folder = FileSystem.parent(of: path.text), folder != ".", made.insert(LogicalPath(folder)).inserted else { continue }
            try FileSystem.makeFolders("\(root)/\(folder)", below: root)
        }
    }
}

/// `body` for each index on all threads; the first failure in the order of the indices is thrown.
func forEachInParallel<Value: Sendable>(
    _ count: Int, _ work: ArchiveWork, _ body: @escaping @Sendable (Int) throws(SnapshotError) -> Value
) throws(SnapshotError) -> [Value] {
    let results = parallelMap(count, jobs: work.jobs) { index -> Result<Value, SnapshotError> in
        defer { work.advance(1) }
        do throws(SnapshotError) { return .success(try body(index)) } catch { return .failure(error) }
    }
    var values: [Value] = []
    values.reserveCapacity(count)
    for result in results { values.append(try result.get()) }
    return values
}
