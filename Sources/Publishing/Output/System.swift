import CSystem
import Foundation

/// The text of `errno`. glibc and macOS keep `strerror`'s buffer per thread.
func systemMessage() -> String { String(cString: strerror(errno)) }

/// A file descriptor that is closed when its owner goes.
struct Descriptor: ~Copyable {
    let raw: Int32

    /// Nil when `path` cannot be opened; `errno` tells why.
    init?(_ path: String, flags: Int32 = O_RDONLY, in folder: Int32 = AT_FDCWD, mode: mode_t = 0) {
        let opened = syn_open_at(folder, path, flags, mode)
        guard opened >= 0 else { return nil }
        raw = opened
    }

    /// Takes over an open descriptor.
    init(owning descriptor: Int32) { raw = descriptor }

    deinit { close(raw) }
}

/// Writes all of `bytes`; false when the file system refuses, with `errno` set.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
        var rest = buffer[...]
        while !rest.isEmpty {
            let written = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if written < 0 {
                if errno == EINTR { continue }
                return false
            }
            rest = rest.dropFirst(written)
        }
        return true
    }
}

/// The bytes of a file; nil when it cannot be read or holds more than `limit` bytes (a device may never end), with `errno` set.
public func readFile(_ path: String, atMost limit: Int = 1 << 26) -> [UInt8]? {
    guard let file = Descriptor(path) else { return nil }
    return readAll(file.raw, atMost: limit)
}

/// The bytes of an open file from where it stands; nil as in `readFile`.
func readAll(_ descriptor: Int32, atMost limit: Int = .max) -> [UInt8]? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    // A file may grow or shrink while it is read, and a pipe has no size: the size is only where to begin.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(Int(status.st_size), limit) + 1)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = read(descriptor, &chunk, chunk.count)
        if count == 0 { return bytes }
        if count < 0 {
            if errno == EINTR { continue }
            return nil
        }
        bytes.append(contentsOf: chunk[..<count])
        if bytes.count > limit {
            errno = EFBIG
            return nil
        }
    }
}

/// The absolute path with every symbolic link followed; nil where it does not exist.
func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}

func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// `a/b` into `a` and `b`; the folder of a bare name is `.`.
func splitPath(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
}

/// Puts a file at its place by one rename, over a file that lies there; a device or a pipe is written to. Throws `cannotCreate`.
///
/// - Parameter mode: permissions of a new file.
public func replaceFile(_ path: String, with bytes: [UInt8], mode: UInt32 = 0o644) throws(PublishingError) {
    let target = realPath(path) ?? path
    var status = stat()
    let isDevice = stat(target, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    let (folder, name) = splitPath(target)
    let written = isDevice ? target : "\(folder)/.\(name.prefix(60)).\(getpid()).new"
    let flags = isDevice ? O_WRONLY : O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW
    guard writeFile(written, flags: flags, mode: mode_t(mode), bytes), isDevice || rename(written, target) == 0 else {
        let failure = PublishingError(.cannotCreate, failed: "cannot write the file", at: path)
        if !isDevice { unlink(written) }
        throw failure
    }
}

private func writeFile(_ path: String, flags: Int32, mode: mode_t, _ bytes: [UInt8]) -> Bool {
    guard let file = Descriptor(path, flags: flags, mode: mode) else { return false }
    return writeAll(bytes, to: file.raw)
}

/// Of a clock that nobody sets.
public func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
