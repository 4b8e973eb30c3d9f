public import Site
public import Theme

/// Style sheets, scripts, fonts, icons: everything below `assets/` that is the same for every page.
///
/// What every page loads has its content in its name (`site.1a2b3c4d.css`), so that browsers may keep it for ever.
struct AssetFiles: Sendable {
    let artifacts: [Artifact]
    /// The code of the rail's tree, to which the site's own data is added.
    let navigation: [UInt8]
    /// By plain name, from `assets/`: `site.css` → `site.1a2b3c4d.css`.
    private let names: [String: String]

    /// Scripts that documents name through `path`.
    private static let named: Set<String> = ["site.js", "theme.js", "search.js"]

    private static let navigationCode = "nav.js"

    /// From the web root.
    func path(_ name: String) -> String { "assets/" + (names[name] ?? name) }

    /// The script that the site's settings add, where they do.
    var ownScript: String? { names["own.js"].map { "assets/" + $0 } }

    /// The script that has browsers keep the site, where it was asked for.
    var offlineScript: String? { names["offline.js"].map { "assets/" + $0 } }

    /// Paths of those that have their content in their name.
    var lasting: [String] { names.values.map { "assets/" + $0 }.sorted() }

    /// - Parameters:
    ///   - hasHistory: whether there are pages of earlier nights, which have a sheet of their own.
    ///   - isNamedByContent: whether names carry hashes.
    ///   - keepsTokens: whether the style sheet has every token as a custom property of its own name.
    init(
        theme: Theme, assets: SiteAssets, options: SiteOptions, hasHistory: Bool = false, isNamedByContent: Bool = true,
        keepsTokens: Bool = false
    ) {
        var maker = Maker(isNamedByContent: isNamedByContent)
        for appearance in Appearance.allCases {
            maker.add("mark-\(appearance.rawValue).svg", Array(theme.markSVG(appearance, size: 32).utf8))
        }
        let others = assets.publicFiles.filter { file in
            !["css/", "gallery/", "graph/", "history/", "offline/"].contains(where: file.path.hasPrefix)
        }
        // Fonts first: the style sheet names them.
        for file in others where file.path.hasSuffix(".woff2") { maker.add(file.path, file.bytes) }
        maker.addSheets(Self.sheets(theme, assets, options, hasHistory: hasHistory, keepsTokens: keepsTokens))
        for file in others where !file.path.hasSuffix(".woff2") {
            // A pinned site has nothing to choose.
            if file.path == "theme.js", options.themes != .both { continue }
            if file.path == Self.navigationCode { continue }
            if file.path.hasSuffix(".js") {
                // The viewer's parts find each other by their plain names.
                maker.add(file.path, ScriptMinifier.javaScript(file.bytes), isNamed: Self.named.contains(file.path))
            } else {
                maker.add(file.path, file.bytes, isNamed: false)
            }
        }
        if hasHistory, !keepsTokens {
            for file in assets.publicFiles where file.path == "history/history.js" {
                maker.add("history.js", ScriptMinifier.javaScript(file.bytes), isNamed: false)
            }
        }
        if !keepsTokens {
            if let use = options.offline, use != .remove,
                let code = assets.publicFiles.first(where: { $0.path == OfflineWorker.registration })?.bytes
            {
                maker.add("offline.js", ScriptMinifier.javaScript(code))
            }
            if let snippet = options.extras.snippet { maker.add("own.js", snippet.script) }
            let graph = assets.publicFiles.filter { $0.path.hasPrefix("graph/") }
            let names = graph.first { $0.path == "graph/names.txt" }?.bytes ?? []
            let scripts = graph.filter { $0.path.hasSuffix(".js") }.map(\.bytes)
            var viewer = Artifact("assets/graph.js", .rendered { Rendering(ViewerScript.join(scripts, names: names)) })
            // Made of the program's own files alone: builds in which these differ are not compared.
            viewer.key = { ArtifactKey(high: 0, low: 0) }
            maker.artifacts.append(viewer)
        }
        maker.add("icon.svg", Array(theme.adaptiveMarkSVG(size: 32).utf8), isNamed: false)
        navigation = ScriptMinifier.javaScript(others.first { $0.path == Self.navigationCode }?.bytes ?? [])
        (artifacts, names) = (maker.artifacts, maker.names)
    }

    /// The upright fonts, from the folder that the theme's script is in. That one asks for them before the style sheet does: a font that
    /// comes when text is there already moves it.
    var fonts: [String] {
        names.keys.filter { $0.hasSuffix(".woff2") && !$0.hasSuffix("italic.woff2") }.sorted().map {
            String(path($0).dropFirst("assets/".count))
        }
    }

    private static func sheets(
        _ theme: Theme, _ assets: SiteAssets, _ options: SiteOptions, hasHistory: Bool, keepsTokens: Bool
    ) -> (site: [UInt8], graph: [UInt8]?, history: [UInt8]?) {
        let sheets = assets.publicFiles.filter { $0.path.hasPrefix("css/") }.map(\.bytes)
        let graph = assets.publicFiles.filter { $0.path.hasPrefix("graph/") && $0.path.hasSuffix(".css") }.map(\.bytes)
        let history = assets.publicFiles.filter { $0.path.hasPrefix("history/") && $0.path.hasSuffix(".css") }.map(\.bytes)
        let stylesheet = Stylesheet(
            theme: theme, themes: options.themes, sources: sheets, graphSources: graph, historySources: hasHistory ? history : [])
        if keepsTokens { return (stylesheet.cssWithTokens(), nil, nil) }
        let built = stylesheet.sheets()
        return (built.site, built.graph, hasHistory ? built.history : nil)
    }

    private struct Maker {
        let isNamedByContent: Bool
        var artifacts: [Artifact] = []
        var names: [String: String] = [:]

        mutating func add(_ name: String, _ bytes: [UInt8], isNamed: Bool = true) {
            var path = name
            if isNamed, isNamedByContent, let dot = name.lastIndex(of: ".") {
                path = name[..<dot] + "." + ContentHash.name(bytes) + name[dot...]
                names[name] = path
            }
            artifacts.append(Artifact("assets/" + path, .bytes(bytes)))
        }

        /// The site's sheet with the names of the files that it loads.
        mutating func addSheets(_ sheets: (site: [UInt8], graph: [UInt8]?, history: [UInt8]?)) {
            var text = String(decoding: sheets.site, as: UTF8.self)
            for (name, path) in names.sorted(by: { $0.key < $1.key }) { text = text.replacing("url(\(name))", with: "url(\(path))") }
            add("site.css", Array(text.utf8))
            if let graph = sheets.graph { add("graph.css", graph, isNamed: false) }
            if let history = sheets.history { add("history.css", history, isNamed: false) }
        }
    }
}

/// The same files under their plain names, with every token in the style sheet, for pages other than the site's that build on them.
public func siteAssets(theme: Theme, assets: SiteAssets, options: SiteOptions = SiteOptions()) -> [Artifact] {
    AssetFiles(theme: theme, assets: assets, options: options, isNamedByContent: false, keepsTokens: true).artifacts
}
