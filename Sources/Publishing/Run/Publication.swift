public import Gallery
public import Graph
public import HTML
public import Packing
public import Site
public import Snapshot
public import Theme

/// What to make of a vault as a website.
public struct SiteRequest: Sendable {
    public var rules: SiteRules
    /// One pins the theme; both follow the reader's system.
    public var appearances: [Appearance]
    /// Nil for a site without posters.
    public var posters: PosterRequest?
    public var hasSearch: Bool
    /// Whether each page's text lies beside it as Markdown.
    public var hasMarkdown = true
    /// Pictures for where pages' addresses are shared; without `base` there are none, for they are named by their whole address.
    public var previews = PreviewPictures.groups
    /// How files are packed beside their originals.
    public var codings: [ContentCoding] = []
    /// What readers' browsers keep for when there is no network; nil for nothing.
    public var offline: OfflineUse?
    /// Where the site will be served, where that is known.
    public var base: BaseURL?
    /// A command that reads a Mermaid diagram and writes SVG; nil shows diagrams as code.
    public var mermaid: String?
    /// What a settings file adds; what flags decide is in the fields above.
    public var settings = SiteSettings()
    /// Whether pages are rendered when they are asked for, some more than once.
    var isPreview = false
    /// Nil for a site that knows of today alone.
    public var history: HistoryRequest?

    public init(
        rules: SiteRules = SiteRules(), appearances: [Appearance] = Appearance.allCases, posters: PosterRequest? = PosterRequest(),
        hasSearch: Bool = true, base: BaseURL? = nil
    ) {
        self.rules = rules
        self.appearances = appearances
        self.posters = posters
        self.hasSearch = hasSearch
        self.base = base
    }
}

/// What a run made of a vault.
public struct Publication: Sendable {
    public var vault: Manifest
    /// Pages and source files that are published.
    public var pages: Int
    public var sources: Int
    /// Nil where nothing was written.
    public var published: Published?
    /// Of the vault, the site and the rendering.
    public var findings: FindingsList
    /// Whether all was as an earlier build left it, so that nothing was done.
    public var isUnchanged = false
}

/// Whether an output of this kind may go to `path`: to be asked before a vault is read, which may take long.
public func checkOutput(_ path: String, _ kind: OutputKind) throws(PublishingError) { _ = try OutputPlace(path, for: kind) }

/// Makes the website of a vault and puts it at `path`.
///
/// - Parameter memory: what an earlier build of the same output left; what it tells is not made again, and the output is the same.
public func buildSite(
    _ vault: OpenVault, _ request: SiteRequest, to path: String, resources: Resources, _ context: RunContext, memory: BuildMemory? = nil
) throws(PublishingError) -> Publication {
    let context = context.building(pages: vault.snapshot.pages.count)
    let theme = try resources.theme()
    let drafts = BlobFile()
    // What is remembered is read as drafts are: where no file can be made for these, the build is a whole one.
    let memory = drafts == nil ? nil : memory
    let past = try request.history.map { (history) throws(PublishingError) in try openPast(history, of: vault.snapshot) }
    memory?.recognise(vault.snapshot, jobs: context.jobs)
    let site = try readSite(
        vault, request.rules, context, drafts?.drafting(request.rules, hasDiagrams: request.mermaid != nil), spool: drafts?.spool(memory),
        past: past, memory: memory?.readings)
    var plan = try sitePlan(of: site, vault, request, theme, resources, context, drafts, memory)
    plan.memory = memory
    // What a large build has rendered goes before its index is made, which needs the room.
    if context.isLast { leaveToTheSystem(site: site, plan: context.savesMemory ? nil : plan, drafts: drafts) }
    let made = try make(plan.taken(), of: site, vault, as: .site, to: path, resources, context)
    memory?.commit(made, of: vault.snapshot, jobs: context.jobs)
    return made
}

func leaveToTheSystem(site: Site, plan: Plan?, drafts: BlobFile?) {
    _ = Unmanaged.passRetained(LeftToTheSystem(site: site, plan: plan, drafts: drafts))
}

/// What is never released.
private final class LeftToTheSystem {
    let site: Site
    let plan: Plan?
    let drafts: BlobFile?

    init(site: Site, plan: Plan?, drafts: BlobFile?) { (self.site, self.plan, self.drafts) = (site, plan, drafts) }
}

/// What a gallery is made with.
public struct GalleryRequest: Sendable {
    public var rules: SiteRules
    /// The project's ledger; approved pictures and evidence lie beside it. It need not be there.
    public var ledger: String
    public var data: GalleryData
    /// Nil for live documents only.
    public var capture: CaptureRequest?
    /// As in `SiteRequest`.
    public var mermaid: String?

    public init(rules: SiteRules = SiteRules(), ledger: String = Ledger.fileName, data: GalleryData = .mock, capture: CaptureRequest? = nil)
    {
        self.rules = rules
        self.ledger = ledger
        self.data = data
        self.capture = capture
    }
}

/// Makes the gallery of screens and puts it at `path`.
public func buildGallery(
    _ vault: OpenVault, _ request: GalleryRequest, to path: String, resources: Resources, _ context: RunContext
) throws(PublishingError) -> Publication {
    let theme = try resources.theme()
    var review = try reviewMaterial(request)
    let site = try readSite(vault, request.rules, context)
    func plan() throws(PublishingError) -> [Artifact] {
        try galleryPlan(of: site, vault, theme: theme, resources: resources, review: review, request: request, context.interruption)
    }
    if let capture = request.capture {
        let taken = try takePictures(of: try plan(), capture, theme: theme, reading: files(of: vault, resources), context)
        try review.add(taken, approved: ApprovedStore(beside: request.ledger), theme: theme, context)
    }
    return try make(Plan(artifacts: try plan()), of: site, vault, as: .gallery, to: path, resources, context)
}

/// Everything that `buildSite` notices, without writing anything.
public func checkVault(
    _ vault: OpenVault, rules: SiteRules, settings: SiteSettings = SiteSettings(), mermaid: String? = nil, resources: Resources,
    _ context: RunContext
) throws(PublishingError) -> Publication {
    let theme = try resources.theme()
    let drafts = BlobFile()
    let site = try readSite(vault, rules, context, drafts?.drafting(rules, hasDiagrams: mermaid != nil), spool: drafts?.spool(nil))
    var request = SiteRequest(rules: rules, posters: nil, hasSearch: false)
    request.settings = settings
    request.mermaid = mermaid
    let plan = try sitePlan(of: site, vault, request, theme, resources, context, drafts)
    let noticed = render(plan.artifacts, reading: files(of: vault, resources), context, into: RenderTarget { _, _ in nil })
    try vault.throwIfDamaged()
    return Publication(
        vault: vault.snapshot.manifest, pages: site.pages.count, sources: site.sources.count, published: nil,
        findings: FindingsList(site.findings + noticed.findings + noticed.failures))
}

func readSite(
    _ vault: OpenVault, _ rules: SiteRules, _ context: RunContext, _ drafting: PageDrafting? = nil, spool: TextSpool? = nil,
    past: VaultPast? = nil, memory: ReadingMemory? = nil
) throws(PublishingError) -> Site {
    context.progress.begin("Reading \(vault.snapshot.pages.count) pages", 0)
    let site = makeSite(
        vault.snapshot, rules: rules, jobs: context.jobs, drafting: drafting, spool: spool, past: past, memory: memory)
    try vault.throwIfDamaged()
    return site
}

/// Posters first: each costs what hundreds of pages do, and the threads should not end with one of them.
func sitePlan(
    of site: Site, _ vault: OpenVault, _ request: SiteRequest, _ theme: Theme, _ resources: Resources,
    _ context: RunContext, _ drafts: BlobFile?, _ memory: BuildMemory? = nil
) throws(PublishingError) -> Plan {
    var pictures: (posters: [Poster], artifacts: [Artifact]) = ([], [])
    if var wanted = request.posters {
        wanted.appearances = request.appearances
        pictures = posters(of: site, theme: theme, request: wanted)
    }
    var plan = try pagePlan(
        of: site, vault, theme: theme, request: request, pictures: pictures.posters, resources: resources, context, drafts, memory)
    plan.artifacts = pictures.artifacts + plan.artifacts
    plan.posterCount = pictures.artifacts.count
    return plan
}

func files(of vault: OpenVault, _ resources: Resources) -> FileReader {
    FileReader(vaultFile: { try vault.snapshot.read($0) }, publicFile: { try resources.publicFile($0) })
}

func make(
    _ plan: consuming Plan, of site: Site, _ vault: OpenVault, as kind: OutputKind, to path: String, _ resources: Resources,
    _ context: RunContext
) throws(PublishingError) -> Publication {
    let published: Published
    let extras = plan.extras
    var artifacts: [Artifact] = []
    swap(&artifacts, &plan.artifacts)
    do throws(PublishingError) {
        published = try publish(
            consume artifacts, as: kind, to: path, reading: files(of: vault, resources), context,
            extras, beforeCommit: vault.throwIfDamaged)
    } catch {
        throw error.adding(site.findings)
    }
    return Publication(
        vault: vault.snapshot.manifest, pages: site.pages.count, sources: site.sources.count, published: published,
        findings: FindingsList(site.findings + published.findings))
}
