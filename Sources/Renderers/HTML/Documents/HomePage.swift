import Mustache
import Site

extension SiteContext {
    /// The dashboard.
    func homePage() -> Artifact {
        Artifact(
            "index.html",
            .rendered { [self] in
                Rendering(
                    try render(
                        "home", at: "index.html", place: .home, title: language.text(.home), kind: .home, crumbs: [],
                        description: language.phrase(.vault(title: site.info.title, pages: site.pages.count, sources: sourceCount)),
                        linkedData: LinkedData(context: self).home(), content: Fields(heroFields + typeFields + listFields + figureFields)))
            })
    }

    private func figure(_ number: Int, _ label: String) -> Fields {
        Fields([(.number, .text(language.number(number))), (.label, .text(label))])
    }

    private var heroFields: [(Name, Value)] {
        let stars = Charts.constellation(site.graph)
        return [
            (.constellation, .list(List(stars.isEmpty ? [] : [.view(Fields([(.constellation, .markup(Array(stars.utf8)))]))]))),
            (.date, Value(site.info.date?.description)), (.dateText, Value(site.info.date.map(language.date))),
            (
                .heroFigures,
                .views(
                    [
                        figure(site.pages.count, language.text(.pages))
                    ] + (site.info.showsSources ? [figure(site.sources.count, language.text(.sources))] : [])
                        + [figure(site.info.linkCount, language.text(.links))])
            ),
        ]
    }

    private var typeFields: [(Name, Value)] {
        let types = looks.map { look in
            Fields([
                (.href, .text(look.href)), (.typeKey, .text(look.key)), (.glyph, .text(look.glyph)), (.label, .text(look.plural)),
                (.number, .text(language.number(look.count))),
            ])
        }
        let bar = Charts.stack(looks.map { (key: $0.key, count: $0.count) })
        return [
            (.hasTypes, .flag(!types.isEmpty)), (.types, .views(types)), (.pageNumber, .text(language.number(site.pages.count))),
            (.typeBar, .markup(Array(bar.utf8))),
        ]
    }

    private var listFields: [(Name, Value)] {
        let recent = recentlyUpdated(limit: 8)
        let hubs = hubs(limit: 6)
        let sources = site.info.showsSources ? mostCited(limit: 6) : []
        let domains = site.domains.prefix(6).map { view($0, base: Base(""), shown: 3) }
        let communities = site.communities.prefix(6).map { view($0, base: Base(""), shown: 2) }
        func kinds(_ list: [(kind: String, count: Int)]) -> Value { .views(list.map { figure($0.count, words(ofKind: $0.kind)) }) }
        return [
            (.hasRecent, .flag(!recent.isEmpty)), (.recent, rows(recent, base: Base(""), style: .date)), (.hasHubs, .flag(!hubs.isEmpty)),
            (.hubs, rows(hubs, base: Base(""))), (.hasDomains, .flag(!domains.isEmpty)), (.domains, .views(domains)),
            (.hasCommunities, .flag(!communities.isEmpty)), (.communities, .views(communities)),
            (.hasOrphans, .flag(!orphans.isEmpty)), (.orphans, rows(orphans.prefix(6), base: Base(""))),
            (.hasSources, .flag(!sources.isEmpty)), (.sources, .views(sources)),
            (.hasReview, .flag(!site.info.reviewByKind.isEmpty)), (.review, kinds(site.info.reviewByKind)),
            (.hasLint, .flag(!site.info.lintByKind.isEmpty)), (.lint, kinds(site.info.lintByKind)),
        ]
    }

    /// Pages that nothing leads to and that lead nowhere.
    private var orphans: [PageIndex] { byTitle(site.pages.indices.filter { connections[$0] == 0 }) }

    /// Sources that most pages rest on.
    private func mostCited(limit: Int) -> [Fields] {
        let cited = site.sources.indices.filter { !site.sources[$0].citedBy.isEmpty }
        let order = cited.sorted { (site.sources[$1].citedBy.count, $0) < (site.sources[$0].citedBy.count, $1) }
        return order.prefix(limit).map { source in
            Fields([
                (.href, .text(sourceHrefs[source])), (.title, .text(site.sources[source].name)),
                (.meta, .text(count(site.sources[source].citedBy.count, .pages))),
            ])
        }
    }

    /// `missing-page` as `Missing page`: the server's name of a kind, made readable.
    private func words(ofKind kind: String) -> String {
        let words = kind.split { $0 == "-" || $0 == "_" }.joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    private var figureFields: [(Name, Value)] {
        let review = site.info.reviewByKind.reduce(0) { $0 + $1.count }
        let lint = site.info.lintByKind.reduce(0) { $0 + $1.count }
        func tile(
            _ word: Word, _ glyph: String, _ number: Int, tone: String? = nil, cleanWord: Bool = false, note: String? = nil
        ) -> Fields {
            Fields([
                (.label, .text(language.text(word))), (.glyph, .text(glyph)),
                (.number, .text(cleanWord && number == 0 ? language.text(.clean) : language.number(number))), (.tone, Value(tone)),
                (.note, Value(note)),
            ])
        }
        var tiles = [
            tile(
                .links, "link", site.info.linkCount,
                note: site.graph.edges.isEmpty ? nil : language.phrase(.linkedPairs(site.graph.edges.count))),
            tile(.communities, "community", site.communities.count),
            tile(.orphans, "other", orphans.count),
        ]
        // A vault that no server has looked at is not clean; nobody knows.
        if !site.info.serverVersion.isEmpty || review + lint > 0 {
            tiles += [
                tile(.review, "check", review, tone: review == 0 ? "good" : "open"),
                tile(.lint, "warning", lint, tone: lint == 0 ? "good" : "open", cleanWord: true),
            ]
        }
        tiles.append(tile(.domains, "tag", site.domains.count))
        var fields: [(Name, Value)] = [(.figures, .views(tiles))]
        if let growth = Charts.growth(site.pages) {
            let (from, to) = (language.date(growth.from), language.date(growth.to))
            let label = language.phrase(.growth(from: from, to: to, pages: growth.count))
            fields.append(
                (
                    .growth,
                    .view(
                        Fields([
                            (.growth, .markup(Array(growth.svg.utf8))), (.growthSpan, .text("\(from) – \(to)")),
                            (.growthLabel, .text(label)),
                        ]))
                ))
        } else {
            fields.append((.growth, .flag(false)))
        }
        return fields
    }
}
