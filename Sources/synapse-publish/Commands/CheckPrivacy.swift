import Publishing
import Snapshot

extension Command {
    static let checkPrivacy = Command(
        words: ["check", "privacy"],
        synopsis: "SITE SNAPSHOT [options]",
        summary: "search a built site for traces of private pages",
        details: """
            Searches every file of SITE, a folder that was built, for what could tell of the pages of SNAPSHOT that are
            not for the public (publish: false, draft: true, private: true, what synapse-publish.yml keeps back): their
            ids, addresses, titles and aliases, six of their words in a row, their links, and files that only they name.
            Text, attributes, scripts' data, feeds and pictures' text are searched. What public pages say themselves is
            no trace. Posters and cards carry the words that were drawn on them, sealed with their pixels; of a picture
            that is neither drawn by this program nor a file of the vault nobody knows them, which is a finding.
            """,
        operandCount: 2...2,
        options: [.settings, .jobs, .strict, .report],
        examples: ["synapse-publish check privacy site snapshot", "synapse-publish check privacy posters snapshot --report leaks.json"],
        exitCodes: [0, 1, 64, 65, 66, 74],
        run: { session throws(PublishingError) in
            let (site, source) = (session.arguments.operands[0], session.arguments.operands[1])
            let resources = try session.resources()
            let vault = try OpenVault(VaultSource(source), access: VaultAccess(), resources: resources, session.context)
            let settings = try session.settings(beside: source)
            let proof = try Publishing.checkPrivacy(
                of: site, against: vault.snapshot, selection: settings.selection,
                knownPictures: Set(resources.files(in: "public").values.map(sha256Hex)),
                session.context)
            guard proof.leaks.isEmpty else {
                throw PublishingError(
                    .badData, "\(count(proof.leaks.count, "trace")) of pages that are not for the public", at: site,
                    advice: "Do not publish this folder; build it again and, where that does not help, report it",
                    findings: proof.leaks + proof.unread)
            }
            var outcome = RunOutcome(summary: RunSummary(command: "check privacy"), findings: proof.unread)
            outcome.summary.vault = RunSummary.Vault(vault.snapshot.manifest)
            outcome.summary.files = proof.files
            outcome.lines = [
                printable(
                    "\(site): no trace of \(count(proof.privatePages, "private page")) in \(count(proof.files, "file")), searched for "
                        + "\(count(proof.names, "name")) and \(count(proof.runs, "run")) of words"),
                "Pictures: \(proof.pictures.drawn) drawn here, with their words; \(proof.pictures.given) as the vault and the program have them; "
                    + "\(proof.pictures.unread) of which nobody knows what is written on them",
            ]
            return outcome
        })
}
