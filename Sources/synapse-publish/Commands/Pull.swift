import Publishing
import Snapshot

extension Command {
    static let pull = Command(
        words: ["pull"],
        synopsis: "SOURCE --out DIR [options]",
        summary: "read a vault into a snapshot folder: a server's, or a vault's own folder or ZIP",
        details: """
            Reads the whole vault from a Synapse server, without writing to it, into a snapshot folder: everything that
            the other commands need, with a hash of every file. The token is read from --token-file or from the
            variable SYNAPSE_TOKEN, never from the command line. With --since the files that did not change are hard
            links into the earlier snapshot, and where no node and no edge changed its layout is kept: a server moves
            every node whenever it computes the graph anew.

            A vault's own folder or ZIP (Synapse or Obsidian) is read too. Its graph is the graph.json in it or beside
            it, as GET /graph answers; without one, places and communities are computed once, by igraph, and marked so.
            Whatever the source, a change while it is read is seen: it is read again, three times at most, and what is
            mixed still is marked "consistent": false, which --strict refuses.
            """,
        operandCount: 1...1,
        options: [.out, .since, .freshLayout, .tokenFile, .insecure, .strict, .report],
        examples: [
            "synapse-publish pull https://wiki.example.org --token-file token --out snapshot",
            "SYNAPSE_TOKEN=... synapse-publish pull http://127.0.0.1:8765 --out snapshot --json",
            "synapse-publish pull https://wiki.example.org --token-file token --since snapshot --out snapshot",
        ],
        exitCodes: [0, 1, 64, 65, 66, 69, 73, 74, 75, 77, 78, 130],
        check: { session throws(PublishingError) in
            if case .server(let url) = VaultSource(session.source) {
                try checkServer(url, allowsInsecure: session.arguments.has(.insecure))
            }
        },
        run: { session throws(PublishingError) in
            let out = try session.arguments.required(.out)
            var access = try session.access()
            access.since = session.arguments.text(.since)
            access.freshLayout = session.arguments.has(.freshLayout)
            let before = try access.since.map { (path) throws(PublishingError) in try openSnapshotFolder(path).files }
            let snapshot = try pullVault(VaultSource(session.source), to: out, access: access, session.context)
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
            if let before {
                let difference = SnapshotDifference(from: before, to: try openSnapshotFolder(out).files)
                outcome.summary.difference = difference
                outcome.lines += difference.report(isVerbose: session.volume == .verbose)
            }
            if let layout = snapshot.graph.layout, let night = layout.night, layout.hash != nil {
                outcome.lines.append("The layout of \(night) was kept; --fresh-layout takes the server's")
            }
            return outcome
        })
}

extension SnapshotDifference {
    /// How much changed, and what: all of it, or the first of many.
    fileprivate func report(isVerbose: Bool) -> [String] {
        let counts = [(added, "added"), (changed, "changed"), (removed, "removed")].map { "\($0.count) \($1)" }
        let all = isEmpty ? [] : lines.map(printable)
        let shown = isVerbose ? all : Array(all.prefix(20))
        let rest = all.count > shown.count ? ["… and \(all.count - shown.count) more; --verbose lists all"] : []
        return ["Files: " + (counts + ["\(moved.count) moved"]).joined(separator: ", ")] + shown + rest
    }
}
