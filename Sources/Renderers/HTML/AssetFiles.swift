public import Site
public import Theme

/// Style sheet, scripts, fonts, icons: everything below `assets/` that is the same for every page.
///
/// - Parameter keepsTokens: whether the style sheet has every token as a custom property of its own name, for pages other than the site's
///   that build on it; the site itself is served without what it does not use.
public func siteAssets(theme: Theme, assets: SiteAssets, options: SiteOptions = SiteOptions(), keepsTokens: Bool = false) -> [Artifact] {
    let sheets = assets.publicFiles.filter { $0.path.hasPrefix("css/") }.map(\.bytes)
    let graphFiles = assets.publicFiles.filter { $0.path.hasPrefix("graph/") }
    let graphSheets = graphFiles.filter { $0.path.hasSuffix(".css") }.map(\.bytes)
    let stylesheet = Stylesheet(theme: theme, themes: options.themes, sources: sheets, graphSources: graphSheets)
    let built = keepsTokens ? (site: stylesheet.cssWithTokens(), graph: []) : stylesheet.sheets()
    var artifacts = [
        Artifact("assets/site.css", .bytes(built.site)),
        Artifact("assets/mark-light.svg", .bytes(Array(theme.markSVG(.light, size: 32).utf8))),
        Artifact("assets/mark-dark.svg", .bytes(Array(theme.markSVG(.dark, size: 32).utf8))),
        Artifact("assets/icon.svg", .bytes(Array(theme.adaptiveMarkSVG(size: 32).utf8))),
    ]
    if !keepsTokens {
        let scripts = graphFiles.filter { $0.path.hasSuffix(".js") }.map(\.bytes)
        let names = graphFiles.first { $0.path == "graph/names.txt" }?.bytes ?? []
        artifacts += [
            Artifact("assets/graph.css", .bytes(built.graph)),
            Artifact("assets/graph.js", .rendered { Rendering(ViewerScript.join(scripts, names: names)) }),
        ]
    }
    for file in assets.publicFiles where !["css/", "gallery/", "graph/"].contains(where: file.path.hasPrefix) {
        // A pinned site has nothing to choose.
        if file.path == "theme.js", options.themes != .both { continue }
        let isScript = file.path.hasSuffix(".js")
        artifacts.append(
            Artifact("assets/" + file.path, isScript ? .bytes(ScriptMinifier.javaScript(file.bytes)) : .publicFile(file.path)))
    }
    return artifacts
}
