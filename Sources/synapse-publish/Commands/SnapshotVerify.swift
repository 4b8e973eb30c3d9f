import Publishing
import Snapshot

extension Command {
    static let snapshotVerify = Command(
        words: ["snapshot", "verify"],
        synopsis: "DIR [options]",
        summary: "hash a snapshot's files again",
        details: """
            Hashes every file of a snapshot folder again and compares it with the manifest: changed, missing and
            extra files are listed.
            """,
        operandCount: 1...1,
        options: [],
        examples: ["synapse-publish snapshot verify snapshot"],
        exitCodes: [0, 64, 65, 66, 74],
        run: { session throws(PublishingError) in
            let findings: [Finding]
            do throws(SnapshotError) {
                findings = try verifySnapshot(session.source)
            } catch {
                throw PublishingError(error)
            }
            guard findings.isEmpty else {
                throw PublishingError(
                    .badData,
                    "\(count(findings.count, "file")) of the snapshot \(findings.count == 1 ? "differs" : "differ") from its manifest",
                    at: session.source,
                    advice: "Pull it again, or restore it from an archive", findings: findings)
            }
            var outcome = RunOutcome(summary: RunSummary(command: "snapshot verify"))
            outcome.lines = ["\(printable(session.source)): every file is as its manifest says"]
            return outcome
        })
}
