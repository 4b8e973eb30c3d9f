import Publishing
import Snapshot

extension Command {
    static let snapshotVerify = Command(
        words: ["snapshot", "verify"],
        synopsis: "DIR [options]",
        summary: "hash a snapshot's files again",
        details: """
            Hashes every file of a snapshot folder again and compares it with the manifest: changed, missing and
            extra files are listed, and a manifest that was edited. (What build and the others read of a snapshot is
            compared with the manifest as it is read; what they do not read, only here.)
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
            let wrong = findings.count { $0.severity == .error }
            guard wrong == 0 else {
                throw PublishingError(
                    .badData, "\(count(wrong, "file")) of the snapshot \(wrong == 1 ? "differs" : "differ") from its manifest",
                    at: session.source,
                    advice: "Pull it again, or restore it from an archive", findings: findings)
            }
            var outcome = RunOutcome(summary: RunSummary(command: "snapshot verify"), findings: findings)
            outcome.lines = ["\(printable(session.source)): every file is as its manifest says"]
            return outcome
        })
}
