import Snapshot

/// What lies in an object's folder.
struct ObjectListing: Sendable {
    struct Entry: Sendable {
        /// From the object's root.
        var path: String
        var status: FileSystem.Status
        /// Of a folder: whether nothing is in it.
        var isEmpty = false
    }

    private(set) var entries: [Entry] = []
    let root: String

    init(_ root: String) throws(SnapshotError) {
        self.root = root
        try list("")
    }

    private mutating func list(_ folder: String) throws(SnapshotError) {
        for name in try FileSystem.names(in: folder.isEmpty ? root : "\(root)/\(folder)") {
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            guard let status = FileSystem.status("\(root)/\(path)") else { continue }
            let index = entries.count
            entries.append(Entry(path: path, status: status))
            if status.kind == .folder {
                try list(path)
                entries[index].isEmpty = entries.count == index + 1
            }
        }
    }

    /// Entries right below a folder of the object; the root's for an empty name.
    func children(of folder: String) -> [Entry] {
        let prefix = Array((folder.isEmpty ? "" : folder + "/").utf8)
        return entries.filter { entry in
            entry.path.utf8.starts(with: prefix) && entry.path.utf8.count > prefix.count
                && !entry.path.utf8.dropFirst(prefix.count).contains(UInt8(ascii: "/"))
        }
    }

    /// Everything below a folder.
    func below(_ folder: String) -> [Entry] {
        let prefix = Array((folder + "/").utf8)
        return entries.filter { $0.path.utf8.starts(with: prefix) }
    }

    func entry(_ path: String) -> Entry? {
        // Few are asked for by name: the inventories and their sidecars.
        let count = path.utf8.count
        return entries.first { $0.path.utf8.count == count && $0.path.utf8.elementsEqual(path.utf8) }
    }
}
