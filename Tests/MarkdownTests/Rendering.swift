import Markdown
import Testing

/// HTML of `markdown`. `links` tells by what is written between the brackets where a link leads; others are dangling.
func html(
    _ markdown: String, _ links: [String: LinkDestination] = [:], pages: [Int: String] = [:], title: String? = nil, key: Int? = nil,
    options: MarkdownOptions = .withoutScripts, problems: UnsafeMutablePointer<[MarkdownProblem]>? = nil
) -> String {
    var bytes: [UInt8] = []
    let page = page(markdown, links, pages, title: title, key: key)
    let found = MarkdownRenderer(options: options).render(page, into: &bytes)
    problems?.pointee = found
    // However it comes about, a page is one page.
    if let finished = finished(page, options) {
        #expect(finished == bytes, "drafted and finished, it is another page: \(markdown.prefix(200))")
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// The HTML of a page that is drafted before anyone knows where its links lead; nil where it has to be rendered from its text.
func finished(_ page: MarkdownPage, _ options: MarkdownOptions) -> [UInt8]? {
    let renderer = MarkdownRenderer(options: options)
    let title = page.leadingTitle ?? "\u{1}"
    guard let draft = markdownFacts(page.body, bodyLine: page.bodyLine, drafting: renderer, title: { _ in title }).draft else { return nil }
    var bytes: [UInt8] = []
    let kept = UnlinkedHTML(bytes: draft.bytes)
    return renderer.finish(kept, end: { .other(page.destination($0)) }, tag: page.tag, into: &bytes) ? bytes : nil
}

extension MarkdownOptions {
    /// Code and formulas as written: the same on a machine without the scripts.
    static var withoutScripts: MarkdownOptions {
        var options = MarkdownOptions()
        options.highlightsCode = false
        options.setsFormulas = false
        return options
    }
}

func page(
    _ markdown: String, _ links: [String: LinkDestination], _ pages: [Int: String], title: String? = nil, key: Int? = nil
) -> MarkdownPage {
    let body = Array(markdown.utf8)[...]
    let facts = markdownFacts(body, bodyLine: 1)
    return MarkdownPage(
        body: body, bodyLine: 1, leadingTitle: title,
        destination: { index in
            guard facts.links.indices.contains(index) else { return .dangling(reason: "no link \(index)") }
            let link = facts.links[index]
            let address = link.target + (link.fragment.flatMap { $0.isEmpty ? nil : "#" + $0 } ?? "")
            if let destination = links[address] { return destination }
            if address.hasPrefix("http") || address.hasPrefix("mailto:") || address.hasPrefix("ftp:") { return .external(href: address) }
            return .dangling(reason: "no page \(address)")
        },
        embedded: { key in pages[key].map { page($0, links, pages, key: key) } }, key: key)
}

func facts(_ markdown: String, bodyLine: Int = 1) -> MarkdownFacts {
    markdownFacts(Array(markdown.utf8)[...], bodyLine: bodyLine)
}

func dangling(_ label: String, _ address: String? = nil) -> String {
    let reason = "no page \(address ?? label)"
    return "<span class=\"link dangling\" title=\"\(reason)\">\(label)<span class=\"visually-hidden\"> (\(reason))</span></span>"
}
