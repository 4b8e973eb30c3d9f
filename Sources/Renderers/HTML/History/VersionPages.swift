import Markdown
import Mustache
import Site

extension SiteContext {
    /// The versions of a page, newest first.
    func historyPage(_ page: SiteHistory.PageHistory, of history: SiteHistory) -> Artifact {
        let address = HistoryAddresses.page(site.pages[page.page])
        return Artifact(
            address,
            .rendered { [self] in
                let base = Base(address)
                let look = look(of: page.page)
                let now = Fields([
                    (.href, .text(base.to(hrefs[page.page]))), (.glyph, .text(look.glyph)), (.typeKey, .text(look.key)),
                    (.title, .text(language.text(.versionNow))), (.meta, .text("")),
                ])
                let rows = page.versions.reversed().map { version in
                    let target = HistoryAddresses.version(site.pages[page.page], history.nights[version.from])
                    return Fields([
                        (.href, .text(base.to(Href.encode(target)))), (.glyph, .text("log")), (.typeKey, .text("log")),
                        (.title, .text(days(version.from, version.last, history))), (.meta, .text("")),
                        (.summary, version.text.title == page.now.title ? .flag(false) : .text(version.text.title)),
                    ])
                }
                let since = page.versions.first.map { day(history.nights[$0.from]) } ?? ""
                let html = try renderPast(
                    "history", at: address, title: language.text(.history), crumbs: crumbs(to: page.page, base),
                    content: pageFields(page.page, base) + [
                        (.lede, .text(language.phrase(.historyLede(versions: page.versions.count, since: since)))),
                        (.rows, .views([now] + rows)), (.texts, .text(Href.encode(HistoryAddresses.texts(site.pages[page.page])))),
                        (.href, .text(base.to(Href.encode(HistoryAddresses.timeMap(site.pages[page.page]))))),
                    ])
                return Rendering(html)
            })
    }

    /// An earlier version as a document, with what became of its text.
    func versionPage(_ page: SiteHistory.PageHistory, _ place: Int, of history: SiteHistory) -> Artifact {
        let version = page.versions[place]
        let address = HistoryAddresses.version(site.pages[page.page], history.nights[version.from])
        return Artifact(
            address,
            .rendered { [self] in
                let base = Base(address)
                let text = try html(of: version.text, on: page.page, base)
                let next = try html(of: place + 1 < page.versions.count ? page.versions[place + 1].text : page.now, on: page.page, base)
                let difference = TextDifference(from: TextDifference.text(of: text), to: TextDifference.text(of: next))
                let (from, last) = (day(history.nights[version.from]), day(history.nights[version.last]))
                let foreign = version.text.language == site.info.language ? nil : version.text.language
                func other(_ other: Int) -> Value {
                    guard page.versions.indices.contains(other) else { return .flag(false) }
                    let night = history.nights[page.versions[other].from]
                    return link(HistoryAddresses.version(site.pages[page.page], night), day(night), from: base)
                }
                let html = try renderPast(
                    "version", at: address, title: version.text.title, crumbs: crumbs(to: page.page, base),
                    content: pageFields(page.page, base) + [
                        (.lede, .text(language.phrase(.versionOf(from: from, to: last)))),
                        (.href, .text(base.to(Href.encode(HistoryAddresses.page(site.pages[page.page]))))), (.body, .markup(text)),
                        (.pageLang, Value(foreign)), (.pageDir, Value(foreign.map(Language.direction))),
                        (.isSame, .flag(difference.isEmpty)), (.difference, .markup(difference.html())),
                        (.hasNeighbours, .flag(page.versions.count > 1)), (.previous, other(place - 1)), (.next, other(place + 1)),
                    ])
                return Rendering(html)
            })
    }

    private func crumbs(to page: PageIndex, _ base: Base) -> [Crumb] {
        [home(base), Crumb(href: base.to(hrefs[page]), label: titles[page])]
    }

    private func pageFields(_ page: PageIndex, _ base: Base) -> [(Name, Value)] {
        let look = look(of: page)
        return [
            (.pageHref, .text(base.to(hrefs[page]))), (.pageTitle, .text(titles[page])), (.typeKey, .text(look.key)),
            (.glyph, .text(look.glyph)),
        ]
    }

    // MARK: The text

    /// An earlier text; what its links and pictures lead to is what these are now.
    func html(of text: SiteHistory.Text, on page: PageIndex, _ base: Base) throws -> [UInt8] {
        let bytes = try text.read()
        var html: [UInt8] = []
        html.reserveCapacity(bytes.count * 2)
        let markdown = MarkdownPage(
            body: bytes[min(text.bodyOffset, bytes.count)...], bodyLine: text.bodyLine, leadingTitle: text.title,
            destination: { [self] index in destination(text.links.indices.contains(index) ? text.links[index] : .withheld, on: page, base)
            },
            tag: { [self] in tagHrefs[$0.lowercased()].map { base.to($0) } })
        // What is wrong with an earlier text is nothing that can be mended.
        _ = MarkdownRenderer(options: self.markdown).render(markdown, into: &html)
        return html
    }

    private func destination(_ link: ResolvedLink, on host: PageIndex, _ base: Base) -> LinkDestination {
        switch link {
        case .page(host, .id(let id)): return .page(href: "#" + Href.fragment(id))
        case .page(let page, _), .embed(let page, _): return .page(href: base.to(hrefs[page]))
        case .source(let source), .preview(let source): return .page(href: base.to(sourceHrefs[source]))
        case .media(let source, _):
            let record = site.sources[source]
            guard let address = record.fileAddress else { return .page(href: base.to(sourceHrefs[source])) }
            return .file(href: base.to(Href.encode(address)), kind: record.kind)
        case .external(let url): return .external(href: url)
        case .dangling(let reason): return .dangling(reason: reason)
        case .withheld: return .withheld
        }
    }
}
