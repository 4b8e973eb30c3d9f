import Mustache
import Site
import Snapshot

extension SiteContext {
    /// The documents of the vault's pages, each with its key where there is a memory.
    func pages(_ keys: PageKeys?, read: @escaping VaultReader, rendered: (@Sendable (PageIndex, [UInt8]) -> Void)?) -> [Artifact] {
        site.pages.indices.map { index in
            var artifact = page(index, read: read, rendered: rendered)
            guard let keys, let memory = options.pageMemory else { return artifact }
            artifact.key = { keys.key(of: index) }
            artifact.recall = { memory.recall(index) }
            return artifact
        }
    }

    /// The document of one page of the vault.
    private func page(_ index: PageIndex, read: @escaping VaultReader, rendered: (@Sendable (PageIndex, [UInt8]) -> Void)?) -> Artifact {
        Artifact(
            site.pages[index].address, companion: options.hasMarkdown ? markdownAddress(index) : nil,
            .rendered { [self] in
                let page = site.pages[index]
                let base = Base(page.address)
                let body = PageText(context: self, host: index, base: base, read: read).render()
                rendered?(index, body.html)
                let look = look(of: index)
                let content = try PageView(context: self, base: base, index: index, body: body.html, isMissing: body.isMissing)
                let html = try render(
                    "page", at: page.address, base: base, place: ChromeMaker.place(ofType: typeOfPage[index]), title: page.title,
                    kind: .reading,
                    crumbs: [home(base), Crumb(href: base.to(look.href), label: look.plural)], description: page.summary,
                    hasContents: !PageView.contents(of: page).isEmpty, linkedData: LinkedData(context: self).page(index),
                    belongsTo: options.previews.isEmpty ? [] : groups(of: index), content: content)
                return Rendering(
                    html, findings: body.findings, companion: options.hasMarkdown ? markdown(of: index, text: body.html) : nil)
            })
    }

    /// Addresses of the pages of a page's community and type.
    func groups(of page: PageIndex) -> [String] {
        let community = site.pages[page].community.flatMap { communityByID[$0] }.map { site.communities[$0].address }
        return [community, site.types[typeOfPage[page]].address].compactMap { $0 }
    }

    /// What a host shows for an address that it does not have. It may be shown at any depth, so it needs to know where the site is served.
    func notFoundPage() -> Artifact {
        Artifact(
            "404.html",
            .rendered { [self] in
                Rendering(
                    try render(
                        "notfound", at: "404.html", base: options.rootPath.map(Base.init(rootPath:)), place: .nowhere,
                        title: language.text(.notFound), kind: .lost, content: Fields([])))
            })
    }
}
