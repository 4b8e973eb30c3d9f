public import Markdown
import Site
import Snapshot

/// Renders one page's Markdown as HTML; `MarkdownRenderer.render`, or a stand-in in a test.
public typealias TextRenderer = @Sendable (_ page: MarkdownPage, _ out: inout [UInt8]) -> [MarkdownProblem]
/// Reads one file of the vault by its vault path.
public typealias VaultReader = @Sendable (_ path: String) throws -> [UInt8]

/// The text of a page with its links led to where they go from this page's place in the site.
struct PageText {
    let context: SiteContext
    /// The page whose document is being made: links are relative to it, also those of embedded pages.
    let host: PageIndex
    let root: String
    let read: VaultReader

    /// The HTML of the text, what was noticed, and whether the vault had a text at all.
    func render(with renderer: TextRenderer) -> (html: [UInt8], findings: [Finding], isMissing: Bool) {
        guard let page = markdown(of: host, isHost: true) else { return ([], [], true) }
        var html: [UInt8] = []
        html.reserveCapacity(page.body.count * 2)
        let problems = renderer(page, &html)
        let path = context.site.pages[host].path
        return (
            html, problems.map { Finding($0.code, path: path, line: $0.line, column: $0.column, message: $0.message) }, false
        )
    }

    private func markdown(of index: PageIndex, isHost: Bool) -> MarkdownPage? {
        let page = context.site.pages[index]
        guard let bytes = try? read(page.path) else { return nil }
        return MarkdownPage(
            body: bytes[min(page.bodyOffset, bytes.count)...], bodyLine: page.bodyLine, leadingTitle: isHost ? page.title : nil,
            destination: { destination(page.links, $0) }, embedded: { markdown(of: $0, isHost: false) })
    }

    private func destination(_ links: [ResolvedLink], _ link: Int) -> LinkDestination {
        guard links.indices.contains(link) else { return .dangling(reason: "") }
        switch links[link] {
        case .page(let page, let anchor):
            switch anchor {
            case .none: return .page(href: root + context.hrefs[page], title: context.title(of: page))
            case .id(let id):
                let place = page == host ? "" : root + context.hrefs[page]
                return .page(href: place + "#" + Href.fragment(id), title: context.title(of: page))
            }
        case .embed(let page, let part):
            return .embed(.init(key: page, href: root + context.hrefs[page], title: context.title(of: page), part: part))
        case .source(let source):
            return .page(href: root + context.sourceHrefs[source], title: context.site.sources[source].name)
        case .media(let source):
            let record = context.site.sources[source]
            guard let address = record.fileAddress else {
                return .page(href: root + context.sourceHrefs[source], title: record.name)
            }
            return .file(href: root + Href.encode(address), kind: record.kind)
        case .external(let url): return .external(href: url)
        case .dangling(let reason): return .dangling(reason: reason)
        case .withheld: return .withheld
        }
    }
}
