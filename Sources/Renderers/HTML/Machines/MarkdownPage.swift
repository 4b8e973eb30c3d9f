import Site

extension SiteContext {
    func markdownAddress(_ page: PageIndex) -> String { String(site.pages[page].address.dropLast(5)) + ".md" }
    func markdownHref(_ page: PageIndex) -> String { String(hrefs[page].dropLast(5)) + ".md" }

    /// A page as Markdown: what is known of it as frontmatter, its title, its text as it was rendered.
    func markdown(of index: PageIndex, text html: [UInt8]) -> [UInt8] {
        let page = site.pages[index]
        var out = Array("---\ntitle: ".utf8)
        JSONLD.write(page.title, to: &out)
        func field(_ name: String, _ value: String?) {
            guard let value, !value.isEmpty else { return }
            out += Array("\n\(name): ".utf8)
            JSONLD.write(value, to: &out)
        }
        func list(_ name: String, _ values: [String]) {
            if !values.isEmpty { out += Array("\n\(name): ".utf8) + JSONLD.list(values.map(JSONLD.text)).bytes }
        }
        field("type", page.type)
        list("aliases", page.aliases)
        list("tags", page.tags)
        field("domain", page.domain)
        field("language", page.language)
        for (name, date) in [("created", page.created), ("updated", page.updated)] {
            if let date { out += Array("\n\(name): \(date)".utf8) }
        }
        list("sources", page.sources.map(sourceName))
        field("url", absolute(hrefs[index]))
        out += Array("\n---\n\n# ".utf8)
        out += Array(Self.line(page.title).utf8) + [10, 10]
        return out + MarkdownText.of(html)
    }

    private func sourceName(_ reference: SourceReference) -> String {
        switch reference {
        case .file(let source): site.sources[source].name
        case .page(let page): titles[page]
        case .url(let url): url
        case .name(let name): name
        }
    }
}
