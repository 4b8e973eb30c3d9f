import Foundation
import Markdown
import Testing

/// Where nothing is added to GFM, the HTML is what cmark-gfm's own renderer writes.
@Suite struct ReferenceTests {
    @Test func agreesWithCmark() throws {
        let pages = Vaults.all.map { Self.withoutOurSyntax($0.body) }
        let expected = try Reference.html(pages)
        try #require(expected.count == pages.count)
        var differing = 0
        for (index, page) in pages.enumerated() where differing < 10 {
            let ours = Self.plain(Self.render(page))
            let theirs = Self.plain(expected[index])
            if ours != theirs {
                Issue.record("\(Vaults.all[index].name): \(Self.difference(ours, theirs))")
                differing += 1
            }
        }
    }

    /// Characters with which syntax of ours begins, replaced by ones without meaning.
    static func withoutOurSyntax(_ body: [UInt8]) -> [UInt8] {
        var text = String(decoding: body, as: UTF8.self)
        for (from, to) in [
            ("[[", "(("), ("]]", "))"), ("$", "S"), ("%%", "pp"), ("^", "v"), ("[!", "[i"), ("\r", ""), ("==", "=~"),
            ("javascript:", "https://"), ("\u{FEFF}", ""), ("%2", "x"), ("\n: ", "\n; "),
        ] {
            text = text.replacingOccurrences(of: from, with: to)
        }
        var result = Array(text.utf8)
        for index in 1..<max(1, result.count) {
            let next = index + 1 < result.count ? result[index + 1] : 0x20
            // Raw HTML begins with a letter, `/`, `!` or `?`; addresses in angle brackets stay.
            if result[index] == 0x3C, !result[index...].starts(with: Array("<http".utf8)) { result[index] = 0x7B }
            if result[index] == 0x23, result[index - 1] != 0x0A, result[index - 1] != 0x23, next != 0x20, next != 0x23 {
                result[index] = 0x6E
            }
        }
        return result
    }

    /// No syntax of ours is left in what a reader sees, code apart.
    @Test func leavesNoSyntaxInTheText() {
        for page in Vaults.all {
            let text = Self.textOutsideCode(Self.render(page.body))
            for line in text.split(separator: "\n") {
                for (opening, closing) in [("[[", "]]"), ("> [!", "]"), ("%%", ""), ("==", "=="), ("$$", ""), ("\u{2}", ""), ("\u{3}", "")]
                {
                    // What nothing closes, and a comparison with a space after it, is text.
                    guard let start = line.range(of: opening), closing.isEmpty || line[start.upperBound...].contains(closing),
                        !line[start.upperBound...].hasPrefix(" ")
                    else { continue }
                    Issue.record("\(page.name) shows \(opening): \(line)")
                }
            }
        }
    }

    static func textOutsideCode(_ html: String) -> String {
        var text: [UInt8] = []
        let bytes = Array(html.utf8)
        var at = 0
        var code = 0
        while at < bytes.count {
            if bytes[at] == 0x3C, let end = bytes[at...].firstIndex(of: 0x3E) {
                let tag = bytes[at...end]
                code += tag.starts(with: Array("<code".utf8)) ? 1 : tag.starts(with: Array("</code".utf8)) ? -1 : 0
                at = end + 1
            } else {
                if code == 0 { text.append(bytes[at]) }
                at += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    static func render(_ body: [UInt8]) -> String {
        let facts = markdownFacts(body[...], bodyLine: 1)
        var html: [UInt8] = []
        let page = MarkdownPage(body: body[...], bodyLine: 1) { index in
            let link = facts.links[index]
            let address = link.target + (link.fragment.map { "#" + $0 } ?? "")
            if link.syntax == .image { return .file(href: address, kind: .image) }
            return address.contains(":") ? .external(href: address) : .page(href: address)
        }
        _ = MarkdownRenderer(options: .withoutScripts).render(page, into: &html)
        return String(decoding: html, as: UTF8.self)
    }

    /// HTML without what we add to cmark's, and both in one spelling.
    static func plain(_ html: String) -> String {
        var result: [UInt8] = []
        let bytes = Array(html.utf8)
        var at = 0
        while at < bytes.count {
            guard bytes[at] == 0x3C, let end = bytes[at...].firstIndex(of: 0x3E) else {
                result.append(bytes[at])
                at += 1
                continue
            }
            let tag = String(decoding: bytes[at...end], as: UTF8.self)
            at = end + 1
            if tag.hasPrefix("<a class=\"anchor\"") {
                at += "#</a>".utf8.count
            } else if tag.hasPrefix("<figure") {
                result.append(contentsOf: "<p>".utf8)
                at += 1
            } else if tag == "<figcaption>", let end = html.utf8.dropFirst(at).firstIndex(of: 0x3C) {
                at = html.utf8.distance(from: html.startIndex, to: end) + "</figcaption>\n</figure>".utf8.count
                result.removeLast()
                result.append(contentsOf: "</p>".utf8)
            } else if tag.hasPrefix("<div") || tag == "</div>" {
                if at < bytes.count, bytes[at] == 0x0A { at += 1 }
            } else {
                result.append(contentsOf: plain(tag: tag).utf8)
            }
        }
        // A header cell without text is a plain cell for us.
        return String(decoding: result, as: UTF8.self).replacingOccurrences(of: "<th></th>", with: "<td></td>")
    }

    /// Name of the tag, and of its attributes those that cmark writes too.
    private static func plain(tag: String) -> String {
        guard let space = tag.firstIndex(of: " ") else { return tag }
        var result = String(tag[..<space])
        for name in ["href", "src", "alt", "title", "start", "class=\"language"] {
            let key = name.contains("=") ? name : name + "=\""
            // A title may have become a caption.
            if name == "title", tag.hasPrefix("<img") { continue }
            guard let start = tag.range(of: " " + key), let end = tag[start.upperBound...].firstIndex(of: "\"") else { continue }
            result += tag[start.lowerBound...end]
        }
        for side in ["left", "right", "center"] where tag.contains("align=\"\(side)\"") || tag.contains("class=\"align-\(side)\"") {
            result += " \(side)"
        }
        return result + (tag.contains(" checked") ? " checked>" : ">")
    }

    static func difference(_ ours: String, _ theirs: String) -> String {
        let ours = ours.split(separator: "\n", omittingEmptySubsequences: false)
        let theirs = theirs.split(separator: "\n", omittingEmptySubsequences: false)
        for index in 0..<max(ours.count, theirs.count) {
            let left = index < ours.count ? ours[index] : "(nothing)"
            let right = index < theirs.count ? theirs[index] : "(nothing)"
            if left != right { return "line \(index + 1)\nours:  \(left)\ncmark: \(right)" }
        }
        return "none"
    }
}
