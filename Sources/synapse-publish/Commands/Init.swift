import Publishing

extension Command {
    static let initialize = Command(
        words: ["init"],
        synopsis: "[DIR] [options]",
        summary: "write a commented synapse-publish.yml",
        details: """
            Writes synapse-publish.yml to DIR (the working folder): every setting of a site, commented out, with what it
            is for. Put it into the vault, beside a snapshot, or where you call the program. A file that is there
            already is never overwritten. docs/configuration.md tells all about it.
            """,
        operandCount: 0...1,
        options: [],
        examples: ["synapse-publish init", "synapse-publish init notes"],
        exitCodes: [0, 64, 73, 74],
        run: { session throws(PublishingError) in
            let file = try writeSettingsTemplate(in: session.arguments.operands.first ?? ".")
            var outcome = RunOutcome(summary: RunSummary(command: "init"))
            outcome.summary.output = file
            outcome.lines = [printable("\(file): every setting is commented out; take the # away to use one")]
            return outcome
        })
}
