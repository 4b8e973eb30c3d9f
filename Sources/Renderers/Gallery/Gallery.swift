public import Markdown
public import Mustache
public import Site
public import Theme

/// Site → the gallery: a folder of its own in which a design owner looks at every screen, light beside dark.
///
/// - Parameters:
///   - read: gives the Markdown of a page by its vault path.
///   - text: turns one page's Markdown into HTML, as the site does.
///   - ledger: what was decided so far.
///   - siteFiles: the site's own files below `assets/`: the screens use its style sheet and fonts as they are.
public func galleryArtifacts(
    site: Site, read: @escaping @Sendable (_ path: String) throws -> [UInt8],
    text: @escaping @Sendable (_ page: MarkdownPage, _ out: inout [UInt8]) -> [MarkdownProblem],
    theme: Theme, siteFiles: [Artifact], assets: GalleryAssets, ledger: Ledger = Ledger()
) throws(TemplateError) -> [Artifact] {
    let styles = GalleryStyles(theme: theme, siteFiles: siteFiles, assets: assets)
    let layout = GalleryLayout(site: site, tokensHash: theme.fingerprint)
    let app = AppModels(site: site, theme: theme, body: PageBody(site: site, read: read, text: text).html)
    let proof = ProofSheet(layout: layout, theme: theme, styles: styles)
    let pages = ScreenPages(layout: layout, app: app, facts: proof.facts(screens: Catalogue.screens))
    let templates = assets.templates

    var artifacts = styles.artifacts()
    func add(_ path: String, _ template: String, _ model: @escaping @Sendable () throws -> Model) {
        artifacts.append(
            Artifact(
                path,
                .rendered {
                    var out: [UInt8] = []
                    try templates.render(template, .view(try model()), into: &out)
                    return Rendering(out)
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
    let tokens = TokenSheet(layout: layout, theme: theme, styles: styles)
    add("tokens.html", "gallery/tokens") { tokens.model() }
    let components = ComponentSheet(layout: layout, app: app)
    add("components.html", "gallery/components") { components.model() }
    add("proof.html", "gallery/proof") { proof.model() }
    let evidence = EvidenceMaker(app: app, theme: theme, styles: styles, assets: assets)
    let review = ReviewPage(layout: layout, pages: pages, ledger: ledger)
    add("review.html", "gallery/review") { review.model(try evidence.all()) }
    artifacts.append(
        Artifact(Evidence.fileName, .rendered { Rendering(try evidence.all().flatMap { try jsonLine($0) + [UInt8(ascii: "\n")] }) }))
    return artifacts.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
}

extension Screen {
    var template: String { "gallery/live/" + (id == "search" ? "wiki" : (Self.own.contains(id) ? id : "list")) }
    private static let own: Set<String> = ["home", "wiki", "reading", "graph", "chat"]

    /// Each state once in each theme; a device of another size shows a document that is there already.
    var documents: [(ScreenState, Appearance)] {
        states.filter { $0.form == nil }.flatMap { state in Appearance.allCases.map { (state, $0) } }
    }
}
