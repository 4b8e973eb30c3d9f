import Mustache
import Site

/// The backlinks of a page beyond those that its own document shows.
enum BacklinkPages {
    /// In a folder of the site's own, so that no page of the vault is ever there.
    static func address(of page: Page) -> String { "assets/backlinks/" + page.address }

    static func addresses(_ site: Site) -> [String] {
        site.pages.filter { $0.backlinks.count > PageView.backlinkLimit }.map(address)
    }
}

extension SiteContext {
    /// What a backlink says of itself: its sentence, or that it stands in the page's frontmatter.
    func sentence(of link: Backlink) -> String {
        link.origin == .frontmatter ? language.text(.namedInFrontmatter) : link.sentence
    }

    func backlinkPages() -> [Artifact] {
        site.pages.indices.filter { site.pages[$0].backlinks.count > PageView.backlinkLimit }.map(backlinkPage)
    }

    private func backlinkPage(_ index: PageIndex) -> Artifact {
        let page = site.pages[index]
        let rest = page.backlinks.dropFirst(PageView.backlinkLimit)
        let address = BacklinkPages.address(of: page)
        return Artifact(
            address,
            .rendered { [self] in
                let base = Base(address)
                let fields = Fields([
                    (.pageHref, .text(base.to(hrefs[index]))), (.pageTitle, .text(page.title)),
                    (.lede, .text(language.phrase(.backlinksLede(count: rest.count)))),
                    (
                        .rows,
                        .list(
                            List(count: rest.count) { [self] in
                                .view(
                                    SentenceRow(
                                        row: RowView(context: self, base: base, page: rest[rest.startIndex + $0].page),
                                        sentence: sentence(of: rest[rest.startIndex + $0])))
                            })
                    ),
                ])
                return Rendering(
                    try render(
                        "backlinks", at: address, place: ChromeMaker.place(ofType: typeOfPage[index]),
                        title: language.text(.linkedFrom), kind: .list,
                        crumbs: [home(base), Crumb(href: base.to(hrefs[index]), label: page.title)], content: fields))
            })
    }
}

/// A row whose line of summary is the sentence that holds the link.
private struct SentenceRow: View {
    let row: RowView
    let sentence: String

    func value(_ symbol: Int) -> Value {
        Name(rawValue: symbol) == .summary && !sentence.isEmpty ? .text(sentence) : row.value(symbol)
    }
}
