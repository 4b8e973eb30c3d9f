import Markdown
import Testing

/// HTML of `markdown`. `links` tells by what is written between the brackets where a link leads; others are dangling.
func html(
    _ markdown: String, _ links: [String: LinkDestination] = [:], pages: [Int: String] = [:], title: String? = nil, key: Int? = nil,
    options: MarkdownOptions = .withoutScripts, problems: UnsafeMutablePointer<[MarkdownProblem]>? = nil
) -> String {
    var bytes: [UInt8] = []
    let found = MarkdownRenderer(options: options).render(page(markdown, links, pages, title: title, key: key), into: &bytes)
    problems?.pointee = found
    return String(decoding: bytes, as: UTF8.self)
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
