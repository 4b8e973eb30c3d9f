internal import Snapshot

/// What pages name in their frontmatter, led to its end: page by page.
struct References: Sendable {
    var sources: [[SourceReference]]
    var related: [[PageIndex]]
}

extension SiteMaterial {
    mutating func references(_ resolution: LinkResolution) -> References {
        var references = References(sources: [], related: [])
        for (index, draft) in drafts.enumerated() {
            let written = draft.front.sources.isEmpty ? snapshot.pages[draft.record].sources : draft.front.sources
            var sources: [SourceReference] = []
            for name in written.map(Frontmatter.linkTarget) where !name.isEmpty && !name.hasPrefix("review:") {
                if let found = source(name, draft, resolution), !sources.contains(found) { sources.append(found) }
            }
            references.sources.append(sources)
            var related: [PageIndex] = []
            for name in draft.front.related {
                let match = resolution.resolver.wikilink(name, from: draft.path)
                switch match.map({ resolution.resolver.entries[$0.entry].kind }) {
                case .page(let page)? where page != index && !related.contains(page): related.append(page)
                case nil:
                    findings.append(
                        Finding("dangling-link", path: draft.path, line: 1, message: "related: no page is called “\(name)”"))
                default: break
                }
            }
            references.related.append(related)
        }
        return references
    }

    /// Nil for a page that is not published: it leaves no trace.
    private func source(_ name: String, _ draft: PageDraft, _ resolution: LinkResolution) -> SourceReference? {
        if hasScheme(name) { return name.hasPrefix("http://") || name.hasPrefix("https://") ? .url(name) : .name(name) }
        let match =
            resolution.resolver.address(name, from: draft.path) ?? resolution.resolver.address("raw/sources/" + name, from: draft.path)
        switch match.map({ resolution.resolver.entries[$0.entry].kind }) {
        case .source(let source)?: return .file(source)
        case .page(let page)?: return .page(page)
        case .withheld?: return nil
        case nil: return .name(name)
        }
    }

    /// Sources on which nothing rests, pages that name none, pages that nothing leads to.
    mutating func reportUnused(_ sources: [Source], _ pages: [Page]) {
        for source in sources where source.citedBy.isEmpty {
            findings.append(Finding("unused-source", .note, path: source.path, message: "no published page names this source"))
        }
        for page in pages {
            if page.sources.isEmpty {
                findings.append(Finding("page-without-sources", .note, path: page.path, message: "names no source"))
            }
            if page.backlinks.isEmpty, page.node == nil || page.related.isEmpty {
                findings.append(Finding("orphan-page", .note, path: page.path, message: "nothing leads to this page"))
            }
        }
    }

    /// Pages whose plain addresses are the same on some disk.
    mutating func report(_ addresses: [String]) {
        for (draft, address) in zip(drafts, addresses) where address.utf8.contains(UInt8(ascii: "~")) {
            findings.append(
                Finding(
                    "address-changed", .note, path: draft.path,
                    message: "another page or a folder of the site has the plain address, or it is too long; the page is at \(address)"))
        }
    }
}
