import Publishing

extension Command {
    static let build = Command(
        words: ["build"],
        synopsis: "[SOURCE] --out DIR [options]",
        summary: "make the site with its posters",
        details: """
            Makes a website of a vault, light and dark, with its graph posters. DIR is the web root. It is written
            beside its place and swapped in as a whole; until then, and when the run fails, the previous site stays.
            With --store the site has a past: each page its earlier versions with what changed from one to the next,
            whole nights, time maps (RFC 7089) and a timeline. Of what is not published today it shows nothing.
            --compress lays page.html.gz and page.html.br beside page.html, for servers that send files that are packed
            already (docs/hosting.md). --offline adds a service worker, which no site has unless it is asked for: readers'
            browsers keep the pages that were read (visited) or every page (all); remove takes it back.

            synapse-publish.yml in the vault, beside SOURCE or in the working folder says what is published and how it
            looks (docs/configuration.md; synapse-publish init writes one). Flags go before it.
            """,
        operandCount: 0...1,
        options: [
            .out, .settings, .templates, .baseURL, .theme, .language, .noPosters, .noSearch, .noMarkdown, .previews, .compress, .offline,
            .mermaid,
            .pastStore, .historyNights, .historyVersions, .tokenFile, .insecure, .jobs, .strict, .report,
        ],
        examples: [
            "synapse-publish build --out site                         the sample vault",
            "synapse-publish build snapshot --out site --strict --report findings.json",
            "synapse-publish build snapshot --out site --store archive",
            "synapse-publish build https://wiki.example.org --token-file token --out site",
        ],
        exitCodes: [0, 1, 64, 65, 66, 69, 73, 74, 75, 77, 78, 130],
        check: { session throws(PublishingError) in _ = try session.buildRequest() },
        run: { session throws(PublishingError) in
            let out = try session.arguments.required(.out)
            let (request, resources) = try session.buildRequest()
            try checkOutput(out, .site)
            let vault = try session.openVault()
            var context = session.context
            context.isLast = !session.isStep
            let made = try buildSite(vault, request, to: out, resources: resources, context)
            return RunOutcome(made, command: "build", out: out).saying(request.settings)
        })
}

extension Session {
    fileprivate func buildRequest() throws(PublishingError) -> (SiteRequest, Resources) {
        let settings = try settings()
        var request = try siteRequest(settings)
        request.previews = try arguments.previews(settings)
        request.codings = try arguments.codings(settings)
        request.offline = try arguments.offline(settings)
        request.history = try arguments.history(settings)
        return (request, try resources(settings))
    }
}
