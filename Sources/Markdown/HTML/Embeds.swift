extension HTMLWriter {
    /// The page that `node` shows in place; nil where it shows none.
    func embed(of node: Node) -> LinkDestination.Embed? {
        guard let index = Document.linkIndex(node), case .embed(let embed)? = state.page?.destination(index) else { return nil }
        return embed
    }

    /// Shows a page in place; false where `node` shows none, or stands where no block may: then a link is written.
    mutating func writeEmbeddedPage(_ node: Node, _ index: Int, _ depth: Int, of document: borrowing Document) -> Bool {
        guard let parent = node.parent, let embed = embed(of: node) else { return false }
        let isInCell = parent.kind == .tableCell && parent.parent?.isHeaderRow == false
        guard state.anchors == 0, isInCell || parent == state.split?.node else { return false }
        // Raw elements of the line around hold no block.
        closeRaw(deeperThan: depth - 1)
        endPiece()
        beginLine()
        if !state.isEmbedded { embedLine = document.fileLine(document.line(ofLink: index, node)) }
        if let reason = cut(embed) {
            report(reason.code, embedLine, reason.message)
            out.append("<p class=\"embed-cut\">")
            let closer = openLink(.page(href: embed.href))
            out.append(escaping: embed.title)
            closeLink(closer)
            out.append(" ")
            out.append(escaping: reason.message)
            out.append("</p>\n")
        } else {
            writeSection(embed)
        }
        return true
    }

    private mutating func cut(_ embed: LinkDestination.Embed) -> (code: String, message: String)? {
        if shown.contains(where: { $0.key == embed.key && $0.part == embed.part }) { return ("embed-cycle", options.wording.embedCycle) }
        if shown.count > options.embedDepth || embeds >= options.embedCount || max(out.count, embeddedBytes) > HTMLWriter.longest {
            return ("embed-too-deep", options.wording.embedTooDeep)
        }
        return nil
    }

    /// Bytes of output, and of pages read for their parts, after which nothing more is embedded.
    private static let longest = 1 << 24

    private mutating func writeSection(_ embed: LinkDestination.Embed) {
        embeds += 1
        if embed.part == .file { return writePreview(embed) }
        let mark = Arena.mark()
        defer { Arena.release(to: mark) }
        out.append("<section class=\"embed\">\n<p class=\"embed-title\">")
        let page = state.page?.embedded(embed.key)
        embeddedBytes += page?.body.count ?? 0
        guard let page, let document = read(page), let nodes = document.nodes(of: embed.part) else {
            writeEmbedTitle(embed, heading: nil)
            report("embed-missing", embedLine, options.wording.embedMissing)
            out.append("<p class=\"embed-cut\">")
            out.append(escaping: options.wording.embedMissing)
            return out.append("</p>\n</section>\n")
        }
        writeEmbedTitle(embed, heading: document.title(of: embed.part))
        let outer = state
        state = PageState(page, isEmbedded: true)
        state.topLevel = document.topLevel(of: embed.part)
        state.footnotePrefix = "e\(embeds)-"
        shown.append((embed.key, embed.part))
        write(nodes, of: document)
        writeFootnotes(of: document)
        shown.removeLast()
        state = outer
        beginLine()
        out.append("</section>\n")
    }

    /// A table or a text of the vault's sources; where nothing of it can be shown, its name leads to the source's own page.
    private mutating func writePreview(_ embed: LinkDestination.Embed) {
        out.append("<section class=\"embed\">\n<p class=\"embed-title\">")
        writeEmbedTitle(embed, heading: nil)
        if let markup = state.page?.preview(embed.key) { markup.withUnsafeBufferPointer { out.append($0) } }
        beginLine()
        out.append("</section>\n")
    }

    private mutating func writeEmbedTitle(_ embed: LinkDestination.Embed, heading: Bytes?) {
        let closer = openLink(.page(href: embed.href))
        out.append(escaping: embed.title)
        if let heading {
            out.append(" \u{203A} ")
            out.append(escaping: heading)
        }
        closeLink(closer)
        out.append("</p>\n")
    }

    private mutating func write(_ nodes: Document.Part, of document: borrowing Document) {
        var node: Node? = nodes.first
        let isItem = nodes.first?.kind == .item
        if isItem { out.append("<ul>\n") }
        while let current = node, current != nodes.end {
            write(current, of: document)
            node = nodes.isSingle ? nil : current.next
        }
        if isItem { out.append("</ul>\n") }
    }
}

extension Document {
    /// Siblings from `first` up to `end`.
    struct Part {
        var first: Node?
        var end: Node?
        var isSingle = false
    }

    /// Nil where the page has no such part.
    func nodes(of part: LinkDestination.Embed.Part) -> Part? {
        switch part {
        case .whole: return Part(first: root, isSingle: true)
        case .section(let index):
            guard headings.indices.contains(index) else { return nil }
            let heading = headings[index]
            var end = heading.node.next
            while let node = end, !(node.kind == .heading && node.headingLevel <= heading.level), node.kind != .footnoteDefinition {
                end = node.next
            }
            return Part(first: heading.node.next, end: end)
        case .block(let name):
            return blocks.first { $0.name == name }.map { Part(first: $0.node, isSingle: true) }
        case .file: return nil
        }
    }

    func title(of part: LinkDestination.Embed.Part) -> Bytes? {
        guard case .section(let index) = part, headings.indices.contains(index) else { return nil }
        return PlainText.of(headings[index].node)
    }

    /// The highest level among the headings of a part.
    func topLevel(of part: LinkDestination.Embed.Part) -> Int {
        switch part {
        case .whole: return headings.map(\.level).min() ?? 1
        case .section(let index): return headings.indices.contains(index) ? headings[index].level + 1 : 1
        case .block, .file: return 1
        }
    }

    func line(ofLink index: Int, _ node: Node) -> Int {
        places[index] == 0 ? node.line : Place(packed: places[index]).line
    }
}
