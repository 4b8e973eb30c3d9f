extension HTMLWriter {
    mutating func writeCodeBlock(_ node: Node, _ kind: NodeKind, of document: borrowing Document) {
        beginLine()
        if kind == .mathBlock {
            out.append("<p class=\"math-block\">")
            writeMath(BlockContent.math(node.literal), isDisplay: true)
            out.append("</p>\n")
            return
        }
        let info = node.fenceInfo
        let language = info.slice(0..<(info.firstIndex(where: \.isMarkdownSpace) ?? info.count))
        openTag("<pre", node, of: document, closing: " tabindex=\"0\"><code")
        if !language.isEmpty {
            out.append(" class=\"language-")
            out.append(escaping: language)
            out.append("\"")
        }
        out.append(">")
        out.append(escaping: node.literal)
        out.append("</code></pre>\n")
    }
}

enum BlockContent {
    /// The formula of a block that `$$` ends; the line of the end is part of what cmark keeps.
    static func math(_ literal: Bytes) -> Bytes {
        var at = 0
        while at + 1 < literal.count {
            let isFirst = literal[at] == 0x24 || literal[at] == Marker.math
            if isFirst, literal[at + 1] == literal[at] { return literal.slice(0..<at) }
            at += 1
        }
        return literal
    }
}
