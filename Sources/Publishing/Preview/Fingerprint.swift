import CSystem
import Foundation

/// Whether files are as they were: a number over names, sizes, times and places on the disk. What is hidden does not count, as an editor
/// writes there all the time.
struct Fingerprint: Equatable, CustomStringConvertible {
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    var description: String { String(hash, radix: 16) }

    /// Folders count with all that is in them; what is not there counts as that.
    init(_ paths: [String]) {
        for path in paths {
            add(path.utf8)
            guard isFolder(path) else {
                add(AT_FDCWD, path)
                continue
            }
            guard let folder = Descriptor(path, flags: O_RDONLY | O_DIRECTORY) else { continue }
            add(folder: folder.raw)
        }
    }

    private mutating func add(folder: Int32) {
        guard let found = entries(ofFolder: folder) else { return }
        for entry in found.sorted(by: { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }) where !entry.text.hasPrefix(".") {
            add(entry.text.utf8)
            guard entry.isFolder else {
                add(folder, entry.text)
                continue
            }
            let inner = syn_open_at(folder, entry.name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0)
            guard inner >= 0 else { continue }
            add(folder: inner)
            close(inner)
        }
    }

    private mutating func add(_ folder: Int32, _ name: String) {
        var status = stat()
        guard fstatat(folder, name, &status, 0) == 0 else { return add([0]) }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        for number in [Int(status.st_ino), Int(status.st_size), Int(time.tv_sec), Int(time.tv_nsec)] {
            hash = (hash ^ UInt64(bitPattern: Int64(number))) &* 0x100_0000_01b3
        }
    }

    private mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ 0xFF) &* 0x100_0000_01b3
    }
}
