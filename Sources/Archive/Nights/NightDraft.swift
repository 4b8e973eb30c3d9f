import Snapshot

/// Where a night goes: its name, what comes before it, and what the store has of it already.
struct NightPlace: Sendable {
    let name: NightName
    let created: String
    /// From the store's root.
    let folder: String
    let id: String
    /// The files of the night before.
    let before: [StoredFile]
    /// Contents that the tables of the chain name, by digest.
    let known: [Digest512: StoredFile]
    /// The night that this one is a difference against: the one before, unless a full table is due.
    let base: NightRecord?
    /// Nights of the store, oldest first.
    let nights: [NightRecord]

    var contentFolder: String { "\(folder)/\(StoreFormat.contentFolder)" }

    /// The day's first free name.
    init(_ source: NightSource, _ snapshot: SnapshotFolder, in store: ArchiveStore) throws(SnapshotError) {
        let created = try snapshot.pulledAt() ?? WallTime().description
        guard let date = CalendarDate(iso: created) else {
            throw SnapshotError(.badData, "no moment: \(created)", at: "\(source.snapshot)/pull.json", advice: "Pull again.")
        }
        let nights = try store.nights()
        let name = NightName(date, number: nights.last { $0.name.date == date }.map { $0.name.number + 1 } ?? 1)
        let predecessor = nights.last { $0.name < name }
        let reader = NightReader(store)
        self.created = created
        self.nights = nights
        self.name = name
        id = StoreFormat.objectID(vault: store.identity.vault, night: name)
        folder = StoreFormat.objectFolder(id: id)
        before = try predecessor.map { (night) throws(SnapshotError) in try reader.files(of: night.name) } ?? []
        known = try predecessor.map { (night) throws(SnapshotError) in try reader.contents(ofChain: night.name) } ?? [:]
        base = predecessor.flatMap { $0.depth + 1 < StoreFormat.nightsUntilFull ? $0 : nil }
    }
}

/// A night on its way into the store: its contents are copied.
struct NightDraft {
    private let gathered: [GatheredFile]
    private let source: NightSource
    private let snapshot: SnapshotFolder
    private let place: NightPlace
    private let rootHash: String

    /// The file of a snapshot that has a clock in it.
    static let clockFile = LogicalPath("snapshot/pull.json")

    init(_ gathered: [GatheredFile], _ source: NightSource, _ snapshot: SnapshotFolder, at place: NightPlace) throws(SnapshotError) {
        self.gathered = gathered
        self.source = source
        self.snapshot = snapshot
        self.place = place
        rootHash = Digest512.root(of: gathered.lazy.filter { $0.path != Self.clockFile }.map { ($0.path, $0.digest) }).description
    }

    /// The night of the same day that holds the same; its pull may have been another one.
    func alreadyKept() -> NightRecord? {
        place.nights.last { $0.name.date == place.name.date && $0.rootHash == rootHash && $0.label == source.label }
    }

    /// Decides for each file where its bytes are: in an earlier night, or with this one.
    private func plan() -> TablePlan {
        var known = place.known
        let files = gathered.map { TablePlan.File(path: $0.path, bytes: $0.bytes, digest: $0.digest) }
        return TablePlan(files, of: place.name, after: place.before, &known)
    }

    /// Writes what the object has beside its contents.
    func write(below root: String) throws(SnapshotError) -> NightRecord {
        let plan = plan()
        let object = "\(root)/\(place.folder)"
        try removeCopies(without: Set(plan.new), below: "\(object)/\(StoreFormat.contentFolder)")
        let new = plan.new.map { gathered[$0] }
        let record = try record(new)
        let night = NightObject(id: place.id, record: record, table: plan.encoded(isDifference: place.base != nil))
        try night.write(to: object, files: new.map { ($0.path, $0.digest) })
        return record
    }

    /// Files of the night that are equal to each other were all copied, and one is stored.
    private func removeCopies(without stored: Set<Int>, below content: String) throws(SnapshotError) {
        for (index, file) in gathered.enumerated() where file.isKept && !stored.contains(index) {
            try FileSystem.removeFile("\(content)/\(file.path)", withEmptyFoldersBelow: content)
        }
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
            name: place.name, created: place.created, label: source.label, vault: manifest.vault, title: manifest.title,
            dataVersion: manifest.dataVersion, serverVersion: manifest.serverVersion, counts: counts, program: source.program,
            base: place.base?.name, depth: place.base.map { $0.depth + 1 } ?? 0, rootHash: rootHash, files: gathered.count,
            bytes: gathered.reduce(0) { $0 + $1.bytes }, newFiles: new.count, newBytes: new.reduce(0) { $0 + $1.bytes }, parts: parts,
            isListed: true)
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
