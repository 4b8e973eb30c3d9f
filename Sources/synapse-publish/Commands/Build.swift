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
            --shard I/N makes one of N parts of the site instead, for a job array; merge puts them together (docs/scale.md).

            synapse-publish.yml in the vault, beside SOURCE or in the working folder says what is published and how it
            looks (docs/configuration.md; synapse-publish init writes one). Flags go before it.
            """,
        operandCount: 0...1,
        options: [
            .out, .settings, .templates, .baseURL, .theme, .language, .noPosters, .noSearch, .noMarkdown, .previews, .compress, .offline,
            .mermaid,
            .pastStore, .historyNights, .historyVersions, .shard, .full, .verifyIncremental, .tokenFile, .insecure, .jobs,
            .strict, .report,
        ],
        examples: [
            "synapse-publish build --out site                         the sample vault",
            "synapse-publish build snapshot --out site --strict --report findings.json",
            "synapse-publish build snapshot --out site --store archive",
            "synapse-publish build snapshot --shard 3/8 --out parts/3",
            "synapse-publish build https://wiki.example.org --token-file token --out site",
        ],
        exitCodes: [0, 1, 64, 65, 66, 69, 73, 74, 75, 77, 78, 130],
        check: { session throws(PublishingError) in
            _ = try session.buildRequest()
            _ = try session.shard()
        },
        run: { session throws(PublishingError) in
            let out = try session.arguments.required(.out)
            let (request, resources) = try session.buildRequest()
            if let shard = try session.shard() { return try session.buildPart(shard, request, to: out, resources) }
            let memory = try session.memory(of: out, request, resources)
            let verifies = session.arguments.has(.verifyIncremental)
            if !verifies, let made = session.unchanged(memory) {
                return RunOutcome(made, command: "build", out: out).saying(request.settings)
            }
            try checkOutput(out, .site)
            let vault = try session.openVault()
            var context = session.context
            context.isLast = !session.isStep && !verifies
            context.makesAllAnew = session.arguments.has(.full)
            let made = try buildSite(vault, request, to: out, resources: resources, context, memory: memory)
            if verifies { try compareWithFullBuild(of: vault, request, at: out, resources: resources, context, memory) }
            return RunOutcome(made, command: "build", out: out).saying(request.settings)
        })
}

extension Option {
    fileprivate static let shard = Option(
        "shard", "I/N", "make the I-th of N parts, in any order, on any machine; merge makes the site of them")
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
        let recipe = try BuildRecipe(request, resources: resources, executable: Resources.executablePath())
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

    fileprivate func buildPart(
        _ shard: Shard, _ request: SiteRequest, to out: String, _ resources: Resources
    ) throws(PublishingError) -> RunOutcome {
        try checkOutput(out, .part)
        let vault = try openVault()
        var context = context
        context.isLast = !isStep
        let made = try Publishing.buildPart(vault, request, shard, to: out, resources: resources, context)
        var outcome = RunOutcome(made, command: "build", out: out)
        outcome.summary.shard = shard
        return outcome.saying(request.settings)
    }

    /// Nil for a whole site.
    fileprivate func shard() throws(PublishingError) -> Shard? {
        guard let text = arguments.text(.shard) else { return nil }
        guard !arguments.has(.verifyIncremental) else { throw usageError("--shard and --verify-incremental exclude each other") }
        guard !isStep else { throw usageError("--shard is for a build of its own, not for a step of a night") }
        guard let shard = Shard(text) else {
            throw usageError("--shard takes I/N with I from 1 to N and N up to \(Shard.most), such as 3/8, not '\(text)'")
        }
        if case .server = VaultSource(source) {
            throw usageError(
                "--shard does not take a server: its parts would be of different moments",
                advice: "Pull a snapshot first, and make all parts of that: synapse-publish pull URL --out snapshot")
        }
        return shard
    }
}
