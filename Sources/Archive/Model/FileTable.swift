import Snapshot

/// A line of a night's table: where a file of the night is stored.
struct TableRow: Sendable, Equatable {
    var path: LogicalPath
    /// The night that holds the bytes.
    var night: NightName
    var bytes: Int
    /// The path under which that night holds them.
    var storedAs: LogicalPath
}

/// A line of a difference: what a file is now, or that it is gone.
struct TableChange: Sendable, Equatable {
    var path: LogicalPath
    /// Nil where it is gone.
    var row: TableRow?
}

/// `files.tsv` lists every file of a night, `changes.tsv` those that are not as in the base: path, night, bytes, and the stored path
/// where it is another, with tabs between; `-` for the night says that the file is gone. Sorted by the bytes of the path.
enum FileTable {
    static let fullFile = "files.tsv"
    static let differenceFile = "changes.tsv"
    private static let head = "# path\tnight\tbytes\tstored as\n"

    static func encode(_ rows: [TableRow]) -> [UInt8] {
        var text = Array(head.utf8)
        for row in rows { write(row, into: &text) }
        return text
    }

    static func encode(_ changes: [TableChange]) -> [UInt8] {
        var text = Array(head.utf8)
        for change in changes {
            if let row = change.row {
                write(row, into: &text)
            } else {
                text += change.path.text.utf8
                text += "\t-\n".utf8
            }
        }
        return text
    }

    private static func write(_ row: TableRow, into text: inout [UInt8]) {
        text += row.path.text.utf8
        text.append(0x09)
        text += row.night.description.utf8
        text.append(0x09)
        text += String(row.bytes).utf8
        if row.storedAs != row.path {
            text.append(0x09)
            text += row.storedAs.text.utf8
        }
        text.append(0x0A)
    }

    /// Strict: sorted, nothing twice, nothing left over.
    static func decode(_ bytes: [UInt8], at place: String) throws(SnapshotError) -> [TableChange] {
        var changes: [TableChange] = []
        var start = 0
        var number = 0
        var nights: [ArraySlice<UInt8>: NightName] = [:]
        guard bytes.isEmpty || bytes.last == 0x0A else { throw damaged(place, 0, "the last line has no end") }
        while start < bytes.count, let end = bytes[start...].firstIndex(of: 0x0A) {
            number += 1
            defer { start = end + 1 }
            if bytes[start] == UInt8(ascii: "#") { continue }
            guard let change = change(bytes[start..<end], &nights) else { throw damaged(place, number, "not a line of a table") }
            if let last = changes.last, !(last.path < change.path) { throw damaged(place, number, "not sorted") }
            changes.append(change)
        }
        return changes
    }

    private static func change(_ line: ArraySlice<UInt8>, _ nights: inout [ArraySlice<UInt8>: NightName]) -> TableChange? {
        let fields = line.split(separator: 0x09, omittingEmptySubsequences: false)
        guard fields.count >= 2, let path = safePath(fields[0]) else { return nil }
        if fields.count == 2, fields[1].elementsEqual("-".utf8) { return TableChange(path: path) }
        guard fields.count == 3 || fields.count == 4, let bytes = Int(String(decoding: fields[2], as: UTF8.self)), bytes >= 0 else {
            return nil
        }
        var night = nights[fields[1]]
        if night == nil {
            night = NightName(String(decoding: fields[1], as: UTF8.self))
            nights[fields[1]] = night
        }
        let storedAs = fields.count == 4 ? safePath(fields[3]) : path
        guard let night, let storedAs else { return nil }
        return TableChange(path: path, row: TableRow(path: path, night: night, bytes: bytes, storedAs: storedAs))
    }

    private static func safePath(_ bytes: ArraySlice<UInt8>) -> LogicalPath? {
        guard let text = String(validating: bytes, as: UTF8.self), VaultPath.isSafe(text) else { return nil }
        return LogicalPath(text)
    }

    private static func damaged(_ place: String, _ line: Int, _ what: String) -> SnapshotError {
        SnapshotError(.badData, what, at: line > 0 ? "\(place):\(line)" : place, advice: "`archive verify` tells what is damaged.")
    }
}
