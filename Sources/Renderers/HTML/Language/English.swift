import Snapshot

extension Language {
    static let english = Language(
        code: "en", text: English.text, counted: English.counted, date: English.date, number: English.number,
        typeName: { English.typeName($0, isPlural: $1) },
        phrase: English.phrase)
}

private enum English {
    static func text(_ word: Word) -> String {
        switch word {
        case .skip: "Skip to content"
        case .navigation: "Site"
        case .breadcrumbs: "Breadcrumbs"
        case .tabs: "Tabs"
        case .more: "More"
        case .appearance: "Appearance"
        case .system: "System"
        case .light: "Light"
        case .dark: "Dark"
        case .darkTheme: "Dark theme"
        case .onThisPage: "On this page"
        case .aboutThisPage: "About this page"
        case .home: "Home"
        case .wiki: "Wiki"
        case .graph: "Graph"
        case .sources: "Sources"
        case .domains: "Domains"
        case .communities: "Communities"
        case .recent: "Recent"
        case .sections: "Sections"
        case .pages: "Pages"
        case .all: "All"
        case .allPages: "All pages"
        case .parts: "Parts of this list"
        case .filter: "Filter by name"
        case .untyped: "Untyped"
        case .vault: "Vault"
        case .asOf: "As of"
        case .dataOf: "data of"
        case .publishedWith: "Published with Synapse"
        case .figures: "Figures"
        case .pagesByType: "Pages by type"
        case .growth: "Growth"
        case .recentlyUpdated: "Recently updated"
        case .hubs: "Most connected"
        case .review: "Review"
        case .lint: "Lint"
        case .links: "Links"
        case .clean: "Clean"
        case .orphans: "Orphans"
        case .emptyVault: "Nothing here yet"
        case .emptyVaultText: "This vault has no published pages."
        case .nothingHere: "Nothing here"
        case .nothingHereText: "The vault has no such pages."
        case .noText: "No text"
        case .noTextText: "The vault lists this page but has no text for it."
        case .noSources: "No sources"
        case .noSourcesText: "The vault lists no source files."
        case .noGraph: "No graph"
        case .noGraphText: "None of the published pages is linked to another."
        case .notFound: "This page is not here"
        case .notFoundText: "It may have been renamed, or it was never published."
        case .fileMissing: "The file is missing"
        case .fileMissingText: "The vault lists this source, but the file could not be read when the data was taken."
        case .uncited: "Not cited yet"
        case .uncitedText: "No published page rests on this source."
        case .alsoKnownAs: "Also known as"
        case .updated: "Updated"
        case .tags: "Tags"
        case .related: "Related"
        case .linkedFrom: "Linked from"
        case .namedInFrontmatter: "Named among its sources or related pages."
        case .previous: "Previous"
        case .next: "Next"
        case .neighbours: "Previous and next page"
        case .pagesThatRest: "Pages that rest on it"
        case .openFile: "Open the file"
        case .search: "Search"
        case .searchFailed: "The search index could not be loaded."
        case .searchNeedsScript: "Searching needs JavaScript. The list of all pages does without."
        case .searchFound: "Results: {n}"
        case .searchNone: "Nothing found. Fewer or other words may help."
        case .searchAll: "All results on one page"
        case .searchHint: "Titles, aliases, headings and text; one typing error is forgiven."
        case .feed: "Feed"
        case .anyType: "All types"
        case .anyDomain: "All domains"
        case .anyTag: "All tags"
        case .showMore: "Show more"
        case .zoomLevels: "Posters"
        case .overview: "Overview"
        case .regions: "Regions"
        case .detail: "Detail"
        case .page: "Page of this wiki"
        case .mentioned: "Named by the page"
        case .onTheWeb: "Web"
        case .domain: "Domain"
        case .community: "Community"
        case .details: "Details"
        case .footnotes: "Footnotes"
        case .backToReference: "Back to reference"
        case .taskDone: "Done"
        case .taskOpen: "To do"
        case .embedCycle: "This embed is left out: it would show itself again."
        case .embedTooDeep: "This embed is left out: embeds are nested too deep."
        case .embedMissing: "The text of this embed could not be read."
        case .pageTooLarge: "The rest of this page is too large to be laid out. It is shown as plain text."
        case .addressNotAllowed: "address not allowed"
        case .pageNoun: "page"
        case .image: "Picture"
        case .audio: "Recording"
        case .video: "Film"
        case .pdf: "PDF"
        case .document: "Document"
        case .table: "Table"
        case .file: "File"
        case .previewOfFile: "What is in it"
        case .diagram: "Diagram"
        case .diagramSource: "Diagram as text"
        case .graphSearch: "Find a page"
        case .graphFilters: "Filters"
        case .graphKeys:
            "Arrow keys move the view, plus and minus zoom, 0 shows all, Escape lets go. The list of pages by rank comes next."
        case .zoomIn: "Zoom in"
        case .zoomOut: "Zoom out"
        case .fit: "Show all"
        case .fullScreen: "Full screen"
        case .close: "Close"
        case .colorBy: "Colour by"
        case .type: "Type"
        case .linkKinds: "Kinds of links"
        case .leastWeight: "Links from this weight on"
        case .withOrphans: "Pages without links"
        case .weakLinks: "Weak links at rest"
        case .drawnBy: "Drawn by"
        case .automatic: "Automatic"
        case .allAgain: "Reset"
        case .graphView: "Graph"
        case .tableView: "Table"
        case .pageElsewhere: "Open in the vault"
        case .openPage: "Open page"
        case .inGraph: "Show in the graph"
        case .byRank: "Pages by rank"
        case .linksTo: "Linked with"
        case .picture: "Picture"
        case .benchmark: "Measure this device"
        case .neighbourhood: "Neighbourhood"
        case .benchText:
            "How smoothly the graph moves here. Let the script move it, then move it yourself for twelve seconds: drag it, pinch it. The exported file is the evidence for the choice of a renderer; it names this device and browser and stays with you."
        case .benchScripted: "Start"
        case .benchHand: "By hand"
        case .benchExport: "Export"
        case .benchMotion: "Motion"
        case .offline: "Not here without a network"
        case .offlineText: "This page has not been read on this device yet. It will be there when the network is back."
        case .sortBy: "Order"
        case .byTitle: "By title"
        case .byDate: "Newest first"
        case .byLinks: "Most links first"
        case .backToTop: "Back to top"
        case .copy: "Copy"
        case .copied: "Copied"
        case .keyboard: "Keyboard"
        case .timeline: "Timeline"
        case .history: "History"
        case .earlierNights: "Earlier nights"
        case .versionNow: "The page of today"
        case .changedNext: "What changed next"
        case .sameText: "The text is the same."
        case .pastNote: "This is an earlier version. Its links and pictures lead to what they are today."
        case .timeMap: "All versions for machines (time map)"
        case .compareVersions: "Compare two versions"
        case .asShown: "As it is shown"
        case .asText: "As text"
        case .allOfNight: "All pages of this night"
        case .notThen: "Not there on that night, or not shown"
        case .olderVersion: "From"
        case .newerVersion: "To"
        }
    }

    static func counted(_ count: Int, _ noun: Counted) -> String {
        let (one, many) =
            switch noun {
            case .pages: ("page", "pages")
            case .sources: ("source", "sources")
            case .links: ("link", "links")
            case .connections: ("connection", "connections")
            case .minutes: ("min read", "min read")
            case .citations: ("page rests on it", "pages rest on it")
            case .domains: ("domain", "domains")
            case .tags: ("tag", "tags")
            case .communities: ("community", "communities")
            case .versions: ("earlier version", "earlier versions")
            }
        return "\(number(count)) \(count == 1 ? one : many)"
    }

    static func date(_ date: CalendarDate) -> String {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(date.day) \(months[date.month - 1]) \(date.year)"
    }

    static func number(_ value: Int) -> String { grouped(value, by: ",") }

    static func typeName(_ type: String?, isPlural: Bool) -> String {
        guard let type, !type.isEmpty else { return text(.untyped) }
        switch type {
        case "concept": return isPlural ? "Concepts" : "Concept"
        case "entity": return isPlural ? "Entities" : "Entity"
        case "source": return isPlural ? "Sources" : "Source"
        case "synthesis": return isPlural ? "Syntheses" : "Synthesis"
        case "comparison": return isPlural ? "Comparisons" : "Comparison"
        case "query": return isPlural ? "Queries" : "Query"
        case "overview": return isPlural ? "Overviews" : "Overview"
        case "index": return isPlural ? "Indexes" : "Index"
        case "log": return isPlural ? "Logs" : "Log"
        default: return type.prefix(1).uppercased() + type.dropFirst()
        }
    }

    static func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .vault(let title, let pages, let sources):
            "\(title): a wiki of \(counted(pages, .pages)) that rest on \(counted(sources, .sources))"
        case .allPages(let pages): "\(counted(pages, .pages)), A to Z"
        case .typeLede(let pages, let vault): "\(counted(pages, .pages)) of this kind in \(vault)"
        case .domainLede(let pages): "\(counted(pages, .pages)) in this domain, most connected first"
        case .communityLede(let pages, let cohesion):
            "\(counted(pages, .pages)) that link to each other. Cohesion \(cohesion) %: the share of all links that there could be between them"
        case .domainsLede(let count): "\(counted(count, .domains)) that the vault is divided into"
        case .communitiesLede(let count):
            "\(counted(count, .communities)) found in the links between pages. Cohesion is the share of all links that there could be within one"
        case .sourcesLede(let count, let bytes): "\(counted(count, .sources)), \(size(bytes)), that the pages rest on"
        case .tagsLede(let count): "\(counted(count, .tags)) in use"
        case .tagLede(let pages): "\(counted(pages, .pages)) with this tag"
        case .recentLede(let date): "Newest first, up to \(date)"
        case .backlinksLede(let count): "\(number(count)) more \(count == 1 ? "page links" : "pages link") here"
        case .moreBacklinks(let count): "\(number(count)) more"
        case .cohesion(let percent): "Cohesion \(percent) %"
        case .linkedPairs(let pairs): "in \(number(pairs)) \(pairs == 1 ? "pair" : "pairs") of pages, a line each in the graph"
        case .score(let percent): "Relatedness \(percent) %"
        case .growth(let from, let to, let pages): "From \(from) to \(to) the vault grew to \(counted(pages, .pages))"
        case .graphCounts(let nodes, let edges): "\(counted(nodes, .pages)) · \(counted(edges, .connections))"
        case .poster(let vault, let pages): "The knowledge graph of \(vault): \(counted(pages, .pages)) as discs, joined by their links"
        case .bytes(let bytes): size(bytes)
        case .beginningOf(let bytes, let all): "The first \(size(bytes)) of \(size(all))"
        case .firstRows(let count): "The first \(number(count)) rows"
        case .firstPage(let name): "The first page of \(name)"
        case .file(let kind, let format): format.isEmpty ? kind : "\(kind) · \(format.uppercased())"
        case .historyLede(let versions, let since): "\(counted(versions, .versions)), the first of \(since)"
        case .versionOf(let from, let to): from == to ? "As it was on \(from)" : "As it was from \(from) to \(to)"
        case .asOf(let date): "As of \(date)"
        case .nightLede(let pages, let missing):
            "\(counted(pages, .pages)) read differently from today.\(missing > 0 ? " \(number(missing)) of today's pages \(missing == 1 ? "was" : "were") not there yet." : "") All others are as they are now."
        case .change(let name, let from, let to): "\(name): from \(from) to \(to)"
        }
    }

    private static func size(_ bytes: Int) -> String { sizeText(bytes, one: "byte", many: "bytes", decimal: ".", number: number) }
}
