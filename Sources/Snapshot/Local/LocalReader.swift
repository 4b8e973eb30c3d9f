/// The files of one pull of a vault without a server, written and hashed.
struct LocalContents {
    var pages: [String] = []
    var attachments: [String] = []
    /// By vault path.
    var stored: [String: SnapshotFile] = [:]
    /// Why a file could not be had, by vault path.
    var problems: [String: String] = [:]
    var findings: [Finding] = []
    /// Why the parts do not belong together; empty where they do.
    var contradictions: [String] = []
}

/// Copies the files of a folder or a ZIP into the snapshot.
struct LocalReader {
    let options: LocalOptions
    let files: VaultFiles

    func read() throws(SnapshotError) -> LocalContents {
        guard FileSystem.isFolder(options.path) else { return try readArchive() }
        var attempt = 1
        while true {
            var contents = try readFolder()
            if contents.contradictions.isEmpty || attempt == VaultReader.attempts {
                if !contents.contradictions.isEmpty { contents.findings.append(inconsistent(contents.contradictions)) }
                return contents
            }
            try files.clear()
            attempt += 1
        }
    }

    private func inconsistent(_ reasons: [String]) -> Finding {
        Finding(
            "inconsistent", .error,
            message: "the folder changed while it was read \(VaultReader.attempts) times: " + reasons.joined(separator: "; ")
                + ". Pull again when nobody writes to it")
    }

    // MARK: A folder

    private func readFolder() throws(SnapshotError) -> LocalContents {
        let folder = LocalFolder(root: options.path)
        let before = try folder.list()
        var contents = Self.begin(before.entries.map(\.path))
        contents.findings += before.links.map {
            Finding("link-left-out", .note, path: $0, message: "a symbolic link; what it leads to is not taken into the vault")
        }
        let wanted = contents.pages + contents.attachments
        for (index, path) in wanted.enumerated() {
            if index % 100 == 0 { options.progress(PullProgress(.files, done: index, total: wanted.count)) }
            do throws(SnapshotError) {
                contents.stored[path] = try copy("\(options.path)/\(path)", path)
            } catch {
                guard error.kind == .noInput || error.systemCode == 0 || error.isAboutOneName || error.place.hasPrefix(options.path) else {
                    throw error
                }
                contents.problems[path] = error.what
            }
        }
        if try folder.list() != before { contents.contradictions.append("files were written, moved or removed") }
        return contents
    }

    private func copy(_ source: String, _ path: String) throws(SnapshotError) -> SnapshotFile? {
        let mapped = try MappedFile(source)
        let limit = LocalLayout.isMarkdown(path) ? WantedFile.pageLimit : WantedFile.sourceLimit
        guard mapped.count <= limit else { throw SnapshotError(.badData, "more than \(limit) bytes", at: path) }
        let file = try files.create(path, limit: limit)
        try mapped.withBytes { (bytes) throws(SnapshotError) in try file.write(bytes) }
        try file.end(problem: nil)
        return file.stored
    }

    /// What is wanted of all the paths there are.
    static func begin(_ paths: [String]) -> LocalContents {
        var contents = LocalContents()
        let layout = LocalLayout(paths.filter(VaultPath.isSafe))
        contents.pages = layout.pages
        contents.attachments = layout.attachments
        for path in paths where !VaultPath.isSafe(path) {
            contents.findings.append(
                Finding("unsafe-path", .error, message: "a path that is not one inside a vault was left out: \(VaultPath.shown(path))"))
        }
        if layout.others > 0 {
            contents.findings.append(
                Finding("files-left-out", .note, message: "\(layout.others) files are neither pages nor attachments and were left out"))
        }
        return contents
    }

    // MARK: A ZIP

    /// Read twice: names first, because which files are pages depends on all of them.
    private func readArchive() throws(SnapshotError) -> LocalContents {
        let path = FileSystem.resolved(options.path) ?? options.path
        let archive = ExportArchive(path)
        var names: [String] = []
        if let damage = try archive.read(open: { (name) throws(SnapshotError) in
            names.append(name)
            return nil
        }) {
            throw SnapshotError(.badData, "the ZIP cannot be read: \(damage.message)", at: options.path, advice: "Export it again.")
        }
        let folder = LocalLayout.commonFolder(names)
        var contents = Self.begin(names.map { String($0.dropFirst($0.hasPrefix(folder) ? folder.count : 0)) })
        contents.pages = Self.once(contents.pages)
        contents.attachments = Self.once(contents.attachments)
        let wanted = Set((contents.pages + contents.attachments).map { Array($0.utf8) })
        var opened: [(path: String, file: VaultFile)] = []
        var seen: Set<[UInt8]> = []
        let damage = try archive.read { (name) throws(SnapshotError) in
            let path = String(name.dropFirst(folder.count))
            let key = Array(path.utf8)
            guard wanted.contains(key) else { return nil }
            guard seen.insert(key).inserted else {
                contents.findings.append(
                    Finding("archive-duplicate", path: path, message: "the ZIP has this file twice; the first was taken"))
                return nil
            }
            guard let file = try create(path, &contents) else { return nil }
            opened.append((path, file))
            if opened.count % 100 == 0 { options.progress(PullProgress(.files, done: opened.count, total: wanted.count)) }
            return file
        }
        for (path, file) in opened {
            contents.stored[path] = file.stored
            if file.stored == nil { contents.problems[path] = file.problem ?? damage?.message ?? "it ends early" }
        }
        if let damage {
            contents.findings.append(
                Finding("archive-damaged", .error, message: "the ZIP is unusable from some point on (\(damage.message)); export it again"))
        }
        return contents
    }

    private func create(_ path: String, _ contents: inout LocalContents) throws(SnapshotError) -> VaultFile? {
        do throws(SnapshotError) {
            return try files.create(path, limit: LocalLayout.isMarkdown(path) ? WantedFile.pageLimit : WantedFile.sourceLimit)
        } catch {
            guard error.isAboutOneName else { throw error }
            contents.problems[path] = error.what
            return nil
        }
    }

    private static func once(_ sorted: [String]) -> [String] {
        var kept: [String] = []
        for path in sorted where kept.last.map({ !VaultPath.same($0, path) }) ?? true { kept.append(path) }
        return kept
    }
}
