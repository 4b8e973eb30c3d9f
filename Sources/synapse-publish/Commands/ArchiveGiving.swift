import Archive
import Publishing

extension Option {
    static let newFolder = Option("out", "DIR", "folder to make; a new or an empty one")
    static let path = Option("path", "GLOB", "only files that fit: * within a folder, ** across them, or a folder with all in it")
    static let bagit = Option("bagit", nil, "as a BagIt bag (RFC 8493)")
    static let keep = Option("keep", "RULES", "how many to keep: daily=N,weekly=N,monthly=N,yearly=N,last=N; N or all")
    static let dryRun = Option("dry-run", nil, "say what would go, and do nothing")
}

extension Command {
    static let archiveRestore = Command(
        words: ["archive", "restore"],
        synopsis: "NIGHT --out DIR --store DIR [--path GLOB] [options]",
        summary: "give a night's files back",
        details: """
            Writes every byte of a night to a folder: snapshot/, site/ and what else was kept. Each file is hashed on the
            way; where one is damaged nothing is put there.
            """,
        operandCount: 1...1,
        options: [.newFolder, .store, .path, .jobs],
        examples: [
            "synapse-publish archive restore 2026-11-30 --out night --store archive",
            "synapse-publish archive restore latest --path 'snapshot/vault/wiki/**' --out pages --store archive",
        ],
        exitCodes: [0, 64, 65, 66, 73, 74, 75, 130],
        run: { session throws(PublishingError) in
            let out = try session.arguments.required(.newFolder)
            let (night, given) = try session.archive().restore(session.source, to: out, matching: session.arguments.text(.path))
            return RunOutcome(given, of: night, command: "archive restore", out: out)
        })

    static let archiveExport = Command(
        words: ["archive", "export"],
        synopsis: "NIGHT --bagit --out DIR --store DIR [options]",
        summary: "write a night as a BagIt bag",
        details: "Writes one whole night as a bag (RFC 8493) that other tools validate. The same night gives the same bytes.",
        operandCount: 1...1,
        options: [.bagit, .newFolder, .store, .jobs],
        examples: ["synapse-publish archive export latest --bagit --out bag --store archive"],
        exitCodes: [0, 64, 65, 66, 73, 74, 75, 130],
        run: { session throws(PublishingError) in
            guard session.arguments.has(.bagit) else { throw usageError("--bagit is missing", advice: "It is the one form of an export") }
            let out = try session.arguments.required(.newFolder)
            let (night, given) = try session.archive().exportBag(session.source, to: out)
            return RunOutcome(given, of: night, command: "archive export", out: out)
        })

    static let archivePrune = Command(
        words: ["archive", "prune"],
        synopsis: "--keep RULES --store DIR [--dry-run] [options]",
        summary: "drop nights, and keep some of each period",
        details: """
            Keeps the last night of each of the last so many days, weeks, months and years that have one, and the last of
            all; says what goes; writes the kept nights into a new archive beside (hard links, no second copy), verifies
            it and exchanges the two. Until then the archive is as it was.
            """,
        operandCount: 0...0,
        options: [.keep, .store, .dryRun, .jobs],
        examples: [
            "synapse-publish archive prune --keep daily=30,weekly=12,monthly=24,yearly=all --store archive",
            "synapse-publish archive prune --keep last=7 --dry-run --store archive",
        ],
        exitCodes: [0, 64, 65, 66, 73, 74, 75, 130],
        check: { session throws(PublishingError) in _ = try session.arguments.keepRules() },
        run: { session throws(PublishingError) in
            let rules = try session.arguments.keepRules()
            let archive = try session.archive()
            let isDry = session.arguments.has(.dryRun)
            let plan = isDry ? try archive.prunePlan(rules) : try archive.prune(rules) { plan in session.announce(plan) }
            var outcome = RunOutcome(summary: RunSummary(command: "archive prune"))
            outcome.summary.output = try session.arguments.required(.store)
            outcome.summary.nights = plan.kept.map { NightSummary($0) }
            outcome.summary.dropped = plan.dropped.map { NightSummary($0) }
            if isDry { session.announce(plan) }
            outcome.lines = ["\(count(plan.kept.count, "night")) kept, \(plan.dropped.count) \(isDry ? "would go" : "gone")"]
            return outcome
        })
}

extension Arguments {
    fileprivate func keepRules() throws(PublishingError) -> KeepRules {
        let text = try required(.keep)
        guard let rules = KeepRules(text) else {
            throw usageError("--keep does not know '\(text)'", advice: "It takes for example daily=30,weekly=12,monthly=24,yearly=all")
        }
        return rules
    }
}

extension Session {
    /// What goes, before it goes.
    fileprivate func announce(_ plan: PrunePlan) {
        guard volume != .quiet else { return }
        for night in plan.dropped { console.note("goes: \(night.line)") }
    }
}

extension RunOutcome {
    fileprivate init(_ given: RestoredNight, of night: NightRecord, command: String, out: String) {
        self.init(summary: RunSummary(command: command))
        summary.output = out
        summary.files = given.files
        summary.bytes = given.bytes
        summary.night = NightSummary(night)
        lines = [printable("\(out): \(count(given.files, "file")), \(size(given.bytes)), of the night \(night.name)")]
    }
}
