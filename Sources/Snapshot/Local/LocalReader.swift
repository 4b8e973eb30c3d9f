/// The files of one pull of a vault without a server, written and hashed.
struct LocalContents {
    var pages: [String] = []
    var attachments: [String] = []
    /// By vault path.
    var stored: [VaultPath.Key: SnapshotFile] = [:]
    /// Why a file could not be had, by vault path.
    var problems: [VaultPath.Key: String] = [:]
    var findings: [Finding] = []
    /// Why the parts do not belong together; empty where they do.
    var contradictions: [String] = []
}

/// Copies the files of a folder or a ZIP into the snapshot.
struct LocalReader {
    let options: LocalOptions
    let files: VaultFiles

    func read() throws(SnapshotError) -> LocalContents {
        let isFolder = FileSystem.isFolder(options.path)
        var attempt = 1
        while true {
            var contents = isFolder ? try readFolder() : try readArchive()
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
            message: "the vault changed while it was read \(VaultReader.attempts) times: " + reasons.joined(separator: "; ")
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
        contents.findings += before.others.map { Self.leftOut($0, "neither file nor folder") }
        let wanted = contents.pages + contents.attachments
        for (index, path) in wanted.enumerated() {
            if index % 100 == 0 { options.progress(PullProgress(.files, done: index, total: wanted.count)) }
            do throws(SnapshotError) {
                contents.stored[VaultPath.Key(path)] = try copy("\(options.path)/\(path)", path)
            } catch {
                guard error.kind == .noInput || error.systemCode == 0 || error.isAboutOneName || error.place.hasPrefix(options.path) else {
                    throw error
                }
                contents.problems[VaultPath.Key(path)] = error.what
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
        contents.findings += spellings(of: layout.pages + layout.attachments)
        if layout.others > 0 {
            contents.findings.append(
                Finding("files-left-out", .note, message: "\(layout.others) files are neither pages nor attachments and were left out"))
        }
        return contents
    }

    /// Names that differ only by case or normalisation: all are kept, and on many disks they are one.
    private static func spellings(of paths: [String]) -> [Finding] {
        // Swift's strings are equal in whatever normalisation they are.
        var first: [String: String] = [:]
        return paths.compactMap { path in
            let folded = path.lowercased()
            guard let other = first[folded] else {
                first[folded] = path
                return nil
            }
            if VaultPath.same(other, path) { return nil }
            return Finding(
                "names-alike", path: path, message: "differs from another file's name only by case or by Unicode normalisation; rename one")
        }
    }

    private static func leftOut(_ path: String, _ reason: String) -> Finding {
        Finding("entry-left-out", path: VaultPath.shown(path), message: "\(reason); it was left out")
    }

    // MARK: A ZIP

    /// Read twice: names first, because which files are pages depends on all of them.
    private func readArchive() throws(SnapshotError) -> LocalContents {
        let archive = try ExportArchive(FileSystem.resolved(options.path) ?? options.path)
        let before = try archive.state()
        var (names, others): ([String], [Finding]) = ([], [])
        let damage = try archive.read(others: { others.append(Self.leftOut($0, $1)) }) { (name) throws(SnapshotError) in
            names.append(name)
            return nil
        }
        if let damage {
            throw SnapshotError(.badData, "the ZIP cannot be read: \(damage.message)", at: options.path, advice: "Export it again.")
        }
        let folder = LocalLayout.commonFolder(names)
        var contents = Self.begin(names.map { String($0.dropFirst($0.hasPrefix(folder) ? folder.count : 0)) })
        contents.findings += others
        contents.pages = Self.once(contents.pages)
        contents.attachments = Self.once(contents.attachments)
        options.progress(PullProgress(.files, total: contents.pages.count + contents.attachments.count))
        try readFiles(of: archive, below: folder, &contents)
        if try archive.state() != before { contents.contradictions.append("the ZIP was written, moved or replaced") }
        return contents
    }

    private func readFiles(of archive: ExportArchive, below folder: String, _ contents: inout LocalContents) throws(SnapshotError) {
        let wanted = Set((contents.pages + contents.attachments).map(VaultPath.Key.init))
        var opened: [(path: String, file: VaultFile)] = []
        var seen: Set<VaultPath.Key> = []
        let damage = try archive.read { (name) throws(SnapshotError) in
            let path = String(name.dropFirst(folder.count))
            let key = VaultPath.Key(path)
            guard wanted.contains(key) else { return nil }
            guard seen.insert(key).inserted else {
                contents.findings.append(
                    Finding(
                        "archive-duplicate", path: path,
                        message: "the ZIP has this name twice, perhaps in two Unicode normalisations; the first was taken"))
                return nil
            }
            guard let file = try create(path, &contents) else { return nil }
            opened.append((path, file))
            if opened.count % 100 == 0 { options.progress(PullProgress(.files, done: opened.count, total: wanted.count)) }
            return file
        }
        for (path, file) in opened {
            let key = VaultPath.Key(path)
            contents.stored[key] = file.stored
            if file.stored == nil { contents.problems[key] = file.problem ?? damage?.message ?? "it ends early" }
        }
        // What the first reading saw and the second did not.
        for key in wanted.subtracting(seen) { contents.problems[key] = damage?.message ?? "the ZIP has it no more" }
        if let damage {
            contents.findings.append(
                Finding("archive-damaged", .error, message: "the ZIP is unusable from some point on (\(damage.message)); export it again"))
        }
    }

    private func create(_ path: String, _ contents: inout LocalContents) throws(SnapshotError) -> VaultFile? {
        do throws(SnapshotError) {
            return try files.create(path, limit: LocalLayout.isMarkdown(path) ? WantedFile.pageLimit : WantedFile.sourceLimit)
        } catch {
            guard error.isAboutOneName else { throw error }
            contents.problems[VaultPath.Key(path)] = error.what
            return nil
        }
    }

    private static func once(_ sorted: [String]) -> [String] {
        var kept: [String] = []
        for path in sorted where kept.last.map({ !VaultPath.same($0, path) }) ?? true { kept.append(path) }
        return kept
    }
}
