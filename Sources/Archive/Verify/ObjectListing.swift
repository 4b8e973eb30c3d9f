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
        let prefix = folder.isEmpty ? "" : folder + "/"
        return entries.filter {
            $0.path.hasPrefix(prefix) && !$0.path.dropFirst(prefix.count).utf8.contains(UInt8(ascii: "/"))
                && $0.path.utf8.count > prefix.utf8.count
        }
    }

    /// Everything below a folder.
    func below(_ folder: String) -> [Entry] { entries.filter { $0.path.hasPrefix(folder + "/") } }

    func entry(_ path: String) -> Entry? {
        // Few are asked for by name: the inventories and their sidecars.
        entries.first { $0.path.utf8.elementsEqual(path.utf8) }
    }
}
