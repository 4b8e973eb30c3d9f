import Publishing
import Snapshot

extension Command {
    static let snapshotDiff = Command(
        words: ["snapshot", "diff"],
        synopsis: "OLD NEW [options]",
        summary: "list what changed between two snapshots",
        details: """
            Lists the files that were added, removed, changed or moved from one snapshot folder to another, by the
            hashes of their manifests.
            """,
        operandCount: 2...2,
        options: [],
        examples: ["synapse-publish snapshot diff monday tuesday", "synapse-publish snapshot diff monday tuesday --json"],
        exitCodes: [0, 64, 65, 66, 74],
        run: { session throws(PublishingError) in
            let old = try openSnapshotFolder(session.arguments.operands[0])
            let new = try openSnapshotFolder(session.arguments.operands[1])
            let difference = SnapshotDifference(from: old.files, to: new.files)
            var outcome = RunOutcome(summary: RunSummary(command: "snapshot diff"))
            outcome.summary.vault = RunSummary.Vault(new.manifest)
            outcome.summary.difference = difference
            outcome.lines = difference.lines.map(printable)
            return outcome
        })
}

/// Opens a snapshot folder, for its list of files.
func openSnapshotFolder(_ path: String) throws(PublishingError) -> SnapshotFolder {
    do throws(SnapshotError) {
        return try SnapshotFolder(path)
    } catch {
        throw PublishingError(error)
    }
}

extension SnapshotDifference {
    /// `+` added, `-` removed, `~` changed, `>` moved.
    var lines: [String] {
        if isEmpty { return ["No difference"] }
        return added.map { "+ \($0)" } + removed.map { "- \($0)" } + changed.map { "~ \($0)" } + moved.map { "> \($0.from) -> \($0.to)" }
    }
}
