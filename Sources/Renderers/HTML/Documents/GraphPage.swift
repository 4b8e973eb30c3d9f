import Mustache
import Site
import Theme

extension SiteContext {
    /// The poster of the whole graph, its legend, and the hubs as a list for those who do not see it.
    func graphPage() -> Artifact {
        Artifact(
            "graph.html",
            .rendered { [self] in
                let hubs = hubs(limit: 12)
                let types = graphTypes()
                let fields = Fields(
                    [
                        (.counts, .text(language.phrase(.graphCounts(nodes: site.graph.nodes.count, edges: site.graph.edges.count)))),
                        (.hasPosters, .flag(!shownPosters.isEmpty)), (.posters, .views(posterFields())), (.types, .views(types)),
                        (.hasTiers, .flag(!options.posters.isEmpty)), (.tiers, .views(tierFields())), (.hasHubs, .flag(!hubs.isEmpty)),
                        (.hubs, rows(hubs, base: Base(""))),
                    ] + viewerFields())
                return Rendering(
                    try render("graph", at: "graph.html", place: .graph, title: language.text(.graph), kind: .graph, content: fields))
            })
    }

    /// The graph with what measures the device that it is opened on.
    func graphBenchPage() -> Artifact {
        Artifact(
            "graph-bench.html",
            .rendered { [self] in
                Rendering(
                    try render(
                        "graph-bench", at: "graph-bench.html", place: .graph, title: language.text(.benchmark), kind: .graph,
                        crumbs: [home(Base("")), Crumb(href: "graph.html", label: language.text(.graph))], content: Fields(viewerFields())))
            })
    }

    private func viewerFields() -> [(Name, Value)] {
        let legend = GraphLegend(self)
        return [
            (.hasGraph, .flag(!site.graph.nodes.isEmpty)), (.hasKinds, .flag(legend.kinds.count > 1)),
            (.hasDomains, .flag(!legend.domains.isEmpty)), (.hasCommunities, .flag(!legend.communities.isEmpty)),
        ]
    }

    /// The overview as a picture, once for each theme that the site has.
    private var shownPosters: [PosterImage] {
        let wanted: [Appearance] = if case .pinned(let one) = options.themes { [one] } else { [.light, .dark] }
        return wanted.compactMap { appearance in
            options.posters.first { $0.tier == .overview && $0.appearance == appearance && $0.format == "png" }
        }
    }

    private func posterFields() -> [Fields] {
        let alt = language.phrase(.poster(vault: site.info.title, pages: site.graph.nodes.count))
        return shownPosters.map { poster in
            Fields([
                (.href, .text(Href.encode(bestFile(like: poster).path))), (.src, .text(Href.encode(poster.path))),
                (.width, .number(poster.width)), (.height, .number(poster.height)), (.alt, .text(alt)),
                (.appearance, shownPosters.count > 1 ? .text(poster.appearance.rawValue) : .flag(false)),
            ])
        }
    }

    /// A click on the picture opens the one that can be enlarged without end, where there is one.
    private func bestFile(like poster: PosterImage) -> PosterImage {
        options.posters.first { $0.tier == poster.tier && $0.appearance == poster.appearance && $0.format == "svg" } ?? poster
    }

    private func tierFields() -> [Fields] {
        let hasBoth = options.themes == .both
        return PosterImage.Tier.allCases.compactMap { tier in
            let files = options.posters.filter { $0.tier == tier }
            guard !files.isEmpty else { return nil }
            let name = language.text(tier.word)
            return Fields([
                (.label, .text(name)),
                (
                    .files,
                    .views(
                        files.map { file in
                            Fields([
                                (.href, .text(Href.encode(file.path))), (.label, .text(file.format.uppercased())),
                                (.name, .text("\(name), \(file.format.uppercased())")),
                                (.appearance, hasBoth ? .text(file.appearance.rawValue) : .flag(false)),
                            ])
                        })
                ),
            ])
        }
    }

    /// Types with how many nodes of each the graph has.
    private func graphTypes() -> [Fields] {
        var counts = [Int](repeating: 0, count: looks.count)
        for node in site.graph.nodes { counts[typeOfPage[node.page]] += 1 }
        return looks.enumerated().filter { counts[$0.offset] > 0 }.map { index, look in
            Fields([
                (.href, .text(look.href)), (.label, .text(look.plural)), (.typeKey, .text(look.key)), (.glyph, .text(look.glyph)),
                (.number, .text(language.number(counts[index]))),
            ])
        }
    }
}

extension PosterImage.Tier {
    var word: Word {
        switch self {
        case .overview: .overview
        case .regions: .regions
        case .detail: .detail
        }
    }
}
