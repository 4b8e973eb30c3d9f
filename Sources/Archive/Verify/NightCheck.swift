import Snapshot

/// The nights in the objects: what no OCFL tool knows of.
struct NightCheck {
    private struct Night {
        var record: NightRecord
        var object: ObjectCheck
        /// Digests by the path within the night.
        var digests: [LogicalPath: Digest512]
        var sizes: [LogicalPath: Int]
    }

    private let store: ArchiveStore
    private var faults = Faults(at: "")
    private var nights: [NightName: Night] = [:]

    /// - Parameters:
    ///   - damaged: files whose bytes are known to be wrong: nothing is read from them.
    ///   - roots: whether every night's root hash is computed anew.
    /// - Returns: how many nights there are.
    static func run(
        _ store: ArchiveStore, _ objects: [ObjectCheck], damaged: Set<LogicalPath>, roots: Bool, _ faults: inout Faults, _ work: ArchiveWork
    ) -> Int {
        var check = NightCheck(store: store)
        check.places(objects)
        for object in objects { check.open(object, damaged) }
        check.ledger()
        work.begin("Checking nights", check.nights.count)
        var last: (name: NightName, files: [StoredFile])?
        for name in check.nights.keys.sorted() {
            let files = check.files(of: name, last)
            if let files {
                check.totals(of: name, files, roots: roots)
                last = (name, files)
            }
            work.advance(1)
        }
        faults.take(check.faults)
        return check.nights.count
    }

    private init(store: ArchiveStore) { self.store = store }

    // MARK: Objects

    private mutating func places(_ objects: [ObjectCheck]) {
        var ids: Set<String> = []
        for object in objects {
            guard let id = object.inventory?.id else { continue }
            if !ids.insert(id).inserted { faults.note("E037", object.folder, "another object has this id, too") }
            if StoreFormat.objectFolder(id: id) != object.folder { faults.note("E083", object.folder, "the layout puts this id elsewhere") }
        }
    }

    private mutating func open(_ object: ObjectCheck, _ damaged: Set<LogicalPath>) {
        guard let inventory = object.inventory else { return }
        let prefix = StoreFormat.contentFolder + "/"
        let path = "\(object.folder)/\(prefix)\(StoreFormat.recordFile)"
        guard inventory.versions?.map(\.name) == ["v1"], inventory.digestAlgorithm == "sha512", inventory.content == "content" else {
            return faults.note("night-object", object.folder, "no object of a night: those have one version and SHA-512")
        }
        for folder in object.others { faults.note("night-object", "\(object.folder)/\(folder)", "a folder that no night has") }
        copies(of: object)
        guard !damaged.contains(LogicalPath(path)) else { return }
        let record: NightRecord
        do throws(SnapshotError) {
            record = try NightRecord(FileSystem.read("\(store.path)/\(path)", limit: 1 << 20), at: path)
        } catch {
            return faults.note("night-record", path, error.what)
        }
        if StoreFormat.objectID(vault: store.identity.vault, night: record.name) != inventory.id || record.vault != store.identity.vault {
            return faults.note("night-id", path, "the object's id is not that of this night and vault")
        }
        var night = Night(record: record, object: object, digests: [:], sizes: [:])
        for entry in inventory.manifest ?? [] {
            guard case .sha512(let digest) = entry.key else { continue }
            for path in entry.paths { LogicalPath(path, without: prefix).map { night.digests[$0] = digest } }
        }
        for (path, size) in object.sizes { LogicalPath(path.text, without: prefix).map { night.sizes[$0] = size } }
        nights[record.name] = night
    }

    /// OCFL asks for less than what we write: a second inventory, and digest files that are a line.
    private mutating func copies(of object: ObjectCheck) {
        for folder in [object.folder, "\(object.folder)/v1"] {
            if FileSystem.kind("\(store.path)/\(folder)/\(StoreFormat.inventoryFile)") == nil {
                faults.note("night-object", "\(folder)/\(StoreFormat.inventoryFile)", "the file is missing")
            }
            let sidecar = "\(folder)/\(StoreFormat.inventorySidecar)"
            guard let text = try? FileSystem.read("\(store.path)/\(sidecar)", limit: 1 << 12) else { continue }
            if !text.dropFirst(128).elementsEqual(" \(StoreFormat.inventoryFile)\n".utf8) {
                faults.note("night-object", sidecar, "not the line that was written")
            }
        }
    }

    // MARK: The list of nights

    /// A night that is listed and not there was lost with its folder. One that is there and not listed was kept by a run that was killed
    /// before it could list it, or by an early version.
    private mutating func ledger() {
        let file = NightLedger.file
        let listed: NightLedger?
        do throws(SnapshotError) { listed = try NightLedger(of: store.path) } catch { return faults.note("night-list", file, error.what) }
        guard let listed else {
            if nights.values.contains(where: \.record.isListed) { faults.note("night-list", file, "the list of the nights is missing") }
            return
        }
        for name in listed.nights {
            guard let night = nights[name] else {
                // What is wrong with a night that is there was told above.
                if FileSystem.kind(store.folder(of: name)) == nil { faults.note("night-missing", file, "the night \(name) is not there") }
                continue
            }
            let inventory = "\(night.object.folder)/\(StoreFormat.inventoryFile)"
            let digest = try? FileCopy.hash("\(store.path)/\(inventory)").digest.description
            if digest != listed.digests[name] { faults.note("night-list", inventory, "another inventory than the one in \(file)") }
        }
    }

    // MARK: Tables

    /// The night's files; nil where its table or its base is damaged, which is noted.
    private mutating func files(of name: NightName, _ last: (name: NightName, files: [StoredFile])?) -> [StoredFile]? {
        guard let night = nights[name] else { return nil }
        guard let base = night.record.base else { return changes(of: night, FileTable.fullFile)?.compactMap(\.file) }
        guard let before = nights[base], base < name else {
            faults.note("night-chain", place(night, StoreFormat.recordFile), "its base \(base) is not there")
            return nil
        }
        if before.record.depth + 1 != night.record.depth || night.record.depth >= StoreFormat.nightsUntilFull {
            faults.note("night-chain", place(night, StoreFormat.recordFile), "it does not follow on its base")
            return nil
        }
        let known: [StoredFile]?
        if let last, last.name == base { known = last.files } else { known = try? NightReader(store).files(of: base) }
        guard let known else {
            faults.note("night-chain", place(night, StoreFormat.recordFile), "its base \(base) is damaged")
            return nil
        }
        return changes(of: night, FileTable.differenceFile).map { NightReader.merged(known, $0) }
    }

    private mutating func changes(of night: Night, _ file: String) -> [NightReader.Change]? {
        let path = place(night, file)
        let table: [TableChange]
        do throws(SnapshotError) {
            table = try FileTable.decode(FileSystem.read("\(store.path)/\(path)"), at: path)
        } catch {
            faults.note("night-table", path, error.what)
            return nil
        }
        var changes: [NightReader.Change] = []
        for change in table {
            guard let row = change.row else {
                changes.append(NightReader.Change(path: change.path))
                continue
            }
            guard let holder = nights[row.night], let digest = holder.digests[row.storedAs] else {
                faults.note("night-reference", path, "\(row.path) is to be in the night \(row.night), and is not")
                continue
            }
            if let size = holder.sizes[row.storedAs], size != row.bytes {
                faults.note("E092", place(holder, row.storedAs.text), "\(size) bytes instead of \(row.bytes)")
            }
            let stored = StoredFile(path: row.path, night: row.night, bytes: row.bytes, storedAs: row.storedAs, digest: digest)
            changes.append(NightReader.Change(path: row.path, file: stored))
        }
        return changes.count == table.count ? changes : nil
    }

    private mutating func totals(of name: NightName, _ files: [StoredFile], roots: Bool) {
        guard let night = nights[name] else { return }
        let record = night.record
        let path = place(night, StoreFormat.recordFile)
        let own = files.filter { $0.night == name && $0.storedAs == $0.path }
        let stored = night.sizes.keys.count { $0.text.utf8.contains(UInt8(ascii: "/")) }
        if files.count != record.files || files.reduce(0, { $0 + $1.bytes }) != record.bytes || stored != record.newFiles
            || own.count > stored
        {
            faults.note("night-counts", path, "the night's files are not as many, or not as long, as its record says")
        }
        guard roots else { return }
        let listed = files.lazy.filter { $0.path != NightDraft.clockFile }.map { (path: $0.path, digest: $0.digest) }
        if Digest512.root(of: listed).description != record.rootHash {
            faults.note("night-root", path, "the root hash is not that of the night's files")
        }
    }

    private func place(_ night: Night, _ file: String) -> String { "\(night.object.folder)/\(StoreFormat.contentFolder)/\(file)" }
}
