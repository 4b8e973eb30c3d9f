import Mustache
import Site

extension SiteContext {
    func markdownAddress(_ page: PageIndex) -> String { String(site.pages[page].address.dropLast(5)) + ".md" }
    func markdownHref(_ page: PageIndex) -> String { String(hrefs[page].dropLast(5)) + ".md" }

    /// A page as Markdown: what is known of it as frontmatter, its title, its text as it was rendered.
    func markdown(of index: PageIndex, text html: [UInt8]) -> [UInt8] {
        ByteSink.array(capacity: html.count + 1024) { writeMarkdown(of: site.pages[index], absolute(hrefs[index]), html, to: &$0) }
    }

    private func writeMarkdown(of page: Page, _ url: String?, _ html: [UInt8], to out: inout ByteSink) {
        out.append("---\ntitle: ")
        out.append(json: page.title)
        func begin(_ name: StaticString) {
            out.append(10)
            out.append(name)
            out.append(": ")
        }
        func field(_ name: StaticString, _ value: String?) {
            guard let value, !value.isEmpty else { return }
            begin(name)
            out.append(json: value)
        }
        func list(_ name: StaticString, _ values: [String]) {
            if values.isEmpty { return }
            begin(name)
            JSONLD.list(values.map(JSONLD.text)).write(to: &out)
        }
        field("type", page.type)
        list("aliases", page.aliases)
        list("tags", page.tags)
        field("domain", page.domain)
        field("language", page.language)
        for (name, date) in [("created" as StaticString, page.created), ("updated", page.updated)] {
            guard let date else { continue }
            begin(name)
            out.append(text: date.description)
        }
        list("sources", page.sources.map(sourceName))
        field("url", url)
        out.append("\n---\n\n# ")
        out.append(line: page.title)
        out.append("\n\n")
        MarkdownText.append(html, to: &out)
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
