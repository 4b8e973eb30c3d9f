internal import Markdown
internal import Snapshot

/// What the first pass gave, parted into what is published and what only has to be recognised.
struct SiteMaterial: Sendable {
    let snapshot: VaultSnapshot
    let selection: PageSelection
    /// Published pages in path order; a position is a `PageIndex`.
    var drafts: [PageDraft] = []
    var withheld: [PageNames] = []
    var sources: [SourceFile] { snapshot.sources }
    var findings: [Finding] = []

    init(snapshot: VaultSnapshot, readings: [PageReading], selection: PageSelection) {
        self.snapshot = snapshot
        self.selection = selection
        for reading in readings {
            switch reading {
            case .published(let draft, let noticed):
                drafts.append(draft)
                findings += noticed
            case .withheld(let names, let noticed):
                withheld.append(names)
                findings += noticed
            case .absent(let noticed): findings += noticed
            }
        }
    }

    func resolution(jobs: Int) -> LinkResolution {
        var entries = drafts.enumerated().map { index, draft in
            Resolver.Entry(kind: .page(index), path: draft.path, title: draft.title, aliases: draft.front.aliases)
        }
        entries += withheld.map { Resolver.Entry(kind: .withheld, path: $0.path, title: Slug.trimmed($0.title), aliases: $0.aliases) }
        entries += sources.enumerated().map { Resolver.Entry(kind: .source($0), path: $1.path, title: fileName($1.path)) }
        entries.sort { VaultPath.precedes($0.path, $1.path) }
        // Two tables that do not need each other.
        let tables = parallelMap(2, jobs: jobs, chunk: 1) { [entries] index -> (Resolver?, Nearest?) in
            index == 0 ? (Resolver(entries), nil) : (nil, Nearest(drafts.map(\.title).sorted()))
        }
        return LinkResolution(
            resolver: tables[0].0 ?? Resolver(entries), nearest: tables[1].1 ?? Nearest([]), drafts: drafts,
            sources: sources.map { ($0.present, fileKind(ofName: $0.path)) })
    }

    /// Drops what the pages' links are written as: all of them together are most of what is known of a vault.
    func forgetLinks(jobs: Int) {
        _ = parallelMap(drafts.count, jobs: jobs) { drafts[$0].facts.links = [] }
    }

    func page(_ index: PageIndex, address: String) -> Page {
        let draft = drafts[index]
        let record = snapshot.pages[draft.record]
        let front = draft.front
        var page = Page(
            id: draft.id, path: draft.path, address: address, title: draft.title, type: draft.type,
            aliases: front.aliases.filter { $0 != draft.title }, tags: tags(of: draft),
            created: front.created ?? record.created, updated: front.updated ?? front.created ?? record.updated, language: front.language,
            summary: front.summary ?? draft.facts.summary, words: draft.facts.words, bodyOffset: front.bodyOffset, bodyLine: front.bodyLine,
            headings: draft.facts.headings)
        page.html = draft.html
        page.sentencesChecksum = draft.sentencesChecksum
        return page
    }

    /// Frontmatter first, then the text's, each once; `Band` and `band` are one tag, written as it first came.
    private func tags(of draft: PageDraft) -> [String] {
        var seen: Set<String> = []
        let written = draft.front.tags.isEmpty ? snapshot.pages[draft.record].tags : draft.front.tags
        return (written + draft.facts.tags).filter { domain(ofTag: $0) == nil && seen.insert($0.lowercased()).inserted }
    }

    func domains(_ graph: SiteGraph) -> Domains {
        var primary = [String?](repeating: nil, count: drafts.count)
        var members: [(name: String, page: PageIndex)] = []
        var node = [String?](repeating: nil, count: drafts.count)
        for entry in graph.nodes { node[entry.page] = entry.domain }
        for (index, draft) in drafts.enumerated() {
            let tags = draft.front.tags.isEmpty ? snapshot.pages[draft.record].tags : draft.front.tags
            var names: [String] = []
            for name in tags.compactMap(domain(ofTag:)) where !names.contains(name) { names.append(name) }
            if names.isEmpty, let name = draft.front.domain ?? node[index], !name.isEmpty { names = [name] }
            primary[index] = names.first
            members += names.map { ($0, index) }
        }
        return Domains(primary: primary, members: members)
    }

    private func domain(ofTag tag: String) -> String? {
        guard tag.utf8.count > 7, tag.prefix(7).lowercased() == "domain/" else { return nil }
        return String(tag.dropFirst(7))
    }

    /// Types in the brand's order, then by name, pages without one last; pages of each by title. Addresses come later.
    func types(_ order: [Int]) -> [TypeGroup] {
        var members: [String: [PageIndex]] = [:]
        for (index, draft) in drafts.enumerated() { members[draft.type ?? "", default: []].append(index) }
        let brand = ["concept", "entity", "source", "synthesis", "comparison", "query", "overview", "index", "log"]
        func place(_ type: String) -> Int { type.isEmpty ? brand.count + 1 : brand.firstIndex(of: type) ?? brand.count }
        let names = members.keys.sorted { (place($0), $0) < (place($1), $1) }
        return names.map { name in
            TypeGroup(
                type: name.isEmpty ? nil : name, address: "", pages: (members[name] ?? []).sorted { order[$0] < order[$1] })
        }
    }

    func info(_ rules: SiteRules, pages: [Page], linkCount: Int) -> SiteInfo {
        let manifest = snapshot.manifest
        func list(_ counts: [String: Int]) -> [(kind: String, count: Int)] {
            counts.filter { $0.value > 0 }.map { (kind: $0.key, count: $0.value) }.sorted { ($1.count, $0.kind) < ($0.count, $1.kind) }
        }
        var info = SiteInfo(
            title: rules.title ?? manifest.title, vault: manifest.vault, serverVersion: manifest.serverVersion,
            dataVersion: manifest.dataVersion, date: pages.compactMap(\.updated).max(), language: rules.language, linkCount: linkCount,
            reviewByKind: list(snapshot.dashboard.reviewByKind), lintByKind: list(snapshot.dashboard.lintByKind))
        info.showsSources = rules.sources != .none
        info.layoutMethod = snapshot.graph.layout?.method
        info.layoutNight = snapshot.graph.layout.flatMap { $0.hash == nil ? nil : $0.night }
        return info
    }
}

func fileName(_ path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
}
