import Archive
import Publishing

extension Option {
    static let files = Option("files", nil, "list every file with the night that stores it")
    static let quick = Option("quick", nil, "hash inventories, records and tables only; of contents look at their sizes")
}

extension Command {
    static let archiveList = Command(
        words: ["archive", "list"],
        synopsis: "--store DIR [options]",
        summary: "list the nights of an archive",
        details: "Lists the nights, oldest first, with their files and with what each one added.",
        operandCount: 0...0,
        options: [.store],
        examples: ["synapse-publish archive list --store archive", "synapse-publish archive list --store archive --json"],
        exitCodes: [0, 64, 65, 66, 74],
        run: { session throws(PublishingError) in
            let nights = try session.archive().nights()
            var outcome = RunOutcome(summary: RunSummary(command: "archive list"))
            outcome.summary.nights = nights.map { NightSummary($0) }
            outcome.lines = nights.isEmpty ? ["No nights"] : nights.map(\.line)
            return outcome
        })

    static let archiveShow = Command(
        words: ["archive", "show"],
        synopsis: "NIGHT --store DIR [--files] [options]",
        summary: "tell what a night holds",
        details: "NIGHT is a date (2026-11-30, or 2026-11-30.2 for the second of a day), a label, first or latest.",
        operandCount: 1...1,
        options: [.store, .files],
        examples: [
            "synapse-publish archive show latest --store archive", "synapse-publish archive show 2026-11-30 --files --store archive",
        ],
        exitCodes: [0, 64, 65, 66, 74],
        run: { session throws(PublishingError) in
            let archive = try session.archive()
            var outcome = RunOutcome(summary: RunSummary(command: "archive show"))
            if session.arguments.has(.files) {
                let shown = try archive.contents(of: session.source)
                outcome.summary.night = NightSummary(shown.night)
                outcome.summary.contents = shown.files
                outcome.lines = shown.files.map { printable("\($0.path)  \(size($0.bytes))  \($0.storedIn)") }
            } else {
                let night = try archive.night(session.source)
                outcome.summary.night = NightSummary(night)
                outcome.lines = night.lines
            }
            return outcome
        })

    static let archiveDiff = Command(
        words: ["archive", "diff"],
        synopsis: "NIGHT NIGHT --store DIR [options]",
        summary: "list what changed between two nights",
        details: "Lists the files that were added (+), removed (-), changed (~) or moved (>) from one night to another, by digest.",
        operandCount: 2...2,
        options: [.store],
        examples: [
            "synapse-publish archive diff 2026-11-29 2026-11-30 --store archive",
            "synapse-publish archive diff first latest --store archive",
        ],
        exitCodes: [0, 64, 65, 66, 74],
        run: { session throws(PublishingError) in
            let difference = try session.archive().difference(from: session.arguments.operands[0], to: session.arguments.operands[1])
            var outcome = RunOutcome(summary: RunSummary(command: "archive diff"))
            outcome.summary.difference = difference
            outcome.lines = difference.lines.map(printable)
            return outcome
        })

    static let archiveVerify = Command(
        words: ["archive", "verify"],
        synopsis: "--store DIR [--quick] [options]",
        summary: "check every object, digest and reference of an archive",
        details: """
            Checks the archive against OCFL 1.1, hashes every file again, and follows every night's references. Findings
            have the codes of OCFL's list (https://ocfl.io/1.1/spec/validation-codes.html), or night-… where a night is
            wrong that is a valid object.
            """,
        operandCount: 0...0,
        options: [.store, .quick, .jobs, .report],
        examples: [
            "synapse-publish archive verify --store archive",
            "synapse-publish archive verify --quick --store archive --report findings.json",
        ],
        exitCodes: [0, 64, 65, 66, 74, 75],
        run: { session throws(PublishingError) in
            let verdict = try session.archive().verify(quick: session.arguments.has(.quick))
            var outcome = RunOutcome(summary: RunSummary(command: "archive verify"), findings: verdict.findings)
            outcome.summary.files = verdict.hashedFiles
            outcome.summary.bytes = verdict.hashedBytes
            let hashed = "\(count(verdict.hashedFiles, "file")), \(size(verdict.hashedBytes))"
            outcome.lines = ["\(count(verdict.nights, "night")): every object is valid, every reference holds; hashed \(hashed)"]
            return outcome
        })
}

extension NightRecord {
    /// One fact a line.
    fileprivate var lines: [String] {
        var lines = [line, "  pulled \(created), \(title), data version \(dataVersion), \(program)"]
        for part in parts.sorted(by: { $0.key < $1.key }) {
            lines.append("  \(part.key): \(count(part.value.files, "file")), \(size(part.value.bytes))")
        }
        lines.append("  root hash \(rootHash)")
        return lines.map(printable)
    }
}
