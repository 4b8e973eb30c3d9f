/// What a page holds beyond `BlockBudget.marks`, for which no tree is made: text as it is written, with its wikilinks, and without what
/// its markup hides. Facts and rendering both read it here, so that they number the same links.
struct RestText {
    enum Part {
        case text(Bytes)
        /// What stands between `[[` and `]]`.
        case link(Bytes)
        /// The next line begins an item, a row, a heading or a quote.
        case line
        case paragraph
    }

    /// Which comment was open where the tree ended.
    enum Hidden { case none, percent, html }

    private let bytes: Bytes
    private var at = 0
    /// Where the text begins that has not been told yet.
    private var written = 0
    private let tell: (Part) -> Void

    static func read(_ bytes: Bytes, from hidden: Hidden, _ tell: (Part) -> Void) {
        withoutActuallyEscaping(tell) { tell in
            var text = RestText(bytes: bytes, tell: tell)
            switch hidden {
            case .none: break
            case .percent: text.skip(to: text.end(ofComment: 0) ?? bytes.count)
            case .html: text.skip(to: text.find("-->", from: 0).map { $0 + 3 } ?? bytes.count)
            }
            text.read()
        }
    }

    private init(bytes: Bytes, tell: @escaping (Part) -> Void) {
        self.bytes = bytes
        self.tell = tell
    }

    private mutating func read() {
        while at < bytes.count {
            switch bytes[at] {
            case 0x0A: readLineEnd()
            case Marker.wikilink: readLink(opening: 2)
            case Marker.embed: readLink(opening: 3)
            case 0x25, Marker.comment: readComment()
            case 0x3C: readTag()
            case 0x5D: readAddress()
            default: at += 1
            }
        }
        flush()
    }

    private mutating func flush() {
        if written < min(at, bytes.count) { tell(.text(bytes.slice(written..<min(at, bytes.count)))) }
        written = at
    }

    /// Leaves out what stands between here and `end`.
    private mutating func skip(to end: Int) {
        flush()
        at = end
        written = end
    }

    private mutating func readLineEnd() {
        var next = at
        while next < bytes.count, bytes[next] == 0x0A || bytes[next] == 0x20 { next += 1 }
        // Where the last of the lines begins.
        var line = min(next, bytes.count)
        while line > at + 1, bytes[line - 1] == 0x20 { line -= 1 }
        if line > at + 1 || next >= bytes.count {
            flush()
            tell(.paragraph)
            return skip(to: line)
        }
        at += 1
        guard bytes[next].isASCIIDigit || "#*+->|:".utf8.contains(bytes[next]) else { return }
        flush()
        tell(.line)
    }

    private mutating func readLink(opening: Int) {
        let start = at + opening
        guard start <= bytes.count, bytes[start - 1] == 0x5B, let end = WikilinkSyntax.end(in: bytes, from: start) else {
            at += 1
            return
        }
        flush()
        tell(.link(bytes.slice(start..<end)))
        at = end + 2
        written = at
    }

    /// Two signs hide what stands before the next two: in a block of its own to any length, otherwise within the paragraph.
    private mutating func readComment() {
        let isBlock = bytes[at] == Marker.comment
        guard at + 1 < bytes.count, bytes[at + 1] == bytes[at] else {
            at += 1
            return
        }
        if let end = end(ofComment: at + 2), isBlock || !hasBlankLine(at..<end) { return skip(to: end) }
        if isBlock { return skip(to: bytes.count) }
        at += 2
    }

    private func end(ofComment start: Int) -> Int? {
        var from = start
        while let sign = bytes.slice(from..<bytes.count).firstIndex(where: { $0 == 0x25 || $0 == Marker.comment }).map({ $0 + from }) {
            if sign + 1 < bytes.count, bytes[sign + 1] == bytes[sign] { return sign + 2 }
            from = sign + 1
        }
        return nil
    }

    private func hasBlankLine(_ range: Range<Int>) -> Bool {
        bytes.slice(range).first(0x0A).map { _ in find("\n\n", in: range) != nil } ?? false
    }

    /// A comment, an end tag, and a tag with attributes: an address in one may be what a link must not tell.
    private mutating func readTag() {
        if bytes.starts(with: "<!--", at: at) {
            if let end = find("-->", from: at + 4) { return skip(to: end + 3) }
            if at == 0 || bytes[at - 1] == 0x0A { return skip(to: bytes.count) }
        } else if at + 2 < bytes.count, bytes[at + 1].isASCIIAlpha || (bytes[at + 1] == 0x2F && bytes[at + 2].isASCIIAlpha),
            let end = bytes.slice(at + 1..<min(bytes.count, at + 2000)).firstIndex(where: { $0 == 0x3E || $0 == 0x3C }).map({ $0 + at + 1 }
            ),
            bytes[end] == 0x3E, bytes[at + 1] == 0x2F || bytes.slice(at..<end).contains(0x3D)
        {
            return skip(to: end + 1)
        }
        at += 1
    }

    /// The address behind a label, or of a reference, unless it is of another host.
    private mutating func readAddress() {
        at += 1
        guard at < bytes.count, bytes[at] == 0x28 || bytes[at] == 0x3A else { return }
        let isReference = bytes[at] == 0x3A
        let line = bytes.slice(at + 1..<min(bytes.count, at + 2000))
        guard let length = line.firstIndex(where: { $0 == 0x0A || (!isReference && $0 == 0x29) }) else { return }
        let address = line.slice(0..<length).trimmed
        if address.starts(with: "http://") || address.starts(with: "https://") { return }
        skip(to: at + 1 + length + (isReference || line[length] == 0x0A ? 0 : 1))
    }

    private func find(_ text: StaticString, from start: Int) -> Int? { find(text, in: start..<bytes.count) }

    private func find(_ text: StaticString, in range: Range<Int>) -> Int? {
        var from = range.lowerBound
        while let found = bytes.first(text.utf8Start[0], from: from), found + text.utf8CodeUnitCount <= range.upperBound {
            if bytes.starts(with: text, at: found) { return found }
            from = found + 1
        }
        return nil
    }
}

extension Document {
    /// Tells the parts of what is beyond the tree.
    func readRest(_ tell: (RestText.Part) -> Void) {
        guard source.isCut else { return }
        var last = root
        while let child = last.lastChild { last = child }
        let isOpenHTML = last.kind == .htmlBlock && last.literal.starts(with: "<!--") && !last.literal.holds("-->")
        let isOpenComment = last.kind == .commentBlock && last.mark != BlockState.closed
        RestText.read(source.rest, from: isOpenComment ? .percent : isOpenHTML ? .html : .none, tell)
    }
}

extension Bytes {
    fileprivate func holds(_ text: StaticString) -> Bool {
        var from = 0
        while let found = first(text.utf8Start[0], from: from) {
            if starts(with: text, at: found) { return true }
            from = found + 1
        }
        return false
    }
}

extension HTMLWriter {
    /// What is beyond the tree, after a word about it.
    mutating func writeRest(of document: borrowing Document) {
        guard document.source.isCut else { return }
        beginLine()
        out.append("<p class=\"embed-cut\">")
        out.append(escaping: options.wording.pageTooLarge)
        out.append("</p>\n")
        var index = document.places.count
        var isOpen = false
        document.readRest { part in
            if case .paragraph = part {
                if isOpen { out.append("</p>\n") }
                isOpen = false
                return
            }
            if !isOpen { out.append("<p>") }
            isOpen = true
            switch part {
            case .text(let text): out.append(escaping: text)
            case .line: out.append("<br>")
            case .link(let content):
                writeRestLink(WikilinkSyntax(content), index)
                index += 1
            case .paragraph: break
            }
        }
        if isOpen { out.append("</p>\n") }
    }

    private mutating func writeRestLink(_ link: WikilinkSyntax, _ index: Int) {
        if holes.areLeft {
            holes.holes.append(LinkHole(start: UInt32(out.count), end: 0, link: Int32(index)))
            writeLabel(link, isEmbed: false, isPlain: true)
            closeHole(holes.holes.count - 1)
        } else if let destination = state.page?.destination(index) {
            writeWikilink(link, to: destination, isPlain: true)
        }
    }

    mutating func writeWikilink(_ link: WikilinkSyntax, to destination: LinkDestination, isPlain: Bool = false) {
        let closer = openLink(destination)
        if case .withheld = destination, link.textLabel == nil {
            out.append(escaping: options.wording.unpublishedPage)
        } else {
            writeLabel(link, isEmbed: false, isPlain: isPlain)
        }
        closeLink(closer)
    }
}
