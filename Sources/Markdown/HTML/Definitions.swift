extension HTMLWriter {
    /// Whether a paragraph before a definition names it: not where nothing of it is shown, and not a callout's title.
    func isTerm(_ paragraph: Node, of document: borrowing Document) -> Bool {
        guard paragraph.kind == .paragraph, paragraph.next?.kind == .definition, document.isShown(paragraph) else { return false }
        return paragraph.previous != nil || paragraph.parent.map { $0.kind == .blockQuote && $0.mark > 0 } != true
    }

    /// Each line of the paragraph is a term.
    mutating func enterTerm(_ node: Node) {
        beginLine()
        if node.previous?.kind != .definition { out.append("<dl>\n") }
        out.append("<dt>")
    }

    /// True where the line's end was one between two terms. What raw HTML has opened in one ends with it.
    mutating func breakTerm(_ node: Node, _ depth: Int, of document: borrowing Document) -> Bool {
        guard let paragraph = node.parent, isTerm(paragraph, of: document) else { return false }
        closeRaw(deeperThan: depth - 1)
        out.append("</dt>\n<dt>")
        return true
    }

    mutating func enterDefinition(_ node: Node, of document: borrowing Document) {
        beginLine()
        // The paragraph before may have held addresses for links alone, which are no text.
        let isOpen = node.previous.map { $0.kind == .definition || isTerm($0, of: document) } ?? false
        out.append(isOpen ? "<dd>" : "<dl>\n<dd>")
    }

    mutating func leaveDefinition(_ node: Node, of document: borrowing Document) {
        out.append("</dd>\n")
        let goesOn = node.next.map { $0.kind == .definition || isTerm($0, of: document) } ?? false
        if !goesOn { out.append("</dl>\n") }
    }

    /// A picture alone in its paragraph, with a title: the title is its caption. False where the paragraph is another one.
    mutating func writeFigure(_ paragraph: Node, of document: borrowing Document) -> Bool {
        guard let image = paragraph.firstChild, image.next == nil, image.kind == .image, !image.title.isEmpty,
            let index = Document.linkIndex(image), let page = state.page
        else { return false }
        var text = ImageText(image: image)
        let caption = text.title
        text.title = []
        let isInline = AddressPolicy.verdict(image.url) == .picture
        let destination: LinkDestination = isInline ? .withheld : page.destination(index)
        guard isInline || destination.isPicture else { return false }
        beginLine()
        openTag("<figure", paragraph, of: document, closing: ">\n")
        if isInline { writePicture(image.url, text) } else { writeFile(destination, text) }
        out.append("\n<figcaption>")
        caption.withUnsafeBufferPointer { out.append(escaping: $0) }
        out.append("</figcaption>\n</figure>\n")
        return true
    }
}
