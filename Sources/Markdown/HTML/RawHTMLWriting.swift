/// An element of raw HTML that is open.
struct OpenRawElement {
    /// As the page names it, in lower case.
    var key: String
    var name: StaticString
    var model: RawElement.Model
    /// Depth of the node that holds the tag: an element ends with the container in which it began.
    var depth: Int
    /// Whether a `<summary>` or a `<figcaption>` was written in it.
    var hasSummary = false
    /// Name of the element that was opened in it last.
    var lastChild: StaticString?
    /// For `a`.
    var closer: LinkCloser?
}

extension HTMLWriter {
    private static let deepestRaw = 64

    mutating func writeBlockHTML(_ node: Node, _ depth: Int) {
        beginLine()
        var links = RawLinks(node)
        var scanner = RawTagScanner(node.literal)
        while let token = scanner.next() {
            switch token {
            case .text(let text): writeRawText(text, depth)
            case .tag(let tag): writeRawTag(tag, &links, depth, isInLine: false)
            case .hidden, .unclosedComment, .hiddenContent: break
            }
        }
        // Blocks of Markdown may follow, which no part of a line holds.
        while let last = state.raw.last, last.depth >= depth, last.model == .phrasing || last.model == .line { closeLastRaw() }
        beginLine()
    }

    /// True where the walk goes on below, which it never does.
    mutating func writeInlineHTML(_ node: Node, _ depth: Int) -> Bool {
        var links = RawLinks(node)
        var scanner = RawTagScanner(node.literal)
        prepareForLine(node, depth)
        while let token = scanner.next() {
            switch token {
            case .text(let text): out.append(escaping: text)
            case .tag(let tag):
                writeRawTag(tag, &links, depth, isInLine: true)
                if !tag.isClosing, RawElements.hidesContent(tag.name) { hideContent(of: tag, after: node) }
            case .hidden, .unclosedComment, .hiddenContent: break
            }
        }
        return false
    }

    /// In a line the content of `<script>` and its like is made of nodes of its own, up to the closing tag.
    private mutating func hideContent(of tag: RawTag, after node: Node) {
        var sibling = node.next
        var steps = 0
        while let candidate = sibling, steps < 1000 {
            if candidate.kind == .htmlInline {
                let literal = candidate.literal
                if literal.count > tag.name.count + 2, literal[1] == 0x2F,
                    literal.slice(2..<2 + tag.name.count).elementsEqual(tag.name, by: { $0.asciiLowercased == $1.asciiLowercased })
                {
                    state.hiddenEnd = candidate
                    return
                }
            }
            sibling = candidate.next
            steps += 1
        }
    }

    private mutating func writeRawText(_ text: Bytes, _ depth: Int) {
        if text.allSatisfy(\.isMarkdownSpace) {
            if out.last != 0x0A { out.append(text) }
            return
        }
        prepareForContent()
        Entities.decoded(text).withUnsafeBufferPointer { out.append(escaping: $0) }
    }

    private mutating func writeRawTag(_ tag: RawTag, _ links: inout RawLinks, _ depth: Int, isInLine: Bool) {
        let link = links.next(tag)
        switch RawElements.verdict(tag.name) {
        case .unknown:
            prepareForContent()
            out.append(escaping: tag.source)
        case .dropped: break
        case .forbidden: if let link, RawElements.linkAttribute(of: tag.name) == .frame { writeFrame(tag, link) }
        case .allowed(let element):
            let isLinePart = element.model == .phrasing || (element.model == .void && !element.name.isHorizontalRule)
            if isInLine, !isLinePart { return }
            if tag.isClosing { closeRaw(tag, depth) } else { openRaw(tag, element, link, depth, isInLine: isInLine) }
        }
    }

    /// A frame would load another host: it becomes a link.
    private mutating func writeFrame(_ tag: RawTag, _ link: Int) {
        guard let page = state.page else { return }
        prepareForContent()
        let closer = openLink(page.destination(link))
        let title = Entities.decoded(tag.attribute("title") ?? Bytes(start: nil, count: 0))
        let label = title.isEmpty ? Entities.decoded(tag.attribute("src") ?? Bytes(start: nil, count: 0)) : title
        label.withUnsafeBufferPointer { out.append(escaping: $0) }
        closeLink(closer)
    }

    private mutating func openRaw(_ tag: RawTag, _ element: RawElement, _ link: Int?, _ depth: Int, isInLine: Bool) {
        let key = String(decoding: tag.name, as: UTF8.self).lowercased()
        if element.name.isAnchor { return openRawAnchor(tag, key, link, depth) }
        guard state.raw.count < Self.deepestRaw else { return }
        if !isInLine { guard makeRoom(for: element, depth) else { return } }
        if !element.parents.isEmpty, !isTop(oneOf: element.parents, depth) { return }
        if element.model == .void { return writeVoid(tag, element, link) }
        if element.name.isMedia { return openMedia(tag, element, key, link, depth) }
        if element.name.isCaption, !claimCaption(element.name) { return }
        if element.name.isSame(as: "dd") { addTerm() }
        noteChild(element.name)
        out.append("<")
        out.append(element.name)
        writeAttributes(tag, element)
        out.append(">")
        state.raw.append(OpenRawElement(key: key, name: element.name, model: element.model, depth: depth))
    }

    /// One `<summary>`, one `<figcaption>`, and a `<caption>` before all rows.
    private mutating func claimCaption(_ name: StaticString) -> Bool {
        guard let last = state.raw.last else { return false }
        if name.isSame(as: "caption") { return last.lastChild == nil }
        if last.hasSummary { return false }
        state.raw[state.raw.count - 1].hasSummary = true
        return true
    }

    private mutating func noteChild(_ name: StaticString) {
        if !state.raw.isEmpty { state.raw[state.raw.count - 1].lastChild = name }
    }

    /// A definition has a term before it.
    private mutating func addTerm() {
        if let list = state.raw.last, list.model == .descriptionList, list.lastChild == nil { out.append("<dt></dt>") }
    }

    private func isTop(oneOf parents: [StaticString], _ depth: Int) -> Bool {
        guard let last = state.raw.last, last.depth == depth else { return false }
        return parents.contains { $0.isSame(as: last.name) }
    }

    /// Closes what a block, a row, an item ends; false where the element may not stand here.
    private mutating func makeRoom(for element: RawElement, _ depth: Int) -> Bool {
        if element.model == .phrasing || (element.model == .void && !element.name.isHorizontalRule) {
            if element.parents.isEmpty { prepareForContent() }
            return true
        }
        while let last = state.raw.last, last.depth == depth, last.model == .phrasing || last.model == .line { closeLastRaw() }
        if let last = state.raw.last, last.model == .phrasing || last.model == .line { return false }
        if element.parents.isEmpty {
            prepareForContent()
            return true
        }
        // `<li>` ends an item, `<td>` a cell, `<tr>` a row with its cell, and so on up to what may hold the element.
        var level = state.raw.count - 1
        while level >= 0, state.raw[level].depth == depth {
            if element.parents.contains(where: { $0.isSame(as: state.raw[level].name) }) {
                while state.raw.count - 1 > level { closeLastRaw() }
                return true
            }
            if state.raw[level].model == .table || state.raw[level].model == .list || state.raw[level].model == .descriptionList { break }
            level -= 1
        }
        if element.parents.contains(where: { $0.isSame(as: "tr") }), let last = state.raw.last, isTablePart(last.model) {
            openImplied("tr", .tableRow, depth)
            return true
        }
        return false
    }

    private func isTablePart(_ model: RawElement.Model) -> Bool { model == .table || model == .tableSection }

    private mutating func openImplied(_ name: StaticString, _ model: RawElement.Model, _ depth: Int) {
        if name.isSame(as: "dd") { addTerm() }
        noteChild(name)
        out.append("<")
        out.append(name)
        out.append(">")
        state.raw.append(OpenRawElement(key: String(describing: name), name: name, model: model, depth: depth))
    }

    /// Before text or a block: opens what a table, a list or `<details>` needs around it.
    mutating func prepareForContent() {
        while let last = state.raw.last {
            switch last.model {
            case .table, .tableSection: openImplied("tr", .tableRow, last.depth)
            case .tableRow: openImplied("td", .flow, last.depth)
            case .list: openImplied("li", .flow, last.depth)
            case .descriptionList: openImplied("dd", .flow, last.depth)
            case .flow where last.name.isSame(as: "details") && !last.hasSummary:
                state.raw[state.raw.count - 1].hasSummary = true
                out.append("<summary>")
                out.append(escaping: options.wording.details)
                out.append("</summary>")
                return
            default: return
            }
        }
    }

    mutating func prepareForBlock(_ depth: Int) {
        if !state.raw.isEmpty { prepareForContent() }
    }

    /// A closing tag ends the element of its name that began in the same container; without one it is nothing.
    private mutating func closeRaw(_ tag: RawTag, _ depth: Int) {
        let key = String(decoding: tag.name, as: UTF8.self).lowercased()
        guard let index = state.raw.lastIndex(where: { $0.key == key && $0.depth == depth }) else { return }
        while state.raw.count > index { closeLastRaw() }
    }

    mutating func closeRaw(deeperThan depth: Int) {
        while let last = state.raw.last, last.depth > depth { closeLastRaw() }
    }

    private mutating func closeLastRaw() {
        completeLastRaw()
        let element = state.raw.removeLast()
        if let closer = element.closer { return closeLink(closer) }
        out.append("</")
        out.append(element.name)
        out.append(">")
    }
}

extension HTMLWriter {
    /// Before an element ends: what HTML requires in it.
    private mutating func completeLastRaw() {
        guard let last = state.raw.last else { return }
        switch last.model {
        case .tableRow where last.lastChild == nil: out.append("<td></td>")
        case .tableSection where last.lastChild == nil: out.append("<tr><td></td></tr>")
        case .descriptionList where last.lastChild?.isSame(as: "dt") == true: out.append("<dd></dd>")
        case .flow where last.name.isSame(as: "details") && !last.hasSummary: prepareForContent()
        default: break
        }
    }
}

/// Numbers of the links in one node of raw HTML, in order.
struct RawLinks {
    private var index: Int?

    init(_ node: Node) { index = Document.linkIndex(node) }

    /// Number of the tag's link; nil where it leads nowhere.
    mutating func next(_ tag: RawTag) -> Int? {
        guard let current = index, RawTagScanner.link(of: tag) != nil else { return nil }
        index = current + 1
        return current
    }
}

extension StaticString {
    func isSame(as other: StaticString) -> Bool {
        Bytes(start: utf8Start, count: utf8CodeUnitCount).starts(with: other) && utf8CodeUnitCount == other.utf8CodeUnitCount
    }

    var isHorizontalRule: Bool { isSame(as: "hr") }
    var isAnchor: Bool { isSame(as: "a") }
    var isCaption: Bool { isSame(as: "summary") || isSame(as: "figcaption") || isSame(as: "caption") }
    var isMedia: Bool { isSame(as: "audio") || isSame(as: "video") }
}
