internal import Snapshot

/// What a page names in its frontmatter, led to its end.
struct PageReferences: Sendable {
    var sources: [SourceReference] = []
    var related: [PageIndex] = []
    var findings: [Finding] = []
}

extension SiteMaterial {
    func references(of index: PageIndex, _ resolution: LinkResolution) -> PageReferences {
        let draft = drafts[index]
        var found = PageReferences()
        let written = draft.front.sources.isEmpty ? snapshot.pages[draft.record].sources : draft.front.sources
        for name in written.map(Frontmatter.linkTarget) where !name.isEmpty && !name.hasPrefix("review:") {
            if let reference = source(name, draft, resolution), !found.sources.contains(reference) { found.sources.append(reference) }
        }
        for name in draft.front.related {
            let match = resolution.resolver.wikilink(name, from: draft.path)
            switch match.map({ resolution.resolver.entries[$0.entry].kind }) {
            case .page(let page)? where page != index && !found.related.contains(page): found.related.append(page)
            case nil:
                found.findings.append(
                    Finding("dangling-link", path: draft.path, line: 1, message: "related: no page is called “\(name)”"))
            default: break
            }
        }
        return found
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
