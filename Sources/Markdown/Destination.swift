/// What a link of a page leads to, as the renderer is told. Hrefs are relative or absolute URLs, percent-encoded and not yet escaped for HTML.
public enum LinkDestination: Sendable, Equatable {
    /// A page of the site, with the fragment where one was asked for and found.
    case page(href: String)
    /// A file of the site: a picture, a PDF, a recording.
    case file(href: String, kind: FileKind)
    /// Another host. Only the schemes that the renderer allows come through.
    case external(href: String)
    /// A page, a section or a file to be shown in place (`![[a]]`, `![[a#h]]`, `![[a#^b]]`, `![[a.csv]]`). `key` tells one page from another, to cut cycles.
    case embed(Embed)
    /// No such page, heading or file; `reason` is for people.
    case dangling(reason: String)
    /// A page that is not published: the label stays, as plain text, with no trace of where it led.
    case withheld

    public enum FileKind: Sendable, Equatable { case image, audio, video, pdf, text, table, other }

    public struct Embed: Sendable, Equatable {
        public var key: Int
        public var href: String
        public var title: String
        public var part: Part

        public enum Part: Sendable, Equatable {
            case whole
            /// Index into the embedded page's headings.
            case section(Int)
            /// Name of a marked block, without `^`.
            case block(String)
            /// A file that is no page: a table, a text. The page's `preview` gives what is shown.
            case file
        }

        public init(key: Int, href: String, title: String, part: Part = .whole) {
            self.key = key
            self.href = href
            self.title = title
            self.part = part
        }
    }
}

/// Where a link of a drafted page leads. Most lead to the site's own pages, and their addresses are no strings.
public enum LinkEnd {
    case site(SiteAddress)
    case other(LinkDestination)
}

/// A relative address within the site, percent-encoded throughout: nothing of it is escaped in HTML, and none of it can be a scheme.
public struct SiteAddress {
    /// How many folders it goes up.
    public var climb: Int
    /// What follows `../`. Good while the page is finished.
    public var path: UnsafeBufferPointer<UInt8>
    /// What follows `#`; nil where there is no `#`.
    public var fragment: String?

    public init(climb: Int, path: UnsafeBufferPointer<UInt8>, fragment: String? = nil) {
        (self.climb, self.path, self.fragment) = (climb, path, fragment)
    }
}

/// A page's text as the renderer needs it.
public struct MarkdownPage {
    /// The Markdown after the frontmatter.
    public var body: ArraySlice<UInt8>
    /// 1-based line of the file on which `body` begins.
    public var bodyLine: Int
    /// Called with the index of a link in `MarkdownFacts.links` of this page.
    public var destination: (Int) -> LinkDestination
    /// Called with an embed's key; nil when the text cannot be had.
    public var embedded: (Int) -> MarkdownPage?
    /// Called with the key of an embedded file; the HTML to show, which is written as it is, nil where there is nothing to show.
    public var preview: (Int) -> [UInt8]?
    /// Tells this page from others among embeds, so that a page does not show itself; nil where none embeds it.
    public var key: Int?
    /// Called with a tag's name, without `#`; nil where the tag has no page.
    public var tag: (String) -> String?
    /// The text to leave out when it is the first thing in the body: a level-1 heading that repeats the page's title.
    public var leadingTitle: String?

    public init(
        body: ArraySlice<UInt8>, bodyLine: Int, leadingTitle: String? = nil, destination: @escaping (Int) -> LinkDestination,
        embedded: @escaping (Int) -> MarkdownPage? = { _ in nil }, preview: @escaping (Int) -> [UInt8]? = { _ in nil }, key: Int? = nil,
        tag: @escaping (String) -> String? = { _ in nil }
    ) {
        self.body = body
        self.bodyLine = bodyLine
        self.leadingTitle = leadingTitle
        self.destination = destination
        self.embedded = embedded
        self.preview = preview
        self.key = key
        self.tag = tag
    }
}
