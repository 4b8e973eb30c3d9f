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
        var state: Descriptor.State

        var bytes: Int { state.bytes }
    }

    struct Listing: Equatable {
        var entries: [Entry] = []
        var links: [String] = []
        /// Pipes, sockets and devices.
        var others: [String] = []
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
            case S_IFREG: listing.entries.append(Entry(path: path, state: Descriptor.State(status)))
            default: listing.others.append(path)
            }
            guard listing.entries.count <= Self.most else {
                throw SnapshotError(.badData, "more than \(Self.most) files", at: root, advice: "Give the vault's own folder.")
            }
        }
    }
}
