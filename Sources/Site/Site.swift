public import Markdown
public import Snapshot

/// Everything that will be published and how it hangs together: facts, not documents. Pure; complete when made.
///
/// Only what is public is in it: a private page has no entry, no node, no count, no link target.
public struct Site: Sendable {
    public var info: SiteInfo
    /// Published pages, sorted by the bytes of their vault path. A `PageIndex` is a position in this array.
    public var pages: [Page]
    /// Published source files, sorted by the bytes of their vault path.
    public var sources: [Source]
    /// Page types that the vault has, in the brand's order, then by name.
    public var types: [TypeGroup]
    /// Domains with their pages, most pages first.
    public var domains: [Group]
    /// Communities of the graph with two or more published pages, in the server's order.
    public var communities: [CommunityGroup]
    public var graph: SiteGraph
    /// Addresses of aliases that lead to their pages, by page, in the order written.
    public var redirects: [Redirect] = []
    /// What backlinks show.
    public var sentences: SentenceText
    /// Sorted. Findings of the snapshot and of the Markdown included.
    public var findings: [Finding]
    /// Of earlier nights, where these were given and something was another.
    public var history: SiteHistory?

    public init(
        info: SiteInfo, pages: [Page], sources: [Source] = [], types: [TypeGroup] = [], domains: [Group] = [],
        communities: [CommunityGroup] = [],
        graph: SiteGraph = SiteGraph(), sentences: SentenceText = SentenceText(), findings: [Finding] = []
    ) {
        self.info = info
        self.pages = pages
        self.sources = sources
        self.types = types
        self.domains = domains
        self.communities = communities
        self.graph = graph
        self.sentences = sentences
        self.findings = findings
    }
}

public struct Redirect: Sendable, Equatable {
    /// From the web root, not percent-encoded.
    public var address: String
    public var page: PageIndex
}

public typealias PageIndex = Int
public typealias SourceIndex = Int

public struct SiteInfo: Sendable, Equatable {
    public var title: String
    public var vault: String
    public var serverVersion: String
    public var dataVersion: Int
    /// The newest page's `updated`: the date of the data. Nil in an empty vault.
    public var date: CalendarDate?
    /// BCP 47: of the site's own words, and of pages that name none.
    public var language: String
    /// Links between published pages, from bodies and embeds, each pair of pages once.
    public var linkCount: Int
    /// Open review items and lint findings by kind, where the server told them.
    public var reviewByKind: [(kind: String, count: Int)]
    public var lintByKind: [(kind: String, count: Int)]
    /// Whether sources have pages and are counted; false leaves only the pictures and recordings that pages show.
    public var showsSources = true
    /// How the graph's places were computed where no server did, with the library's version.
    public var layoutMethod: String?
    /// The date of the data for which a server computed them, where they were kept from an earlier snapshot.
    public var layoutNight: CalendarDate?

    public init(
        title: String, vault: String, serverVersion: String = "", dataVersion: Int = 0, date: CalendarDate? = nil, language: String = "en",
        linkCount: Int = 0, reviewByKind: [(kind: String, count: Int)] = [], lintByKind: [(kind: String, count: Int)] = []
    ) {
        self.title = title
        self.vault = vault
        self.serverVersion = serverVersion
        self.dataVersion = dataVersion
        self.date = date
        self.language = language
        self.linkCount = linkCount
        self.reviewByKind = reviewByKind
        self.lintByKind = lintByKind
    }

    public static func == (left: SiteInfo, right: SiteInfo) -> Bool {
        left.title == right.title && left.vault == right.vault && left.dataVersion == right.dataVersion && left.date == right.date
            && left.language == right.language && left.linkCount == right.linkCount
    }
}

public struct Page: Sendable {
    /// The server's id.
    public var id: String
    /// Vault path, `wiki/concepts/snapshot.md`.
    public var path: String
    /// Where it lies in the site, from the web root: `concepts/snapshot.html`. Not percent-encoded.
    public var address: String
    /// Never empty: frontmatter, then server, then first heading, then file stem.
    public var title: String
    /// Lowercase; nil where the vault gives none.
    public var type: String?
    public var aliases: [String]
    /// Without `domain/` tags, each once, in the order written.
    public var tags: [String]
    public var domain: String?
    public var created: CalendarDate?
    public var updated: CalendarDate?
    /// BCP 47; nil means the site's.
    public var language: String?
    /// One line of plain text; may be empty.
    public var summary: String
    public var words: Int
    /// The body's place in the file.
    public var bodyOffset: Int
    public var bodyLine: Int
    public var headings: [MarkdownFacts.Heading]
    /// Stands for the sentences of all its links.
    public var sentencesChecksum: UInt64 = 0
    /// Where `PageDrafting.keep` put the page's HTML; nil where it is to be rendered from the page's text.
    public var html: Range<Int>?
    /// One for each link of the body, in document order.
    public var links: [ResolvedLink]
    /// What the page says it rests on, in the order written.
    public var sources: [SourceReference]
    public var related: [Related]
    public var backlinks: [Backlink]
    /// Index into `Site.graph.nodes`, where the graph has the page.
    public var node: Int?
    public var community: Int?
    public var previous: PageIndex?
    public var next: PageIndex?

    public init(
        id: String, path: String, address: String, title: String, type: String? = nil, aliases: [String] = [], tags: [String] = [],
        domain: String? = nil, created: CalendarDate? = nil, updated: CalendarDate? = nil, language: String? = nil, summary: String = "",
        words: Int = 0, bodyOffset: Int = 0, bodyLine: Int = 1, headings: [MarkdownFacts.Heading] = [], links: [ResolvedLink] = [],
        sources: [SourceReference] = [], related: [Related] = [], backlinks: [Backlink] = [], node: Int? = nil, community: Int? = nil,
        previous: PageIndex? = nil, next: PageIndex? = nil
    ) {
        self.id = id
        self.path = path
        self.address = address
        self.title = title
        self.type = type
        self.aliases = aliases
        self.tags = tags
        self.domain = domain
        self.created = created
        self.updated = updated
        self.language = language
        self.summary = summary
        self.words = words
        self.bodyOffset = bodyOffset
        self.bodyLine = bodyLine
        self.headings = headings
        self.links = links
        self.sources = sources
        self.related = related
        self.backlinks = backlinks
        self.node = node
        self.community = community
        self.previous = previous
        self.next = next
    }
}

/// Where a link of a page leads.
public enum ResolvedLink: Sendable, Equatable {
    case page(PageIndex, Anchor)
    case embed(PageIndex, LinkDestination.Embed.Part)
    /// To a source's own page.
    case source(SourceIndex)
    /// A picture, recording or film that is shown in place, or a PDF that is opened at `fragment` (`page=3`); the source has a `fileAddress`.
    case media(SourceIndex, fragment: String? = nil)
    /// A table or a text that is shown in place; the file itself is not in the site.
    case preview(SourceIndex)
    case external(String)
    case dangling(reason: String)
    /// A page that is not published; nothing of it is known here.
    case withheld

    public enum Anchor: Sendable, Equatable {
        case none
        /// The id of an element of the target page.
        case id(String)
    }
}

public enum SourceReference: Sendable, Equatable {
    case file(SourceIndex)
    case page(PageIndex)
    case url(String)
    /// A bare word or name that leads nowhere: `manual`, a book's title.
    case name(String)
}

public struct Related: Sendable, Equatable {
    public var page: PageIndex
    /// The 4-signal edge weight of the graph, 0 where only the frontmatter names the page.
    public var score: Double
    public init(page: PageIndex, score: Double) {
        self.page = page
        self.score = score
    }
}

public struct Backlink: Sendable, Equatable {
    public enum Origin: Sendable, Equatable { case body, embed, frontmatter }
    public var page: PageIndex
    public var origin: Origin
    /// The sentence around the first link; empty for frontmatter.
    public var sentence: Sentence
    public init(page: PageIndex, origin: Origin, sentence: Sentence) {
        self.page = page
        self.origin = origin
        self.sentence = sentence
    }
}

public struct Source: Sendable, Equatable {
    /// Vault path, `raw/sources/x.pdf`.
    public var path: String
    /// The source's own page, `sources/raw/x.pdf.html` or the like. Not percent-encoded.
    public var address: String
    /// Where the file itself lies when it is published (pictures that pages show), otherwise nil.
    public var fileAddress: String?
    public var name: String
    public var kind: LinkDestination.FileKind
    public var bytes: Int
    public var present: Bool
    /// Pages that rest on it, by title order.
    public var citedBy: [PageIndex]
    public init(
        path: String, address: String, fileAddress: String? = nil, name: String, kind: LinkDestination.FileKind, bytes: Int,
        present: Bool = true,
        citedBy: [PageIndex] = []
    ) {
        self.path = path
        self.address = address
        self.fileAddress = fileAddress
        self.name = name
        self.kind = kind
        self.bytes = bytes
        self.present = present
        self.citedBy = citedBy
    }
}

public struct TypeGroup: Sendable, Equatable {
    /// Lowercase type name; nil for pages without one.
    public var type: String?
    /// Where its index lies: `types/concept.html`.
    public var address: String
    /// By title, in a fixed Unicode order.
    public var pages: [PageIndex]
    public init(type: String?, address: String, pages: [PageIndex]) {
        self.type = type
        self.address = address
        self.pages = pages
    }
}

public struct Group: Sendable, Equatable {
    public var name: String
    public var address: String
    /// Hubs first.
    public var pages: [PageIndex]
    public init(name: String, address: String, pages: [PageIndex]) {
        self.name = name
        self.address = address
        self.pages = pages
    }
}

public struct CommunityGroup: Sendable, Equatable {
    public var id: Int
    public var label: String
    public var cohesion: Double
    public var address: String
    /// Hubs first.
    public var pages: [PageIndex]
    public init(id: Int, label: String, cohesion: Double, address: String, pages: [PageIndex]) {
        self.id = id
        self.label = label
        self.cohesion = cohesion
        self.address = address
        self.pages = pages
    }
}
