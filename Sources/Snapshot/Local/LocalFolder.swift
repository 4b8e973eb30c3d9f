#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The files of a vault's folder. Links are not followed: what they lead to is not the vault's.
struct LocalFolder {
    let root: String

    /// One file as it lies there; two walks that give the same lists saw the same vault.
    struct Entry: Equatable {
        var path: String
        var bytes: Int
        var modified: Int
        var changed: Int
    }

    struct Listing: Equatable {
        var entries: [Entry] = []
        var links: [String] = []
    }

    func list() throws(SnapshotError) -> Listing {
        var listing = Listing()
        try walk("", into: &listing)
        return listing
    }

    private static let most = 2_000_000

    private func walk(_ folder: String, into listing: inout Listing) throws(SnapshotError) {
        for name in try FileSystem.names(in: folder.isEmpty ? root : "\(root)/\(folder)") where !name.hasPrefix(".") {
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            var status = stat()
            guard lstat("\(root)/\(path)", &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: try walk(path, into: &listing)
            case S_IFLNK: listing.links.append(path)
            case S_IFREG:
                #if canImport(Glibc)
                    let (modified, changed) = (status.st_mtim, status.st_ctim)
                #else
                    let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
                #endif
                listing.entries.append(
                    Entry(
                        path: path, bytes: Int(status.st_size), modified: Self.nanoseconds(modified), changed: Self.nanoseconds(changed)))
            default: continue
            }
            guard listing.entries.count <= Self.most else {
                throw SnapshotError(.badData, "more than \(Self.most) files", at: root, advice: "Give the vault's own folder.")
            }
        }
    }

    private static func nanoseconds(_ time: timespec) -> Int { Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec) }
}
