import Mustache

/// One HTML document: the frame's own values, then those of its content.
struct Document: View {
    let context: SiteContext
    let chrome: Chrome
    let base: Base
    /// Where it lies, from the web root.
    let address: String
    let title: String
    /// Class of `<body>`: which layout and ground.
    let kind: Kind
    var crumbs: [Crumb] = []
    var description = ""
    var hasContents = false
    /// JSON-LD.
    var linkedData: [UInt8] = []
    /// Addresses of what it is a part of, the narrowest first.
    var belongsTo: [String] = []
    /// Home carries the vault's title alone.
    var isHome = false
    let content: any View

    enum Kind: String { case home, list, reading, graph, lost }

    func value(_ symbol: Int) -> Value {
        guard let name = Name(rawValue: symbol) else { return .absent }
        switch name {
        case .lang: return .text(context.site.info.language)
        case .dir: return .text(context.direction)
        case .pinned:
            if case .pinned(let appearance) = context.options.themes { return .text(appearance.rawValue) } else { return .flag(false) }
        case .documentTitle: return .text(isHome ? context.site.info.title : title + " · " + context.site.info.title)
        case .description: return .text(description)
        case .kind: return .text(kind.rawValue)
        case .title: return .text(title)
        case .root: return .text(base.root)
        case .siteTitle: return .text(context.site.info.title)
        case .words: return .view(context.words)
        case .head: return .markup(chrome.head)
        case .actions: return .markup(chrome.actions)
        case .rail: return .markup(chrome.rail)
        case .foot: return .markup(chrome.foot)
        case .tabs: return .markup(chrome.tabs)
        case .crumbs: return .views(crumbs)
        case .hasContents: return .flag(hasContents)
        case .searchScript: return .text(context.files.path("search.js"))
        case .canonical: return Value(kind == .lost ? nil : context.canonical(address))
        case .openGraphType: return .text(kind == .reading ? "article" : "website")
        case .openGraphImage: return Value(context.openGraphImage([address] + belongsTo + ["index.html"]))
        case .linkedData: return linkedData.isEmpty ? .flag(false) : .markup(linkedData)
        default: return content.value(symbol)
        }
    }
}

/// A step of the way back: a link's place and its words.
struct Crumb: View {
    let href: String
    let label: String

    func value(_ symbol: Int) -> Value {
        switch Name(rawValue: symbol) {
        case .href: .text(href)
        case .label: .text(label)
        default: .absent
        }
    }
}

extension SiteContext {
    /// Renders one document of the site. `base` is where it is shown when that is not `address`.
    func render(
        _ template: String, at address: String, base: Base? = nil, place: Place, title: String, kind: Document.Kind, isPlain: Bool = false,
        crumbs: [Crumb]? = nil,
        description: String = "", hasContents: Bool = false, linkedData: [UInt8] = [], belongsTo: [String] = [], content: some View
    ) throws(TemplateError) -> [UInt8] {
        let base = base ?? Base(address)
        let document = Document(
            context: self,
            chrome: try chrome(Chrome.Key(place: place, root: base.root, isPlain: isPlain || kind == .reading || place == .past)),
            base: base, address: address, title: title, kind: kind,
            crumbs: crumbs ?? [home(base)], description: description, hasContents: hasContents, linkedData: linkedData,
            belongsTo: belongsTo,
            isHome: template == "home",
            content: content)
        return try templates.render(template, .view(document))
    }

    /// The picture of a document or of what it belongs to, else the overview poster, where the site's address is known: a preview has to
    /// be asked for by its whole address.
    func openGraphImage(_ addresses: [String]) -> String? {
        if let picture = addresses.compactMap({ options.previews[$0] }).first { return absolute(Href.encode(picture)) }
        let poster = options.posters.first { $0.tier == .overview && $0.format == "png" && $0.appearance == .light }
        return (poster ?? options.posters.first { $0.format == "png" }).flatMap { absolute(Href.encode($0.path)) }
    }

    func home(_ base: Base) -> Crumb { Crumb(href: base.to("index.html"), label: language.text(.home)) }
}
