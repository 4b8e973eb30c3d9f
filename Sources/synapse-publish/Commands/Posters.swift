import Graph
import Publishing

extension Command {
    static let posters = Command(
        words: ["posters"],
        synopsis: "[SOURCE] --out DIR [options]",
        summary: "draw the graph as posters",
        details: """
            Draws the vault's graph as the server laid it out, at three zoom tiers, light and dark: by default as PNG
            of 2048 pixels and as SVG.
            """,
        operandCount: 0...1,
        options: [
            .out, .tier, .format, .size, .dpi, .color, .theme, .language, .tokenFile, .insecure, .jobs, .strict, .report,
        ],
        examples: [
            "synapse-publish posters --out posters",
            "synapse-publish posters snapshot --tier overview --format svg --theme dark --out posters",
            "synapse-publish posters snapshot --tier detail --format png --size A2 --dpi 300 --out print",
        ],
        exitCodes: [0, 1, 64, 65, 66, 69, 73, 74, 75, 77, 78, 130],
        run: { session throws(PublishingError) in
            let out = try session.arguments.required(.out)
            let request = try session.arguments.posterRequest()
            let rules = try session.arguments.rules()
            try checkOutput(out, .posters)
            let vault = try session.openVault()
            let made = try buildPosters(vault, request, rules: rules, to: out, resources: session.resources(), session.context)
            return RunOutcome(made, command: "posters", out: out)
        })
}
