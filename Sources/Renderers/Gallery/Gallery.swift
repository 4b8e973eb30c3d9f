public import Markdown
public import Mustache
public import Site
public import Theme

/// Site → the gallery: a folder of its own in which a design owner looks at every screen, light beside dark.
///
/// - Parameters:
///   - read: gives the Markdown of a page by its vault path.
///   - text: turns one page's Markdown into HTML, as the site does.
///   - posters: pictures that lie in the gallery beside what is made here.
///   - review: what was decided so far, the pictures that were taken, and what they are compared with.
///   - data: what fills the screens that a snapshot does not know.
///   - siteFiles: the site's own files below `assets/`: the screens use its style sheet and fonts as they are.
public func galleryArtifacts(
    site: Site, read: @escaping @Sendable (_ path: String) throws -> [UInt8],
    text: @escaping @Sendable (_ page: MarkdownPage, _ out: inout [UInt8]) -> [MarkdownProblem],
    theme: Theme, siteFiles: [Artifact], assets: GalleryAssets, posters: [GalleryPoster] = [],
    review material: ReviewMaterial = ReviewMaterial(), data: GalleryData = .mock
) throws(TemplateError) -> [Artifact] {
    let styles = GalleryStyles(theme: theme, siteFiles: siteFiles, assets: assets)
    let layout = GalleryLayout(site: site, tokensHash: theme.fingerprint)
    let app = AppModels(site: site, theme: theme, data: data, body: PageBody(site: site, read: read, text: text).html)
    let evidence = EvidenceMaker(app: app, theme: theme, styles: styles, assets: assets, pictures: material.pictures)
    let proof = ProofSheet(layout: layout, theme: theme, styles: styles, material: material)
    let pages = ScreenPages(layout: layout, app: app, facts: proof.facts(screens: Catalogue.screens))
    let templates = assets.templates

    var artifacts = styles.artifacts()
    func add(_ path: String, _ template: String, _ model: @escaping @Sendable () throws -> Model) {
        artifacts.append(
            Artifact(
                path,
                .rendered {
                    Rendering(try templates.render(template, .view(try model())))
                }))
    }
    add("index.html", "gallery/index") { pages.index() }
    for screen in Catalogue.screens {
        add("screens/\(screen.id).html", "gallery/screen") { pages.page(screen) }
        for (state, appearance) in screen.documents {
            let request = AppModels.Request(screen: screen, state: state, appearance: appearance)
            add(screen.livePath(state, appearance.rawValue), screen.template) { app.document(request) }
        }
    }
    let posterPage = PosterPage(layout: layout, posters: posters)
    add("posters.html", "gallery/posters") { posterPage.model() }
    let tokens = TokenSheet(layout: layout, theme: theme, styles: styles)
    add("tokens.html", "gallery/tokens") { tokens.model() }
    let components = ComponentSheet(layout: layout, app: app)
    add("components.html", "gallery/components") { components.model() }
    add("proof.html", "gallery/proof") { proof.model(try evidence.all()) }
    let review = ReviewPage(layout: layout, pages: pages, material: material)
    let all = { @Sendable in try evidence.all() + material.matters.map(\.evidence) }
    add("review.html", "gallery/review") { review.model(try all()) }
    artifacts.append(
        Artifact(Evidence.fileName, .rendered { Rendering(try all().flatMap { try jsonLine($0) + [UInt8(ascii: "\n")] }) }))
    let facts = GalleryFacts(
        title: site.info.title, dataVersion: site.info.dataVersion, date: site.info.date?.description ?? "", tokens: theme.fingerprint,
        camera: material.camera)
    artifacts.append(Artifact(GalleryFacts.fileName, .rendered { Rendering(try jsonLine(facts) + [UInt8(ascii: "\n")]) }))
    artifacts += material.files
    return artifacts.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
}

/// The live documents alone, with what they load: what pictures are taken of.
public func galleryDocuments(_ artifacts: [Artifact]) -> [Artifact] {
    artifacts.filter { $0.path.hasPrefix("live/") || $0.path.hasPrefix("assets/") }
}

extension ReviewMaterial {
    /// Pictures, those before them, what differs, and what was attached to matters.
    fileprivate var files: [Artifact] {
        var files = pictures.map { Artifact("pictures/\($0.key).png", .bytes($0.value)) }
        for (name, change) in changes {
            files.append(Artifact("before/\(name).png", .bytes(change.before)))
            if let mask = change.mask { files.append(Artifact("mask/\(name).png", .bytes(mask))) }
        }
        for matter in matters { files += matter.attachments.map { Artifact(matter.path(of: $0), .bytes($0.bytes)) } }
        return files
    }
}

extension Screen {
    var template: String { "gallery/live/" + (id == "search" ? "wiki" : (Self.own.contains(id) ? id : "list")) }
    private static let own: Set<String> = ["home", "wiki", "reading", "graph", "chat"]

    /// Each state once in each theme; a device of another size shows a document that is there already.
    var documents: [(ScreenState, Appearance)] {
        states.filter { $0.form == nil }.flatMap { state in Appearance.allCases.map { (state, $0) } }
    }
}
