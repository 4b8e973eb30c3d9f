import Publishing
import Site
import Snapshot

extension Command {
    static let check = Command(
        words: ["check"],
        synopsis: "[SOURCE] [options]",
        summary: "list the vault's findings without making anything",
        details: """
            Lists what a person should know of the vault: links that lead nowhere or to two pages, pages without title
            or type, frontmatter that cannot be read, graph edges without a page, and more. What only shows while
            pages are rendered is listed too. Pages that others name without a link are no findings: they are counted
            apart, and listed with --mentions. With --json also every link with the rule that led it and the pages that
            it could have meant.
            """,
        operandCount: 0...1,
        options: [.baseline, .mentions, .settings, .templates, .language, .mermaid, .tokenFile, .insecure, .jobs, .strict, .report],
        examples: [
            "synapse-publish check snapshot",
            "synapse-publish check snapshot --strict --verbose",
            "synapse-publish check snapshot --mentions",
            "synapse-publish check snapshot --json --quiet --report findings.json",
            "synapse-publish check snapshot --baseline findings.json",
        ],
        exitCodes: [0, 1, 64, 65, 66, 69, 74, 75, 77, 78, 130],
        check: { session throws(PublishingError) in
            _ = try session.arguments.rules(session.settings())
            _ = try session.baseline()
        },
        run: { session throws(PublishingError) in
            let settings = try session.settings()
            let rules = try session.arguments.rules(settings)
            let resources = try session.resources(settings)
            let baseline = try session.baseline()
            let vault = try session.openVault()
            let checked = try checkVault(
                vault, rules: rules, settings: settings, mermaid: session.arguments.text(.mermaid), resources: resources, session.context)
            var outcome = RunOutcome(checked, command: "check", out: nil)
            if let baseline {
                outcome.baseline = baseline
                outcome.lines.append("\(count(checked.findings.new(since: baseline).all.count, "finding")) not in the baseline")
            }
            // The links are read anew, which a quiet run has no use for.
            if session.arguments.has(.json) {
                let links = VaultLinks(vault.snapshot, selection: settings.selection, jobs: session.context.jobs)
                outcome.summary.links = links.links
                outcome.summary.unlinkedMentions = links.mentions
            } else if !session.arguments.has(.quiet) {
                let links = VaultLinks(vault.snapshot, selection: settings.selection, jobs: session.context.jobs)
                outcome.lines += mentionLines(links.mentions, isList: session.arguments.has(.mentions))
            }
            return outcome
        })

    private static func mentionLines(_ mentions: [UnlinkedMentions], isList: Bool) -> [String] {
        let places = mentions.reduce(0) { $0 + $1.namedBy.count }
        if places == 0 { return ["No page is named by another without a link"] }
        let sum = "\(count(mentions.count, "page")) named without a link, in \(count(places, "place"))"
        if !isList { return [sum + " (--mentions lists them)"] }
        return [sum]
            + mentions.flatMap { page in
                [printable("\(page.page) (\(page.title))")] + page.namedBy.map { printable("    named on \($0)") }
            }
    }
}

extension Session {
    fileprivate func baseline() throws(PublishingError) -> FindingsList? {
        try arguments.text(.baseline).map { path throws(PublishingError) in try FindingsList(reportAt: path) }
    }
}
