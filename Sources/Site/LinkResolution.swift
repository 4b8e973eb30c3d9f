internal import Markdown
internal import Snapshot

/// The links of one page, each led to its end, and what was noticed on the way.
struct PageLinks: Sendable {
    var links: [ResolvedLink]
    var findings: [Finding]
    /// Whether one of them leads to a page that is not published.
    var pointsAtPrivate = false
}

/// Resolves links of pages against everything that can be linked to. Shared by all threads; holds no state that changes.
struct LinkResolution: Sendable {
    let resolver: Resolver
    let nearest: Nearest
    /// Published pages, by page index.
    let drafts: [PageDraft]
    /// By source index: whether the file is in the snapshot, and its kind.
    let sources: [(present: Bool, kind: LinkDestination.FileKind)]

    func links(of page: PageIndex) -> PageLinks {
        var result = PageLinks(links: [], findings: [])
        result.links.reserveCapacity(drafts[page].facts.links.count)
        for link in drafts[page].facts.links {
            let end = resolve(link, on: page, &result.findings)
            if case .withheld = end { result.pointsAtPrivate = true }
            result.links.append(end)
        }
        return result
    }

    private func resolve(_ link: MarkdownFacts.Link, on page: PageIndex, _ findings: inout [Finding]) -> ResolvedLink {
        let written = link.syntax == .link || link.syntax == .image
        if written, hasScheme(link.target) || link.target.hasPrefix("//") { return .external(Self.address(of: link)) }
        let path = drafts[page].path
        if !written, let match = nameWithHash(link, from: path) {
            var whole = link
            whole.fragment = nil
            if case .page(let target) = resolver.entries[match.entry].kind { return within(target, whole, on: page, &findings) }
            if resolver.entries[match.entry].kind == .withheld { return .withheld }
        }
        if link.target.isEmpty { return within(page, link, on: page, &findings) }
        let match = written ? resolver.address(link.target, from: path) : resolver.wikilink(link.target, from: path)
        guard let match else {
            let kind = link.syntax == .image ? "picture" : "page"
            let advice = nearest.title(near: link.target).map { "did you mean “\($0)”?" } ?? "write it, or correct the name"
            note("dangling-link", .warning, link, page, "no \(kind) is called “\(link.target)”; \(advice)", &findings)
            return .dangling(reason: "No \(kind) is called “\(link.target)”")
        }
        report(match, link, page, &findings)
        switch resolver.entries[match.entry].kind {
        case .withheld:
            note("link-to-unpublished", .note, link, page, "leads to a page that is not published and is shown as plain text", &findings)
            return .withheld
        case .source(let source): return self.source(source, link, page, &findings)
        case .page(let target): return within(target, link, on: page, &findings)
        }
    }

    /// The whole address of a link to another host. Without a scheme it would mean another place for every scheme of the page that holds it.
    private static func address(of link: MarkdownFacts.Link) -> String {
        let whole = link.target + (link.fragment.map { "#" + $0 } ?? "")
        return whole.hasPrefix("//") ? "https:" + whole : whole
    }

    /// `[[C#]]` where a page bears exactly that name: the sign belongs to the name and begins no fragment.
    private func nameWithHash(_ link: MarkdownFacts.Link, from path: String) -> Resolver.Match? {
        guard let fragment = link.fragment, !link.target.isEmpty || !fragment.isEmpty else { return nil }
        guard let match = resolver.wikilink(link.target + "#" + fragment, from: path) else { return nil }
        switch match.rule {
        case .path, .title, .alias, .stem: return match
        case .caseless, .stemSlug, .titleSlug, .fileName: return nil
        }
    }

    private func source(_ source: SourceIndex, _ link: MarkdownFacts.Link, _ page: PageIndex, _ findings: inout [Finding]) -> ResolvedLink {
        guard sources[source].present else {
            note("missing-source", .warning, link, page, "the source “\(link.target)” is listed and has no file", &findings)
            return .source(source)
        }
        let shown = link.syntax == .image || link.syntax == .embed
        switch sources[source].kind {
        case .image, .audio, .video: return shown ? .media(source) : .source(source)
        case .pdf, .text, .table, .other: return .source(source)
        }
    }

    /// A page, or the part of it that the fragment names.
    private func within(
        _ target: PageIndex, _ link: MarkdownFacts.Link, on page: PageIndex, _ findings: inout [Finding]
    ) -> ResolvedLink {
        let embeds = link.syntax == .embed
        guard let fragment = link.fragment.map(Slug.trimmed), !fragment.isEmpty else {
            return embeds ? .embed(target, .whole) : .page(target, .none)
        }
        let facts = drafts[target].facts
        if fragment.hasPrefix("^") {
            let name = fragment.dropFirst()
            if let block = facts.blocks.first(where: { $0.name == name })
                ?? facts.blocks.first(where: { $0.name.lowercased() == name.lowercased() })
            {
                return embeds ? .embed(target, .block(block.name)) : .page(target, .id(block.id))
            }
            note("missing-block", .warning, link, page, "“\(drafts[target].title)” has no block \(fragment)", &findings)
        } else if let heading = heading(fragment, in: facts.headings) {
            return embeds ? .embed(target, .section(heading)) : .page(target, .id(facts.headings[heading].id))
        } else {
            note("missing-heading", .warning, link, page, "“\(drafts[target].title)” has no heading “\(fragment)”", &findings)
        }
        return .page(target, .none)
    }

    /// `a#b` is the heading b below the heading a; one heading is compared as text, without case, then by its slug.
    private func heading(_ fragment: String, in headings: [MarkdownFacts.Heading]) -> Int? {
        var range = headings.indices
        var found: Int?
        for part in fragment.split(separator: "#") {
            let name = Slug.trimmed(part)
            let folded = name.lowercased()
            guard
                let index = range.first(where: { headings[$0].text == name })
                    ?? range.first(where: { headings[$0].text.lowercased() == folded || headings[$0].id == name })
                    ?? range.first(where: { Slug.slug(headings[$0].text) == Slug.slug(name) })
            else { return nil }
            found = index
            let level = headings[index].level
            let end = headings[(index + 1)...].firstIndex { $0.level <= level } ?? headings.endIndex
            range = (index + 1)..<end
        }
        return found
    }

    private func report(_ match: Resolver.Match, _ link: MarkdownFacts.Link, _ page: PageIndex, _ findings: inout [Finding]) {
        if !match.others.isEmpty {
            let chosen = resolver.entries[match.entry].path
            let others = match.others.map { resolver.entries[$0].path }.joined(separator: ", ")
            note(
                "ambiguous-link", .warning, link, page,
                "“\(link.target)” could be \(chosen) (taken, \(match.rule.rawValue)) or \(others); name the folder to be sure", &findings)
        }
        if match.normalised {
            note("normalisation-only-link", .note, link, page, "“\(link.target)” matches only after Unicode normalisation", &findings)
        }
        let path = resolver.entries[match.entry].path
        if match.rule == .caseless, stemOfPath(path) != link.target {
            note("case-only-link", .note, link, page, "“\(link.target)” differs from \(path) in case", &findings)
        }
    }

    private func note(
        _ code: String, _ severity: Finding.Severity, _ link: MarkdownFacts.Link, _ page: PageIndex, _ message: String,
        _ findings: inout [Finding]
    ) {
        findings.append(Finding(code, severity, path: drafts[page].path, line: link.line, column: link.column, message: message))
    }
}

/// Whether an address begins with a URL scheme (RFC 3986, section 3.1).
func hasScheme(_ address: String) -> Bool {
    var length = 0
    for byte in address.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): break
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): if length == 0 { return false }
        case UInt8(ascii: ":"): return length > 1
        default: return false
        }
        length += 1
    }
    return false
}

func fileKind(ofName name: String) -> LinkDestination.FileKind {
    switch name.utf8.lastIndex(of: UInt8(ascii: ".")).map({ name[name.utf8.index(after: $0)...].lowercased() }) ?? "" {
    case "png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "bmp": .image
    case "mp3", "ogg", "oga", "opus", "wav", "m4a", "flac": .audio
    case "mp4", "webm", "ogv", "mov": .video
    case "pdf": .pdf
    case "csv", "tsv": .table
    case "txt", "md", "markdown", "json", "yaml", "yml", "toml", "log", "html", "htm", "xml", "tex", "org", "rst": .text
    default: .other
    }
}
