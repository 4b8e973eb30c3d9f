import Markdown
import Mustache
import Site
import Theme

/// Home, wiki, search and reading: filled from the snapshot.
extension AppModels {
    func home(_ request: Request) -> [Field: Value] {
        let words = request.words
        var fields: [Field: Value] = [.vaultLabel: .text("Vault"), .actions: .models([action("search", "Search")])]
        let isFilled = request.isFilled && !site.pages.isEmpty
        guard isFilled || request.has(.empty) || site.pages.isEmpty else { return fields }
        func figure(_ number: Int, _ word: AppWords.Word) -> Model {
            Model([.number: .text(words.number(isFilled ? number : 0)), .label: .text(words(word))])
        }
        fields[.hero] = .flag(true)
        fields[.live] = .text(words(.live))
        fields[.siteTitle] = .text(site.info.title)
        fields[.heroFigures] = .models([
            figure(site.pages.count, .pages), figure(site.sources.count, .sources), figure(site.info.linkCount, .links),
        ])
        guard isFilled else {
            fields[.failure] = empty(
                .upload, "Nothing here yet", "Add a first source; its pages appear here as they are written.", action: "Add a source")
            return fields
        }
        fields[.hasTypes] = .flag(!site.types.isEmpty)
        fields[.types] = .models(types(words, href: request.href("wiki")))
        fields[.sectionsLabel] = .text(words(.sections))
        let recent = recentPages.prefix(6)
        fields[.hasRows] = .flag(!recent.isEmpty)
        fields[.recentLabel] = .text(words(.recent))
        fields[.rows] = .models(
            recent.map { page in row(page, request, meta: site.pages[page].updated.map(words.date) ?? "").adding([.summary: .flag(false)]) }
        )
        for (key, value) in groups(request) { fields[key] = value }
        return fields
    }

    private func groups(_ request: Request) -> [Field: Value] {
        let words = request.words
        let domains = site.domains.prefix(6).map { group in
            Model([
                .href: .text(request.href("wiki")), .title: .text(group.name), .glyph: .text("tag"), .typeKey: .text("other"),
                .number: .text(words.number(group.pages.count)),
            ])
        }
        let communities = site.communities.prefix(5).map { group in
            Model([
                .href: .text(request.href("graph")), .label: .text(group.label), .swatch: .text(swatch(group.id)),
                .meta: .text(words.count(group.pages.count, .pages)), .cohesion: .number(Int((group.cohesion * 100).rounded())),
                .cohesionLabel: .text("Cohesion \(Int((group.cohesion * 100).rounded())) %"),
            ])
        }
        let review = site.info.reviewByKind.map { Model([.label: .text(readable($0.kind)), .number: .text(words.number($0.count))]) }
        return [
            .hasDomains: .flag(!domains.isEmpty), .domains: .models(domains), .domainsLabel: .text(words(.domains)),
            .hasCommunities: .flag(!communities.isEmpty), .communities: .models(communities), .communitiesLabel: .text(words(.communities)),
            .hasReview: .flag(!review.isEmpty), .review: .models(review), .reviewLabel: .text(words(.review)),
        ]
    }

    private func swatch(_ community: Int) -> String { community < 0 ? "none" : String(community % 12) }
    func readable(_ kind: String) -> String {
        let words = kind.split(separator: "-").joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
    func action(_ glyph: String, _ label: String) -> Model { Model([.glyph: .text(glyph), .label: .text(label)]) }

    // MARK: Wiki and search

    func wiki(_ request: Request) -> [Field: Value] {
        let words = request.words
        var fields: [Field: Value] = [
            .searchLabel: .text(words(.search)), .hasChips: .flag(!site.types.isEmpty), .sectionsLabel: .text(words(.sections)),
            .chips: .models(chips(request, current: request.has(.empty) ? site.types.last?.type : nil)),
        ]
        guard request.isFilled, !site.pages.isEmpty else {
            if request.has(.empty) || site.pages.isEmpty {
                fields[.failure] = empty(.wiki, "Nothing here", "The vault has no pages of this type.")
            }
            return fields
        }
        var pages = Array(readablePages)
        if request.has(.longTitles) {
            pages.sort { (site.pages[$0].title.count, $1) > (site.pages[$1].title.count, $0) }
        } else {
            pages = mixed(pages)
        }
        var rows = pages.prefix(24).map { row($0, request) }
        if request.has(.swiped), rows.count > 2 {
            fields[.leading] = .view(rows.removeFirst())
            fields[.swiped] = .view(rows.removeFirst())
            fields[.pinLabel] = .text("Pin")
            fields[.shareLabel] = .text("Share")
        }
        if request.has(.menu), let chosen = rows.dropFirst(2).first {
            fields[.menu] = .flag(true)
            fields[.menuLabel] = .text("Page menu")
            fields[.chosen] = .view(chosen)
            fields[.menuItems] = .models([
                menuItem("wiki", "Open"), menuItem("graph", "Show in graph"), menuItem("pin", "Pin to home"), menuItem("copy", "Copy link"),
                menuItem("trash", "Delete page", tone: "is-bad"),
            ])
        }
        fields[.hasRows] = .flag(true)
        fields[.rows] = .models(Array(rows))
        return fields
    }

    private func menuItem(_ glyph: String, _ label: String, tone: String? = nil) -> Model {
        Model([.glyph: .text(glyph), .label: .text(label), .tone: Value(tone)])
    }

    private func chips(_ request: Request, current: String?) -> [Model] {
        let words = request.words
        let all = Model([
            .href: .text(request.href("wiki")), .label: .text(words(.all)), .count: .text(words.number(site.pages.count)),
            .current: current == nil ? .text("true") : .flag(false), .typeKey: .flag(false), .glyph: .flag(false),
        ])
        return [all]
            + site.types.map { group in
                let style = theme.style(ofType: group.type)
                return Model([
                    .href: .text(request.href("wiki")), .label: .text(words.plural(group.type)), .typeKey: .text(style.key),
                    .glyph: .text(style.glyph.rawValue), .count: .text(words.number(group.pages.count)),
                    .current: current != nil && current == group.type ? .text("true") : .flag(false),
                ])
            }
    }

    /// One of each type in turn, so that a list shows what the vault has.
    private func mixed(_ pages: [PageIndex]) -> [PageIndex] {
        let wanted = Set(pages)
        let columns = site.types.map { $0.pages.filter(wanted.contains) }
        let depth = columns.map(\.count).max() ?? 0
        return (0..<depth).flatMap { level in columns.compactMap { level < $0.count ? $0[level] : nil } }
    }

    func search(_ request: Request) -> [Field: Value] {
        var fields: [Field: Value] = [.searchLabel: .text(request.words(.search)), .hasChips: .flag(true)]
        fields[.chips] = .models(chips(request, current: nil))
        // A word that the vault really has: the most frequent longer one of its titles.
        let query = frequentWord
        fields[.query] = .text(request.has(.none) ? "turbine" : query)
        if request.has(.none) || site.pages.isEmpty {
            fields[.failure] = empty(.search, "No results", "Nothing matched. Try other words, or another type.")
        } else if request.isFilled {
            let hits = site.pages.indices.filter { site.pages[$0].title.lowercased().contains(query) }
            let others = site.pages.indices.filter { !hits.contains($0) && site.pages[$0].summary.lowercased().contains(query) }
            fields[.hasRows] = .flag(true)
            fields[.rows] = .models((hits + others).prefix(12).map { row($0, request) })
        }
        return fields
    }

    private var frequentWord: String {
        var counts: [String: Int] = [:]
        for page in site.pages {
            for word in page.title.lowercased().split(whereSeparator: { !$0.isLetter }) where word.count > 4 {
                counts[String(word), default: 0] += 1
            }
        }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? "page"
    }

    // MARK: Reading

    func reading(_ request: Request) -> [Field: Value] {
        var fields: [Field: Value] = [
            .ground: .text("plain"), .actions: .models([action("share", "Share"), action("more", "More actions")]),
        ]
        guard let index = shownPage(request), request.isFilled else {
            if site.pages.isEmpty, request.isFilled { fields[.failure] = empty(.wiki, "Nothing here", "The vault has no pages.") }
            return fields
        }
        let page = site.pages[index]
        let words = request.words
        let style = theme.style(ofType: page.type)
        var meta = [words.count(page.sources.count, .sources), words.count(page.backlinks.count, .links)]
        if let updated = page.updated { meta.append("\(words(.updated)) \(words.date(updated))") }
        fields[.page] = .flag(true)
        fields[.title] = .text(page.title)
        fields[.typeKey] = .text(style.key)
        fields[.glyph] = .text(style.glyph.rawValue)
        fields[.typeLabel] = .text(words.singular(page.type))
        fields[.typeHref] = .text(request.href("wiki"))
        fields[.metaItems] = .texts(meta)
        fields[.pageLang] = Value(page.language == words.language.rawValue ? nil : page.language)
        fields[.pageDir] = .text(["ar", "he", "fa", "ur"].contains(page.language?.prefix(2) ?? "") ? "rtl" : "ltr")
        fields[.domain] = page.domain.map { .model([.href: .text(request.href("wiki")), .label: .text($0)]) } ?? .flag(false)
        fields[.body] = .markup(body(index))
        for (key, value) in surroundings(page, index, request) { fields[key] = value }
        let headings = page.headings.filter { (2...3).contains($0.level) }.prefix(12)
        fields[.headings] = .models(headings.map { Model([.text: .text($0.text), .level: .number($0.level)]) })
        fields[.contentsLabel] = headings.isEmpty ? .flag(false) : .text(words(.contents))
        fields[.neighbourhoodLabel] = .text(words(.neighbourhood))
        for (key, value) in neighbourhood(of: index) { fields[key] = value }
        return fields
    }

    private func surroundings(_ page: Page, _ index: PageIndex, _ request: Request) -> [Field: Value] {
        let words = request.words
        let related = page.related.prefix(4).map {
            row($0.page, request).adding([.summary: .text(words.singular(site.pages[$0.page].type)), .meta: .flag(false)])
        }
        // A gallery's site is made without a spool, so that nothing has to be read back.
        let sentences = try? site.sentences(ofBacklinks: 0..<min(4, page.backlinks.count), of: index)
        let backlinks = page.backlinks.prefix(4).enumerated().map { place, link in
            row(link.page, request).adding([.sentence: .text(sentences?.text(place) ?? "")])
        }
        return [
            .hasSources: .flag(!page.sources.isEmpty), .sourcesLabel: .text(words(.sources)), .sourceNumber: .number(page.sources.count),
            .sources: .models(page.sources.prefix(4).map { sourceCard($0, request) }), .hasRelated: .flag(!related.isEmpty),
            .relatedLabel: .text(words(.related)), .related: .models(Array(related)), .hasBacklinks: .flag(!backlinks.isEmpty),
            .backlinksLabel: .text(words(.linkedFrom)), .backlinkNumber: .number(page.backlinks.count),
            .backlinks: .models(Array(backlinks)),
        ]
    }

    private func sourceCard(_ reference: SourceReference, _ request: Request) -> Model {
        switch reference {
        case .file(let index):
            let source = site.sources[index]
            let note = "\(source.path.split(separator: ".").last.map { $0.uppercased() } ?? "File") · \(bytes(source.bytes))"
            return Model([.href: .text(request.href("sources")), .title: .text(source.name), .note: .text(note), .glyph: .text("file")])
        case .page(let index): return row(index, request).adding([.note: .text("Page"), .glyph: .text("wiki")])
        // The site leads outside; a screen that is looked at does not.
        case .url(let url): return Model([.title: .text(url), .note: .text("Web"), .glyph: .text("external"), .href: .flag(false)])
        case .name(let name): return Model([.title: .text(name), .note: .text("Named"), .glyph: .text("source"), .href: .flag(false)])
        }
    }

    func bytes(_ count: Int) -> String {
        if count < 1000 { return "\(count) B" }
        let thousandths = count < 1_000_000 ? count : count / 1000
        return "\(thousandths / 1000).\(thousandths % 1000 / 100) \(count < 1_000_000 ? "kB" : "MB")"
    }

    /// The page that the reading screen shows: the one that most leads to, with sources; or what the state asks for.
    private func shownPage(_ request: Request) -> PageIndex? {
        switch request.state.kind {
        case .longTitles: return site.pages.indices.max { (site.pages[$0].title.count, $1) < (site.pages[$1].title.count, $0) }
        case .page:
            let other = site.pages.indices.filter { site.pages[$0].language.map { $0 != site.info.language } ?? false }
            return other.max { (site.pages[$0].words, $1) < (site.pages[$1].words, $0) } ?? mainPage
        default: return mainPage
        }
    }

    private var mainPage: PageIndex? {
        func worth(_ index: PageIndex) -> Int {
            let page = site.pages[index]
            return min(page.sources.count, 2) * 40 + min(page.backlinks.count, 12) * 4 + min(page.words, 400) / 20
        }
        return readablePages.max { (worth($0), $1) < (worth($1), $0) }
    }
}
