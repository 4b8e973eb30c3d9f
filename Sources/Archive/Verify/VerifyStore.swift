public import Snapshot

/// What a verification looked at, and what it found.
public struct StoreVerdict: Sendable {
    public var nights: Int
    /// Files whose bytes were hashed, and how many bytes that was.
    public var hashedFiles: Int
    public var hashedBytes: Int
    /// Sorted. None of severity error means: every night can be given back.
    public var findings: [Finding]
}

extension ArchiveStore {
    /// Checks the store against OCFL 1.1, every digest, and every night's references.
    ///
    /// A quick one hashes inventories, records and tables, and of the contents only looks whether they are there with their sizes.
    /// Codes are those of the specification (`E092`) or our own (`night-reference`); paths are from the store's root.
    public func verify(quick: Bool = false, _ work: ArchiveWork) throws(SnapshotError) -> StoreVerdict {
        let lock = try StoreLock.reading(path)
        defer { withExtendedLifetime(lock) {} }
        var faults = Faults(at: "")
        let folders = StoreCheck(self).run(&faults)
        work.begin("Checking objects", folders.count)
        let objects = try forEachInParallel(folders.count, work) { [path] (index) throws(SnapshotError) in
            try ObjectCheck(folders[index], in: path)
        }
        for object in objects { faults.take(object.faults) }
        hardLinks(objects, &faults)
        let isMeta: (FileCheck) -> Bool = {
            [FileTable.fullFile, FileTable.differenceFile, StoreFormat.recordFile].contains(FileSystem.name(of: $0.path))
        }
        let files = objects.flatMap { quick ? $0.files.filter(isMeta) : $0.files }
        let hashed = hash(files, &faults, work)
        let nights = NightCheck.run(self, objects, damaged: hashed.damaged, roots: !quick, &faults, work)
        return StoreVerdict(
            nights: nights, hashedFiles: files.count, hashedBytes: hashed.bytes, findings: Array(Set(faults.findings)).sorted())
    }

    /// Two names of one file within the store; a second name outside is nobody's fault.
    private func hardLinks(_ objects: [ObjectCheck], _ faults: inout Faults) {
        struct Identity: Hashable { var device, number: UInt64 }
        let groups = Dictionary(grouping: objects.flatMap(\.linked)) { Identity(device: $0.device, number: $0.number) }
        for group in groups.values where group.count > 1 {
            for file in group { faults.note("E090", file.path, "a hard link: the file has \(group.count) names in the store") }
        }
    }

    /// Hashes on all threads.
    ///
    /// - Returns: how many bytes, and the files that are not as they should be.
    private func hash(_ files: [FileCheck], _ faults: inout Faults, _ work: ArchiveWork) -> (bytes: Int, damaged: Set<LogicalPath>) {
        work.begin("Hashing", files.count)
        let results = parallelMap(files.count, jobs: work.jobs) { [path] index -> (bytes: Int, findings: [Finding]) in
            defer { work.advance(1) }
            return check(files[index], in: path)
        }
        var bytes = 0
        var damaged: Set<LogicalPath> = []
        for (index, result) in results.enumerated() {
            bytes += result.bytes
            for finding in result.findings {
                faults.note(finding.code, finding.path, finding.message)
                damaged.insert(LogicalPath(files[index].path))
            }
        }
        return (bytes, damaged)
    }
}

private func check(_ file: FileCheck, in root: String) -> (bytes: Int, findings: [Finding]) {
    var findings: [Finding] = []
    var known: [MessageDigest.Algorithm: String] = [:]
    var size = 0
    for expected in file.expected {
        do throws(SnapshotError) {
            if known[expected.algorithm] == nil {
                let hashed = try FileCopy.digest("\(root)/\(file.path)", expected.algorithm)
                known[expected.algorithm] = hashed.hex
                size = hashed.bytes
            }
            guard known[expected.algorithm] != expected.hex else { continue }
            let what = "the \(expected.algorithm.rawValue) of the file's \(size) bytes is another than the inventory's"
            findings.append(Finding(expected.code, .error, path: file.path, message: what))
        } catch {
            findings.append(Finding("unreadable-file", .error, path: file.path, message: error.what))
        }
    }
    return (size, findings)
}
