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
    func backlinkPages(_ keys: PageKeys?) -> [Artifact] {
        site.pages.indices.filter { site.pages[$0].backlinks.count > PageView.backlinkLimit }.map { index in
            var artifact = backlinkPage(index)
            if let keys { artifact.key = { keys.key(ofBacklinksOf: index) } }
            return artifact
        }
    }

    private func backlinkPage(_ index: PageIndex) -> Artifact {
        let page = site.pages[index]
        let rest = PageView.backlinkLimit..<page.backlinks.count
        let address = BacklinkPages.address(of: page)
        return Artifact(
            address,
            .rendered { [self] in
                let base = Base(address)
                let sentences = try site.sentences(ofBacklinks: rest, of: index)
                let fields = Fields([
                    (.pageHref, .text(base.to(hrefs[index]))), (.pageTitle, .text(page.title)),
                    (.lede, .text(language.phrase(.backlinksLede(count: rest.count)))),
                    (.rows, .list(List(BacklinkRows(self, base: base, links: page.backlinks[rest], sentences: sentences)))),
                ])
                return Rendering(
                    try render(
                        "backlinks", at: address, place: ChromeMaker.place(ofType: typeOfPage[index]),
                        title: language.text(.linkedFrom), kind: .list, isPlain: true,
                        crumbs: [home(base), Crumb(href: base.to(hrefs[index]), label: page.title)], content: fields))
            })
    }
}
