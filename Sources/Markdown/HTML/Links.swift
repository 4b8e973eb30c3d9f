extension HTMLWriter {
    /// True where the walk goes on below: into a link's label.
    mutating func enterLink(_ node: Node, _ kind: NodeKind, _ depth: Int, of document: borrowing Document) -> Bool {
        // The closure alone: the page is a large value, and there is a link in every third line.
        guard let index = Document.linkIndex(node), let destinationOf = state.page?.destination else { return true }
        if kind == .embed, writeEmbeddedPage(node, index, depth, of: document) { return false }
        prepareForLine(node, depth)
        if let goesOn = openHole(node, kind, index) { return goesOn }
        if kind == .image, AddressPolicy.verdict(node.url) == .picture {
            writePicture(node.url, ImageText(image: node))
            return false
        }
        let destination = destinationOf(index)
        switch kind {
        case .link:
            state.links.append(openLink(destination, title: node.title))
            return true
        case .wikilink:
            writeWikilink(WikilinkSyntax(node.literal), to: destination)
        case .image: writeFile(destination, ImageText(image: node))
        default:
            let link = WikilinkSyntax(node.literal)
            if case .withheld = destination, link.textLabel == nil {
                out.append(escaping: options.wording.unpublishedPage)
            } else {
                writeFile(destination, ImageText(embed: link))
            }
        }
        return false
    }

    mutating func leaveLink() {
        guard let closer = state.links.popLast() else { return }
        closeLink(closer)
    }

    /// Writes the tag before a link's label. Within a link there is none: its label is all.
    mutating func openLink(_ destination: LinkDestination, title: Bytes = Bytes(start: nil, count: 0)) -> LinkCloser {
        if state.anchors > 0 { return .none }
        switch destination {
        case .page(let href): return openAnchor(href, "\" class=\"link\"", title)
        case .embed(let embed): return openAnchor(embed.href, "\" class=\"link\"", title)
        case .file(let href, _): return openAnchor(href, "\" class=\"link file\"", title)
        case .external(let href): return openAnchor(href, "\" class=\"link external\" rel=\"noopener noreferrer\"", title)
        case .dangling(let reason): return openDangling(reason)
        case .withheld: return .none
        }
    }

    /// As that of a page.
    mutating func openLink(_ address: SiteAddress) -> LinkCloser {
        if state.anchors > 0 { return .none }
        state.anchors += 1
        out.append("<a href=\"")
        for _ in 0..<address.climb { out.append("../") }
        out.append(address.path)
        if let fragment = address.fragment {
            out.append("#")
            out.append(text: fragment)
        }
        out.append("\" class=\"link\">")
        return .anchor
    }

    private mutating func openAnchor(_ href: String, _ classes: StaticString, _ title: Bytes) -> LinkCloser {
        guard Self.isAllowed(href) else { return openDangling(options.wording.addressNotAllowed) }
        state.anchors += 1
        out.append("<a href=\"")
        out.append(address: href)
        out.append(classes)
        writeTitle(title)
        out.append(">")
        return .anchor
    }

    private mutating func openDangling(_ reason: String) -> LinkCloser {
        out.append("<span class=\"link dangling\" title=\"")
        out.append(escaping: reason)
        out.append("\">")
        return .dangling(reason: reason)
    }

    mutating func closeLink(_ closer: LinkCloser) {
        switch closer {
        case .none: break
        case .hole: closeHole(holes.open)
        case .anchor:
            state.anchors -= 1
            out.append("</a>")
        case .dangling(let reason):
            out.append("<span class=\"visually-hidden\"> (")
            out.append(escaping: reason)
            out.append(")</span></span>")
        }
    }

    mutating func writeTitle(_ title: Bytes) {
        if title.isEmpty { return }
        out.append(" title=\"")
        out.append(escaping: title)
        out.append("\"")
    }

    static func isAllowed(_ href: String) -> Bool {
        var href = href
        return href.withUTF8 {
            let verdict = AddressPolicy.verdict($0)
            return verdict == .relative || verdict == .allowed
        }
    }
}

/// What is said of a picture or another file that a page shows.
struct ImageText {
    /// Text for those who do not see it, and the label where it is only a link.
    var alternative: [UInt8]
    var title: [UInt8] = []
    var size: ImageSize?

    /// `![alt|320](src "title")`
    init(image node: Node) {
        let text = PlainText.of(node)
        alternative = Array(text)
        title = Marker.restored(node.title)
        guard let bar = text.lastIndex(where: { $0 == 0x7C || $0 == Marker.pipe }),
            let size = ImageSize(text.slice(bar + 1..<text.count).trimmed)
        else { return }
        self.size = size
        alternative = Array(text.slice(0..<bar).trimmed)
    }

    /// `![[file|alt|320]]`
    init(embed link: WikilinkSyntax) {
        size = link.lastLabel.flatMap { ImageSize($0) }
        let label = link.textLabel
        if let label {
            alternative = Marker.restored(label)
            return
        }
        let name = link.target.lastIndex(of: 0x2F).map { link.target.slice($0 + 1..<link.target.count) } ?? link.target
        alternative = Marker.restored(name)
    }

    /// Of a picture nobody described, the name without its extension.
    var pictureAlternative: ArraySlice<UInt8> {
        guard let dot = alternative.lastIndex(of: 0x2E), dot > 0, alternative.count - dot <= 5, !alternative.contains(0x20) else {
            return alternative[...]
        }
        return alternative[..<dot]
    }
}

extension HTMLWriter {
    /// A picture, a recording or, where it is neither, a link to what was to be shown.
    mutating func writeFile(_ destination: LinkDestination, _ text: ImageText) {
        switch destination {
        case .file(let href, .image) where Self.isAllowed(href):
            var href = href
            href.withUTF8 { writePicture($0, text) }
        case .file(let href, .audio) where Self.isAllowed(href) && state.anchors == 0: writeRecording("audio", href, text)
        case .file(let href, .video) where Self.isAllowed(href) && state.anchors == 0: writeRecording("video", href, text)
        default:
            let closer = openLink(destination)
            text.alternative.withUnsafeBufferPointer { out.append(escaping: $0) }
            closeLink(closer)
        }
    }

    mutating func writePicture(_ source: Bytes, _ text: ImageText) {
        out.append("<img src=\"")
        out.append(address: source)
        out.append("\" alt=\"")
        text.pictureAlternative.withUnsafeBufferPointer { out.append(escaping: $0) }
        out.append("\"")
        text.title.withUnsafeBufferPointer { writeTitle($0) }
        writeSize(text.size)
        out.append(" loading=\"lazy\">")
    }

    private mutating func writeRecording(_ name: StaticString, _ href: String, _ text: ImageText) {
        out.append("<")
        out.append(name)
        out.append(" src=\"")
        out.append(address: href)
        out.append("\" controls preload=\"none\" aria-label=\"")
        text.alternative.withUnsafeBufferPointer { out.append(escaping: $0) }
        out.append("\"")
        writeSize(text.size)
        out.append("></")
        out.append(name)
        out.append(">")
    }

    mutating func writeSize(_ size: ImageSize?) {
        guard let size else { return }
        out.append(" width=\"")
        out.append(number: size.width)
        out.append("\"")
        guard let height = size.height else { return }
        out.append(" height=\"")
        out.append(number: height)
        out.append("\"")
    }
}
