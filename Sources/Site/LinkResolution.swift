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

    /// What a name in the frontmatter means: `page`, and `page#part` for the page.
    func match(ofName name: String, from path: String) -> Resolver.Match? {
        if let match = resolver.wikilink(name, from: path) { return match }
        guard let hash = name.firstIndex(of: "#"), hash > name.startIndex else { return nil }
        return resolver.wikilink(String(name[..<hash]), from: path)
    }

    /// What a link's text names.
    enum Naming {
        case external
        /// The page on which the link stands.
        case itself
        /// With `isWhole` the sign `#` and what follows belong to the name.
        case match(Resolver.Match, isWhole: Bool)
        case nothing
    }

    func naming(of link: MarkdownFacts.Link, from path: String) -> Naming {
        let written = link.syntax == .link || link.syntax == .image
        if written, hasScheme(link.target) || link.target.hasPrefix("//") { return .external }
        if !written, let match = nameWithHash(link, from: path) {
            if case .source = resolver.entries[match.entry].kind {} else { return .match(match, isWhole: true) }
        }
        if link.target.isEmpty { return .itself }
        let match = written ? resolver.address(link.target, from: path) : resolver.wikilink(link.target, from: path)
        return match.map { .match($0, isWhole: false) } ?? .nothing
    }

    private func resolve(_ link: MarkdownFacts.Link, on page: PageIndex, _ findings: inout [Finding]) -> ResolvedLink {
        switch naming(of: link, from: drafts[page].path) {
        case .external: return .external(Self.address(of: link))
        case .itself: return within(page, link, on: page, &findings)
        case .nothing: return dangling(link, on: page, &findings)
        case .match(let match, let isWhole):
            var link = link
            if isWhole { link.fragment = nil } else if match.isDoubtful { report(match, link, page, &findings) }
            switch resolver.entries[match.entry].kind {
            case .page(let target): return within(target, link, on: page, &findings)
            case .source(let source): return self.source(source, link, page, &findings)
            case .withheld:
                note(
                    "link-to-unpublished", .note, link, page, "leads to a page that is not published and is shown as plain text", &findings)
                return .withheld
            }
        }
    }

    private func dangling(_ link: MarkdownFacts.Link, on page: PageIndex, _ findings: inout [Finding]) -> ResolvedLink {
        let kind = link.syntax == .image ? "picture" : "page"
        let suggestion = nearest.title(near: link.target)
        let advice = suggestion.map { "did you mean “\($0)”?" } ?? "write it, or correct the name"
        note(
            "dangling-link", .warning, link, page, "no \(kind) is called “\(link.target)”; \(advice)", suggestion: suggestion, &findings)
        return Self.dangling(link)
    }

    static func dangling(_ link: MarkdownFacts.Link) -> ResolvedLink {
        .dangling(reason: "No \(link.syntax == .image ? "picture" : "page") is called “\(link.target)”")
    }

    /// The whole address of a link to another host. Without a scheme it would mean another place for every scheme of the page that holds it.
    static func address(of link: MarkdownFacts.Link) -> String {
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
        if !sources[source].present {
            note("missing-source", .warning, link, page, "the source “\(link.target)” is listed and has no file", &findings)
        }
        return self.source(source, link)
    }

    func source(_ source: SourceIndex, _ link: MarkdownFacts.Link) -> ResolvedLink {
        guard sources[source].present else { return .source(source) }
        let shown = link.syntax == .image || link.syntax == .embed
        switch sources[source].kind {
        case .image, .audio, .video: return shown ? .media(source) : .source(source)
        case .pdf: return shown ? .media(source, fragment: link.fragment.flatMap(Self.place)) : .source(source)
        case .text, .table: return link.syntax == .embed ? .preview(source) : .source(source)
        case .other: return .source(source)
        }
    }

    /// `page=3` of a PDF's address (RFC 8118, section 3); anything else opens it at its beginning.
    private static func place(_ fragment: String) -> String? {
        let isPage =
            fragment.hasPrefix("page=") && fragment.utf8.count <= 11 && fragment.utf8.dropFirst(5).allSatisfy { (48...57).contains($0) }
        return isPage ? fragment : nil
    }

    /// A page, or the part of it that the fragment names.
    private func within(
        _ target: PageIndex, _ link: MarkdownFacts.Link, on page: PageIndex, _ findings: inout [Finding]
    ) -> ResolvedLink {
        let embeds = link.syntax == .embed
        guard let fragment = link.fragment.map(Slug.trimmed), !fragment.isEmpty else {
            return embeds ? .embed(target, .whole) : .page(target, .none)
        }
        if fragment.hasPrefix("^") {
            let facts = drafts[target].facts
            let name = fragment.dropFirst()
            if let block = facts.blocks.first(where: { $0.name == name })
                ?? facts.blocks.first(where: { $0.name.lowercased() == name.lowercased() })
            {
                return embeds ? .embed(target, .block(block.name)) : .page(target, .id(block.id))
            }
            note(
                "missing-block", .warning, link, page, "“\(drafts[target].title)” has no block \(fragment)",
                candidates: facts.blocks.map { "^" + $0.name }, &findings)
        } else if let heading = heading(fragment, in: drafts[target].facts.headings) {
            return embeds ? .embed(target, .section(heading)) : .page(target, .id(drafts[target].facts.headings[heading].id))
        } else {
            let suggestion = Nearest(drafts[target].facts.headings.map(\.text)).title(near: fragment)
            let advice = suggestion.map { "; did you mean “\($0)”?" } ?? ""
            note(
                "missing-heading", .warning, link, page, "“\(drafts[target].title)” has no heading “\(fragment)”\(advice)",
                suggestion: suggestion, &findings)
        }
        return .page(target, .none)
    }

    /// `a#b` is the heading b below the heading a; one heading is compared as text, without case, then by its slug.
    func heading(_ fragment: String, in headings: [MarkdownFacts.Heading]) -> Int? {
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
                "“\(link.target)” could be \(chosen) (taken, \(match.rule.rawValue)) or \(others); name the folder to be sure",
                candidates: [chosen] + match.others.map { resolver.entries[$0].path }, &findings)
        }
        if match.normalised {
            note(
                "normalisation-only-link", .note, link, page,
                "“\(link.target)” matches only after Unicode normalisation",
                candidates: [resolver.entries[match.entry].path], &findings)
        }
        guard match.rule == .caseless else { return }
        let path = resolver.entries[match.entry].path
        if stemOfPath(path) != link.target {
            note("case-only-link", .note, link, page, "“\(link.target)” differs from \(path) in case", candidates: [path], &findings)
        }
    }

    private func note(
        _ code: String, _ severity: Finding.Severity, _ link: MarkdownFacts.Link, _ page: PageIndex, _ message: String,
        candidates: [String]? = nil, suggestion: String? = nil, _ findings: inout [Finding]
    ) {
        let candidates = candidates?.isEmpty == true ? nil : candidates
        findings.append(
            Finding(
                code, severity, path: drafts[page].path, line: link.line, column: link.column, message: message, candidates: candidates,
                suggestion: suggestion))
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
