import Graph
import Publishing

extension Command {
    static let posters = Command(
        words: ["posters"],
        synopsis: "[SOURCE] --out DIR [options]",
        summary: "draw the graph as posters",
        details: """
            Draws the vault's graph as the server laid it out, at three zoom tiers, light and dark: by default as PNG
            of 2048 pixels and as SVG. --tier tiles makes a map to zoom into, with a page that shows it. posters.json
            says what was drawn from what, and what found no room.
            """,
        operandCount: 0...1,
        options: [
            .out, .tier, .format, .size, .orientation, .dpi, .margin, .bleed, .lettering, .color, .community, .around, .hops, .siteURL,
            .theme, .language, .settings, .tokenFile, .insecure, .jobs, .strict, .report,
        ],
        examples: [
            "synapse-publish posters --out posters",
            "synapse-publish posters snapshot --tier overview --format svg --theme dark --out posters",
            "synapse-publish posters snapshot --tier detail --format pdf,png --size A0 --dpi 300 --bleed 3 --out print",
            "synapse-publish posters snapshot --community all --out communities",
            "synapse-publish posters snapshot --around concepts/snapshot --hops 2 --out around",
        ],
        exitCodes: [0, 1, 64, 65, 66, 69, 73, 74, 75, 77, 78, 130],
        check: { session throws(PublishingError) in
            let settings = try session.settings()
            _ = try session.arguments.posterRequest(settings)
            _ = try session.arguments.posterSubject()
            _ = try session.arguments.rules(settings)
        },
        run: { session throws(PublishingError) in
            let out = try session.arguments.required(.out)
            let settings = try session.settings()
            let request = try session.arguments.posterRequest(settings)
            let subject = try session.arguments.posterSubject()
            let resources = try session.resources(settings)
            try checkOutput(out, .posters)
            let vault = try session.openVault()
            let made = try buildPosters(
                vault, request, of: subject, rules: session.arguments.rules(settings), to: out, resources: resources, session.context)
            return RunOutcome(made, command: "posters", out: out).saying(settings)
        })

    static let postersDiff = Command(
        words: ["posters", "diff"],
        synopsis: "OLD NEW [--out DIR] [options]",
        summary: "compare the graphs of two snapshots, as a list and as a poster",
        details: """
            Lists the pages that are new or gone, that are in another community, or whose number of links changed.
            Communities are matched by their pages, as their numbers change with every layout. With --out, the changes
            are drawn on the newer snapshot's map as well.
            """,
        operandCount: 2...2,
        options: [
            .out, .format, .size, .orientation, .dpi, .margin, .bleed, .lettering, .siteURL, .theme, .language, .settings, .tokenFile,
            .insecure, .jobs,
        ],
        examples: [
            "synapse-publish posters diff monday tuesday", "synapse-publish posters diff monday tuesday --format pdf --out changes",
        ],
        exitCodes: [0, 64, 65, 66, 69, 73, 74, 75, 77, 78, 130],
        run: { session throws(PublishingError) in
            let out = session.arguments.text(.out)
            let settings = try session.settings()
            let request = try session.arguments.posterRequest(settings)
            let resources = try session.resources(settings)
            if let out { try checkOutput(out, .posters) }
            let old = try session.openVault(session.arguments.operands[0])
            let new = try session.openVault(session.arguments.operands[1])
            let made = try comparePosters(
                old, new, request, rules: try session.arguments.rules(settings), to: out, resources: resources, session.context)
            var outcome = RunOutcome(summary: RunSummary(command: "posters diff"))
            if let publication = made.publication { outcome = RunOutcome(publication, command: "posters diff", out: out) }
            outcome.summary.vault = RunSummary.Vault(new.snapshot.manifest)
            outcome.summary.graph = made.difference
            outcome.lines = made.difference.lines.map(printable) + outcome.lines
            return outcome
        })
}

extension GraphDifference {
    /// `+` new, `-` gone, `>` in another community, `~` other number of links; then the links.
    fileprivate var lines: [String] {
        if isEmpty { return ["No difference"] }
        func name(_ community: String) -> String { community.isEmpty ? "none" : community }
        return added.map { "+ \($0.title) (\($0.path))" } + gone.map { "- \($0.title) (\($0.path))" }
            + moved.map { "> \($0.title): \(name($0.from)) -> \(name($0.to))" }
            + degrees.map { "~ \($0.title): \($0.from) -> \($0.to) links" }
            + ["\(count(linksAdded, "link")) more, \(count(linksGone, "link")) fewer"]
    }
}
