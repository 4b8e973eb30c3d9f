import Gallery
import Graph
import HTML
import Markdown
import Mustache
import Packing
import Search
import Site
import Theme

/// What there is to render, and what is made of it afterwards.
struct Plan {
    var artifacts: [Artifact]
    /// How many artifacts, from the first, are the posters and their list.
    var posterCount = 0
    /// Has the pages as they are rendered.
    var search: SearchIndexBuilder?
    /// What readers' browsers keep, and the worker's code.
    var offline: (use: OfflineUse, code: [UInt8])?
    var codings: [ContentCoding] = []
    var memory: BuildMemory?

    /// The plan, of which nothing to render stays here.
    mutating func taken() -> Plan {
        defer { artifacts = [] }
        return self
    }

    var extras: OutputExtras {
        OutputExtras(
            later: search.map(LaterArtifacts.search), closing: offline.map { closingArtifacts($0.use, code: $0.code) }, codings: codings,
            memory: memory)
    }
}

/// The pages of a site and what they need. The posters are named in them and drawn by artifacts of their own; the search index is made
/// while the pages are rendered.
func pagePlan(
    of site: Site, _ vault: OpenVault, theme: Theme, request: SiteRequest, pictures: [Poster] = [], resources: Resources,
    _ context: RunContext, _ drafts: BlobFile? = nil, _ memory: BuildMemory? = nil
) throws(PublishingError) -> Plan {
    var options = SiteOptions(
        themes: themes(request.appearances), posters: pictures.compactMap(picture), rootPath: request.base?.path,
        origin: request.base?.origin, hasSearch: request.hasSearch)
    options.diagrams = request.mermaid.map { diagrams($0, context.interruption) }
    options.pictureOfPDF = pictureOfPDF(context.interruption)
    options.hasMarkdown = request.hasMarkdown
    options.offline = request.isPreview ? nil : request.offline
    let previews = previews(of: site, theme: theme, request.base?.origin == nil ? .none : request.previews)
    options.previews = previews.paths
    if let drafts { options.keptHTML = { drafts.read($0) } }
    let index = request.hasSearch ? SearchIndexBuilder(searchFrame(of: site, theme: theme), spool: drafts?.spool(memory)) : nil
    if let memory {
        options.pageMemory = PageMemory(
            fileHash: { vault.snapshot.hash(of: $0) },
            recall: { page in
                guard let index else { return true }
                return memory.digest(of: site.pages[page].path).map { index.add(page, encoded: $0) } ?? false
            })
    }
    options.extras = try request.settings.extras(of: site)
    let templates = try resources.templates()
    // The gallery is a design tool: nothing of it goes into a site. The viewer of tiles comes with them.
    let publicFiles = try resources.files(in: "public").filter { !$0.key.hasPrefix("gallery/") && !$0.key.hasPrefix("posters/") }
    var rendered: (@Sendable (PageIndex, [UInt8]) -> Void)?
    if let index, request.isPreview {
        // A page may be rendered again for a reader; the index has it once.
        rendered = { page, html in if Indexing.isOn { index.add(page, of: site, html: html) } }
    } else if let index, let memory {
        rendered = { page, html in
            index.add(page, of: site, html: html) { memory.keepDigest($0, of: site.pages[page].path) }
        }
    } else if let index {
        rendered = { page, html in index.add(page, of: site, html: html) }
    }
    let artifacts = try compiling(resources) { () throws(TemplateError) -> [Artifact] in
        try htmlArtifacts(
            site: site, read: { try vault.snapshot.text(of: $0) }, theme: theme,
            assets: SiteAssets(templates: templates, publicFiles: publicFiles), options: options,
            jobs: context.jobs, rendered: rendered)
    }
    var plan = Plan(artifacts: artifacts + previews.artifacts, codings: request.codings)
    plan.search = index
    plan.offline = options.offline.map { (use: $0, code: publicFiles[OfflineWorker.code($0)] ?? []) }
    return plan
}

extension LaterArtifacts {
    static func search(_ index: SearchIndexBuilder) -> LaterArtifacts {
        LaterArtifacts(name: "Making the search index") { index.artifacts(jobs: $0) }
    }
}

func closingArtifacts(_ use: OfflineUse, code: [UInt8]) -> ClosingArtifacts {
    { OfflineWorker(use, code: code, paths: $0, digest: $1).artifacts }
}

/// Whether what is being rendered on this thread is for the search index.
enum Indexing {
    @TaskLocal static var isOn = false
}

private func searchFrame(of site: Site, theme: Theme) -> SearchFrame {
    let types = typeLooks(of: site, theme: theme).map {
        SearchFrame.TypeLook(type: $0.type ?? "", label: $0.label, key: $0.key, glyph: $0.glyph)
    }
    return SearchFrame(types: types, words: searchWords(of: site))
}

/// The gallery's pages. Its screens use the site's own style sheet and fonts.
func galleryPlan(
    of site: Site, _ vault: OpenVault, theme: Theme, resources: Resources, review: ReviewMaterial, request: GalleryRequest,
    _ interruption: Interruption
) throws(PublishingError) -> [Artifact] {
    let templates = try resources.templates(gallery: true)
    let publicFiles = try resources.files(in: "public").filter { !$0.key.hasPrefix("posters/") }
    let pictures = posters(of: site, theme: theme, request: PosterRequest(formats: [.png]))
    return try compiling(resources) { () throws(TemplateError) in
        let shared = try SiteAssets(templates: templates.filter { !$0.key.contains("/") }, publicFiles: publicFiles)
        let pages = try galleryArtifacts(
            site: site, read: { try vault.snapshot.text(of: $0) }, text: textRenderer(request.mermaid.map { diagrams($0, interruption) }),
            theme: theme,
            siteFiles: siteAssets(theme: theme, assets: shared),
            assets: GalleryAssets(templates: templates, publicFiles: publicFiles),
            posters: galleryPosters(pictures.posters), review: review, data: request.data)
        // Posters first: each costs what hundreds of pages do.
        return pictures.artifacts + pages
    }
}

private func galleryPosters(_ posters: [Poster]) -> [GalleryPoster] {
    Tier.allCases.compactMap { tier in
        guard let light = posters.first(where: { $0.tier == tier && $0.appearance == .light }),
            let dark = posters.first(where: { $0.tier == tier && $0.appearance == .dark })
        else { return nil }
        let note =
            switch tier.rawValue {
            case "overview": "From afar: communities as regions, the great hubs by name."
            case "regions": "Nearer: pages of second rank, links told apart."
            default: "Close by: every page that has room is named."
            }
        return GalleryPoster(
            title: tier.rawValue.prefix(1).uppercased() + tier.rawValue.dropFirst(), note: note, light: light.path, dark: dark.path,
            width: light.width, height: light.height)
    }
}

private func diagrams(_ line: String, _ interruption: Interruption) -> DiagramMaker {
    let command = ExternalCommand(line: line, interruption: interruption)
    return DiagramMaker { text in
        switch command.run(text) {
        case .answer(let svg): .svg(svg)
        case .failure(let reason): .failure(reason)
        }
    }
}

/// By poppler's program where the machine has it: a first page as PNG, at most 800 px wide and high.
private func pictureOfPDF(_ interruption: Interruption) -> SiteOptions.PictureMaker {
    let line = "command -v pdftoppm >/dev/null || exit 0; exec pdftoppm -q -png -singlefile -f 1 -l 1 -scale-to 800 -"
    let command = ExternalCommand(line: line, interruption: interruption, secondsAllowed: 20)
    return { pdf in
        guard case .answer(let png) = command.run(pdf), !png.isEmpty else { return nil }
        return png
    }
}

private func textRenderer(_ diagrams: DiagramMaker?) -> @Sendable (_ page: MarkdownPage, _ out: inout [UInt8]) -> [MarkdownProblem] {
    { page, out in
        var options = MarkdownOptions()
        options.diagrams = diagrams
        return MarkdownRenderer(options: options).render(page, into: &out)
    }
}

private func themes(_ appearances: [Appearance]) -> SiteOptions.Themes {
    appearances.count == 1 ? .pinned(appearances[0]) : .both
}

/// Pages show the tiers that the site's renderer knows.
private func picture(_ poster: Poster) -> PosterImage? {
    PosterImage.Tier(rawValue: poster.tier.rawValue).map {
        PosterImage(tier: $0, appearance: poster.appearance, path: poster.path, width: poster.width, height: poster.height)
    }
}

private func compiling<Value>(_ resources: Resources, _ body: () throws(TemplateError) -> Value) throws(PublishingError) -> Value {
    do throws(TemplateError) {
        return try body()
    } catch {
        throw PublishingError(
            .configuration, error.message, at: resources.place(of: error.file) + (error.line > 0 ? ":\(error.line)" : ""),
            advice: "Mend the template, or take the one that came with the program; docs/templates.md names what there is")
    }
}
