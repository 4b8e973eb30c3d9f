/// A wikilink's label with markup in it, `[[page|**bold** and `code`]]`: read apart, by the rules of a line of text.
enum LabelSyntax {
    /// Bytes without which a label is text: `$ & * = \ _` and the backquote, `~`.
    private static let marks = ByteSet(
        low: 1 << 0x24 | 1 << 0x26 | 1 << 0x2A | 1 << 0x3D, high: 1 << (0x5C - 64) | 1 << (0x5F - 64) | 1 << (0x60 - 64) | 1 << (0x7E - 64))

    /// The paragraph that holds the label's parts; nil where the label is text, or holds what no label may: another link, a picture, HTML, a
    /// block.
    static func parse(_ label: Bytes) -> Node? {
        guard label.contains(where: { marks.contains($0) }), let paragraph = Document.parse(label)?.firstChild, paragraph.next == nil,
            paragraph.kind == .paragraph
        else { return nil }
        var walk = TreeWalk(paragraph)
        while walk.step() {
            switch walk.node.kind {
            case .paragraph, .text, .code, .emphasis, .strong, .highlight, .strikethrough, .math, .displayMath: break
            default: return nil
            }
        }
        return paragraph
    }
}

extension HTMLWriter {
    /// - Parameter isPlain: its markup is text.
    mutating func writeLabel(_ link: WikilinkSyntax, isEmbed: Bool, isPlain: Bool = false) {
        guard let label = link.label(isEmbed: isEmbed) else {
            if link.fragment == nil { return out.append(escaping: link.shownTarget) }
            var label = PlainText()
            label.append(label: link, isEmbed: isEmbed)
            return out.append(escaping: label.buffer.bytes)
        }
        let mark = Arena.mark()
        defer { Arena.release(to: mark) }
        guard !isPlain, let paragraph = LabelSyntax.parse(label) else { return out.append(escaping: label) }
        var walk = TreeWalk(paragraph)
        while walk.step() {
            let kind = walk.node.kind
            switch (kind, walk.isEntering) {
            case (.text, true): out.append(escaping: walk.node.literal)
            case (.code, true):
                out.append("<code>")
                out.append(escaping: walk.node.literal)
                out.append("</code>")
            case (.math, true), (.displayMath, true): writeMath(walk.node.literal, isDisplay: false, line: 0)
            case (.emphasis, _), (.strong, _), (.highlight, _), (.strikethrough, _):
                out.append(walk.isEntering ? HTMLTags.opening(kind) : HTMLTags.closing(kind))
            default: break
            }
        }
    }
}
