extension HTMLWriter {
    mutating func writeText(_ text: Bytes) {
        if state.anchors == 0, text.first(0x40) != nil { return writeTextWithEmail(text) }
        out.append(escaping: text)
    }

    /// Bare e-mail addresses (GFM 0.29, section 6.9).
    private mutating func writeTextWithEmail(_ text: Bytes) {
        var written = 0
        var from = 0
        while let at = text.first(0x40, from: from) {
            from = at + 1
            guard let range = EmailSyntax.range(in: text, at: at, after: written) else { continue }
            out.append(escaping: text.slice(written..<range.lowerBound))
            out.append("<a href=\"mailto:")
            out.append(address: text.slice(range))
            out.append("\" class=\"link external\">")
            out.append(escaping: text.slice(range))
            out.append("</a>")
            written = range.upperBound
            from = max(from, written)
        }
        out.append(escaping: text.slice(written..<text.count))
    }

    /// True where the walk goes on below, which it never does.
    mutating func writeBreak(_ node: Node, _ kind: NodeKind, _ depth: Int, of document: borrowing Document) -> Bool {
        if breakCalloutTitle(node) || breakTerm(node, depth, of: document) { return false }
        if let split = state.split, node.parent == split.node,
            !split.isOpen || node.next.map({ $0.kind == .embed && embed(of: $0) != nil }) == true
        {
            return false
        }
        if kind == .lineBreak { out.append("<br>") }
        out.append("\n")
        return false
    }

    mutating func writeCode(_ node: Node, _ depth: Int) {
        prepareForLine(node, depth)
        out.append("<code>")
        out.append(escaping: node.literal)
        out.append("</code>")
    }

    mutating func writeInline(_ node: Node, _ kind: NodeKind, _ depth: Int, of document: borrowing Document) {
        if kind == .comment { return }
        prepareForLine(node, depth)
        switch kind {
        case .tag: writeTag(node)
        case .math, .displayMath:
            writeMath(
                node.literal, isDisplay: kind == .displayMath, line: state.isEmbedded ? 0 : document.fileLine(Place(packed: node.mark).line)
            )
        default: writeFootnoteReference(node, kind, of: document)
        }
    }

    private mutating func writeTag(_ node: Node) {
        if writeTagHole(node.literal) { return }
        writeTag(node.literal, href: state.anchors == 0 ? state.page?.tag(Marker.text(node.literal)) : nil)
    }

    mutating func writeTag(_ name: Bytes, href: String?) {
        if let href {
            out.append("<a href=\"")
            out.append(address: href)
            out.append("\" class=\"tag\">#")
        } else {
            out.append("<span class=\"tag\">#")
        }
        out.append(escaping: name)
        out.append(href == nil ? "</span>" : "</a>")
    }

    /// Before a part of a line: opens the piece of a split paragraph.
    mutating func prepareForLine(_ node: Node, _ depth: Int) {
        if state.split != nil { beginPiece(node) }
    }
}

enum EmailSyntax {
    /// The address around the `@` at `at`, from `low` on; nil where it is none.
    static func range(in text: Bytes, at: Int, after low: Int) -> Range<Int>? {
        var start = at
        while start > low, text[start - 1].isASCIIAlphanumeric || ".+-_".utf8.contains(text[start - 1]) { start -= 1 }
        if start == at { return nil }
        var end = at + 1
        var dots = 0
        while end < text.count {
            let byte = text[end]
            if byte == 0x2E, end + 1 < text.count, text[end + 1].isASCIIAlphanumeric {
                dots += 1
            } else if !byte.isASCIIAlphanumeric && byte != 0x2D && byte != 0x5F {
                break
            }
            end += 1
        }
        guard dots > 0, end > at + 1, text[end - 1].isASCIIAlpha, end == text.count || text[end] != 0x40 else { return nil }
        return start..<end
    }
}
