extension HTMLWriter {
    /// A paragraph before a definition: each of its lines is a term.
    mutating func enterTerm(_ node: Node) {
        beginLine()
        if node.previous?.kind != .definition { out.append("<dl>\n") }
        out.append("<dt>")
    }

    /// True where the line's end was one between two terms. What raw HTML has opened in one ends with it.
    mutating func breakTerm(_ node: Node, _ depth: Int) -> Bool {
        guard let paragraph = node.parent, paragraph.kind == .paragraph, paragraph.next?.kind == .definition else { return false }
        closeRaw(deeperThan: depth - 1)
        out.append("</dt>\n<dt>")
        return true
    }

    mutating func enterDefinition(_ node: Node) {
        beginLine()
        out.append("<dd>")
    }

    mutating func leaveDefinition(_ node: Node) {
        out.append("</dd>\n")
        let goesOn = node.next.map { $0.kind == .definition || ($0.kind == .paragraph && $0.next?.kind == .definition) } ?? false
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
