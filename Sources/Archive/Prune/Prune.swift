public import Snapshot

/// What a prune keeps and what it drops, oldest first.
public struct PrunePlan: Sendable {
    public var kept: [NightRecord]
    public var dropped: [NightRecord]
}

extension ArchiveStore {
    /// What the rules keep of the nights that are there now.
    public func prunePlan(_ rules: KeepRules) throws(SnapshotError) -> PrunePlan {
        let nights = try nights()
        let kept = rules.kept(of: nights.map(\.name))
        return PrunePlan(kept: nights.filter { kept.contains($0.name) }, dropped: nights.filter { !kept.contains($0.name) })
    }

    /// Writes the kept nights into a new store beside this one, verifies it, and exchanges the two.
    ///
    /// Contents are hard links for as long as both stores are there. Until the exchange this store stays as it is, whatever happens.
    /// Fails with `.temporary` where another run writes or reads.
    ///
    /// - Parameter announce: is told the plan before anything is done; not called where all nights are kept.
    public func prune(
        _ rules: KeepRules, _ work: ArchiveWork, announce: (PrunePlan) throws(SnapshotError) -> Void
    ) throws(SnapshotError) -> PrunePlan {
        let lock = try StoreLock.writing(path)
        defer { withExtendedLifetime(lock) {} }
        try StagedFolder.removeLeftovers(for: path)
        let plan = try prunePlan(rules)
        try requireAll(plan)
        if plan.dropped.isEmpty { return plan }
        try announce(plan)
        let staged = try StagedFolder(for: path, marker: .archive)
        for file in StoreFormat.files(vault: identity.vault, title: identity.title) { try staged.write(file.bytes, to: file.path) }
        let copy = try ArchiveStore(staged.path)
        try StoreCopy(from: self, to: copy).copy(plan.kept, work)
        var ledger = NightLedger()
        try ledger.take(plan.kept.map(\.name), folder: copy.folder)
        try staged.write(ledger.encoded(), to: NightLedger.file)
        let verdict = try copy.verify(work)
        if let first = verdict.findings.first(where: { $0.severity == .error }) {
            throw SnapshotError(
                .badData, "the archive is damaged, and was left as it is: \(first.path): \(first.message)", at: path,
                advice: "`archive verify` tells all that is damaged; restore it from a copy.")
        }
        // Nobody may write to the new store before this run has ended, nor read the old one while it goes.
        let locks = (try StoreLock.writing(copy.path), try StoreLock.swapping(path))
        defer { withExtendedLifetime(locks) {} }
        try staged.commit()
        return plan
    }
}

extension ArchiveStore {
    /// A night that was lost is not pruned: its line would go, and with it what tells of the loss.
    private func requireAll(_ plan: PrunePlan) throws(SnapshotError) {
        let present = Set((plan.kept + plan.dropped).map(\.name))
        guard let lost = try NightLedger(of: path)?.nights.first(where: { !present.contains($0) }) else { return }
        throw SnapshotError(
            .badData, "the night \(lost) is missing, and the archive was left as it is", at: path,
            advice: "Restore it from a copy; where there is none, take its line out of \(NightLedger.file).")
    }
}

/// Writes nights of one store into another, each content with the first night that has it.
private struct StoreCopy {
    private let old: ArchiveStore
    private let new: ArchiveStore
    private let reader: NightReader

    init(from old: ArchiveStore, to new: ArchiveStore) {
        self.old = old
        self.new = new
        reader = NightReader(old)
    }

    func copy(_ nights: [NightRecord], _ work: ArchiveWork) throws(SnapshotError) {
        work.begin("Writing the kept nights", nights.count)
        var known: [Digest512: StoredFile] = [:]
        var before: [StoredFile] = []
        var previous: NightRecord?
        for night in nights {
            let files = try reader.files(of: night.name)
            let plan = TablePlan(
                files.map { TablePlan.File(path: $0.path, bytes: $0.bytes, digest: $0.digest) }, of: night.name, after: before, &known)
            var record = night
            let base = previous.flatMap { $0.depth + 1 < StoreFormat.nightsUntilFull ? $0 : nil }
            record.base = base?.name
            record.depth = base.map { $0.depth + 1 } ?? 0
            record.newFiles = plan.new.count
            record.newBytes = plan.new.reduce(0) { $0 + files[$1].bytes }
            record.isListed = true
            try write(record, plan, plan.new.map { files[$0] })
            before = plan.stored
            previous = record
            work.advance(1)
        }
    }

    private func write(_ record: NightRecord, _ plan: TablePlan, _ files: [StoredFile]) throws(SnapshotError) {
        let id = StoreFormat.objectID(vault: new.identity.vault, night: record.name)
        let content = new.contentFolder(of: record.name)
        try FileSystem.makeFolders(content, below: new.path)
        try FileCopy.makeFolders(for: files.map(\.path), below: content)
        for file in files {
            try FileCopy.link("\(old.contentFolder(of: file.night))/\(file.storedAs)", to: "\(content)/\(file.path)")
        }
        let object = NightObject(id: id, record: record, table: plan.encoded(isDifference: record.base != nil))
        try object.write(to: new.folder(of: record.name), files: files.map { ($0.path, $0.digest) })
    }
}
