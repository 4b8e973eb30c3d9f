/// The vault's files of one pull, and what was noticed about them. The lists are aligned with each other.
struct VaultContents {
    var wanted: [WantedFile]
    /// nil where a file could not be had.
    var stored: [SnapshotFile?]
    /// What the one-by-one answers said; empty where the ZIP had the file.
    var singles: [Int: SingleFile] = [:]
    /// Files of the ZIP that have not the hash of the page list.
    var doubtful: [Int] = []
    var findings: [Finding]
}

/// Writes the listed pages and source files: from the ZIP, and one by one what the ZIP does not have.
///
/// A file that is only in the ZIP is not taken: the server keeps the files of deleted pages there.
struct ContentsReader {
    let reading: VaultReading
    let files: VaultFiles
    let server: SynapseServer
    let connection: Connection

    func read() throws(SnapshotError) -> VaultContents {
        let wanted = WantedFiles(reading)
        var contents = VaultContents(
            wanted: wanted.items, stored: Array(repeating: nil, count: wanted.items.count), findings: wanted.findings)
        if let archive = reading.archive {
            try readArchive(archive, &contents)
            try FileSystem.remove(archive)
        }
        let missing = contents.stored.indices.filter { contents.stored[$0] == nil }
        let singles = try SingleFiles(connection: connection, files: files).read(missing.map { contents.wanted[$0] }, server)
        for (index, single) in zip(missing, singles) {
            contents.stored[index] = single.stored
            contents.singles[index] = single
            contents.findings += single.findings
        }
        contents.doubtful = contents.wanted.indices.filter { index in
            guard let hash = contents.wanted[index].row?.hash, let stored = contents.stored[index] else { return false }
            return hash != stored.sha256
        }
        contents.findings += staleHashes(contents)
        contents.doubtful.removeAll { contents.singles[$0] != nil }
        return contents
    }

    private func readArchive(_ archive: String, _ contents: inout VaultContents) throws(SnapshotError) {
        // Two spellings of one name are one key here, on purpose: libarchive brings names into one normalisation (NFC). Where both
        // are wanted, neither is taken from the ZIP.
        let spellings = Dictionary(contents.wanted.indices.map { (contents.wanted[$0].path, [$0]) }, uniquingKeysWith: +)
        var opened: [Int: VaultFile] = [:]
        let damage = try ExportArchive(archive).read { (name) throws(SnapshotError) in
            guard let indices = spellings[name], indices.count == 1, let index = indices.first else { return nil }
            let wanted = contents.wanted[index]
            guard opened[index] == nil else {
                contents.findings.append(
                    Finding("archive-duplicate", path: wanted.path, message: "the ZIP has this file twice; the first was taken"))
                return nil
            }
            opened[index] = try create(wanted)
            if opened.count % 100 == 0 { connection.options.progress(PullProgress(.files, done: opened.count, total: spellings.count)) }
            return opened[index]
        }
        for (index, file) in opened { contents.stored[index] = file.stored }
        contents.findings += damages(opened.values.map { $0 }, damage)
    }

    /// nil where this disk takes no such name; asked for by itself, it becomes a finding.
    private func create(_ wanted: WantedFile) throws(SnapshotError) -> VaultFile? {
        do throws(SnapshotError) {
            return try files.create(wanted.path, limit: wanted.limit)
        } catch {
            guard error.isAboutOneName else { throw error }
            return nil
        }
    }

    private func damages(_ files: [VaultFile], _ damage: ExportArchive.Damage?) -> [Finding] {
        var findings: [Finding] = []
        for file in files where file.stored == nil {
            let reason = file.problem ?? "it ends early"
            findings.append(
                Finding(
                    "archive-damaged", path: file.path, message: "the ZIP's copy is unusable (\(reason)); the file was asked for by itself")
            )
        }
        if let damage {
            findings.append(
                Finding(
                    "archive-damaged",
                    message: "the ZIP is unusable from some point on (\(damage.message)); what it lacks was asked for one by one"))
        }
        return findings
    }

    /// The list's hash is of what the server last looked at, the file is what it has on its disk.
    private func staleHashes(_ contents: VaultContents) -> [Finding] {
        contents.doubtful.map { index in
            Finding(
                "stale-hash", .note, path: contents.wanted[index].path,
                message: "the file has changed since the server last looked at it; the file was taken as it is")
        }
    }
}
