/// Where the files of a night are to be: in earlier nights as far as these have them, else with the night itself.
struct TablePlan {
    struct File {
        var path: LogicalPath
        var bytes: Int
        var digest: Digest512
    }

    /// Every file of the night.
    private(set) var rows: [TableRow] = []
    /// What is not as in the night before.
    private(set) var changes: [TableChange] = []
    /// Indices of the files whose bytes are to be stored; of several that are equal the first.
    private(set) var new: [Int] = []
    /// The night's files as the next night will find them.
    private(set) var stored: [StoredFile] = []

    /// - Parameters:
    ///   - files: sorted by path.
    ///   - before: the files of the night before.
    ///   - known: contents by digest; those of this night are added.
    init(_ files: [File], of name: NightName, after before: [StoredFile], _ known: inout [Digest512: StoredFile]) {
        var index = 0
        for (position, file) in files.enumerated() {
            while index < before.count, before[index].path < file.path {
                changes.append(TableChange(path: before[index].path))
                index += 1
            }
            var previous: StoredFile?
            if index < before.count, before[index].path == file.path {
                previous = before[index]
                index += 1
            }
            if let previous, previous.digest == file.digest {
                rows.append(previous.row)
                stored.append(previous)
                continue
            }
            var holder = StoredFile(path: file.path, night: name, bytes: file.bytes, storedAs: file.path, digest: file.digest)
            if let older = known[file.digest] {
                (holder.night, holder.storedAs) = (older.night, older.storedAs)
            } else {
                new.append(position)
                known[file.digest] = holder
            }
            rows.append(holder.row)
            stored.append(holder)
            changes.append(TableChange(path: file.path, row: holder.row))
        }
        changes += before[index...].map { TableChange(path: $0.path) }
    }

    /// The table as a file: the difference where there is a base.
    func encoded(isDifference: Bool) -> [UInt8] { isDifference ? FileTable.encode(changes) : FileTable.encode(rows) }
}
