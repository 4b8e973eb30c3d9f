import CSystem
import Snapshot

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A lock on a store, held while this object lives. Writers exclude each other; the swap at the end of a prune excludes readers, too.
final class StoreLock: Sendable {
    private let descriptor: Int32

    /// One writer at a time. Fails with `.temporary` where there is another.
    static func writing(_ store: String) throws(SnapshotError) -> StoreLock {
        try StoreLock(store, "/" + StoreFormat.declarationFile, exclusive: true)
    }

    /// Many readers, and a writer that adds; no swap meanwhile.
    static func reading(_ store: String) throws(SnapshotError) -> StoreLock { try StoreLock(store, "", exclusive: false) }

    /// Nobody reads. Fails with `.temporary` where somebody does.
    static func swapping(_ store: String) throws(SnapshotError) -> StoreLock { try StoreLock(store, "", exclusive: true) }

    private init(_ store: String, _ file: String, exclusive: Bool) throws(SnapshotError) {
        let path = store + file
        while true {
            let opened = syn_open_at(AT_FDCWD, path, O_RDONLY, 0)
            guard opened >= 0 else { throw FileSystem.failure("cannot open the store", path, errno == ENOENT ? .noInput : .inputOutput) }
            // A file system without locks keeps nobody out; a store on one has one user at a time or none.
            if (exclusive ? syn_try_lock(opened) : syn_try_shared_lock(opened)) != 0, errno == EWOULDBLOCK {
                close(opened)
                let who = exclusive ? "another run is at work on this archive" : "this archive is being exchanged"
                throw SnapshotError(.temporary, who, at: store, advice: "Run again when it has ended.")
            }
            // A prune may have put another store at the place between the two steps.
            var locked = stat()
            var there = stat()
            if fstat(opened, &locked) == 0, stat(path, &there) == 0, locked.st_ino == there.st_ino, locked.st_dev == there.st_dev {
                descriptor = opened
                return
            }
            close(opened)
        }
    }

    deinit { close(descriptor) }
}
