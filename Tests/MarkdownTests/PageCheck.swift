import Foundation
import Markdown

/// What a page says and what is rendered must agree, and the HTML must do nothing. The fuzzer checks with this too.
struct PageCheck {
    private(set) var faults: [String] = []
    private(set) var html: [UInt8] = []

    init(_ bytes: [UInt8]) {
        let body = bytes[...]
        let facts = markdownFacts(body, bodyLine: 1)
        var options = MarkdownOptions()
        options.highlightsCode = false
        options.setsFormulas = false
        var unknown = -1
        let page = MarkdownPage(
            body: body, bodyLine: 1,
            destination: { index in
                guard facts.links.indices.contains(index) else {
                    unknown = index
                    return .withheld
                }
                return Self.destination(facts.links[index], index)
            },
            embedded: { _ in MarkdownPage(body: body, bodyLine: 1, destination: { _ in .withheld }) }, tag: { "tags/\($0)" })
        _ = MarkdownRenderer(options: options).render(page, into: &html)
        let draft = markdownFacts(body, bodyLine: 1, drafting: MarkdownRenderer(options: options)) { _ in "\u{1}" }.draft
        var finished: [UInt8] = []
        let isFinished = draft.map {
            MarkdownRenderer(options: options).finish($0, end: { .other(page.destination($0)) }, tag: page.tag, into: &finished)
        }
        faults = Judge.findings(String(decoding: html, as: UTF8.self))
        if unknown >= 0 { faults.append("the renderer asks for link \(unknown) of \(facts.links.count)") }
        if isFinished == true, finished != html { faults.append("drafted and finished, it is another page") }
        if Set(facts.headings.map(\.id)).count != facts.headings.count { faults.append("two headings have one id") }
        if facts.links.contains(where: { Int($0.sentence.upperBound) > facts.sentences.count }) {
            faults.append("a sentence out of bounds")
        }
        if String(validating: html, as: UTF8.self) == nil { faults.append("the HTML is not UTF-8") }
    }

    /// The worst that a site could answer: the address as it is, as any kind of destination.
    private static func destination(_ link: MarkdownFacts.Link, _ index: Int) -> LinkDestination {
        let address = link.target + (link.fragment.map { "#" + $0 } ?? "")
        switch index % 6 {
        case 0: return .external(href: address)
        case 1: return .page(href: address)
        case 2: return .dangling(reason: address)
        case 3: return .file(href: address, kind: .image)
        case 4: return .file(href: address, kind: .video)
        default: return .embed(.init(key: 1, href: address, title: address))
        }
    }
}

/// What is fuzzed: for any bytes what is said must hold.
enum FuzzTarget: String, CaseIterable {
    /// Any bytes are a page.
    case page
    /// Any bytes stand between the brackets of a link or an embed: in a paragraph, in a table's cell, in a heading, in a callout's title.
    case wikilink
    /// Pieces of tags, attributes and text in any order, around any bytes.
    case html
    /// Any bytes are the block at a page's head.
    case frontmatter

    /// Nil where the bytes are no page's.
    func page(of bytes: [UInt8]) -> [UInt8]? {
        switch self {
        case .page: bytes
        case .wikilink: Self.wikilinks(bytes)
        case .html: Self.html(bytes)
        case .frontmatter: nil
        }
    }

    private static func wikilinks(_ bytes: [UInt8]) -> [UInt8] {
        var page: [UInt8] = []
        for place in ["x ", "\n\n| a | ", " |\n|---|---|\n| b | ", " |\n\n# ", "\n\n> [!note] ", "\n\n- ==", "==\n\n[y ", "](z)\n\n^["] {
            page += Array(place.utf8) + Array("[[".utf8) + bytes + Array("]] ![[".utf8) + bytes + Array("]]".utf8)
        }
        return page + Array("]\n".utf8)
    }

    private static let pieces: [[UInt8]] = [
        "<", ">", "</", "/>", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "\"", "'", "=", " ", "\n", "\n\n", "&lt;", "&#60;", "&quot;",
        "`",
        "<div", "<p", "<b", "<a href=", "<a name=", "<img src=", "<table>", "<tr>", "<td", "<li>", "<ul>", "<details", "<summary>",
        "<script>", "</script>", "<style>", "</style>", "<svg>", "<math>", "<title>", "<textarea>", "<select>", "<template>", "<noscript>",
        "<iframe src=", "<video src=", "<source src=", "<font color=", "<form>", "</div>", "</p>", "</b>", "</a>", "</table>", "</td>",
        " onclick=x", " id=", " style=", " title=", "javascript:x", "data:image/png;base64,A", "> ", "- ", "**", "[x](", ")", "|", "$",
        "%%",
    ].map { Array($0.utf8) }

    private static func html(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { $0 >= 0x80 && Int($0) - 0x80 < pieces.count ? pieces[Int($0) - 0x80] : [$0] }
    }
}
