import CSystem

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// An open file; closed when this object ends.
package final class Descriptor {
    package private(set) var number: Int32
    package let path: String
    /// Bytes of a file that is read, as it was opened.
    package let length: Int

    /// Opens a regular file; anything else at the path is refused.
    package init(reading path: String) throws(SnapshotError) {
        // Without O_NONBLOCK a pipe that somebody put in the file's place would block for ever.
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard number >= 0 else {
            throw FileSystem.failure("cannot open", path, errno == ENOENT || errno == ENOTDIR ? .noInput : .inputOutput)
        }
        var status = stat()
        let isFile = fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        self.number = number
        self.path = path
        length = Int(status.st_size)
        guard isFile else {
            throw SnapshotError(.badData, "not a regular file", at: path)
        }
    }

    /// Makes a new file, and fails where there is one.
    package init(creating path: String) throws(SnapshotError) {
        let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard number >= 0 else { throw FileSystem.failure("cannot create", path, .cannotCreate) }
        self.number = number
        self.path = path
        length = 0
    }

    deinit { if number >= 0 { _ = CSystem.close(number) } }

    package func size() throws(SnapshotError) -> Int {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw FileSystem.failure("cannot read", path) }
        return Int(status.st_size)
    }

    /// Which file it is, and when its bytes and its place last changed.
    struct State: Equatable {
        let device: UInt64
        let number: UInt64
        let bytes: Int
        /// In nanoseconds.
        let modified: Int
        let changed: Int

        init(_ status: stat) {
            #if canImport(Glibc)
                let (modified, changed) = (status.st_mtim, status.st_ctim)
            #else
                let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
            #endif
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(truncatingIfNeeded: status.st_ino)
            bytes = Int(status.st_size)
            self.modified = Self.nanoseconds(modified)
            self.changed = Self.nanoseconds(changed)
        }

        static func nanoseconds(_ time: timespec) -> Int { Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec) }
    }

    func state() throws(SnapshotError) -> State {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw FileSystem.failure("cannot read", path) }
        return State(status)
    }

    /// Reads on from the beginning. Returns how many bytes there are.
    func rewind() throws(SnapshotError) -> Int {
        guard lseek(number, 0, SEEK_SET) == 0 else { throw FileSystem.failure("cannot read", path) }
        return try size()
    }

    func startsWith(_ text: StaticString) throws(SnapshotError) -> Bool {
        var head = [UInt8](repeating: 0, count: text.utf8CodeUnitCount)
        let count = pread(number, &head, head.count, 0)
        guard count >= 0 else { throw FileSystem.failure("cannot read", path) }
        return count == head.count && head.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// The next bytes, as many as fit and are there; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SnapshotError) -> Int {
        while true {
            let count = CSystem.read(number, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw FileSystem.failure("cannot read", path) }
        }
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(SnapshotError) { try Self.write(bytes, to: number, path: path) }

    static func write(_ bytes: UnsafeRawBufferPointer, to number: Int32, path: String) throws(SnapshotError) {
        var done = 0
        while done < bytes.count {
            let count = CSystem.write(number, bytes.baseAddress! + done, bytes.count - done)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw FileSystem.failure("cannot write", path) }
            done += count
        }
    }

    /// Closes now, to learn of an error that the system kept for this moment.
    package func close() throws(SnapshotError) {
        let status = CSystem.close(number)
        number = -1
        // After EINTR Linux has closed the file all the same (close(2)).
        if status != 0, errno != EINTR { throw FileSystem.failure("cannot write", path) }
    }
}

/// A file's bytes without a copy of them in memory.
final class MappedFile {
    private let base: UnsafeMutableRawPointer?
    let count: Int

    init(_ path: String) throws(SnapshotError) {
        let file = try Descriptor(reading: path)
        count = try file.size()
        if count == 0 {
            base = nil
            return
        }
        let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, file.number, 0)
        guard let address, address != MAP_FAILED else { throw FileSystem.failure("cannot read", path) }
        base = address
    }

    deinit { if let base { munmap(base, count) } }

    /// The pointer is good inside the closure only.
    func withBytes<Value, Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Value) throws(Failure) -> Value {
        try body(UnsafeRawBufferPointer(start: base, count: count))
    }
}
