import Markdown
import Site

/// The text of a page for the reading screen: links lead to the same screen, or nowhere.
struct PageBody: Sendable {
    let site: Site
    let read: @Sendable (_ path: String) throws -> [UInt8]
    let text: @Sendable (_ page: MarkdownPage, _ out: inout [UInt8]) -> [MarkdownProblem]

    /// The page's summary stands in where its text cannot be had. Problems of the text are the site's to tell.
    @Sendable func html(_ page: PageIndex) -> [UInt8] {
        var out: [UInt8] = []
        guard let markdown = markdown(page, isHost: true) else { return Array("<p>\(escaped(site.pages[page].summary))</p>".utf8) }
        _ = text(markdown, &out)
        return out
    }

    private func markdown(_ index: PageIndex, isHost: Bool) -> MarkdownPage? {
        let page = site.pages[index]
        guard let bytes = try? read(page.path), !bytes.isEmpty else { return nil }
        return MarkdownPage(
            body: bytes[min(page.bodyOffset, bytes.count)...], bodyLine: page.bodyLine, leadingTitle: isHost ? page.title : nil,
            destination: { destination(page.links, $0) }, embedded: { markdown($0, isHost: false) })
    }

    private func destination(_ links: [ResolvedLink], _ link: Int) -> LinkDestination {
        guard links.indices.contains(link) else { return .withheld }
        switch links[link] {
        case .page: return .page(href: "#main")
        case .embed(let page, let part): return .embed(.init(key: page, href: "#main", title: site.pages[page].title, part: part))
        case .source, .preview: return .page(href: "#main")
        case .dangling(let reason): return .dangling(reason: reason)
        // A picture of the vault is not copied into the gallery, and a screen that is looked at leads nowhere outside.
        case .media, .external, .withheld: return .withheld
        }
    }
}
