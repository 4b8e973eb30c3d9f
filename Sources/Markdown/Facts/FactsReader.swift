struct FactsReader: ~Copyable {
    var facts = MarkdownFacts()
    private let document: Document
    private var places: PlaceFinder
    /// Text of the block that is being read.
    private var text = PlainText()
    /// Links of that block: index into `facts.links`, and where in `text` they begin.
    private var sentences = ByteBuffer(capacity: 1024)
    private var pending: [(link: Int, start: Int)] = []
    /// Where the text of an inline footnote begins in `text`; −1 outside of one.
    private var footnoteStart = -1

    init(_ document: consuming Document) {
        places = PlaceFinder()
        self.document = document
        facts.links.reserveCapacity(self.document.places.count)
    }

    mutating func read() {
        facts.blocks = document.blocks.map { .init(name: $0.name, id: document.id(ofBlock: $0.node, name: $0.name)) }
        var walk = TreeWalk(document.root)
        var goesOn = walk.step()
        while goesOn {
            if walk.isEntering {
                goesOn = enter(walk.node, depth: walk.depth) ? walk.stepOver() : walk.step()
            } else {
                leave(walk.node, depth: walk.depth)
                goesOn = walk.step()
            }
        }
        readRest()
        facts.sentences = Array(sentences.bytes)
        if document.source.wasInvalid {
            addProblem("invalid-encoding", 1, 1, "Not UTF-8 throughout: wrong bytes are shown as \u{FFFD}. Save the page as UTF-8.")
        }
        if let line = document.source.cutLine {
            addProblem("oversized-page", line, 1, "From here on the page is too large and shown as plain text: split it.")
        }
        facts.problems.sort { ($0.line, $0.column, $0.code) < ($1.line, $1.column, $1.code) }
    }

    /// Links and words of what is beyond the tree. Their sentences are not told.
    private mutating func readRest() {
        let rest = document.source.rest
        var links: [Bytes] = []
        var words = 0
        document.readRest { part in
            if case .link(let content) = part { links.append(content) }
            if case .text(let text) = part { words += WordCount.count(text) }
        }
        facts.words += words
        var line = document.source.cutLine ?? 0
        var lineStart = 0
        var newline = rest.first(0x0A) ?? rest.count
        for content in links {
            let at = content.startIndex(in: rest) - 2
            while newline < at {
                line += 1
                lineStart = newline + 1
                newline = rest.first(0x0A, from: lineStart) ?? rest.count
            }
            let link = WikilinkSyntax(content)
            append((Marker.text(link.target), link.fragment.map(Marker.text)), .wikilink, Place(line: line, column: at - lineStart + 1))
        }
        pending.removeAll()
    }

    /// Reading leaves the tree as it was.
    func draft(by renderer: MarkdownRenderer, title: String) -> UnlinkedHTML? { renderer.draft(document, title: title) }

    /// True where what is below `node` is of no interest.
    private mutating func enter(_ node: Node, depth: Int) -> Bool {
        let kind = node.kind
        switch kind {
        case .text:
            let literal = node.literal
            if document.source.mayHoldPercent { reportUnclosedComment(node, literal) }
            text.append(literal)
            return true
        case .paragraph, .heading, .tableCell: beginBlock()
        case .htmlBlock:
            beginBlock()
            addHTML(node)
            endBlock()
            return true
        case .htmlInline:
            addHTML(node)
            return true
        case .link, .image: addLink(node)
        case .wikilink, .embed:
            addWikilink(node, isEmbed: kind == .embed)
            return true
        case .tag: facts.tags.append(Marker.text(node.literal))
        case .inlineFootnote:
            if footnoteStart < 0 { footnoteStart = text.buffer.count }
            return false
        case .commentBlock where node.mark != BlockState.closed:
            addProblem("unclosed-comment", node.line, node.column, "Nothing ends this comment: what follows is hidden. Close it with %%.")
        default: break
        }
        return text.append(node, kind)
    }

    private mutating func leave(_ node: Node, depth: Int) {
        switch node.kind {
        case .paragraph:
            let isFirst = facts.summary.isEmpty && depth == 1 && document.isShown(node)
            if isFirst { facts.summary = Sentences.summary(text.buffer.bytes) }
            endBlock()
        case .tableCell: endBlock()
        case .heading:
            let heading = document.headings[node.mark - 1]
            let title = Sentences.collapsed(text.buffer.bytes)
            facts.headings.append(.init(level: heading.level, text: title, id: heading.id, line: document.fileLine(node.line)))
            endBlock()
        case .inlineFootnote where footnoteStart >= 0:
            addSentences(from: footnoteStart)
            text.buffer.truncate(to: footnoteStart)
            footnoteStart = -1
        default: break
        }
    }

    private mutating func beginBlock() {
        text.buffer.removeAll()
        pending.removeAll(keepingCapacity: true)
    }

    private mutating func endBlock() {
        facts.words += WordCount.count(text.buffer.bytes)
        addSentences(from: 0)
    }

    /// Links that stand in one sentence share its bytes.
    private mutating func addSentences(from start: Int) {
        let bytes = text.buffer.bytes
        var last = (source: 0..<0, stored: Range<Int32>(uncheckedBounds: (0, 0)))
        while let entry = pending.last, entry.start >= start {
            pending.removeLast()
            if !last.source.contains(entry.start) {
                let low = Int32(clamping: sentences.count)
                let range = Sentences.range(around: entry.start, in: bytes, from: start)
                last.source = Sentences.append(range, of: bytes, around: entry.start, to: &sentences)
                last.stored = low..<Int32(clamping: sentences.count)
            }
            facts.links[entry.link].sentence = last.stored
        }
    }
}

extension FactsReader {
    private mutating func addLink(_ node: Node) {
        let url = node.url
        let isImage = node.kind == .image
        let verdict = AddressPolicy.verdict(url)
        let place = findPlace(node, isImage ? 0x21 : Self.firstByte(ofLink: node, url, isBare: document.places[node.mark - 1] != 0))
        if verdict == .forbidden || (verdict == .picture && !isImage) { reportAddress(url, place) }
        append(LinkTarget.split(url, verdict), isImage ? .image : .link, place)
    }

    /// A bare address begins with itself, one in angle brackets is its own label.
    private static func firstByte(ofLink node: Node, _ url: Bytes, isBare: Bool) -> UInt8 {
        guard let label = node.firstChild, label.next == nil, label.kind == .text else { return 0x5B }
        let text = label.literal
        if isBare { return text.first ?? 0x5B }
        return text.elementsEqual(url) || url.starts(with: "mailto:") ? 0x3C : 0x5B
    }

    private mutating func addWikilink(_ node: Node, isEmbed: Bool) {
        let link = WikilinkSyntax(node.literal)
        let place = findPlace(node, isEmbed ? Marker.embed : Marker.wikilink)
        let target = (target: Marker.text(link.target), fragment: link.fragment.map(Marker.text))
        append(target, isEmbed ? .embed : .wikilink, place)
        text.append(label: link, isEmbed: isEmbed)
    }

    private mutating func append(_ target: (target: String, fragment: String?), _ syntax: MarkdownFacts.Link.Syntax, _ place: Place) {
        pending.append((facts.links.count, text.buffer.count))
        facts.links.append(
            .init(
                syntax: syntax, target: target.target, fragment: target.fragment, line: document.fileLine(place.line), column: place.column)
        )
    }

    private mutating func findPlace(_ node: Node, _ first: UInt8) -> Place {
        let packed = node.mark > 0 ? document.places[node.mark - 1] : 0
        let stated = packed == 0 ? Place(line: node.line, column: node.column) : Place(packed: packed)
        return places.find(stated, first, in: document.source.bytes)
    }

    private mutating func addHTML(_ node: Node) {
        let literal = node.literal
        var line = node.line
        var counted = 0
        // The next line's end is looked for once, not for each tag before it.
        var newline = literal.first(0x0A) ?? literal.count
        var scanner = RawTagScanner(literal)
        while true {
            let start = scanner.at
            guard let token = scanner.next() else { break }
            while newline < start {
                line += 1
                counted = newline + 1
                newline = literal.first(0x0A, from: counted) ?? literal.count
            }
            let place = Place(line: line, column: line == node.line ? node.column + start : start - counted + 1)
            switch token {
            case .tag(let tag):
                reportTag(tag, place)
                addLink(of: tag, place)
                addAnchor(of: tag)
            case .text(let content) where node.kind == .htmlBlock: text.append(content)
            case .unclosedComment: addProblem("unclosed-comment", line, place.column, "Nothing ends this comment: what follows is hidden.")
            default: break
            }
        }
    }

    private mutating func addAnchor(of tag: RawTag) {
        guard !tag.isClosing, case .allowed = RawElements.verdict(tag.name), let value = tag.attribute("id") ?? tag.attribute("name"),
            let id = ContentIdentifier.make(value)
        else { return }
        facts.anchors.append(.init(name: String(decoding: Entities.decoded(value), as: UTF8.self), id: id))
    }

    private mutating func addLink(of tag: RawTag, _ place: Place) {
        guard let (syntax, value) = RawTagScanner.link(of: tag) else { return }
        Entities.decoded(value).withUnsafeBufferPointer { url in
            let verdict = AddressPolicy.verdict(url)
            if verdict == .forbidden || (verdict == .picture && syntax == .link) { reportAddress(url, place) }
            append(LinkTarget.split(url, verdict), syntax, place)
        }
    }
}

extension FactsReader {
    private mutating func addProblem(_ code: String, _ line: Int, _ column: Int, _ message: String) {
        if facts.problems.count >= 200 { return }
        facts.problems.append(MarkdownProblem(code: code, line: document.fileLine(line), column: column, message: message))
    }

    private mutating func reportAddress(_ url: Bytes, _ place: Place) {
        let shown = Sentences.collapsed(url.slice(0..<min(url.count, 60)))
        addProblem(
            "unsafe-url", place.line, place.column, "The address \u{201C}\(shown)\u{201D} is not published: its kind is not allowed.")
    }

    private mutating func reportTag(_ tag: RawTag, _ place: Place) {
        if tag.isClosing { return }
        let name = String(decoding: tag.name, as: UTF8.self).lowercased()
        if case .forbidden = RawElements.verdict(tag.name) {
            addProblem("unsafe-html", place.line, place.column, "The element <\(name)> is not published as written.")
        }
        for attribute in tag.attributes where attribute.name.count > 2 && attribute.name.slice(0..<2).equalsIgnoringCase("on") {
            let handler = String(decoding: attribute.name, as: UTF8.self)
            addProblem("unsafe-html", place.line, place.column, "The handler \(handler) of <\(name)> is not published.")
        }
    }

    /// A `%%` within a line that no other ends is shown as it is.
    private mutating func reportUnclosedComment(_ node: Node, _ literal: Bytes) {
        guard let percent = literal.first(0x25), percent + 1 < literal.count, literal[percent + 1] == 0x25 else { return }
        addProblem("unclosed-comment", node.line, node.column + percent, "Nothing in this paragraph ends the comment: it is shown as text.")
    }
}
