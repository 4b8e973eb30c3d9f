public import Archive
import Snapshot

/// Runs on an archive: progress, interruption and errors as every other run has them.
public struct ArchiveRuns: Sendable {
    private let path: String
    private let context: RunContext

    public init(store path: String, _ context: RunContext) {
        self.path = path
        self.context = context
    }

    private var work: ArchiveWork {
        ArchiveWork(jobs: context.jobs, begin: context.progress.begin, advance: context.progress.advance)
    }

    /// Keeps a night. Folders of it must be outputs of this program of the kind that their name says.
    public func add(_ source: NightSource) throws(PublishingError) -> AddedNight {
        for (name, folder) in source.folders.sorted(by: { $0.key < $1.key }) {
            guard let kind = OutputKind(rawValue: name), OutputMarker(inFolder: folder)?.kind == kind else {
                throw PublishingError(.noInput, "The folder holds no \(name) of this program", at: folder, advice: "Make one first")
            }
        }
        return try writing { () throws(SnapshotError) in try addNight(source, to: path, work) }
    }

    public func nights() throws(PublishingError) -> [NightRecord] {
        try open { (store) throws(SnapshotError) in try store.nights() }
    }

    public func night(_ name: String) throws(PublishingError) -> NightRecord {
        try open { (store) throws(SnapshotError) in try store.night(named: name) }
    }

    /// A night with all its files.
    public func contents(of name: String) throws(PublishingError) -> (night: NightRecord, files: [NightFileSummary]) {
        try open { (store) throws(SnapshotError) in
            let night = try store.night(named: name)
            let files = try store.contents(of: night)
            return (night, files.map { NightFileSummary(path: $0.path.text, bytes: $0.bytes, storedIn: $0.storedIn.description) })
        }
    }

    public func difference(from old: String, to new: String) throws(PublishingError) -> SnapshotDifference {
        try open { (store) throws(SnapshotError) in
            SnapshotDifference(try store.difference(from: store.night(named: old), to: store.night(named: new)))
        }
    }

    /// Fails with `badData` where anything is wrong; the error carries every finding.
    public func verify(quick: Bool) throws(PublishingError) -> StoreVerdict {
        let verdict = try open { (store) throws(SnapshotError) in try store.verify(quick: quick, work) }
        let errors = verdict.findings.count { $0.severity == .error }
        guard errors == 0 else {
            throw PublishingError(
                .badData, "The archive is damaged: \(errors) \(errors == 1 ? "finding" : "findings")", at: path,
                advice: "Restore what is damaged from a copy of the archive", findings: verdict.findings)
        }
        return verdict
    }

    public func restore(_ name: String, to out: String, matching pattern: String?) throws(PublishingError) -> (NightRecord, RestoredNight) {
        var wanted: PathPattern?
        if let pattern {
            wanted = PathPattern(pattern)
            guard wanted != nil else { throw PublishingError(.usage, "'\(pattern)' is no pattern: a set in [] has no end") }
        }
        return try writing(to: out) { () throws(SnapshotError) in
            let store = try ArchiveStore(path)
            let night = try store.night(named: name)
            return (night, try store.restore(night, to: out, matching: wanted, work))
        }
    }

    public func exportBag(_ name: String, to out: String) throws(PublishingError) -> (NightRecord, RestoredNight) {
        try writing(to: out) { () throws(SnapshotError) in
            let store = try ArchiveStore(path)
            let night = try store.night(named: name)
            return (night, try store.exportBag(night, to: out, work))
        }
    }

    /// What a prune would do.
    public func prunePlan(_ rules: KeepRules) throws(PublishingError) -> PrunePlan {
        try open { (store) throws(SnapshotError) in try store.prunePlan(rules) }
    }

    public func prune(_ rules: KeepRules, announce: (PrunePlan) -> Void) throws(PublishingError) -> PrunePlan {
        try writing { () throws(SnapshotError) in
            try ArchiveStore(path).prune(rules, work) { (plan) throws(SnapshotError) in announce(plan) }
        }
    }

    private func open<Value>(_ body: (ArchiveStore) throws(SnapshotError) -> Value) throws(PublishingError) -> Value {
        do throws(SnapshotError) { return try body(try ArchiveStore(path)) } catch { throw PublishingError(error) }
    }

    /// What is staged beside the place goes when the run is interrupted.
    private func writing<Value>(to place: String? = nil, _ body: () throws(SnapshotError) -> Value) throws(PublishingError) -> Value {
        let staged = place ?? path
        let guardId = context.interruption.guarding { StagedFolder.discardUnfinished(for: staged) }
        defer { context.interruption.release(guardId) }
        do throws(SnapshotError) { return try body() } catch { throw PublishingError(error) }
    }
}
