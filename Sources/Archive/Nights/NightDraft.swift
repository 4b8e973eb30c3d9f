import Snapshot

/// A night on its way into the store.
struct NightDraft {
    private let gathered: [GatheredFile]
    private let source: NightSource
    private let snapshot: SnapshotFolder
    private let store: ArchiveStore
    private let reader: NightReader
    private let created: String
    private let date: CalendarDate
    private let rootHash: String
    /// Nights of the store, oldest first.
    private let nights: [NightRecord]
    private var name: NightName
    private var predecessor: NightRecord?
    /// The predecessor, unless a full table is due.
    private var base: NightRecord?

    /// The file of a snapshot that has a clock in it.
    static let clockFile = LogicalPath("snapshot/pull.json")

    init(_ gathered: [GatheredFile], _ source: NightSource, _ snapshot: SnapshotFolder, in store: ArchiveStore) throws(SnapshotError) {
        self.gathered = gathered
        self.source = source
        self.snapshot = snapshot
        self.store = store
        reader = NightReader(store)
        created = try snapshot.pulledAt() ?? WallTime().description
        guard let date = CalendarDate(iso: created) else {
            throw SnapshotError(.badData, "no moment: \(created)", at: "\(source.snapshot)/pull.json", advice: "Pull again.")
        }
        self.date = date
        rootHash = Digest512.root(of: gathered.lazy.filter { $0.path != Self.clockFile }.map { ($0.path, $0.digest) }).description
        nights = try store.nights()
        name = NightName(date)
    }

    /// The night of the same day that holds the same; its pull may have been another one.
    func alreadyKept() -> NightRecord? {
        nights.last { $0.name.date == date && $0.rootHash == rootHash && $0.label == source.label }
    }

    /// The day's first free name, and the night before it as base unless a full table is due.
    mutating func chooseName() {
        let number = nights.last { $0.name.date == date }.map { $0.name.number + 1 } ?? 1
        name = NightName(date, number: number)
        predecessor = nights.last { $0.name < name }
        base = predecessor.flatMap { $0.depth + 1 < StoreFormat.nightsUntilFull ? $0 : nil }
    }
    /// Decides for each file where its bytes are: in an earlier night, or with this one.
    private func plan() throws(SnapshotError) -> TablePlan {
        let before = try predecessor.map { (night) throws(SnapshotError) in try reader.files(of: night.name) } ?? []
        var known = try predecessor.map { (night) throws(SnapshotError) in try reader.contents(ofChain: night.name) } ?? [:]
        let files = gathered.map { TablePlan.File(path: $0.path, bytes: $0.bytes, digest: $0.digest) }
        return TablePlan(files, of: name, after: before, &known)
    }

    /// Writes the object beside the store and puts it into it.
    func write(to store: ArchiveStore, _ work: ArchiveWork) throws(SnapshotError) -> NightRecord {
        let plan = try plan()
        let new = plan.new.map { gathered[$0] }
        let id = StoreFormat.objectID(vault: store.identity.vault, night: name)
        let folder = StoreFormat.objectFolder(id: id)
        let staged = try StagedFolder(for: store.path, marker: .archive)
        let content = "\(staged.path)/\(folder)/\(StoreFormat.contentFolder)"
        try FileSystem.makeFolders(content, below: staged.path)
        try FileCopy.makeFolders(for: new.map(\.path), below: content)
        work.begin("Keeping \(name)", new.count)
        _ = try forEachInParallel(new.count, work) { (index) throws(SnapshotError) in
            let file = new[index]
            guard try FileCopy.copy(file.source, to: "\(content)/\(file.path)").digest == file.digest else {
                throw SnapshotError(.temporary, "the file changed while it was read", at: file.source, advice: "Run again.")
            }
        }
        let record = try record(new)
        let object = NightObject(id: id, record: record, table: plan.encoded(isDifference: base != nil))
        try object.write(to: "\(staged.path)/\(folder)", files: new.map { ($0.path, $0.digest) })
        try staged.commit(folder: folder)
        return record
    }

    private func record(_ new: [GatheredFile]) throws(SnapshotError) -> NightRecord {
        let counts = try snapshot.counts()
        var parts: [String: NightRecord.Part] = [:]
        for part in source.parts { parts[part.name] = NightRecord.Part(files: 0, bytes: 0) }
        for file in gathered {
            let part = String(file.path.text.prefix { $0 != "/" })
            parts[part]?.files += 1
            parts[part]?.bytes += file.bytes
        }
        parts["snapshot"]?.rootHash = snapshot.manifest.rootHash
        let manifest = snapshot.manifest
        return NightRecord(
            name: name, created: created, label: source.label, vault: manifest.vault, title: manifest.title,
            dataVersion: manifest.dataVersion, serverVersion: manifest.serverVersion, counts: counts, program: source.program,
            base: base?.name, depth: base.map { $0.depth + 1 } ?? 0, rootHash: rootHash, files: gathered.count,
            bytes: gathered.reduce(0) { $0 + $1.bytes }, newFiles: new.count, newBytes: new.reduce(0) { $0 + $1.bytes }, parts: parts)
    }
}

/// The files of an object beside its content.
struct NightObject {
    var id: String
    var record: NightRecord
    var table: [UInt8]

    /// Writes record, table, inventories and declaration; the content is there.
    func write(to folder: String, files: [(path: LogicalPath, digest: Digest512)]) throws(SnapshotError) {
        let content = "\(folder)/\(StoreFormat.contentFolder)"
        let tableFile = record.base == nil ? FileTable.fullFile : FileTable.differenceFile
        let recordBytes = record.encoded()
        try FileSystem.write(recordBytes, to: "\(content)/\(StoreFormat.recordFile)")
        try FileSystem.write(table, to: "\(content)/\(tableFile)")
        let own = [
            (LogicalPath(StoreFormat.recordFile), Digest512(hashing: recordBytes)), (LogicalPath(tableFile), Digest512(hashing: table)),
        ]
        let label = record.label.map { " (\($0))" } ?? ""
        let inventory = NightInventory.encode(
            id: id, created: record.created, message: "Night \(record.name) of \(record.title)\(label)", files: files + own)
        let sidecar = Array("\(Digest512(hashing: inventory)) \(StoreFormat.inventoryFile)\n".utf8)
        for place in [folder, "\(folder)/v1"] {
            try FileSystem.write(inventory, to: "\(place)/\(StoreFormat.inventoryFile)")
            try FileSystem.write(sidecar, to: "\(place)/\(StoreFormat.inventorySidecar)")
        }
        try FileSystem.write(StoreFormat.objectDeclaration, to: "\(folder)/\(StoreFormat.objectDeclarationFile)")
    }
}
