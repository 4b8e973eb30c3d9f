public import Site

/// One published page as the search index wants it. Private pages are never made into one.
public struct SearchInput: Sendable {
    /// A stretch of the page under one heading.
    public struct Section: Sendable, Equatable {
        /// Plain text; empty for what stands before the first heading.
        public var heading: String
        /// The id that the rendered heading carries; empty for what stands before the first heading.
        public var id: String
        /// Where the section's own text ends in `SearchInput.text`; it begins where the section before it ends.
        public var end: Int

        public init(heading: String, id: String, end: Int) {
            self.heading = heading
            self.id = id
            self.end = end
        }
    }

    public var page: PageIndex
    /// From the web root, not percent-encoded, as `Page.address`.
    public var address: String
    public var title: String
    public var aliases: [String]
    public var type: String?
    public var domain: String?
    /// `a/b` is also found under `a`.
    public var tags: [String]
    /// Plain text as UTF-8, one line feed between blocks: no markup, no URLs, no code blocks. Headings are not in it.
    public var text: [UInt8]
    /// In document order; the last one ends where `text` ends.
    public var sections: [Section]

    public init(
        page: PageIndex, address: String, title: String, aliases: [String] = [], type: String? = nil, domain: String? = nil,
        tags: [String] = [], text: [UInt8] = [], sections: [Section] = []
    ) {
        self.page = page
        self.address = address
        self.title = title
        self.aliases = aliases
        self.type = type
        self.domain = domain
        self.tags = tags
        self.text = text
        self.sections = sections
    }
}

extension SearchInput {
    init(_ page: PageIndex, of site: Site, html: [UInt8]) {
        let record = site.pages[page]
        let rendered = RenderedText(html)
        self.init(
            page: page, address: record.address, title: record.title, aliases: record.aliases, type: record.type, domain: record.domain,
            tags: record.tags, text: rendered.text, sections: rendered.sections)
    }
}
