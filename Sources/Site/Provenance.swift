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
        let lines = draft.front.sources.isEmpty ? [] : draft.front.sourceLines
        for (place, text) in written.enumerated() {
            let name = Frontmatter.linkTarget(text)
            guard !name.isEmpty, !name.hasPrefix("review:"), let reference = source(name, draft, resolution) else { continue }
            if case .name = reference, Self.looksLikeFile(name) {
                let line = lines.indices.contains(place) ? lines[place] : 1
                found.findings.append(
                    Finding(
                        "missing-source", path: draft.path, line: line, column: 1,
                        message: "sources: there is no file “\(name)” in the vault"))
            }
            if !found.sources.contains(reference) { found.sources.append(reference) }
        }
        for (place, name) in draft.front.related.enumerated() {
            let match = resolution.match(ofName: name, from: draft.path)
            switch match.map({ resolution.resolver.entries[$0.entry].kind }) {
            case .page(let page)? where page != index && !found.related.contains(page): found.related.append(page)
            case nil:
                let suggestion = resolution.nearest.title(near: name)
                let advice = suggestion.map { "; did you mean “\($0)”?" } ?? ""
                found.findings.append(
                    Finding(
                        "dangling-link", path: draft.path, line: draft.front.relatedLines[place], column: 1,
                        message: "related: no page is called “\(name)”\(advice)", suggestion: suggestion))
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

    /// Whether a name is meant as a file's: it has a folder, or an extension of a kind that we know.
    private static func looksLikeFile(_ name: String) -> Bool {
        if hasScheme(name) { return false }
        return name.hasPrefix("raw/") || (!name.contains(" ") && fileKind(ofName: name) != .other)
    }

    /// Sources on which nothing rests, pages that name none, pages that nothing leads to.
    ///
    /// - Parameter sources: nil where none are published.
    mutating func reportUnused(_ sources: [Source]?, _ pages: [Page]) {
        for source in sources ?? [] where source.citedBy.isEmpty {
            findings.append(Finding("unused-source", .note, path: source.path, message: "no published page names this source"))
        }
        for page in pages {
            if sources != nil, page.sources.isEmpty {
                findings.append(Finding("page-without-sources", .note, path: page.path, message: "names no source"))
            }
            if page.backlinks.isEmpty, page.node == nil || page.related.isEmpty {
                findings.append(Finding("orphan-page", .note, path: page.path, message: "nothing leads to this page"))
            }
        }
    }

    /// Pages that would have the same address on some disk, and those whose names no address can have.
    mutating func report(_ addresses: [String]) {
        let changed = addresses.indices.filter { addresses[$0].utf8.contains(UInt8(ascii: "~")) }
        if changed.isEmpty { return }
        let plain = Dictionary(zip(addresses.map { $0.lowercased() }, drafts.map(\.path))) { first, _ in first }
        for index in changed {
            let (path, address) = (drafts[index].path, addresses[index])
            let wanted = address[..<(address.lastIndex(of: "~") ?? address.endIndex)].lowercased() + ".html"
            if let other = plain[wanted] {
                findings.append(
                    Finding(
                        "path-collision", path: path,
                        message: "has the same address as \(other) on a disk without case or for a web server; the page is at \(address)",
                        candidates: [other]))
            } else {
                findings.append(
                    Finding(
                        "address-changed", .note, path: path,
                        message: "the plain address belongs to the site, to a device, or is too long; the page is at \(address)"))
            }
        }
    }
}
