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
            A site that is built again keeps the files that would be the same, and is not touched where nothing has
            changed; the files are the ones that --full makes. What it needs for that lies in the cache, not in DIR.
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
            .pastStore, .historyNights, .historyVersions, .full, .verifyIncremental, .tokenFile, .insecure, .jobs, .strict, .report,
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
            let memory = try session.memory(of: out, request, resources)
            let verifies = session.arguments.has(.verifyIncremental)
            if !verifies, let made = session.unchanged(memory) {
                return RunOutcome(made, command: "build", out: out).saying(request.settings)
            }
            try checkOutput(out, .site)
            let vault = try session.openVault()
            var context = session.context
            context.isLast = !session.isStep && !verifies
            let made = try buildSite(vault, request, to: out, resources: resources, context, memory: memory)
            if verifies { try compareWithFullBuild(of: vault, request, at: out, resources: resources, context, memory) }
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

    /// What an earlier build left. A command that draws diagrams may answer otherwise each time: then nothing is kept.
    fileprivate func memory(of out: String, _ request: SiteRequest, _ resources: Resources) throws(PublishingError) -> BuildMemory? {
        guard request.mermaid == nil else { return nil }
        let aside: [Option] = [.out, .jobs, .strict, .report, .full, .verifyIncremental, .tokenFile, .insecure] + Option.output
        let names = Set(arguments.values.keys).subtracting(aside.map(\.name)).sorted()
        let recipe = try BuildRecipe(
            words: [version] + names.flatMap { [$0, arguments.values[$0] ?? ""] }, settings: request.settings, history: request.history,
            resources: resources, executable: Resources.executablePath())
        return BuildMemory(of: out, recipe: recipe, forgetting: arguments.has(.full))
    }

    /// What the last build said, where this one would only repeat it.
    fileprivate func unchanged(_ memory: BuildMemory?) -> Publication? {
        let folder: String? =
            switch VaultSource(source) {
            case .folder(let path): path
            case .sample: try? resources().sampleSnapshot
            case .server, .vault: nil
            }
        guard let memory, let folder, let made = memory.unchanged(folder, needsHash: context.hashesOutput) else { return nil }
        return made.vault.consistent || !arguments.has(.strict) ? made : nil
    }
}
