import Mustache
import Site

extension SiteContext {
    /// How much there was over time, and the earlier nights.
    func timelinePage(_ history: SiteHistory) -> Artifact {
        Artifact(
            HistoryAddresses.timeline,
            .rendered { [self] in
                let address = HistoryAddresses.timeline
                let base = Base(address)
                let fields: [(Name, Value)] = [
                    (.lede, .text(span(history))), (.charts, .views(charts(history))), (.pastSheet, .text(HistoryAddresses.sheet)),
                    (.rows, .views(history.states.reversed().map { row(of: $0, in: history, base) })),
                ]
                return Rendering(
                    try render(
                        "timeline", at: address, place: .timeline, title: language.text(.timeline), kind: .list, content: Fields(fields)))
            })
    }

    private func span(_ history: SiteHistory) -> String {
        guard let first = history.points.first, let last = history.points.last else { return "" }
        return first.date == last.date ? language.date(last.date) : "\(language.date(first.date)) – \(language.date(last.date))"
    }

    private func charts(_ history: SiteHistory) -> [Fields] {
        guard let first = history.points.first, let last = history.points.last else { return [] }
        func chart(_ word: Word, _ value: (SiteHistory.Figures) -> Int) -> Fields {
            let (from, to) = (language.number(value(first.figures)), language.number(value(last.figures)))
            let svg = Charts.course(history.points.map { (date: $0.date, value: value($0.figures)) })
            return Fields([
                (.label, .text(language.text(word))), (.span, .text(from == to ? to : "\(from) – \(to)")),
                (.alt, .text(language.phrase(.change(of: language.text(word), from: from, to: to)))), (.svg, .markup(Array(svg.utf8))),
            ])
        }
        return [chart(.pages) { $0.pages }, chart(.links) { $0.links }, chart(.communities) { $0.communities }]
    }

    private func row(of state: SiteHistory.State, in history: SiteHistory, _ base: Base) -> Fields {
        let night = history.nights[state.from]
        let others = history.pages.count { history.version(of: $0, in: state) != nil }
        return Fields([
            (.href, .text(base.to(Href.encode(HistoryAddresses.night(night))))), (.glyph, .text("log")), (.typeKey, .text("log")),
            (.title, .text(days(state.from, state.last, history))), (.meta, .text(count(others, .pages))),
        ])
    }

    /// `5 Jan 2026`, or `5 Jan 2026 – 7 Jan 2026`; the second night of a day has its number.
    func days(_ from: Int, _ last: Int, _ history: SiteHistory) -> String {
        let (first, end) = (day(history.nights[from]), day(history.nights[last]))
        return first == end ? first : "\(first) – \(end)"
    }

    func day(_ night: VaultPast.Night) -> String {
        let date = language.date(night.date)
        return night.name.split(separator: ".").dropFirst().first.map { "\(date) (\($0))" } ?? date
    }

    // MARK: A night

    typealias Other = (page: PageIndex, version: SiteHistory.Version)

    /// A whole night: pages that read differently lead to what they were; the others are those of today. In parts of a few hundred rows.
    func nightPages(_ history: SiteHistory, _ place: Int) -> [Artifact] {
        let state = history.states[place]
        let others = history.pages.compactMap { page in history.version(of: page, in: state).map { (page: page.page, version: $0) } }
        let parts = max(1, (others.count + PageList.partSize - 1) / PageList.partSize)
        return (0..<parts).map { part in
            let address = HistoryAddresses.night(history.nights[state.from], part: part)
            return Artifact(
                address,
                .rendered { [self] in
                    let base = Base(address)
                    let title = language.phrase(.asOf(date: days(state.from, state.last, history)))
                    let list = list(others, part: part, of: parts, in: history, state, base)
                    let html = try renderPast(
                        "night", at: address, title: title, crumbs: [home(base), timelineCrumb(base)],
                        content: list + neighbours(of: place, history, base))
                    return Rendering(html)
                })
        }
    }

    private func list(
        _ others: [Other], part: Int, of parts: Int, in history: SiteHistory, _ state: SiteHistory.State, _ base: Base
    ) -> [(Name, Value)] {
        let shown = others[part * PageList.partSize..<min(others.count, (part + 1) * PageList.partSize)]
        let links = (0..<parts).map { other in
            Fields([
                (.href, .text(base.to(Href.encode(HistoryAddresses.night(history.nights[state.from], part: other))))),
                (.label, .text(language.number(other + 1))), (.current, Value(other == part ? "page" : nil)),
            ])
        }
        return [
            (.lede, .text(language.phrase(.nightLede(pages: others.count, missing: state.missing)))),
            (.night, .text(history.nights[state.from].name)),
            (.href, .text(base.to(HistoryAddresses.timeline))), (.hasRows, .flag(!shown.isEmpty)),
            (.rows, .views(shown.map { row(of: $0.page, $0.version, in: history, base) })), (.hasParts, .flag(parts > 1)),
            (.parts, .views(links)),
        ]
    }

    private func neighbours(of place: Int, _ history: SiteHistory, _ base: Base) -> [(Name, Value)] {
        func to(_ other: Int) -> Value {
            guard history.states.indices.contains(other) else { return .flag(false) }
            let state = history.states[other]
            return link(HistoryAddresses.night(history.nights[state.from]), days(state.from, state.last, history), from: base)
        }
        return [(.hasNeighbours, .flag(history.states.count > 1)), (.previous, to(place - 1)), (.next, to(place + 1))]
    }

    private func row(of page: PageIndex, _ version: SiteHistory.Version, in history: SiteHistory, _ base: Base) -> Fields {
        let address = HistoryAddresses.version(site.pages[page], history.nights[version.from])
        let look = look(of: page)
        return Fields([
            (.href, .text(base.to(Href.encode(address)))), (.glyph, .text(look.glyph)), (.typeKey, .text(look.key)),
            (.title, .text(version.text.title)), (.meta, .text(day(history.nights[version.from]))),
        ])
    }
}
