internal import Site
internal import Theme

/// The page that shows a pyramid of tiles: a viewer where scripts run, otherwise the map as one picture; the pages as a list in either case.
struct TilePage {
    let site: Site
    let appearances: [Appearance]
    let width: Int
    let height: Int
    let levels: Int
    let picture: (width: Int, height: Int)
    let addresses: PageAddresses
    private var words: Words { Words(site.info.language) }

    /// Nothing from elsewhere, nothing inline.
    private static let policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'"

    func html() -> [UInt8] {
        var out = SVGWriter()
        head(&out)
        out.raw("<body>\n<header><h1>")
        out.escaped(site.info.title)
        out.raw("</h1><p>\(words.pages(site.graph.nodes.count)) · \(words.links(Chart(site.graph).links.count))")
        if let date = site.info.date { out.raw(" · \(date)") }
        out.raw(" · \(words.version) \(site.info.dataVersion)</p></header>\n<main>\n")
        viewer(&out)
        fallback(&out)
        list(&out)
        out.raw("</main>\n</body>\n</html>\n")
        return out.bytes
    }

    private func head(_ out: inout SVGWriter) {
        out.raw("<!doctype html>\n<html")
        out.attribute("lang", site.info.language)
        if words.isRightToLeft { out.attribute("dir", "rtl") }
        if appearances.count == 1 { out.attribute("data-theme", appearances[0].rawValue) }
        out.raw(">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\"")
        out.attribute("content", Self.policy)
        out.raw(">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
        out.escaped("\(site.info.title) – \(words.graph)")
        out.raw("</title>\n<link rel=\"stylesheet\" href=\"tiles-theme.css\">\n<link rel=\"stylesheet\" href=\"tiles.css\">\n")
        out.raw("<script src=\"tiles.js\" defer></script>\n</head>\n")
    }

    private func viewer(_ out: inout SVGWriter) {
        out.raw("<div id=\"map\" hidden tabindex=\"0\" role=\"group\"")
        out.attribute("aria-label", "\(site.info.title) – \(words.graph)")
        for (name, value) in [
            ("width", width), ("height", height), ("levels", levels), ("tile", TilePyramid.tile), ("overlap", TilePyramid.overlap),
        ] { out.raw(" data-\(name)=\"\(value)\"") }
        out.attribute("data-appearances", appearances.map(\.rawValue).joined(separator: " "))
        out.raw("><div class=\"tiles\"></div>\n<div class=\"tools\">")
        for (id, sign, name) in [("in", "+", words.zoomIn), ("out", "−", words.zoomOut), ("whole", "⤢", words.whole)] {
            button(id, sign, name, &out)
        }
        if appearances.count > 1 { button("theme", "◐", words.theme, &out) }
        out.raw("</div></div>\n")
    }

    private func button(_ id: String, _ sign: String, _ name: String, _ out: inout SVGWriter) {
        out.raw("<button type=\"button\" id=\"\(id)\"")
        out.attribute("aria-label", name)
        out.attribute("title", name)
        out.raw(">\(sign)</button>")
    }

    /// Shown until the script takes over.
    private func fallback(_ out: inout SVGWriter) {
        out.raw("<p id=\"picture\"><picture>")
        if appearances.count > 1 { out.raw("<source srcset=\"tiles-dark.png\" media=\"(prefers-color-scheme: dark)\">") }
        out.raw("<img src=\"tiles-\(appearances.first?.rawValue ?? "light").png\" width=\"\(picture.width)\" height=\"\(picture.height)\"")
        out.attribute("alt", words.picture)
        out.raw("></picture></p>\n")
    }

    /// Every page of the graph, community by community, most linked first.
    private func list(_ out: inout SVGWriter) {
        let chart = Chart(site.graph)
        let nodes = chart.ranking.map { chart.nodes[$0] } + chart.unplaced
        let byCommunity = Dictionary(grouping: nodes, by: \.community)
        let groups = byCommunity.filter { $0.key >= 0 && $0.value.count > 1 }.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        let rest = nodes.filter { $0.community < 0 || byCommunity[$0.community]?.count == 1 }
        out.raw("<details><summary>\(words.list)</summary>\n")
        for (community, members) in groups {
            let label = site.graph.labels[community] ?? ""
            section(label.isEmpty ? words.community(community) : label, members, &out)
        }
        if !rest.isEmpty { section(groups.isEmpty ? "" : words.otherPages, rest, &out) }
        out.raw("</details>\n")
    }

    private func section(_ title: String, _ members: [Chart.Node], _ out: inout SVGWriter) {
        out.raw("<section>")
        if !title.isEmpty {
            out.raw("<h2>")
            out.escaped(title)
            out.raw("</h2>")
        }
        out.raw("<ul>\n")
        for node in members {
            out.raw("<li>")
            let link = addresses.href(node.page)
            if let link {
                out.raw("<a")
                out.attribute("href", link)
                out.raw(">")
            }
            out.escaped(node.title)
            if link != nil { out.raw("</a>") }
            out.raw(" <span>\(words.links(node.degree))</span></li>\n")
        }
        out.raw("</ul></section>\n")
    }
}
