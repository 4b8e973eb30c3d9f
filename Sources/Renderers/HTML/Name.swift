internal import Mustache

/// Every name that a template may use; `docs/templates.md` says what each holds.
enum Name: Int, CaseIterable {
    // The frame.
    case lang, dir, pinned, documentTitle, description, kind, title, root, siteTitle, words
    case head, actions, rail, foot, tabs, crumbs, hasContents
    case colorScheme, themeColors, color, media, places, date, dateText
    // Links, rows and groups.
    case href, label, count, number, current, glyph, typeKey, typeLabel, typeHref, swatch, meta, summary, note, tone
    case cohesion, hasTop, top
    // Home.
    case constellation, heroFigures, hasTypes, types, pageNumber, typeBar, hasRecent, recent, hasHubs, hubs, hasOrphans, orphans, figures
    case growth, growthSpan, growthLabel, hasDomains, domains, hasCommunities, communities, hasReview, review, hasLint, lint
    // Lists.
    case eyebrow, lede, hasChips, chips, hasRows, rows, orders, letters, folders, hasParts, parts, hasGroups, groups
    // A page.
    case pageLang, pageDir, domain, community, hasAliases, aliases, metaItems, updated, updatedText, hasTags, tags, body, isMissing
    case hasSources, sources, sourceNumber, isExternal, hasRelated, related, score, scoreLabel
    case hasNeighbours, previous, next, contents, level, fragment
    case pageLink, footer, ownScript, hosts, offlineScript
    case hasBacklinks, backlinks, backlinkNumber, moreBacklinks, sentence, pageHref, pageTitle
    // A source.
    case kindLabel, path, isAbsent, isWide, file, isImage, isVideo, isAudio, preview, previewNote
    // The search.
    case hasSearch, searchScript
    // Earlier nights.
    case history, pastSheet, pastScript, night, texts, charts, svg, span, difference, isSame
    // What machines read.
    case styleSheet, siteScript, themeScript, fonts, typeFeed, canonical, openGraphType, openGraphImage, linkedData, markdownHref
    // The graph.
    case counts, hasPosters, posters, appearance, src, width, height, alt, hasTiers, tiers, files, name, hasGraph, hasKinds, node

    /// These names, and the words under `words`.
    static let vocabulary: Vocabulary = {
        let names = allCases.map { "\($0)" }
        return Vocabulary(names + Word.allCases.map(\.rawValue).filter { !names.contains($0) })
    }()
}

/// A small view made of fields, for what is rendered a few times a build.
struct Fields: View {
    /// Apart from the values, which to look through would count in and out.
    private let symbols: [Int]
    private let values: [Value]

    init(_ fields: [(Name, Value)]) {
        symbols = fields.map(\.0.rawValue)
        values = fields.map(\.1)
    }

    func value(_ symbol: Int) -> Value {
        for place in symbols.indices where symbols[place] == symbol { return values[place] }
        return .absent
    }
}

/// `words` in templates: the site's own words in its language.
struct WordsView: View {
    private let texts: [String?]

    init(_ language: Language) {
        let names = Name.vocabulary.names
        texts = names.map { Word(rawValue: $0).map(language.text) }
    }

    func value(_ symbol: Int) -> Value { texts[symbol].map(Value.text) ?? .absent }
}

extension Value {
    /// A list whose items are views.
    static func views(_ views: [some View]) -> Value { .list(List(count: views.count) { .view(views[$0]) }) }
    static func texts(_ texts: [String]) -> Value { .list(List(count: texts.count) { .text(texts[$0]) }) }
}
