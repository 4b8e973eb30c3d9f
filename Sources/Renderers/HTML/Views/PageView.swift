import Markdown
import Mustache
import Site

/// The page a reader came for.
struct PageView: View {
    let context: SiteContext
    let base: Base
    let index: PageIndex
    let body: [UInt8]
    let isMissing: Bool
    /// Of the backlinks that are shown.
    private let sentences: SentenceBlock
    private let page: Page

    init(context: SiteContext, base: Base, index: PageIndex, body: [UInt8], isMissing: Bool) throws {
        let shown = min(Self.backlinkLimit, context.site.pages[index].backlinks.count)
        sentences = try context.site.sentences(ofBacklinks: 0..<shown, of: index)
        (self.context, self.base, self.index, self.body, self.isMissing) = (context, base, index, body, isMissing)
        page = context.site.pages[index]
    }

    /// Headings below the title, at most this deep, are in the contents.
    static let deepestContent = 3
    static let backlinkLimit = 30
    static let relatedLimit = 8

    private var look: Look { context.look(of: index) }

    /// Headings for the contents, by their place in `Page.headings`; none where there is but one.
    static func contents(of page: Page) -> [Int] {
        let found = page.headings.indices.filter { place in
            let heading = page.headings[place]
            // The heading that repeats the title is left out of the text.
            return heading.level <= deepestContent && !(place == 0 && heading.level == 1 && heading.text == page.title)
        }
        return found.count > 1 ? found : []
    }

    func value(_ symbol: Int) -> Value {
        guard let name = Name(rawValue: symbol) else { return .absent }
        switch name {
        case .typeKey: return .text(look.key)
        case .markdownHref: return Value(context.options.hasMarkdown ? base.to(context.markdownHref(index)) : nil)
        case .typeLabel: return .text(look.singular)
        case .typeHref: return .text(base.to(look.href))
        case .glyph: return .text(look.glyph)
        case .pageLang: return Value(foreignLanguage)
        case .pageDir: return Value(foreignLanguage.map(Language.direction))
        case .domain: return domain
        case .community: return community
        case .hasAliases: return .flag(!page.aliases.isEmpty)
        case .aliases: return .texts(page.aliases)
        case .metaItems: return .texts(metaItems)
        case .updated: return Value(page.updated?.description)
        case .updatedText: return Value(page.updated.map(context.language.date))
        case .history: return history
        case .hasTags: return .flag(!page.tags.isEmpty)
        case .tags:
            return list(page.tags) { Crumb(href: context.tagHrefs[$0.lowercased()].map { base.to($0) } ?? "", label: $0) }
        case .body: return .markup(body)
        case .isMissing: return .flag(isMissing)
        case .pageLink: return context.pageLink(page)
        default: return around(name)
        }
    }

    /// What stands after and beside the text.
    private func around(_ name: Name) -> Value {
        switch name {
        case .hasSources: return .flag(!page.sources.isEmpty)
        case .sourceNumber: return .text(context.language.number(page.sources.count))
        case .sources: return list(page.sources) { SourceCard(context: context, base: base, reference: $0) }
        case .hasRelated: return .flag(!page.related.isEmpty)
        case .related:
            return .list(List(RelatedRows(context, base: base, related: page.related.prefix(Self.relatedLimit))))
        case .hasNeighbours: return .flag(page.previous != nil || page.next != nil)
        case .previous: return neighbour(page.previous)
        case .next: return neighbour(page.next)
        case .contents:
            let found = Self.contents(of: page)
            return .list(List(count: found.count) { .view(HeadingView(heading: page.headings[found[$0]])) })
        case .node:
            guard let node = page.node, context.site.graph.nodes[node].degree > 0 else { return .flag(false) }
            return .text(String(page.address.dropLast(5)))
        case .hasBacklinks: return .flag(!page.backlinks.isEmpty)
        case .backlinkNumber: return .text(context.language.number(page.backlinks.count))
        case .backlinks:
            return .list(List(BacklinkRows(context, base: base, links: page.backlinks.prefix(Self.backlinkLimit), sentences: sentences)))
        case .moreBacklinks:
            guard page.backlinks.count > Self.backlinkLimit else { return .flag(false) }
            let href = base.to(Href.encode(BacklinkPages.address(of: page)))
            return .view(
                Crumb(href: href, label: context.language.phrase(.moreBacklinks(count: page.backlinks.count - Self.backlinkLimit))))
        default: return .absent
        }
    }

    private func list<Item>(_ items: [Item], _ view: @escaping (Item) -> some View) -> Value {
        .list(List(count: items.count) { .view(view(items[$0])) })
    }

    private var foreignLanguage: String? { page.language == context.site.info.language ? nil : page.language }

    private var metaItems: [String] {
        var items: [String] = []
        if !page.sources.isEmpty { items.append(context.count(page.sources.count, .sources)) }
        if context.connections[index] > 0 { items.append(context.count(context.connections[index], .links)) }
        if page.words > 0 { items.append(context.count(max(1, (page.words + 110) / 220), .minutes)) }
        return items
    }

    private var history: Value {
        guard let count = context.versionCounts[index] else { return .flag(false) }
        return .view(
            Crumb(href: base.to(Href.encode(HistoryAddresses.page(page))), label: context.count(count, .versions)))
    }

    private var domain: Value {
        guard let name = page.domain, let place = context.domainByName[name] else { return .flag(false) }
        return .view(Crumb(href: base.to(Href.encode(context.site.domains[place].address)), label: name))
    }

    private var community: Value {
        guard let id = page.community, let place = context.communityByID[id] else { return .flag(false) }
        let group = context.site.communities[place]
        // A community that is called like the page's domain would say the same twice.
        if group.label.lowercased() == page.domain?.lowercased() { return .flag(false) }
        return .view(
            Fields([
                (.href, .text(base.to(Href.encode(group.address)))), (.label, .text(group.label)), (.swatch, .text(Swatch.of(id))),
            ]))
    }

    private func neighbour(_ page: PageIndex?) -> Value { page.map { context.rows(CollectionOfOne($0), base: base) } ?? .flag(false) }
}

/// One line of the contents.
struct HeadingView: View {
    let heading: MarkdownFacts.Heading

    func value(_ symbol: Int) -> Value {
        switch Name(rawValue: symbol) {
        case .level: .number(max(2, heading.level))
        case .fragment: .text(Href.fragment(heading.id))
        case .label: .text(heading.text)
        default: .absent
        }
    }
}
