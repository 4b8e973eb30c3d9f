import Publishing

extension Command {
    static let check = Command(
        words: ["check"],
        synopsis: "[SOURCE] [options]",
        summary: "list the vault's findings without making anything",
        details: """
            Lists what a person should know of the vault: links that lead nowhere or to two pages, pages without title
            or type, frontmatter that cannot be read, graph edges without a page, and more. What only shows while
            pages are rendered is listed too.
            """,
        operandCount: 0...1,
        options: [.language, .tokenFile, .insecure, .jobs, .strict, .report],
        examples: [
            "synapse-publish check snapshot",
            "synapse-publish check snapshot --strict --verbose",
            "synapse-publish check snapshot --json --quiet --report findings.json",
        ],
        exitCodes: [0, 1, 64, 65, 66, 69, 74, 75, 77, 78, 130],
        run: { session throws(PublishingError) in
            let rules = try session.arguments.rules()
            let vault = try session.openVault()
            let checked = try checkVault(vault, rules: rules, resources: session.resources(), session.context)
            return RunOutcome(checked, command: "check", out: nil)
        })
}
