internal import Markdown
public import Snapshot

/// What a person may decide about a site, before anything is rendered.
public struct SiteRules: Sendable {
    /// Replaces the vault's own title.
    public var title: String?
    /// BCP 47: of the site's own words, and of pages that name none.
    public var language: String
    /// Which pages are published.
    public var selection = PageSelection()
    /// How much of the files below `raw/sources/` is.
    public var sources = SourceRule.link

    public init(title: String? = nil, language: String = "en") {
        self.title = title
        self.language = language
    }
}

/// Snapshot → Site. Reads every page once, through `snapshot.read`; otherwise pure. The same snapshot gives the same value whatever `jobs`,
/// `Page.html` aside. With `drafting` the pages' HTML is written on the way, as far as it can be.
///
/// - Parameters:
///   - spool: where text waits that need not be in memory.
///   - past: earlier nights of the vault; nil leaves them out, and costs nothing.
///   - memory: what an earlier run read of the pages that are as they were then.
public func makeSite(
    _ snapshot: VaultSnapshot, rules: SiteRules = SiteRules(), jobs: Int = 1, drafting: PageDrafting? = nil, spool: TextSpool? = nil,
    past: VaultPast? = nil, memory: ReadingMemory? = nil
) -> Site {
    let readings = parallelMap(snapshot.pages.count, jobs: jobs) { index -> PageReading in
        let read = { readPage(snapshot, index, rules.selection, drafting: drafting) }
        return (memory?.reading(index, read) ?? read()).leavingSentences(in: spool)
    }
    var material = SiteMaterial(snapshot: snapshot, readings: readings, selection: rules.selection)
    var resolution = material.resolution(jobs: jobs)
    let sameNames = memory?.haveSameNames(material.checksumOfNames(jobs: jobs)) == true
    var ends = parallelMap(material.drafts.count, jobs: jobs) { [material, resolution] index -> PageEnds in
        let find = { material.ends(of: index, resolution) }
        return memory?.ends(
            of: material.drafts[index], sameNames: sameNames, pages: material.drafts.count, sources: snapshot.sources.count, find) ?? find()
    }
    if material.forgetPrivateNames(ends.map(\.links), spool, jobs: jobs) {
        resolution = material.resolution(jobs: jobs)
        ends = parallelMap(material.drafts.count, jobs: jobs) { [material, resolution] in material.ends(of: $0, resolution) }
    }
    var (links, references) = (ends.map(\.links), ends.map(\.references))
    ends = []
    for page in links { material.findings += page.findings }
    let sentences = LinkSentences(material.drafts)
    // Each link has told all that is asked of it; only the past asks again.
    if past == nil { material.forgetLinks(jobs: jobs) }

    let names = parallelMap(material.drafts.count, jobs: jobs) { [material] in
        (address: AddressBook.name(ofPage: material.drafts[$0].path), title: Slug.sortKey(material.drafts[$0].title))
    }
    let (claimed, order) = inParallel(jobs: jobs) { [material] in
        var book = AddressBook()
        return (pages: material.drafts.indices.map { book.page(material.drafts[$0].path, names[$0].address) }, book: book)
    } _: {
        places(ofSorted: names.map(\.title))
    }
    var addresses = claimed.book
    let pageAddresses = claimed.pages
    material.report(pageAddresses)
    for page in references { material.findings += page.findings }
    var hidden = material.privateSources(links, references, resolution.resolver)
    if rules.sources == .none { hidden.formUnion(forgetSources(&links, &references, count: material.sources.count)) }
    let selection = SourceSelection(count: material.sources.count, without: hidden)
    if !hidden.isEmpty {
        for page in links.indices {
            links[page].links = links[page].links.map(selection.moved)
            references[page].sources = references[page].sources.map(selection.moved)
        }
    }
    let (turned, shape) = inParallel(jobs: jobs) { [links, references] in
        let byTitle = order.enumerated().reduce(into: Array(order)) { $0[$1.element] = $1.offset }
        return (
            incoming: Incoming(links: links.map { $0.links }, references: references, byTitle: byTitle),
            shown: Set(links.lazy.flatMap(\.links).compactMap { if case .media(let source, _) = $0 { source } else { nil } })
        )
    } _: { [material] in
        SiteShape(material, order)
    }
    material.findings += shape.findings
    let (graph, domains, near, incoming) = (shape.graph, shape.domains, shape.near, turned.incoming)
    var types = shape.types

    let text = sentences.text(incoming, in: spool, forFewDocuments: memory?.isNearlyWhole == true, jobs: jobs)
    let pages = parallelMap(material.drafts.count, jobs: jobs) { [material, links, references] index in
        var page = material.page(index, address: pageAddresses[index])
        page.links = links[index].links
        page.sources = references[index].sources
        page.related = near.related(to: index, named: references[index].related, order: order)
        page.backlinks = incoming.backlinks(of: index, sentences)
        page.domain = domains.primary[index]
        page.node = near.node(of: index)
        page.community = page.node.map { graph.nodes[$0].community }
        (page.previous, page.next) = shape.neighbours.around(index)
        return page
    }
    var sources: [Source] = selection.kept.enumerated().map { index, kept in
        let file = material.sources[kept]
        let address = addresses.source(file.path)
        return Source(
            path: file.path, address: address, fileAddress: turned.shown.contains(index) ? String(address.dropLast(5)) : nil,
            name: fileName(file.path), kind: fileKind(ofName: file.path), bytes: file.bytes, present: file.present)
    }
    incoming.cite(&sources, order: order)
    if rules.sources == .embed { publishFiles(&sources, pages) }
    for index in types.indices { types[index].address = addresses.group("types", types[index].type ?? "untyped") }
    material.reportUnused(rules.sources == .none ? nil : sources, pages)
    var site = Site(
        info: material.info(rules, pages: pages, linkCount: incoming.pairCount), pages: pages, sources: sources, types: types,
        domains: domains.groups(pages: pages, graph: graph, order: order, &addresses),
        communities: material.communities(graph, order: order, &addresses), graph: graph.taking(domains: domains.primary),
        sentences: text,
        findings: (snapshot.findings + material.findings).sorted())
    for (index, page) in site.pages.enumerated() {
        for alias in page.aliases {
            if let address = addresses.alias(alias, ofPageAt: page.address) { site.redirects.append(.init(address: address, page: index)) }
        }
    }
    if let past {
        let maker = HistoryMaker(past: past, material: material, resolution: resolution, selection: selection, hidden: hidden, site: site)
        let made = maker.make(jobs: jobs)
        site.history = made.history
        site.findings = (site.findings + made.findings).sorted()
    }
    return site
}
