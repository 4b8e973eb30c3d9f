import Mustache

extension MarkdownText {
    // MARK: Links

    mutating func anchor(_ tag: HTMLTag) {
        guard !tag.isClosing else {
            if let href = hrefs.popLast() ?? nil { putTarget(href) }
            return
        }
        var href = tag.place(of: "href", html)
        if let place = href {
            if let number = number(ofFootnote: place) {
                put("[^")
                append(number, false)
                put("]")
                return skip(HTMLElement.a)
            }
            // Marks of blocks are not in the Markdown.
            if html.has("#%5E", at: place.lowerBound) { href = nil }
        }
        hrefs.append(href)
        if href != nil { put("[") }
    }

    /// What a reference to a footnote ends in, which its text is marked with.
    private func number(ofFootnote href: Range<Int>) -> Range<Int>? {
        let mark: StaticString = "#syn-fn-"
        guard href.count > mark.utf8CodeUnitCount, html.has(mark, at: href.lowerBound) else { return nil }
        return (href.lowerBound + mark.utf8CodeUnitCount)..<href.upperBound
    }

    /// `](address)`; pages' addresses become those of their Markdown.
    mutating func putTarget(_ href: Range<Int>) {
        put("](")
        var isBracketed = false
        var hasReferences = false
        var end = href.upperBound
        let address = UnsafeBufferPointer(rebasing: html[href])
        var index = ByteScan.first(in: address, from: 0, Self.isNoPlainAddress)
        while index < address.count {
            switch address[index] {
            case UInt8(ascii: "#"): end = min(end, href.lowerBound + index)
            case UInt8(ascii: "&"): hasReferences = true
            default: isBracketed = true
            }
            index = ByteScan.first(in: address, from: index + 1, Self.isNoPlainAddress)
        }
        if isBracketed { out.append(UInt8(ascii: "<")) }
        if Self.isPage(UnsafeBufferPointer(rebasing: html[href.lowerBound..<end])) {
            append(href.lowerBound..<(end - 4), hasReferences)
            out.append("md")
            if end < href.upperBound, !html.has("#%5E", at: end) { append(end..<href.upperBound, hasReferences) }
        } else {
            append(href, hasReferences)
        }
        if isBracketed { out.append(UInt8(ascii: ">")) }
        out.append(UInt8(ascii: ")"))
    }

    /// `#`, `&`, blanks, brackets.
    @inline(__always)
    private static func isNoPlainAddress(_ block: ByteScan.Block) -> SIMDMask<ByteScan.Block.MaskStorage> {
        ByteScan.equal(block, UInt8(ascii: "#")) .| ByteScan.equal(block, UInt8(ascii: "&")) .| ByteScan.equal(block, UInt8(ascii: " "))
            .| ByteScan.equal(block, UInt8(ascii: ")"), folding: 1) .| ByteScan.equal(block, UInt8(ascii: ">"), folding: 2)
    }

    private mutating func append(_ range: Range<Int>, _ hasReferences: Bool) {
        if hasReferences { out.append(Self.plain(html[range])) } else { out.append(UnsafeBufferPointer(rebasing: html[range])) }
    }

    /// Whether an address is that of a page's document: relative, and in none of the site's own folders.
    static func isPage(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        guard path.count > 5, path.has(".html", at: path.count - 5), path.first(UInt8(ascii: ":"), in: 0..<path.count) == path.count
        else { return false }
        var start = 0
        while path.has("../", at: start) { start += 3 }
        guard start > 0 || path.first(UInt8(ascii: "/"), in: 0..<path.count) < path.count else { return true }
        return !ownFolders.contains { path.has($0, at: start) }
    }

    static let ownFolders: [StaticString] = ["raw/", "tags/", "types/", "domains/", "communities/", "assets/", "posters/", "previews/"]

    // MARK: Formulas

    /// A formula as the TeX that it was written in, which its MathML carries.
    mutating func putFormula(_ range: Range<Int>) {
        guard let start = place(of: "application/x-tex\">", in: range),
            let end = place(of: "</annotation>", in: start.upperBound..<range.upperBound)
        else { return }
        put("$")
        append(start.upperBound..<end.lowerBound, true)
        put("$")
    }

    private func place(of text: StaticString, in range: Range<Int>) -> Range<Int>? {
        var index = range.lowerBound
        while index + text.utf8CodeUnitCount <= range.upperBound {
            if html.has(text, at: index) { return index..<(index + text.utf8CodeUnitCount) }
            index += 1
        }
        return nil
    }
}
