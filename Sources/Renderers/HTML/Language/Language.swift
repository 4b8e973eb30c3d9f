import Site
import Snapshot

/// The site's own words in one language. A string that a language lacks does not compile.
struct Language: Sendable {
    /// BCP 47.
    let code: String
    let text: @Sendable (Word) -> String
    /// A number with its noun: `1 page`, `12 pages`.
    let counted: @Sendable (Int, Counted) -> String
    let date: @Sendable (CalendarDate) -> String
    let number: @Sendable (Int) -> String
    /// A page type for readers, one of it and many; nil is pages without a type.
    let typeName: @Sendable (_ type: String?, _ isPlural: Bool) -> String
    /// Sentences with values in them.
    let phrase: @Sendable (Phrase) -> String

    /// The language for a BCP 47 tag; English where the tag's language is not there.
    static func named(_ tag: String) -> Language {
        let code = tag.lowercased().split(separator: "-").first.map(String.init)
        return all.first { $0.code == code } ?? .english
    }

    static let all: [Language] = [.english, .italian, .german, .japanese, .arabic]

    /// Whether there are words in a tag's language.
    static func isKnown(_ tag: String) -> Bool { all.contains { $0.code == tag.lowercased().prefix { $0 != "-" } } }

    /// Whether a language is written from right to left.
    static func isRightToLeft(_ tag: String) -> Bool {
        let parts = tag.lowercased().split(separator: "-")
        if parts.contains(where: { ["arab", "hebr", "thaa", "syrc", "nkoo", "adlm"].contains($0) }) { return true }
        if parts.dropFirst().contains(where: { $0.utf8.count == 4 && $0.first?.isLetter == true }) { return false }
        return ["ar", "he", "iw", "fa", "ur", "ps", "sd", "ug", "yi", "dv", "ckb", "nqo", "syr", "arc", "azb"].contains(parts.first ?? "")
    }

    static func direction(_ tag: String) -> String { isRightToLeft(tag) ? "rtl" : "ltr" }
}

/// The languages that a site's own words can be in.
public enum SiteLanguages {
    public static var codes: [String] { Language.all.map(\.code) }

    /// Whether there are words in a BCP 47 tag's language, whatever its region and script.
    public static func has(_ tag: String) -> Bool { Language.isKnown(tag) }
}

/// What is counted with its noun.
enum Counted: Sendable { case pages, sources, links, connections, minutes, citations, domains, communities, tags, versions }

/// Sentences with values in them.
enum Phrase: Sendable {
    case vault(title: String, pages: Int, sources: Int)
    case allPages(pages: Int)
    case typeLede(pages: Int, vault: String)
    case domainLede(pages: Int)
    /// Percent.
    case communityLede(pages: Int, cohesion: Int)
    case domainsLede(count: Int)
    case communitiesLede(count: Int)
    case sourcesLede(count: Int, bytes: Int)
    case tagsLede(count: Int)
    case tagLede(pages: Int)
    case recentLede(date: String)
    case backlinksLede(count: Int)
    case moreBacklinks(count: Int)
    case cohesion(percent: Int)
    /// Pages that are linked with each other, as the graph has them.
    case linkedPairs(Int)
    case score(percent: Int)
    case growth(from: String, to: String, pages: Int)
    case graphCounts(nodes: Int, edges: Int)
    case poster(vault: String, pages: Int)
    case bytes(Int)
    case file(kind: String, format: String)
    case beginningOf(bytes: Int, all: Int)
    case firstRows(Int)
    case firstPage(of: String)
    case historyLede(versions: Int, since: String)
    /// The days are one where a text was there on one night alone.
    case versionOf(from: String, to: String)
    case asOf(date: String)
    case nightLede(pages: Int, missing: Int)
    case change(of: String, from: String, to: String)
}

/// Words that templates use as `{{words.skip}}`.
enum Word: String, Sendable, CaseIterable {
    case skip, navigation, breadcrumbs, tabs, more, appearance, system, light, dark, darkTheme, onThisPage, aboutThisPage
    case home, wiki, graph, sources, domains, communities, recent, sections, pages, all, allPages, parts, filter, untyped
    case vault, asOf, dataOf, publishedWith, figures, pagesByType, growth, recentlyUpdated, hubs, review, lint, links, clean, orphans
    case emptyVault, emptyVaultText, nothingHere, nothingHereText, noText, noTextText, noSources, noSourcesText, noGraph, noGraphText
    case notFound, notFoundText, fileMissing, fileMissingText, uncited, uncitedText
    case alsoKnownAs, updated, tags, related, linkedFrom, namedInFrontmatter, previous, next, neighbours, pagesThatRest, openFile
    case search, searchFailed, searchNeedsScript, searchFound, searchNone, searchAll, searchHint, feed, anyType, anyDomain, anyTag, showMore
    case zoomLevels, overview, regions, detail, page, mentioned, onTheWeb, domain, community
    case details, footnotes, backToReference, taskDone, taskOpen, embedCycle, embedTooDeep, embedMissing, pageTooLarge, addressNotAllowed,
        pageNoun
    case image, audio, video, pdf, document, table, file, previewOfFile, diagram, diagramSource
    case graphSearch, graphFilters, graphKeys, zoomIn, zoomOut, fit, fullScreen, close, colorBy, type, linkKinds, leastWeight, withOrphans
    case weakLinks, drawnBy, automatic, allAgain, graphView, tableView, openPage, inGraph, byRank, linksTo, picture, benchmark,
        neighbourhood
    case pageElsewhere
    case benchText, benchScripted, benchHand, benchExport, benchMotion
    case offline, offlineText
    case sortBy, byTitle, byDate, byLinks
    case backToTop, copy, copied, keyboard
    case timeline, history, earlierNights, versionNow, changedNext, sameText, pastNote, timeMap
    case compareVersions, asShown, asText, allOfNight, notThen, olderVersion, newerVersion
}
