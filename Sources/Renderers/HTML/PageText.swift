import Markdown
import Site
import Snapshot

/// Reads one file of the vault by its vault path.
public typealias VaultReader = @Sendable (_ path: String) throws -> [UInt8]

/// The text of a page with its links led to where they go from this page's place in the site.
struct PageText {
    let context: SiteContext
    /// The page whose document is being made: links are relative to it, also those of embedded pages.
    let host: PageIndex
    let base: Base
    let read: VaultReader

    struct Result {
        var html: [UInt8] = []
        var findings: [Finding] = []
        /// The vault has no text for this page, or it could not be read.
        var isMissing = false
    }

    func render() -> Result { finished() ?? rendered() }

    /// From the HTML that was written while the page was parsed.
    private func finished() -> Result? {
        guard let place = context.site.pages[host].html, let kept = context.options.keptHTML?(place) else { return nil }
        let links = context.site.pages[host].links
        var result = Result()
        // All addresses at once: each lies elsewhere, and one after the other would be waited for.
        let room = links.reduce(0) { if case .page(let page, _) = $1 { $0 + context.rowTexts.size(of: page) } else { $0 } }
        let isDone = MarkdownRenderer(options: context.markdown).finish(
            UnlinkedHTML(bytes: kept), room: room, end: { end(links, $0) }, tag: tag, into: &result.html)
        return isDone ? result : nil
    }

    private func rendered() -> Result {
        let path = context.site.pages[host].path
        let bytes: [UInt8]
        do {
            bytes = try read(path)
        } catch {
            let finding = Finding("unreadable-page", .error, path: path, message: "The page's text could not be read: \(error)")
            return Result(findings: [finding], isMissing: true)
        }
        var result = Result()
        result.html.reserveCapacity(bytes.count * 2)
        let problems = MarkdownRenderer(options: context.markdown).render(markdown(of: host, bytes), into: &result.html)
        result.findings = problems.map { Finding($0.code, path: path, line: $0.line, column: $0.column, message: $0.message) }
        return result
    }

    private func markdown(of index: PageIndex, _ bytes: [UInt8]) -> MarkdownPage {
        let pages = context.site.pages
        let links = pages[index].links
        return MarkdownPage(
            body: bytes[min(pages[index].bodyOffset, bytes.count)...], bodyLine: pages[index].bodyLine,
            leadingTitle: index == host ? pages[index].title : nil, destination: { destination(links, $0) },
            embedded: { other in (try? read(context.site.pages[other].path)).map { markdown(of: other, $0) } },
            preview: { SourcePreview.inPlace(context.language).markup(of: context.site.sources[$0], read) }, key: index, tag: tag)
    }

    private func tag(_ name: String) -> String? { context.tagHrefs[name.lowercased()].map { base.to($0) } }

    private func href(_ page: PageIndex) -> String { base.to(context.rowTexts.text(.href, of: page)) }

    /// The same as `destination`.
    private func end(_ links: [ResolvedLink], _ link: Int) -> LinkEnd {
        guard links.indices.contains(link), case .page(let page, let part) = links[link] else { return .other(destination(links, link)) }
        let (isWithin, fragment): (Bool, String?) =
            switch part {
            case .none: (false, nil)
            case .id(let id): (page == host, Href.fragment(id))
            }
        if isWithin { return .site(SiteAddress(climb: 0, path: UnsafeBufferPointer(start: nil, count: 0), fragment: fragment)) }
        let target = context.rowTexts.text(.href, of: page)
        guard let (climb, shared) = base.steps(to: target) else { return .other(destination(links, link)) }
        return .site(SiteAddress(climb: climb, path: UnsafeBufferPointer(rebasing: target[shared...]), fragment: fragment))
    }

    private func destination(_ links: [ResolvedLink], _ link: Int) -> LinkDestination {
        guard links.indices.contains(link) else { return .dangling(reason: "") }
        switch links[link] {
        case .page(let page, .none): return .page(href: href(page))
        case .page(let page, .id(let id)):
            let place = page == host ? "" : href(page)
            return .page(href: place + "#" + Href.fragment(id))
        case .embed(let page, let part):
            return .embed(.init(key: page, href: base.to(context.hrefs[page]), title: context.title(of: page), part: part))
        case .source(let source):
            return .page(href: base.to(context.sourceHrefs[source]))
        case .media(let source, let fragment):
            let record = context.site.sources[source]
            guard let address = record.fileAddress else {
                return .page(href: base.to(context.sourceHrefs[source]))
            }
            let place = fragment.map { "#" + $0 } ?? ""
            return .file(href: base.to(Href.encode(address)) + place, kind: record.kind)
        case .preview(let source):
            let record = context.site.sources[source]
            return .embed(.init(key: source, href: base.to(context.sourceHrefs[source]), title: record.name, part: .file))
        case .external(let url): return .external(href: url)
        case .dangling(let reason): return .dangling(reason: reason)
        case .withheld: return .withheld
        }
    }
}
