import Foundation
import Gallery
import Site
import Testing
import Theme

@Suite struct GalleryTests {
    let gallery: BuiltGallery

    init() throws { gallery = try BuiltGallery.sample.get() }

    @Test func theScreensOfTheBrandAreThereInBothThemes() {
        let names = [
            "home", "wiki", "reading", "graph", "chat", "search", "review", "sources", "ingest", "activity", "research", "providers",
            "vaults",
            "tokens", "settings", "language", "more",
        ]
        for name in names {
            #expect(gallery["screens/\(name).html"].contains("live/\(name)-filled-light.html"))
            #expect(gallery["live/\(name)-filled-light.html"].contains("data-theme=\"light\""))
            #expect(gallery["live/\(name)-filled-dark.html"].contains("data-theme=\"dark\""))
            #expect(gallery["index.html"].contains("screens/\(name).html"))
        }
        let lights = gallery.pages.filter { $0.path.hasSuffix("-light.html") }.count
        #expect(lights == gallery.pages.filter { $0.path.hasSuffix("-dark.html") }.count && lights > 60)
    }

    /// Apart from the theme's name the two documents of a state are the same: dark is no second design.
    @Test func lightAndDarkDifferInTheThemeOnly() {
        for (path, html) in gallery.pages where path.hasSuffix("-light.html") {
            let dark = gallery[path.replacingOccurrences(of: "-light.html", with: "-dark.html")]
            #expect(html.replacingOccurrences(of: "light", with: "dark") == dark.replacingOccurrences(of: "light", with: "dark"), "\(path)")
        }
    }

    @Test func screensShowTheVault() {
        let site = SampleSite.site
        let home = gallery["live/home-filled-light.html"]
        #expect(
            home.contains("<dt>Pages</dt><dd>\(site.pages.count)</dd>") && home.contains("<dt>Links</dt><dd>\(site.info.linkCount)</dd>"))
        let newest =
            site.info.date.map {
                "\($0.day) \(["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][$0.month - 1]) \($0.year)"
            } ?? "?"
        #expect(home.contains("<span class=\"row-meta\">\(newest)</span>"))
        let wiki = gallery["live/wiki-filled-dark.html"]
        #expect(wiki.contains("Tags &amp; &quot;scare quotes&quot; in titles"))
        #expect(wiki.contains("Concepts</span> <b>\(site.types.first { $0.type == "concept" }?.pages.count ?? 0)</b>"))
        let longest = site.pages.map(\.title).max { $0.count < $1.count } ?? "?"
        #expect(gallery["live/reading-long-light.html"].contains(longest))
        let graph = gallery["live/graph-filled-light.html"]
        // For the phone, and for the desktop beside its rail.
        #expect(graph.components(separatedBy: "<circle").count - 1 == 2 * site.graph.nodes.count)
        #expect(graph.components(separatedBy: "<line").count - 1 == 2 * site.graph.edges.count)
    }

    /// Every link leads to a file of the gallery, every fragment to an element.
    @Test func everyLinkLeadsSomewhere() {
        for (path, html) in gallery.pages {
            let folder = path.split(separator: "/").dropLast().map(String.init)
            for link in BuiltGallery.values(of: "href", in: html) + BuiltGallery.values(of: "src", in: html) {
                let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                var place = folder
                for component in parts[0].split(separator: "/") {
                    if component == ".." { _ = place.popLast() } else { place.append(String(component)) }
                }
                let target = parts[0].isEmpty ? path : place.joined(separator: "/")
                #expect(gallery.files[target] != nil, "\(path) links to \(link)")
                if parts.count == 2 { #expect(gallery[target].contains(" id=\"\(parts[1])\""), "\(path) links to \(link)") }
            }
        }
    }

    @Test func pagesObeyThePolicy() {
        for (path, html) in gallery.pages {
            #expect(html.contains("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"), "\(path)")
            #expect(
                !html.contains(" style=") && !html.contains("<style") && !html.contains(" onclick"), "\(path)")
            let scripts = html.components(separatedBy: "<script").count - 1
            #expect(scripts == (path == "review.html" ? 2 : 0) && !html.contains("<script>"), "\(path)")
            #expect(!html.contains("http://") && !html.contains("https://"), "\(path)")
            #expect(!html.contains("{{"), "\(path)")
            let ids = BuiltGallery.values(of: "id", in: html)
            #expect(Set(ids).count == ids.count, "\(path) has an id twice")
        }
    }

    /// The classes that paint one token each exist; otherwise a swatch would be silently empty.
    @Test func everyGeneratedClassIsDefined() {
        let sheet = gallery["assets/swatches.css"]
        for name in ["tokens.html", "proof.html"] {
            let classes = Set(BuiltGallery.values(of: "class", in: gallery[name]).flatMap { $0.split(separator: " ").map(String.init) })
            let generated = classes.filter { name in
                ["sw-", "in-", "gr-", "sp-", "ra-", "sh-", "mo-", "ts-", "cm-", "cv-"].contains { name.hasPrefix($0) }
            }
            #expect(generated.count > 30)
            for name in generated.sorted() { #expect(sheet.contains(".\(name){"), "\(name)") }
        }
    }

    @Test func stylesUseTokensOnly() throws {
        let theme = try BuiltGallery.theme()
        let sheets = ["app.css", "gallery.css", "sheets.css", "review.css"]
        let files = try BuiltGallery.folder("public/gallery")
        let usage = theme.usage(in: sheets.map { ($0, files[$0] ?? []) })
        #expect(
            usage.literals.isEmpty
                && usage.unknown.map(\.text).filter {
                    !["--c", "--run", "--w", "--h", "--s", "--bezel", "--pad", "--times", "--at"].contains($0)
                }
                .isEmpty
        )
        for (path, text) in gallery.files where path.hasSuffix(".css") || path.hasSuffix(".svg") || path.hasSuffix(".html") {
            #expect(!text.contains("#000000") && !text.contains("rgb(0 0 0") && !text.contains(":black"), "\(path)")
        }
    }

    @Test func proofIsPassed() {
        let proof = gallery["proof.html"]
        #expect(proof.contains("No pure black") && proof.contains("No legacy value") && !proof.contains(">Fail<"))
        #expect(gallery["tokens.html"].contains("--surface-bg") && gallery["tokens.html"].contains("#2563eb"))
    }

    @Test func theSameSiteGivesTheSameBytes() throws {
        #expect(try BuiltGallery(SampleSite.site).files == gallery.files)
        #expect(gallery.artifacts.map(\.path) == gallery.artifacts.map(\.path).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        #expect(Set(gallery.artifacts.map(\.path)).count == gallery.artifacts.count)
    }

    @Test func postersStandLightBesideDark() throws {
        #expect(gallery["posters.html"].contains("made without posters"))
        let shown = try BuiltGallery(
            SampleSite.site, posters: [GalleryPoster(title: "Overview", note: "n", light: "p/l.png", dark: "p/d.png", width: 4, height: 3)])
        let sources = BuiltGallery.values(of: "src", in: shown["posters.html"]).filter { $0.hasPrefix("p/") }
        #expect(sources == ["p/l.png", "p/d.png"])
    }

    @Test func scriptsOfTheSiteStayOut() {
        #expect(gallery.files["assets/site.js"] == nil && gallery.files["assets/site.css"] != nil)
    }
}
