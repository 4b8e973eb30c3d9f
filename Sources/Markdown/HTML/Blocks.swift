extension HTMLWriter {
    /// True where the walk goes on below.
    mutating func enterBlock(_ node: Node, _ kind: NodeKind, _ depth: Int, of document: borrowing Document) -> Bool {
        if kind == .document { return true }
        if let asked = holes.asked, asked.isAsked {
            holes.isGivenUp = true
            return false
        }
        if kind == .footnoteDefinition || kind == .commentBlock || isLeadingTitle(node, kind, of: document) { return false }
        prepareForBlock(depth)
        switch kind {
        case .paragraph: return enterParagraph(node, of: document)
        case .heading: return enterHeading(node, of: document)
        case .blockQuote: enterQuote(node, depth, of: document)
        case .list: enterList(node, depth, of: document)
        case .item: enterItem(node, depth, of: document)
        case .table: enterTable(node, of: document)
        case .tableRow: return enterRow(node)
        case .tableCell: enterCell(node)
        case .definition: enterDefinition(node, of: document)
        case .thematicBreak:
            beginLine()
            openTag("<hr", node, of: document)
            out.append("\n")
            return false
        case .codeBlock, .mathBlock:
            writeCodeBlock(node, kind, of: document)
            return false
        case .htmlBlock:
            writeBlockHTML(node, depth)
            return false
        default: break
        }
        return true
    }

    mutating func leaveBlock(_ node: Node, _ kind: NodeKind, _ depth: Int, of document: borrowing Document) {
        switch kind {
        case .paragraph: leaveParagraph(node, of: document)
        case .heading: leaveHeading(node, of: document)
        case .blockQuote: leaveQuote(node, depth)
        case .list: if depth < Self.deepest { out.append(node.isOrdered ? "</ol>\n" : "</ul>\n") }
        case .item: if depth < Self.deepest { out.append("</li>\n") }
        case .table: leaveTable(node)
        case .tableRow: leaveRow(node)
        case .tableCell: leaveCell(node)
        case .definition: leaveDefinition(node, of: document)
        default: break
        }
    }

    /// Writes `name`, the block's id where one is marked, and `>`.
    mutating func openTag(_ name: StaticString, _ node: Node, of document: borrowing Document, closing: StaticString = ">") {
        out.append(name)
        writeBlockID(node, of: document)
        out.append(closing)
    }

    mutating func writeBlockID(_ node: Node, of document: borrowing Document) {
        guard !state.isEmbedded, let name = document.blockName(node) else { return }
        out.append(" id=\"")
        out.append(escaping: BlockIDSyntax.id(name))
        out.append("\"")
    }

    private func isLeadingTitle(_ node: Node, _ kind: NodeKind, of document: borrowing Document) -> Bool {
        guard kind == .heading, !state.isEmbedded, let title = state.page?.leadingTitle, node.previous == nil,
            node.parent == document.root, node.headingLevel == 1
        else { return false }
        return Sentences.collapsed(PlainText.of(node)) == title
    }

    private mutating func enterHeading(_ node: Node, of document: borrowing Document) -> Bool {
        beginLine()
        let heading = document.headings[node.mark - 1]
        let level = writtenLevel(heading.level)
        out.append("<h")
        out.append(number: level)
        if !state.isEmbedded {
            headingLevel = level
            out.append(" id=\"")
            out.append(escaping: heading.id)
            out.append("\"")
        }
        out.append(">")
        return true
    }

    private mutating func leaveHeading(_ node: Node, of document: borrowing Document) {
        let heading = document.headings[node.mark - 1]
        if !state.isEmbedded {
            out.append("<a class=\"anchor\" href=\"#")
            out.append(address: heading.id)
            out.append("\" aria-hidden=\"true\" tabindex=\"-1\">#</a>")
        }
        out.append("</h")
        out.append(number: state.isEmbedded ? writtenLevel(heading.level) : headingLevel)
        out.append(">\n")
    }

    /// Headings of an embedded page go below the heading under which it is shown.
    private func writtenLevel(_ level: Int) -> Int {
        if state.isEmbedded { return min(6, headingLevel + max(1, level - state.topLevel + 1)) }
        return options.isBelowTitle ? max(2, min(level, headingLevel + 1)) : level
    }

    private mutating func enterList(_ node: Node, _ depth: Int, of document: borrowing Document) {
        beginLine()
        if depth >= Self.deepest { return }
        let hasTasks = node.firstChild?.isTask == true
        openTag(node.isOrdered ? "<ol" : "<ul", node, of: document, closing: "")
        if node.isOrdered, node.listStart != 1 {
            out.append(" start=\"")
            out.append(number: node.listStart)
            out.append("\"")
        }
        out.append(hasTasks ? " class=\"task-list\">\n" : ">\n")
    }

    private mutating func enterItem(_ node: Node, _ depth: Int, of document: borrowing Document) {
        beginLine()
        if depth >= Self.deepest { return }
        openTag("<li", node, of: document, closing: "")
        guard node.isTask else {
            out.append(">")
            return
        }
        let isDone = node.isChecked
        out.append(isDone ? " class=\"task done\">" : " class=\"task\">")
        out.append(isDone ? "<input type=\"checkbox\" checked disabled aria-label=\"" : "<input type=\"checkbox\" disabled aria-label=\"")
        out.append(escaping: isDone ? options.wording.taskDone : options.wording.taskOpen)
        out.append("\"> ")
    }
}

/// A paragraph in pieces: an embedded page is a block and stands in no `<p>`.
struct SplitParagraph {
    var node: Node
    var isOpen = false
    /// Whether pieces get a `<p>`: not those of a tight list.
    var hasTag: Bool
}

extension HTMLWriter {
    private mutating func enterParagraph(_ node: Node, of document: borrowing Document) -> Bool {
        if let callout = state.callouts.last, callout.title == node { return true }
        guard document.isShown(node) || node.firstChild == nil else { return false }
        if let only = node.firstChild, only.next == nil, only.kind == .text, only.literal.isEmpty { return false }
        if isTerm(node, of: document) {
            enterTerm(node)
            return true
        }
        if writeFigure(node, of: document) { return false }
        let isTight = isTight(node)
        if document.holdsEmbeds, holdsEmbeddedPage(node) {
            state.split = SplitParagraph(node: node, hasTag: !isTight)
            return true
        }
        if isTight { return true }
        beginLine()
        openTag("<p", node, of: document)
        return true
    }

    private mutating func leaveParagraph(_ node: Node, of document: borrowing Document) {
        if let callout = state.callouts.last, callout.title == node { return endCalloutTitle(node, of: document) }
        if let split = state.split, split.node == node {
            endPiece()
            state.split = nil
            return
        }
        if isTerm(node, of: document) { return out.append("</dt>\n") }
        if isTight(node) { return }
        if let definition = node.parent, definition.kind == .footnoteDefinition, node.next == nil { writeBackReferences() }
        out.append("</p>\n")
    }

    /// Paragraphs of a tight list, and the only one of a definition, have no `<p>`.
    private func isTight(_ paragraph: Node) -> Bool {
        guard let parent = paragraph.parent else { return false }
        if parent.kind == .definition { return paragraph.previous == nil && paragraph.next == nil }
        return parent.parent.map { $0.kind == .list && $0.isTight } ?? false
    }

    private func holdsEmbeddedPage(_ paragraph: Node) -> Bool {
        var child = paragraph.firstChild
        while let node = child {
            if node.kind == .embed, embed(of: node) != nil { return true }
            child = node.next
        }
        return false
    }

    /// Before a piece of a split paragraph: opens its `<p>`.
    mutating func beginPiece(_ node: Node) {
        guard let split = state.split, !split.isOpen, node.parent == split.node else { return }
        state.split?.isOpen = true
        guard split.hasTag else { return }
        beginLine()
        out.append("<p>")
    }

    mutating func endPiece() {
        guard let split = state.split, split.isOpen else { return }
        state.split?.isOpen = false
        if split.hasTag { out.append("</p>\n") }
    }
}
