internal import Markdown
internal import Snapshot

/// Makes the history of a site: pure but for what it reads of the archive and the snapshot.
struct HistoryMaker: Sendable {
    let past: VaultPast
    let material: SiteMaterial
    let resolution: LinkResolution
    let selection: SourceSelection
    /// Sources that only private pages name, by their place before the selection.
    let hidden: Set<SourceIndex>
    let site: Site

    /// Nil where nothing was another.
    func make(jobs: Int) -> (history: SiteHistory?, findings: [Finding]) {
        let pages = PastPages(past, material, jobs: jobs)
        let states = pages.states(of: past)
        guard !states.isEmpty else { return (nil, pages.findings) }
        let shown = Array(states.suffix(past.limits.nights))
        let secrets = PrivateWords(
            material, past: pages.secrets.compactMap { page in (try? past.read(page.content)).map { (page.path, pageText($0)) } },
            hidden: hidden.map { fileName(material.sources[$0].path) }.sorted(), jobs: jobs)
        let dangling = publicDangling()
        let histories = parallelMap(material.drafts.count, jobs: jobs) { page -> SiteHistory.PageHistory? in
            pageHistory(page, pages, shown, secrets, dangling)
        }
        let now = SiteHistory.Figures(pages: site.pages.count, links: site.graph.edges.count, communities: site.communities.count)
        let points = PastFigures(past, pages, material).points(states, now: now, on: site.info.date, jobs: jobs)
        var history = SiteHistory(nights: past.nights, states: shown, pages: histories.compactMap(\.self), points: points)
        for place in shown.indices { history.states[place].absent = absent(shown[place], pages, histories, history) }
        return (history, pages.findings)
    }

    private func absent(
        _ state: SiteHistory.State, _ pages: PastPages, _ histories: [SiteHistory.PageHistory?], _ history: SiteHistory
    ) -> [PageIndex] {
        pages.tracks.indices.filter { page in
            !pages.reads(page, asNowAt: state.from) && histories[page].flatMap { history.version(of: $0, in: state) } == nil
        }
    }

    /// Names that lead nowhere and that public pages show today.
    private func publicDangling() -> Set<String> {
        var names: Set<String> = []
        for (page, draft) in material.drafts.enumerated() {
            for (link, resolved) in zip(draft.facts.links, site.pages[page].links) {
                if case .dangling = resolved { names.insert(link.target) }
            }
        }
        return names
    }

    private func pageHistory(
        _ page: PageIndex, _ pages: PastPages, _ states: [SiteHistory.State], _ secrets: PrivateWords, _ dangling: Set<String>
    ) -> SiteHistory.PageHistory? {
        let earlier = pages.earlier(page, of: past)
        guard !earlier.isEmpty else { return nil }
        let recent = earlier.count - past.limits.versions
        var versions: [SiteHistory.Version] = []
        for (place, edition) in earlier.enumerated() {
            guard place >= recent || states.contains(where: { edition.from <= $0.from && $0.from <= edition.last }) else { continue }
            guard let bytes = try? past.read(edition.content) else { continue }
            let reader = past.read
            let read: @Sendable () throws -> [UInt8] = { pageText(try reader(edition.content)) }
            guard let text = text(of: page, pageText(bytes), read, secrets, dangling) else { continue }
            versions.append(SiteHistory.Version(from: edition.from, last: edition.last, text: text))
        }
        let snapshot = material.snapshot
        let path = material.drafts[page].path
        guard !versions.isEmpty, let bytes = try? snapshot.text(of: path),
            let now = text(of: page, bytes, { try snapshot.text(of: path) }, nil, dangling)
        else { return nil }
        return SiteHistory.PageHistory(page: page, versions: versions, now: now)
    }

    /// Nil where the text tells something that is private now.
    private func text(
        of page: PageIndex, _ bytes: [UInt8], _ read: @escaping @Sendable () throws -> [UInt8], _ secrets: PrivateWords?,
        _ dangling: Set<String>
    ) -> SiteHistory.Text? {
        let front = Frontmatter(of: bytes)
        let body = bytes[min(front.bodyOffset, bytes.count)...]
        let title = front.title.map { Slug.trimmed($0) }.flatMap { $0.isEmpty ? nil : $0 } ?? material.drafts[page].title
        if secrets?.isTold(by: title, body) == true { return nil }
        let facts = markdownFacts(body, bodyLine: front.bodyLine)
        let links = facts.links.map { link in end(of: link, on: page, facts, dangling) }
        return SiteHistory.Text(
            title: title, language: front.language, bodyOffset: front.bodyOffset, bodyLine: front.bodyLine, links: links, read: read)
    }

    /// Where a link of an earlier text leads now. What leads to nothing that is published is told by no name.
    private func end(
        of link: MarkdownFacts.Link, on page: PageIndex, _ facts: MarkdownFacts, _ dangling: Set<String>
    ) -> ResolvedLink {
        switch resolution.naming(of: link, from: material.drafts[page].path) {
        case .external: return .external(LinkResolution.address(of: link))
        case .itself:
            let heading = link.fragment.flatMap { resolution.heading($0, in: facts.headings) }
            return heading.map { .page(page, .id(facts.headings[$0].id)) } ?? .page(page, .none)
        case .nothing: return dangling.contains(link.target) ? LinkResolution.dangling(link) : .withheld
        case .match(let match, _):
            switch resolution.resolver.entries[match.entry].kind {
            case .page(let target): return .page(target, .none)
            case .source(let source): return hidden.contains(source) ? .withheld : selection.moved(resolution.source(source, link))
            case .withheld: return .withheld
            }
        }
    }
}
