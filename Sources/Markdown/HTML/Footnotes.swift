/// Footnotes in the order in which the text refers to them.
struct FootnoteList {
    struct Entry {
        /// A definition, or an inline footnote.
        var node: Node
        var references = 0
    }

    var entries: [Entry] = []
    /// The footnote that is being written.
    var current = -1

    /// Index of the footnote; a new one is added.
    mutating func refer(to node: Node) -> Int {
        if node.mark > 0 {
            entries[node.mark - 1].references += 1
            return node.mark - 1
        }
        entries.append(Entry(node: node, references: 1))
        node.mark = entries.count
        return entries.count - 1
    }
}

extension HTMLWriter {
    mutating func writeFootnoteReference(_ node: Node, _ kind: NodeKind, of document: borrowing Document) {
        guard let definition = kind == .inlineFootnote ? node : document.footnote(node) else { return }
        let index = state.footnotes.refer(to: definition)
        let reference = state.footnotes.entries[index].references
        if state.anchors > 0 {
            out.append("<sup>")
            out.append(number: index + 1)
            out.append("</sup>")
            return
        }
        out.append("<sup class=\"footnote-ref\"><a href=\"#syn-fn-")
        writeFootnoteName(index)
        out.append("\" id=\"syn-fnref-")
        writeFootnoteName(index, reference)
        out.append("\">")
        out.append(number: index + 1)
        out.append("</a></sup>")
    }

    private mutating func writeFootnoteName(_ index: Int, _ reference: Int = 1) {
        out.append(text: state.footnotePrefix)
        out.append(number: index + 1)
        if reference > 1 {
            out.append("-")
            out.append(number: reference)
        }
    }

    mutating func writeFootnotes(of document: borrowing Document) {
        if state.footnotes.entries.isEmpty { return }
        beginLine()
        out.append("<div class=\"footnotes\">\n<ol>\n")
        var index = 0
        // Footnotes may refer to footnotes that nothing else refers to.
        while index < state.footnotes.entries.count {
            state.footnotes.current = index
            writeFootnote(state.footnotes.entries[index].node, index, of: document)
            index += 1
        }
        out.append("</ol>\n</div>\n")
    }

    private mutating func writeFootnote(_ node: Node, _ index: Int, of document: borrowing Document) {
        out.append("<li id=\"syn-fn-")
        writeFootnoteName(index)
        out.append("\">\n")
        let isInline = node.kind == .inlineFootnote
        if isInline { out.append("<p>") }
        var child = node.firstChild
        while let block = child {
            write(block, of: document)
            child = block.next
        }
        if isInline {
            writeBackReferences()
            out.append("</p>\n")
        } else if node.lastChild?.kind != .paragraph {
            out.append("<p>")
            writeBackReferences()
            out.append("</p>\n")
        }
        out.append("</li>\n")
    }

    mutating func writeBackReferences() {
        let index = state.footnotes.current
        guard index >= 0, index < state.footnotes.entries.count else { return }
        let references = state.footnotes.entries[index].references
        for reference in 1...references {
            out.append(" <a href=\"#syn-fnref-")
            writeFootnoteName(index, reference)
            out.append("\" class=\"footnote-back\" aria-label=\"")
            out.append(escaping: options.wording.backToReference)
            out.append(" ")
            out.append(number: index + 1)
            if reference > 1 {
                out.append("-")
                out.append(number: reference)
            }
            out.append("\">\u{21A9}</a>")
        }
    }
}
