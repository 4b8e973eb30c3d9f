import Markdown
import Mustache
import Site
import Theme

/// What fills the screens whose content a snapshot does not hold.
public enum GalleryData: String, Sendable, CaseIterable {
    /// Plausible content of our own.
    case mock
    /// What the snapshot has; where it has nothing, the screen says so.
    case real
}

/// Makes the view models of the app's screens from a site.
struct AppModels: Sendable {
    let site: Site
    let theme: Theme
    let data: GalleryData
    /// Page text as HTML, links led to other screens.
    let body: @Sendable (PageIndex) -> [UInt8]

    /// What one document shows.
    struct Request: Sendable {
        let screen: Screen
        let state: ScreenState
        let appearance: Appearance

        var words: AppWords {
            if case .language(let language) = state.kind { AppWords(language: language) } else { AppWords(language: .english) }
        }
        var isFilled: Bool {
            switch state.kind {
            case .empty, .loading, .failed, .none: false
            default: true
            }
        }
        func has(_ kind: ScreenState.Kind) -> Bool { state.kind == kind }
        /// A sibling document in the same theme.
        func href(_ screen: String) -> String { "\(screen)-filled-\(appearance.rawValue).html" }
    }

    /// The model of a document.
    func document(_ request: Request) -> Model {
        let content =
            switch request.screen.id {
            case "home": home(request)
            case "wiki": wiki(request)
            case "search": search(request)
            case "reading": reading(request)
            case "graph": graph(request)
            case "chat": chat(request)
            default: list(request)
            }
        let model = frame(request).adding(waiting(request)).adding(content)
        return request.screen.content == .mock ? model.translated(to: request.words.language) : model
    }

    /// What every screen has: language, theme, bars, tabs.
    private func frame(_ request: Request) -> Model {
        let words = request.words
        var model = Model([
            .lang: .text(words.language.rawValue), .dir: .text(words.direction), .appearance: .text(request.appearance.rawValue),
            .title: .text(title(request)),
            .frameTitle: .text("\(request.screen.title), \(request.state.title.lowercased()), \(request.appearance.rawValue)"),
            .hasTabs: .flag(true), .tabsLabel: .text(MockWords.text("Tabs", in: words.language)),
            .isCollapsed: .flag(request.has(.collapsed)),
            .isRefreshing: .flag(request.has(.refreshing)), .refreshing: .text(words(.refreshing)),
            .name: .text(request.screen.id),
            .tabs: .models(
                Screen.Tab.allCases.map { tab in
                    Model([
                        .href: .text(request.href(tab.rawValue)), .label: .text(tabName(tab, words)), .glyph: .text(tab.rawValue),
                        .current: request.screen.tab == tab ? .text(request.screen.id == tab.rawValue ? "page" : "true") : .flag(false),
                    ])
                }),
        ])
        if case .text(let percent) = request.state.kind { model[.textScale] = .number(percent) }
        if request.screen.tab.rawValue != request.screen.id {
            let parent = request.screen.tab
            model[.back] = .model([.href: .text(request.href(parent.rawValue)), .label: .text(tabName(parent, words))])
        }
        return model
    }

    private func tabName(_ tab: Screen.Tab, _ words: AppWords) -> String {
        switch tab {
        case .home: words(.home)
        case .wiki: words(.wiki)
        case .chat: words(.chat)
        case .graph: words(.graph)
        case .more: words(.more)
        }
    }

    private func title(_ request: Request) -> String {
        switch request.screen.id {
        case "home": request.words(.home)
        case "wiki": request.words(.wiki)
        case "graph": request.words(.graph)
        case "search": request.words(.search)
        case "settings" where request.has(.language(.italian)): "Impostazioni"
        case "sources": MockWords.text(request.screen.title, in: request.words.language)
        default: request.screen.title
        }
    }

    /// Skeletons and failures, the same on every screen.
    private func waiting(_ request: Request) -> [Field: Value] {
        switch request.state.kind {
        case .loading:
            return [.isWaiting: .flag(true), .label: .text("Loading"), .skeletons: .models([Model](repeating: Model(), count: 6))]
        case .failed:
            return [
                .failure: .model([
                    .glyph: .text("warning"), .label: .text("Could not load"),
                    .note: .text("The server did not answer within ten seconds."),
                    .action: .text("Try again"),
                ])
            ]
        default: return [:]
        }
    }

    // MARK: Pieces that several screens share

    func row(_ page: PageIndex, _ request: Request, meta: String? = nil) -> Model {
        let record = site.pages[page]
        let style = theme.style(ofType: record.type)
        return Model([
            .href: .text(request.href("reading")), .title: .text(record.title), .summary: .text(record.summary),
            .typeKey: .text(style.key), .glyph: .text(style.glyph.rawValue), .meta: .text(meta ?? counts(record, request.words)),
            .typeLabel: .text(request.words.singular(record.type)),
        ])
    }

    func counts(_ page: Page, _ words: AppWords) -> String {
        var parts: [String] = []
        if !page.sources.isEmpty { parts.append(words.count(page.sources.count, .sources)) }
        let links = page.links.count { if case .page = $0 { true } else { false } }
        if links > 0 { parts.append(words.count(links, .links)) }
        return parts.joined(separator: " · ")
    }

    func types(_ words: AppWords, href: String) -> [Model] {
        site.types.map { group in
            let style = theme.style(ofType: group.type)
            return Model([
                .href: .text(href), .typeKey: .text(style.key), .glyph: .text(style.glyph.rawValue),
                .number: .text(words.number(group.pages.count)), .count: .text(words.number(group.pages.count)),
                .label: .text(words.plural(group.type)),
            ])
        }
    }

    /// Newest first, then by title order.
    var recentPages: [PageIndex] {
        site.pages.indices.filter { site.pages[$0].updated != nil }.sorted { left, right in
            let (a, b) = (site.pages[left].updated, site.pages[right].updated)
            guard let a, let b, a != b else { return left < right }
            return a > b
        }
    }

    /// Content before housekeeping: indexes, logs and overviews are rarely what one looks at.
    var readablePages: [PageIndex] {
        let kept = site.pages.indices.filter { !["index", "log", "overview"].contains(site.pages[$0].type ?? "") }
        return kept.isEmpty ? Array(site.pages.indices) : Array(kept)
    }

    /// Of a screen whose content stays on the server, where real data was asked for.
    func notInSnapshot(_ glyph: Glyph, _ what: String) -> [Field: Value] {
        [.failure: empty(glyph, "Not in a snapshot", "\(what) stay on the server; a snapshot does not hold them.")]
    }

    func empty(_ glyph: Glyph, _ label: String, _ note: String, action: String? = nil) -> Value {
        .model([.glyph: .text(glyph.rawValue), .label: .text(label), .note: .text(note), .action: Value(action)])
    }
}
