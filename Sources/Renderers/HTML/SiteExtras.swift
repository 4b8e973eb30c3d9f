import Mustache
public import Site

/// What the settings of a site add to its frame and its pages; without them everything is as usual.
public struct SiteExtras: Sendable {
    /// An entry of the rail.
    public enum NavigationItem: Sendable {
        case place(NavigationPlace)
        case page(PageIndex, label: String?)
        case link(href: String, label: String)
    }

    /// Words and links below every page.
    public struct Footer: Sendable {
        public var text: String
        public var links: [NavigationItem]

        public init(text: String, links: [NavigationItem] = []) {
            self.text = text
            self.links = links
        }
    }

    /// A script of the owner's on every page. It is a file of the site, as the policy has it.
    public struct Snippet: Sendable {
        public var script: [UInt8]
        /// Origins that it may send to, which the policy allows then: `https://stats.example.org`.
        public var hosts: [String]

        public init(script: [UInt8], hosts: [String] = []) {
            self.script = script
            self.hosts = hosts
        }
    }

    /// A link on each page to the same page elsewhere: in the live server, in a repository.
    public struct PageLink: Sendable {
        /// An address with `{path}`, `{id}`, `{title}` or `{address}` in it.
        public var pattern: String
        /// Nil for the site's own words.
        public var label: String?

        public init(pattern: String, label: String? = nil) {
            self.pattern = pattern
            self.label = label
        }

        /// What may stand in braces.
        public static let fields = ["path", "id", "title", "address"]
    }

    /// The rail's first list; empty for the usual one.
    public var navigation: [NavigationItem] = []
    public var footer: Footer?
    public var snippet: Snippet?
    public var pageLink: PageLink?

    public init() {}
}

/// A part of the site that navigation can lead to.
public enum NavigationPlace: String, Sendable, CaseIterable {
    case home, wiki, recent, graph, sources, domains, communities, tags, search

    /// Those that a site of this vault leads to where nothing else is said.
    static func usual(_ site: Site) -> [NavigationPlace] {
        [.home, .wiki, .recent, .graph] + (site.info.showsSources ? [.sources] : []) + (site.domains.isEmpty ? [] : [.domains])
            + (site.communities.isEmpty ? [] : [.communities])
    }

    var file: String { self == .home ? "index.html" : rawValue + ".html" }

    var word: Word {
        switch self {
        case .home: .home
        case .wiki: .wiki
        case .recent: .recent
        case .graph: .graph
        case .sources: .sources
        case .domains: .domains
        case .communities: .communities
        case .tags: .tags
        case .search: .search
        }
    }

    var glyph: String {
        switch self {
        case .recent: "clock"
        case .sources: "folder"
        case .domains, .tags: "tag"
        case .communities: "community"
        case .home, .wiki, .graph, .search: rawValue
        }
    }

    var place: Place {
        switch self {
        case .home: .home
        case .wiki: .wiki
        case .recent: .recent
        case .graph: .graph
        case .sources: .sources
        case .domains: .domains
        case .communities: .communities
        case .tags: .tags
        case .search: .search
        }
    }

    func count(_ site: Site) -> Int? {
        switch self {
        case .wiki: site.pages.count
        case .sources: site.sources.count
        case .domains: site.domains.count
        case .communities: site.communities.count
        case .home, .recent, .graph, .tags, .search: nil
        }
    }
}

extension ChromeMaker {
    func ownItem(_ entry: SiteExtras.NavigationItem, _ key: Chrome.Key) -> Fields {
        switch entry {
        case .place(let own): placeItem(own, key)
        case .page(let page, let label):
            item(
                key.root + Href.encode(site.pages[page].address), label ?? site.pages[page].title,
                glyph: theme.style(ofType: site.pages[page].type).glyph.rawValue)
        case .link(let href, let label): item(href, label, glyph: "external")
        }
    }

    func footer(_ key: Chrome.Key) -> Value {
        guard let footer = options.extras.footer else { return .flag(false) }
        return .view(
            Fields([
                (.label, Value(footer.text.isEmpty ? nil : footer.text)),
                (.files, .views(footer.links.map { ownItem($0, key) })),
            ]))
    }
}

extension SiteContext {
    /// Sources that readers are told of.
    var sourceCount: Int { site.info.showsSources ? site.sources.count : 0 }

    func pageLink(_ page: Page) -> Value {
        guard let link = options.extras.pageLink else { return .flag(false) }
        var href = link.pattern
        for (name, text) in [("path", page.path), ("id", page.id), ("title", page.title), ("address", page.address)] {
            href = href.replacing("{\(name)}", with: Href.encode(text))
        }
        return .view(Crumb(href: href, label: link.label ?? language.text(.pageElsewhere)))
    }
}
