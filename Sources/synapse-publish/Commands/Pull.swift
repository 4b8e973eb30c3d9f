import Publishing

extension Command {
    static let pull = Command(
        words: ["pull"],
        synopsis: "URL --out DIR [options]",
        summary: "read a server's vault into a snapshot folder",
        details: """
            Reads the whole vault from a Synapse server, without writing to it, into a snapshot folder: everything that
            the other commands need, with a hash of every file. The token is read from --token-file or from the
            variable SYNAPSE_TOKEN, never from the command line.
            """,
        operandCount: 1...1,
        options: [.out, .tokenFile, .insecure, .strict, .report],
        examples: [
            "synapse-publish pull https://wiki.example.org --token-file token --out snapshot",
            "SYNAPSE_TOKEN=... synapse-publish pull http://127.0.0.1:8765 --out snapshot --json",
        ],
        exitCodes: [0, 1, 64, 65, 69, 73, 74, 75, 77, 78, 130],
        run: { session throws(PublishingError) in
            let out = try session.arguments.required(.out)
            let snapshot = try pullVault(session.source, to: out, access: session.access(), session.context)
            var outcome = RunOutcome(summary: RunSummary(command: "pull"), findings: snapshot.findings)
            outcome.summary.vault = RunSummary.Vault(snapshot.manifest)
            outcome.summary.output = out
            outcome.summary.pages = snapshot.pages.count
            outcome.summary.sources = snapshot.sources.count
            outcome.lines = [
                printable(
                    "\(snapshot.manifest.title): \(count(snapshot.pages.count, "page")), \(count(snapshot.sources.count, "source")), at \(out)"
                ),
                findingsLine(FindingsList(snapshot.findings)),
            ]
            return outcome
        })
}
