internal import Snapshot

extension SiteMaterial {
    /// Reads the pages again that point at private ones, this time without the names of those: an author's `[[Private page]]` would
    /// otherwise be told by summaries, headings and backlinks.
    ///
    /// - Returns: whether there were any.
    mutating func forgetPrivateNames(_ links: [PageLinks], _ spool: TextSpool?, jobs: Int) -> Bool {
        let telling = links.indices.filter { links[$0].pointsAtPrivate }
        let fresh = parallelMap(telling.count, jobs: jobs) { [self] index in
            let page = telling[index]
            let draft = withoutNames(page, Set(links[page].links.indices.filter { links[page].links[$0] == .withheld }))
            draft.leaveSentences(in: spool)
            return draft
        }
        for (page, draft) in zip(telling, fresh) { drafts[page] = draft }
        return !telling.isEmpty
    }

    private func withoutNames(_ page: PageIndex, _ withheld: Set<Int>) -> PageDraft {
        let old = drafts[page]
        guard case .published(let draft, _) = readPage(snapshot, old.record, selection, withheld: withheld) else { return old }
        // The links still lead where they led; only what is told of them is gone.
        for link in withheld where draft.facts.links.indices.contains(link) {
            draft.facts.links[link].target = old.facts.links[link].target
            draft.facts.links[link].fragment = old.facts.links[link].fragment
        }
        return draft
    }

    /// Source files that private pages name and no public page does.
    func privateSources(_ links: [PageLinks], _ references: [PageReferences], _ resolver: Resolver) -> Set<SourceIndex> {
        var hidden: Set<SourceIndex> = []
        for page in withheld {
            for name in page.targets.map(Frontmatter.linkTarget) where !name.isEmpty {
                for target in [name, "raw/sources/" + name] {
                    guard let match = resolver.address(target, from: page.path) ?? resolver.wikilink(target, from: page.path) else {
                        continue
                    }
                    if case .source(let source) = resolver.entries[match.entry].kind { hidden.insert(source) }
                }
            }
        }
        if hidden.isEmpty { return hidden }
        for page in links { for link in page.links { link.source.map { _ = hidden.remove($0) } } }
        for page in references { for case .file(let source) in page.sources { hidden.remove(source) } }
        return hidden
    }
}

/// The sources that stay and their new places, where some are taken out.
struct SourceSelection: Sendable {
    private(set) var kept: [SourceIndex]
    private var places: [SourceIndex]

    init(count: Int, without hidden: Set<SourceIndex>) {
        kept = (0..<count).filter { !hidden.contains($0) }
        places = Array(repeating: 0, count: count)
        for (place, source) in kept.enumerated() { places[source] = place }
    }

    func moved(_ link: ResolvedLink) -> ResolvedLink {
        switch link {
        case .source(let source): .source(places[source])
        case .media(let source, let fragment): .media(places[source], fragment: fragment)
        case .preview(let source): .preview(places[source])
        default: link
        }
    }

    func moved(_ reference: SourceReference) -> SourceReference {
        if case .file(let source) = reference { .file(places[source]) } else { reference }
    }
}

extension ResolvedLink {
    /// The source file to which it leads or which it shows.
    var source: SourceIndex? {
        switch self {
        case .source(let source), .media(let source, _), .preview(let source): source
        default: nil
        }
    }
}
