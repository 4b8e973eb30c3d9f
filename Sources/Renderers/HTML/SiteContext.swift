import Markdown
import Mustache
import Site
import Snapshot
import Theme

/// What all pages of a site share, computed once and only read afterwards.
final class SiteContext: Sendable {
    let site: Site
    let theme: Theme
    let templates: TemplateSet
    let options: SiteOptions
    let language: Language
    /// `ltr` or `rtl`: of the site's own words.
    let direction: String
    let words: WordsView
    /// Page by page: percent-encoded address, title, index of its type in `site.types`, and how many pages it is linked with.
    let hrefs: [String]
    let titles: [String]
    let typeOfPage: [Int]
    let connections: [Int]
    let rowTexts: RowTexts
    let sourceHrefs: [String]
    /// Type by type, as in `site.types`.
    let looks: [Look]
    let domainByName: [String: Int]
    let communityByID: [Int: Int]
    let tags: [Tag]
    /// Percent-encoded addresses of the tags' pages, by name in lowercase.
    let tagHrefs: [String: String]
    let markdown: MarkdownOptions
    /// Earlier versions of the pages that have some.
    let versionCounts: [PageIndex: Int]
    let files: AssetFiles
    private let chromeMaker: ChromeMaker
    /// What frames the site's pages.
    let frames: [Chrome.Key: Chrome]

    /// - Parameter jobs: threads at most.
    init(site: Site, theme: Theme, assets: SiteAssets, options: SiteOptions, jobs: Int) throws(TemplateError) {
        self.site = site
        self.theme = theme
        self.options = options
        direction = Language.direction(site.info.language)
        words = WordsView(Language.named(site.info.language))
        templates = assets.templates.binding("words", to: words)
        language = Language.named(site.info.language)
        var typeOfPage = [Int](repeating: 0, count: site.pages.count)
        for (index, group) in site.types.enumerated() {
            for page in group.pages { typeOfPage[page] = index }
        }
        self.typeOfPage = typeOfPage
        looks = site.types.map { [language] in Look($0, theme: theme, language: language) }
        let (files, tables) = inParallel(jobs: jobs) {
            AssetFiles(theme: theme, assets: assets, options: options, hasHistory: site.history != nil)
        } _: { [looks, language] in
            PageTables(site, looks, language)
        }
        self.files = files
        (hrefs, titles, sourceHrefs, connections) = (tables.hrefs, tables.titles, tables.sourceHrefs, tables.connections)
        rowTexts = tables.rowTexts
        domainByName = Dictionary(site.domains.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        communityByID = Dictionary(site.communities.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        tags = Tag.all(of: site)
        tagHrefs = Dictionary(tags.map { ($0.key, Href.encode($0.address)) }, uniquingKeysWith: { first, _ in first })
        var markdown = MarkdownOptions(language)
        markdown.diagrams = options.diagrams
        self.markdown = markdown
        let histories = site.history?.pages.map { ($0.page, $0.versions.count) } ?? []
        versionCounts = Dictionary(histories, uniquingKeysWith: { first, _ in first })
        chromeMaker = ChromeMaker(
            site: site, theme: theme, templates: templates, options: options, files: files, language: language, words: words,
            looks: looks)
        frames = try chromeMaker.all(jobs: jobs)
    }

    func chrome(_ key: Chrome.Key) throws(TemplateError) -> Chrome {
        if let known = frames[key] { known } else { try chromeMaker.chrome(key) }
    }

    func title(of page: PageIndex) -> String { titles[page] }

    /// How a page's type looks; an empty vault has none.
    func look(of page: PageIndex) -> Look { looks[typeOfPage[page]] }

    func count(_ number: Int, _ noun: Counted) -> String { language.counted(number, noun) }
}

/// What is told of pages wherever they are named, page by page.
private struct PageTables: Sendable {
    let hrefs: [String]
    let titles: [String]
    let sourceHrefs: [String]
    let connections: [Int]
    let rowTexts: RowTexts

    init(_ site: Site, _ looks: [Look], _ language: Language) {
        hrefs = site.pages.map { Href.encode($0.address) }
        titles = site.pages.map(\.title)
        sourceHrefs = site.sources.map { Href.encode($0.address) }
        connections = Self.connections(site.pages)
        rowTexts = RowTexts(
            titles: titles, hrefs: hrefs, numbers: connections, dates: site.pages.map(\.updated), looks: looks,
            counts: zip(site.pages, connections).map { language.counts(sources: $0.sources.count, links: $1) })
    }

    /// Page by page: how many pages it links to or is linked from, each counted once.
    private static func connections(_ pages: [Page]) -> [Int] {
        // Who was last seen beside a page: no sorting, no set.
        var seen = [PageIndex](repeating: -1, count: pages.count)
        return pages.indices.map { page in
            var count = 0
            func note(_ other: PageIndex) {
                if seen[other] != page { count += 1 }
                seen[other] = page
            }
            for link in pages[page].links {
                switch link {
                case .page(let other, _), .embed(let other, _): note(other)
                default: break
                }
            }
            for link in pages[page].backlinks where link.origin != .frontmatter { note(link.page) }
            return count
        }
    }
}

/// A page type as readers see it. A class: rows ask for it often, and one count is cheaper to keep than five strings'.
final class Look: Sendable {
    /// Its name in the vault, lowercase; empty for pages without one.
    let id: String
    /// Class of its colour: `concept`.
    let key: String
    /// Class of its glyph.
    let glyph: String
    let singular: String
    let plural: String
    /// Percent-encoded address of its index.
    let href: String
    let count: Int

    init(_ group: TypeGroup, theme: Theme, language: Language) {
        let style = theme.style(ofType: group.type)
        id = group.type ?? ""
        key = style.key
        glyph = style.glyph.rawValue
        singular = language.typeName(group.type, false)
        plural = language.typeName(group.type, true)
        href = Href.encode(group.address)
        count = group.pages.count
    }
}

/// The part of the site that a page belongs to: what navigation marks as current.
enum Place: Hashable, Sendable {
    case home, wiki, graph, sources, domains, communities, tags, recent, search, timeline, nowhere
    /// What was on earlier nights: a frame without figures.
    case past
    /// Index into `Site.types`.
    case type(Int)
}
