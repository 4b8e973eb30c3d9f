import Site
import Theme

/// Style sheet, scripts, fonts, icons: everything below `assets/` that is the same for every page.
func assetFiles(theme: Theme, assets: SiteAssets, options: SiteOptions) -> [Artifact] {
    let source = assets.publicFiles.first { $0.path == "site.css" }?.bytes ?? []
    var artifacts = [
        Artifact("assets/site.css", .bytes(Stylesheet.css(theme: theme, site: source, themes: options.themes))),
        Artifact("assets/mark-light.svg", .bytes(Array(theme.markSVG(.light, size: 32).utf8))),
        Artifact("assets/mark-dark.svg", .bytes(Array(theme.markSVG(.dark, size: 32).utf8))),
        Artifact("assets/icon.svg", .bytes(Array(theme.adaptiveMarkSVG(size: 32).utf8))),
    ]
    for file in assets.publicFiles where file.path != "site.css" {
        // A pinned site has nothing to choose.
        if file.path == "theme.js", options.themes != .both { continue }
        artifacts.append(Artifact("assets/" + file.path, .publicFile(file.path)))
    }
    return artifacts
}
