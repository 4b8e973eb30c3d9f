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
        if let input = input(path), FileStamp("\(folder.path)/\(path)") == input.stamp { return true }
        return (try? snapshot.read(record.path)) != nil
    }

    private func input(_ path: String) -> BuildRecord.Input? {
        var low = 0
        var high = inputs.count
        while low < high {
            let middle = (low + high) / 2
            if VaultPath.precedes(inputs[middle].path, path) { low = middle + 1 } else { high = middle }
        }
        return low < inputs.count && VaultPath.same(inputs[low].path, path) ? inputs[low] : nil
    }
}
