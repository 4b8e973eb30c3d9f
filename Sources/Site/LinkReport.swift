internal import Markdown
public import Snapshot

/// One link of the vault and how it was led to its end, for those who keep the vault. Private pages are named in it.
public struct LinkReport: Sendable, Equatable, Encodable {
    public enum Syntax: String, Sendable, Encodable { case wikilink, embed, link, image, related, sources }

    /// Vault path of the page that holds the link.
    public var page: String
    /// 1-based.
    public var line: Int
    public var column: Int
    public var syntax: Syntax
    /// As written, without what follows the first `#`.
    public var target: String
    public var fragment: String?
    /// Which rule matched; nil where nothing did, and for a link within its page.
    public var rule: String?
    /// Vault path; nil where the link leads nowhere.
    public var leadsTo: String?
    /// Vault paths that the same rule gives, in path order.
    public var otherCandidates: [String] = []
    /// The title that was most likely meant, where nothing matched.
    public var suggestion: String?
}

/// A page that others name without a link to it.
public struct UnlinkedMentions: Sendable, Equatable, Encodable {
    /// Vault path.
    public var page: String
    public var title: String
    /// Vault paths of the pages that name it.
    public var namedBy: [String]
}

/// Every link of the published pages and who names whom without one. Reads every page anew: `makeSite` keeps none of it.
public struct VaultLinks: Sendable, Equatable {
    /// By page, line and column.
    public var links: [LinkReport] = []
    /// By page.
    public var mentions: [UnlinkedMentions] = []

    public init(_ snapshot: VaultSnapshot, selection: PageSelection = PageSelection(), jobs: Int = 1) {
        let readings = parallelMap(snapshot.pages.count, jobs: jobs) { readPage(snapshot, $0, selection) }
        let material = SiteMaterial(snapshot: snapshot, readings: readings, selection: selection)
        let resolution = material.resolution(jobs: jobs)
        links = parallelMap(material.drafts.count, jobs: jobs) { resolution.reports(of: $0) }.flatMap(\.self)
        mentions = Self.mentions(material, resolution, jobs)
    }

    private static func mentions(_ material: SiteMaterial, _ resolution: LinkResolution, _ jobs: Int) -> [UnlinkedMentions] {
        let names = MentionIndex(material.drafts)
        let found = parallelMap(material.drafts.count, jobs: jobs) { index -> [PageIndex] in
            let draft = material.drafts[index]
            guard let bytes = try? material.snapshot.text(of: draft.path) else { return [] }
            var linked = Set(resolution.links(of: index).links.compactMap(\.page))
            for case .page(let page) in material.references(of: index, resolution).sources { linked.insert(page) }
            linked.formUnion(material.references(of: index, resolution).related)
            let text = unlinkedText(bytes[min(draft.front.bodyOffset, bytes.count)...])
            return names.pages(namedIn: text).filter { $0 != index && !linked.contains($0) }
        }
        var namedBy = [[String]](repeating: [], count: material.drafts.count)
        for (index, pages) in found.enumerated() { for page in pages { namedBy[page].append(material.drafts[index].path) } }
        return namedBy.enumerated().compactMap { page, others in
            others.isEmpty ? nil : UnlinkedMentions(page: material.drafts[page].path, title: material.drafts[page].title, namedBy: others)
        }
    }
}

extension ResolvedLink {
    fileprivate var page: PageIndex? {
        switch self {
        case .page(let page, _), .embed(let page, _): page
        default: nil
        }
    }
}

extension LinkResolution {
    fileprivate func reports(of page: PageIndex) -> [LinkReport] {
        let draft = drafts[page]
        let body = draft.facts.links.map { report(on: $0, draft.path) }
        let front =
            zip(draft.front.related, draft.front.relatedLines).map { report(onName: $0, $1, .related, draft.path) }
            + zip(draft.front.sources, draft.front.sourceLines).map { report(onName: $0, $1, .sources, draft.path) }
        return (front + body).enumerated().sorted {
            ($0.element.line, $0.element.column, $0.offset) < ($1.element.line, $1.element.column, $1.offset)
        }
        .map(\.element)
    }

    private func report(on link: MarkdownFacts.Link, _ path: String) -> LinkReport {
        let syntax: LinkReport.Syntax =
            switch link.syntax {
            case .wikilink: .wikilink
            case .embed: .embed
            case .link: .link
            case .image: .image
            }
        var report = LinkReport(
            page: path, line: link.line, column: link.column, syntax: syntax, target: link.target, fragment: link.fragment)
        switch naming(of: link, from: path) {
        case .external: report.rule = "external"
        case .itself: report.leadsTo = path
        case .match(let match, _): fill(&report, match)
        case .nothing: report.suggestion = nearest.title(near: link.target)
        }
        return report
    }

    private func report(onName name: String, _ line: Int, _ syntax: LinkReport.Syntax, _ path: String) -> LinkReport {
        var report = LinkReport(page: path, line: line, column: 1, syntax: syntax, target: name)
        if hasScheme(name) {
            report.rule = "external"
        } else if let match = syntax == .related
            ? match(ofName: name, from: path)
            : resolver.address(name, from: path) ?? resolver.address("raw/sources/" + name, from: path)
        {
            fill(&report, match)
        } else if syntax == .related {
            report.suggestion = nearest.title(near: name)
        }
        return report
    }

    private func fill(_ report: inout LinkReport, _ match: Resolver.Match) {
        report.rule = match.rule.rawValue
        report.leadsTo = resolver.entries[match.entry].path
        report.otherCandidates = match.others.map { resolver.entries[$0].path }
    }
}
