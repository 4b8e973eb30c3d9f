import Snapshot

/// The name of a snapshot's list of files.
let manifestName = "manifest.json"

/// Files of a snapshot as an earlier run saw them.
struct KnownInputs {
    private let inputs: [BuildRecord.Input]

    init(_ inputs: [BuildRecord.Input]) { self.inputs = inputs }

    /// Whether the page's file is the one that the snapshot lists: as it was when it was hashed, or hashed now.
    func hold(_ record: PageRecord, in snapshot: VaultSnapshot) -> Bool {
        guard record.body == .present else { return true }
        guard let folder = snapshot.folder else { return false }
        let path = "vault/\(record.path)"
        if let place = inputs.place(of: path, by: \.path), FileStamp("\(folder.path)/\(path)") == inputs[place].stamp { return true }
        return (try? snapshot.read(record.path)) != nil
    }
}

extension Array {
    /// The index of the element with a path, where all are sorted by the bytes of theirs.
    func place(of path: String, by own: (Element) -> String) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if VaultPath.precedes(own(self[middle]), path) { low = middle + 1 } else { high = middle }
        }
        return low < count && VaultPath.same(own(self[low]), path) ? low : nil
    }
}
