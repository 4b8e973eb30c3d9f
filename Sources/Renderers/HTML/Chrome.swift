import Mustache
import Site
import Snapshot
import Theme

/// What frames a page and depends only on where its web root is and which part of the site it belongs to.
struct Chrome: Sendable {
    struct Key: Hashable, Sendable {
        let place: Place
        /// What leads to the web root: `../../`.
        let root: String
        /// Whether it frames a page of the vault, or the rest of a page's backlinks. Such a frame tells no figures and no day: a page stays the same file while the vault
        /// around it grows, for hosts, for archives and for readers' caches.
        var isPlain = false
    }

    var head: [UInt8] = []
    var actions: [UInt8] = []
    var rail: [UInt8] = []
    var tabs: [UInt8] = []
    var foot: [UInt8] = []
}

/// Renders the frames of a site once, so that 10,000 pages copy bytes instead of walking the navigation.
struct ChromeMaker: Sendable {
    let site: Site
    let theme: Theme
    let templates: TemplateSet
    let options: SiteOptions
    let files: AssetFiles
    let language: Language
    let words: WordsView
    let looks: [Look]

    /// More types than this are reached through the index of all pages.
    static let railTypes = 12
    static let railDomains = 6

    func all(jobs: Int) throws(TemplateError) -> [Chrome.Key: Chrome] {
        let places: [Place] = [.home, .wiki, .graph, .sources, .domains, .communities, .tags, .recent, .search, .nowhere]
        let types = looks.indices.prefix(Self.railTypes).map(Place.type)
        var depths: Set<Int> = [0, 1, 2]
        for page in site.pages { depths.insert(Href.depth(of: page.address)) }
        for source in site.sources { depths.insert(Href.depth(of: source.address)) }
        for address in BacklinkPages.addresses(site) { depths.insert(Href.depth(of: address)) }
        var keys: [Chrome.Key] = []
        if let history = site.history {
            // Versions of a page lie three folders deeper than it.
            for depth in Set(history.pages.map { Href.depth(of: site.pages[$0.page].address) + 4 }).sorted() {
                keys.append(Chrome.Key(place: .past, root: Href.root(depth: depth), isPlain: true))
            }
        }
        for root in depths.sorted().map(Href.root) {
            keys += (places + types).map { Chrome.Key(place: $0, root: root) }
            keys += ([.wiki] + types).map { Chrome.Key(place: $0, root: root, isPlain: true) }
        }
        let made = parallelMap(keys.count, jobs: jobs, chunk: 1) { [keys] place in
            Result { () throws(TemplateError) in try chrome(keys[place]) }
        }
        var result: [Chrome.Key: Chrome] = [:]
        for (key, chrome) in zip(keys, made) { result[key] = try chrome.get() }
        return result
    }

    /// The place whose frame a page of a type gets.
    static func place(ofType index: Int) -> Place { index < railTypes ? .type(index) : .wiki }

    func chrome(_ key: Chrome.Key) throws(TemplateError) -> Chrome {
        let (place, root) = (key.place, key.root)
        var shared: [(Name, Value)] = [(.root, .text(root)), (.words, .view(words)), (.siteTitle, .text(site.info.title))]
        if case .pinned(let appearance) = options.themes {
            shared.append((.pinned, .text(appearance.rawValue)))
        } else {
            shared.append((.pinned, .flag(false)))
        }
        shared += [
            (.hasSearch, .flag(options.hasSearch)), (.searchScript, .text(place == .search ? "" : files.path("search.js"))),
            (.styleSheet, .text(files.path("site.css"))), (.siteScript, .text(files.path("site.js"))),
            (.themeScript, .text(files.path("theme.js"))), (.fonts, .text(files.fonts.joined(separator: " "))),
            (.typeFeed, typeFeed(place)), (.ownScript, Value(files.ownScript)),
            (.offlineScript, Value(files.offlineScript)),
            (.hosts, .texts(options.extras.snippet?.hosts ?? [])), (.footer, footer(key)),
        ]
        func render(_ name: String, _ fields: [(Name, Value)]) throws(TemplateError) -> [UInt8] {
            try templates.render(name, .view(Fields(fields + shared))).withUnsafeBufferPointer { Array($0) }
        }
        return Chrome(
            head: try render("head", headFields), actions: try render("actions", []), rail: try render("rail", railFields(key)),
            tabs: try render("tabs", [(.tabs, .views(tabItems(place, root)))]),
            foot: try render("foot", key.isPlain ? [(.date, .flag(false))] : footFields))
    }

    /// A type's own feed, beside the whole site's.
    private func typeFeed(_ place: Place) -> Value {
        guard case .type(let index) = place else { return .flag(false) }
        return .view(
            Fields([
                (.href, .text(String(looks[index].href.dropLast(5)) + ".xml")),
                (.label, .text("\(looks[index].plural) · \(site.info.title)")),
            ]))
    }

    private var headFields: [(Name, Value)] {
        func color(_ appearance: Appearance, media: Bool) -> Fields {
            Fields([
                (.color, .text(theme.color("surface.bg", appearance).hex)),
                (.media, media ? .text("(prefers-color-scheme: \(appearance.rawValue))") : .flag(false)),
            ])
        }
        switch options.themes {
        case .both:
            let colors = [color(.light, media: true), color(.dark, media: true)]
            return [(.colorScheme, .text("light dark")), (.themeColors, .views(colors))]
        case .pinned(let appearance):
            return [(.colorScheme, .text(appearance.rawValue)), (.themeColors, .views([color(appearance, media: false)]))]
        }
    }

    private var footFields: [(Name, Value)] {
        guard let date = site.info.date else { return [(.date, .flag(false))] }
        return [(.date, .text(date.description)), (.dateText, .text(language.date(date)))]
    }

    // MARK: Navigation

    func item(
        _ href: String, _ label: String, glyph: String? = nil, typeKey: String? = nil, count: Int? = nil, current: String? = nil
    ) -> Fields {
        Fields([
            (.href, .text(href)), (.label, .text(label)), (.glyph, Value(glyph)), (.typeKey, Value(typeKey)),
            (.count, Value(count.map(language.number))), (.current, Value(current)),
        ])
    }

    private func railFields(_ key: Chrome.Key) -> [(Name, Value)] {
        let (place, root) = (key.place, key.root)
        let places = placeItems(key)
        if place == .past { return [(.places, .views(places)), (.hasTypes, .flag(false)), (.hasDomains, .flag(false))] }
        let types = looks.prefix(Self.railTypes).enumerated().map { index, look in
            item(
                root + look.href, look.plural, glyph: look.glyph, typeKey: look.key, count: key.isPlain ? nil : look.count,
                current: place == .type(index) ? "true" : nil)
        }
        let domains = site.domains.prefix(Self.railDomains).map {
            item(root + Href.encode($0.address), $0.name, count: key.isPlain ? nil : $0.pages.count)
        }
        return [
            (.places, .views(places)), (.hasTypes, .flag(!types.isEmpty)), (.types, .views(types)),
            (.hasDomains, .flag(!domains.isEmpty)), (.domains, .views(domains)),
        ]
    }

    func placeItems(_ key: Chrome.Key) -> [Fields] {
        let (place, root) = (key.place, key.root)
        if !options.extras.navigation.isEmpty { return options.extras.navigation.map { ownItem($0, key) } }
        var items = NavigationPlace.usual(site).map { placeItem($0, key) }
        if site.history != nil {
            let current = place == .timeline ? "true" : nil
            items.append(item(root + HistoryAddresses.timeline, language.text(.timeline), glyph: "log", current: current))
        }
        return items
    }

    func placeItem(_ entry: NavigationPlace, _ key: Chrome.Key) -> Fields {
        item(
            key.root + entry.file, language.text(entry.word), glyph: entry.glyph, count: key.isPlain ? nil : entry.count(site),
            current: entry.place == key.place ? "true" : nil)
    }

    private func tabItems(_ place: Place, _ root: String) -> [Fields] {
        let isReading =
            switch place {
            case .wiki, .type: true
            case .recent: site.info.showsSources
            default: false
            }
        let third =
            site.info.showsSources
            ? item(root + "sources.html", language.text(.sources), glyph: "folder", current: place == .sources ? "true" : nil)
            : item(root + "recent.html", language.text(.recent), glyph: "clock", current: place == .recent ? "true" : nil)
        return [
            item(root + "index.html", language.text(.home), glyph: "home", current: place == .home ? "true" : nil),
            item(root + "wiki.html", language.text(.wiki), glyph: "wiki", current: isReading ? "true" : nil), third,
            item(root + "graph.html", language.text(.graph), glyph: "graph", current: place == .graph ? "true" : nil),
        ]
    }
}
