import Mustache
import Site
import Snapshot

/// Atom (RFC 4287): the pages changed last, of the whole site and of each type.
struct AtomFeed: Sendable {
    /// Entries of a feed.
    static let length = 30
    /// Bytes of pages' text in a feed. A page that would go beyond has its summary alone.
    static let room = 1 << 19

    let context: SiteContext
    let title: String
    /// Of the feed and of the document that lists the same pages; percent-encoded.
    let href: String
    let documentHref: String
    let pages: [PageIndex]
    let read: VaultReader

    func xml() -> [UInt8] {
        var room = Self.room
        let site = context.site
        let newest = pages.first.flatMap { site.pages[$0].updated } ?? site.info.date
        var out = XMLText()
        out.raw("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"")
        out.text(site.info.language)
        out.raw("\">\n")
        out.element("id", context.absolute(href) ?? Self.urn(site.info.vault + "/" + href))
        out.element("title", title)
        out.element("updated", Self.time(newest))
        out.raw("<author><name>")
        out.text(site.info.title)
        out.raw("</name></author>\n<generator>synapse-publish</generator>\n")
        out.link("self", link(href), type: "application/atom+xml")
        out.link("alternate", link(documentHref), type: "text/html")
        for page in pages { append(page, to: &out, &room) }
        out.raw("</feed>\n")
        return out.bytes
    }

    private func append(_ index: PageIndex, to out: inout XMLText, _ room: inout Int) {
        let page = context.site.pages[index]
        out.raw("<entry>\n")
        out.element("id", context.absolute(context.hrefs[index]) ?? Self.urn(context.site.info.vault + "/" + page.id))
        out.element("title", page.title)
        out.element("updated", Self.time(page.updated))
        if let created = page.created { out.element("published", Self.time(created)) }
        out.link("alternate", link(context.hrefs[index]), type: "text/html")
        for term in [page.type].compactMap(\.self) + page.tags {
            out.raw("<category term=\"")
            out.text(term)
            out.raw("\"/>\n")
        }
        if !page.summary.isEmpty { out.element("summary", page.summary) }
        appendText(of: index, to: &out, &room)
        out.raw("</entry>\n")
    }

    /// What the page says. Links are absolute where the site's address is known: many readers pass `xml:base` over, which else leads them,
    /// and those within the page always.
    private func appendText(of index: PageIndex, to out: inout XMLText, _ room: inout Int) {
        let base = context.absolute("").map(Base.init(rootPath:)) ?? Base(context.site.pages[index].address)
        let text = PageText(context: context, host: index, base: base, read: read).render()
        guard !text.isMissing, !text.html.isEmpty, text.html.count <= room else { return }
        room -= text.html.count
        out.raw("<content type=\"html\" xml:base=\"")
        out.text(link(context.hrefs[index]))
        out.raw("\">")
        out.markup(text.html)
        out.raw("</content>\n")
    }

    /// Absolute where it is known; otherwise from the feed's own place, which readers resolve (section 2 and XML Base).
    private func link(_ target: String) -> String {
        context.absolute(target) ?? Base(href).to(target)
    }

    /// A day's first moment in UTC: pages have no time of day.
    private static func time(_ date: CalendarDate?) -> String { (date?.description ?? "1970-01-01") + "T00:00:00Z" }

    /// A name that stays the same as long as the vault and the page do; by the scheme of RFC 4151 with a host that is nobody's (RFC 2606).
    private static func urn(_ name: String) -> String { "tag:synapse.invalid,2026:" + Href.encode(name) }
}

extension SiteContext {
    static let feedHref = "feed.xml"

    /// The address of a type's feed, beside its list.
    private func feedAddress(ofType index: Int) -> String { String(site.types[index].address.dropLast(5)) + ".xml" }

    func feeds(_ keys: PageKeys?, _ read: @escaping VaultReader) -> [Artifact] {
        func feed(_ address: String, _ title: String, _ document: String, _ pages: [PageIndex]) -> Artifact {
            // Finding the newest pages of many takes its time: it is left to the threads that render.
            let feed: @Sendable () -> AtomFeed = { [self] in
                AtomFeed(
                    context: self, title: title, href: Href.encode(address), documentHref: document,
                    pages: recentlyUpdated(limit: AtomFeed.length, of: pages), read: read)
            }
            var artifact = Artifact(address, .rendered { Rendering(feed().xml()) })
            if let keys { artifact.key = { keys.key(of: feed()) } }
            return artifact
        }
        return [feed(Self.feedHref, site.info.title, "index.html", Array(site.pages.indices))]
            + site.types.indices.map { index in
                feed(
                    feedAddress(ofType: index), "\(looks[index].plural) · \(site.info.title)", looks[index].href, site.types[index].pages)
            }
    }
}

/// XML as it is written. Characters that XML 1.0 does not have are left out (section 2.2).
struct XMLText: ~Copyable {
    private var out = ByteSink(capacity: 1 << 14)

    var bytes: [UInt8] { out.array }

    mutating func raw(_ text: String) { out.append(text: text) }

    /// Text or an attribute's value.
    mutating func text(_ text: String) {
        var text = text
        text.withUTF8 { append($0, keepsLines: false) }
    }

    /// HTML as text, whole paragraphs at a time.
    mutating func markup(_ html: [UInt8]) { html.withUnsafeBufferPointer { append($0, keepsLines: true) } }

    /// - Parameter keepsLines: for text that is written with its lines and as HTML has it; else quotation marks become references, tabs and
    ///   ends of lines blanks.
    private mutating func append(_ text: UnsafeBufferPointer<UInt8>, keepsLines: Bool) {
        var start = 0
        while true {
            let end = ByteScan.first(in: text, from: start) {
                ($0 .< ByteScan.Block(repeating: 0x20)) .| ByteScan.equal($0, UInt8(ascii: "&"), folding: 4)
                    .| ByteScan.equal($0, UInt8(ascii: ">"), folding: 2) .| ByteScan.equal($0, 0xEF)
            }
            out.append(UnsafeBufferPointer(rebasing: text[start..<end]))
            guard end < text.count else { return }
            start = end + 1
            switch text[end] {
            case UInt8(ascii: "&"): out.append("&amp;")
            case UInt8(ascii: "<"): out.append("&lt;")
            case UInt8(ascii: ">"): out.append("&gt;")
            case UInt8(ascii: "\""): if keepsLines { out.append(text[end]) } else { out.append("&quot;") }
            case 9, 10: out.append(keepsLines ? text[end] : 32)
            case 13: if !keepsLines { out.append(32) }
            case 0xEF where Self.isNoCharacter(text, at: end): start = end + 3
            case 0xEF: out.append(0xEF)
            default: break
            }
        }
    }

    /// U+FFFE and U+FFFF.
    private static func isNoCharacter(_ text: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        text.count - place > 2 && text[place + 1] == 0xBF && text[place + 2] >= 0xBE && text[place + 2] <= 0xBF
    }

    mutating func element(_ name: String, _ content: String) {
        raw("<\(name)>")
        text(content)
        raw("</\(name)>\n")
    }

    mutating func link(_ relation: String, _ href: String, type: String) {
        raw("<link rel=\"\(relation)\" type=\"\(type)\" href=\"")
        text(href)
        raw("\"/>\n")
    }
}
