import Markdown
import Site
import Snapshot

/// What decides the documents of the vault's pages, each as a key. Templates, settings, theme and words are no part of it: builds in which
/// these differ are not compared.
///
/// Whatever a document shows of other pages has to be mixed in here; tests compare builds that keep files with whole ones.
final class PageKeys: Sendable {
    let context: SiteContext
    /// SHA-256 of a file of the vault by its path, as hexadecimal digits; nil where it is not known.
    let fileHash: @Sendable (_ path: String) -> String?
    /// Page by page: all that others show of it.
    private let rows: [ArtifactKey]
    private let frames: [Chrome.Key: ArtifactKey]
    private let common: ArtifactKey

    init(_ context: SiteContext, jobs: Int, fileHash: @escaping @Sendable (_ path: String) -> String?) {
        self.context = context
        self.fileHash = fileHash
        rows = parallelMap(context.site.pages.count, jobs: jobs) { Self.row($0, context) }
        frames = context.frames.mapValues { frame in
            var writer = ByteWriter()
            for part in [frame.head, frame.actions, frame.rail, frame.tabs, frame.foot] { writer.write(part) }
            return ArtifactKey(of: writer.bytes)
        }
        var writer = ByteWriter()
        let info = context.site.info
        for text in [info.title, info.vault, info.serverVersion, info.language, context.files.path("search.js")] { writer.write(text) }
        writer.write(context.site.history != nil)
        writer.write(info.showsSources)
        common = ArtifactKey(of: writer.bytes)
    }

    /// Nil for a page that shows texts of others, or whose text is not known: it is rendered each time.
    func key(of index: PageIndex) -> ArtifactKey? {
        let page = context.site.pages[index]
        guard let hash = fileHash(page.path) else { return nil }
        var writer = ByteWriter()
        writer.bytes.reserveCapacity(2048)
        common.write(to: &writer)
        writer.write(hash)
        rows[index].write(to: &writer)
        mixFacts(of: page, &writer)
        mixFrame(page.address, index, &writer)
        mixSurroundings(of: page, index, &writer)
        for link in page.links { guard mix(link, &writer) else { return nil } }
        for reference in page.sources { mix(reference, &writer) }
        writer.write(page.backlinks.count)
        mix(page.backlinks.prefix(PageView.backlinkLimit), &writer)
        writer.write(page.related.count)
        for related in page.related.prefix(PageView.relatedLimit) {
            rows[related.page].write(to: &writer)
            writer.write(word: related.score.bitPattern)
        }
        for neighbour in [page.previous, page.next] { writer.write(neighbour) { [rows] in rows[$0].write(to: &$1) } }
        return ArtifactKey(of: writer.bytes)
    }

    /// What is of all documents, and a title.
    func begun(_ title: String) -> ByteWriter {
        var writer = ByteWriter(capacity: 2048)
        common.write(to: &writer)
        writer.write(title)
        return writer
    }

    /// What lists show of a page.
    func mix(_ page: PageIndex, _ writer: inout ByteWriter) { rows[page].write(to: &writer) }

    /// False where the frame of a part of the site is not known.
    func mixFrame(_ place: Place, _ address: String, _ writer: inout ByteWriter) -> Bool {
        guard let frame = frames[Chrome.Key(place: place, root: Href.root(depth: Href.depth(of: address)))] else { return false }
        frame.write(to: &writer)
        writer.write(context.openGraphImage([address, "index.html"]))
        return true
    }

    /// Of the document with the backlinks that the page's own has no room for.
    func key(ofBacklinksOf index: PageIndex) -> ArtifactKey {
        let page = context.site.pages[index]
        var writer = ByteWriter()
        common.write(to: &writer)
        rows[index].write(to: &writer)
        mixFrame(BacklinkPages.address(of: page), index, &writer)
        mix(page.backlinks.dropFirst(PageView.backlinkLimit), &writer)
        return ArtifactKey(of: writer.bytes)
    }

    /// A sentence is its place among those of its page, whatever they say: to read them all would cost more than to make a few documents
    /// anew that show another of them.
    private func mix(_ backlinks: ArraySlice<Backlink>, _ writer: inout ByteWriter) {
        writer.write(backlinks.count)
        for link in backlinks {
            rows[link.page].write(to: &writer)
            writer.write(link.origin == .body ? 0 : link.origin == .embed ? 1 : 2)
            writer.write(word: context.site.pages[link.page].sentencesChecksum)
            writer.write(link.sentence.range.lowerBound)
            writer.write(link.sentence.range.count)
        }
    }

    private static func row(_ index: PageIndex, _ context: SiteContext) -> ArtifactKey {
        let page = context.site.pages[index]
        var writer = ByteWriter()
        for text in [page.address, page.title, page.summary, context.look(of: index).id, context.look(of: index).href] {
            writer.write(text)
        }
        writer.write(page.sources.count)
        writer.write(context.connections[index])
        writer.write(page.updated)
        return ArtifactKey(of: writer.bytes)
    }

    /// What the page says of itself, and was taken from elsewhere too: the server's list, a page's first heading.
    private func mixFacts(of page: Page, _ writer: inout ByteWriter) {
        for text in [page.id, page.path] { writer.write(text) }
        for text in [page.type, page.domain, page.language] { writer.write(text) }
        writer.write(page.aliases)
        writer.write(page.tags) { [context] in
            $1.write($0)
            $1.write(context.tagHrefs[$0.lowercased()])
        }
        writer.write(page.created)
        for number in [page.words, page.bodyOffset, page.bodyLine] { writer.write(number) }
        writer.write(page.headings) {
            $1.write($0.level)
            $1.write($0.text)
            $1.write($0.id)
        }
    }

    private func mixFrame(_ address: String, _ index: PageIndex, _ writer: inout ByteWriter) {
        let frame = Chrome.Key(
            place: ChromeMaker.place(ofType: context.typeOfPage[index]), root: Href.root(depth: Href.depth(of: address)), isPlain: true)
        writer.write(frames[frame]) { $0.write(to: &$1) }
        writer.write(context.openGraphImage([address, "index.html"]))
    }

    /// Where the page belongs.
    private func mixSurroundings(of page: Page, _ index: PageIndex, _ writer: inout ByteWriter) {
        writer.write(context.versionCounts[index]) { $1.write($0) }
        writer.write(page.node) { [context] in
            $1.write(context.site.graph.nodes[$0].degree > 0)
        }
        writer.write(page.domain.flatMap { context.domainByName[$0] }) { [context] in $1.write(context.site.domains[$0].address) }
        writer.write(page.community.flatMap { context.communityByID[$0] }) { [context] in
            let group = context.site.communities[$0]
            $1.write(group.id)
            $1.write(group.label)
            $1.write(group.address)
        }
        if !context.options.previews.isEmpty {
            writer.write(context.openGraphImage([page.address] + context.groups(of: index) + ["index.html"]))
        }
    }

    /// False where the link shows a text that is not the page's own.
    private func mix(_ link: ResolvedLink, _ writer: inout ByteWriter) -> Bool {
        switch link {
        case .page(let page, let anchor):
            writer.write(0)
            writer.write(context.site.pages[page].address)
            if case .id(let id) = anchor { writer.write(id) }
        case .source(let source):
            writer.write(1)
            writer.write(context.sourceHrefs[source])
        case .media(let source, let fragment):
            let record = context.site.sources[source]
            writer.write(2)
            writer.write(context.sourceHrefs[source])
            writer.write(record.fileAddress)
            writer.write(record.name)
            writer.write(fragment)
        case .external(let address):
            writer.write(3)
            writer.write(address)
        case .dangling(let reason):
            writer.write(4)
            writer.write(reason)
        case .withheld: writer.write(5)
        case .embed, .preview: return false
        }
        return true
    }

    private func mix(_ reference: SourceReference, _ writer: inout ByteWriter) {
        switch reference {
        case .file(let source):
            let record = context.site.sources[source]
            writer.write(0)
            writer.write(context.sourceHrefs[source])
            writer.write(record.name)
            writer.write(record.bytes)
        case .page(let page):
            writer.write(1)
            rows[page].write(to: &writer)
        case .url(let url):
            writer.write(2)
            writer.write(url)
        case .name(let name):
            writer.write(3)
            writer.write(name)
        }
    }
}
