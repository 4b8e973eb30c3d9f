import CSystem
import Foundation
import Snapshot

/// What the system says of a file that is as it was: which file it is, its size and its last change. A file that is edited, replaced or
/// copied has another one.
struct FileStamp: Sendable, Equatable {
    /// Number of the file on its disk.
    var number: UInt64
    var bytes: Int
    var seconds: Int
    var nanoseconds: Int

    /// Of the file itself: nil where there is none, or something that is no file.
    init?(_ path: String, in folder: Int32 = AT_FDCWD) {
        var status = stat()
        guard fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        self.init(status)
    }

    init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        number = UInt64(truncatingIfNeeded: status.st_ino)
        bytes = Int(status.st_size)
        #if canImport(Darwin)
            let change = status.st_mtimespec
        #else
            let change = status.st_mtim
        #endif
        (seconds, nanoseconds) = (Int(change.tv_sec), Int(change.tv_nsec))
    }

    func write(to writer: inout ByteWriter) {
        for part in [Int(truncatingIfNeeded: number), bytes, seconds, nanoseconds] { writer.write(part) }
    }

    init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        number = UInt64(truncatingIfNeeded: try reader.number())
        (bytes, seconds, nanoseconds) = (try reader.number(), try reader.number(), try reader.number())
    }
}
