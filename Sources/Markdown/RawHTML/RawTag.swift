/// A complete tag as CommonMark defines one (0.31, section 6.6). What is not complete is text.
struct RawTag {
    struct Attribute {
        var name: Bytes
        /// As written, without quotes; nil where there is no value.
        var value: Bytes?
    }

    var name: Bytes
    var isClosing: Bool
    var attributes: [Attribute] = []
    /// The tag as written.
    var source: Bytes

    func attribute(_ name: StaticString) -> Bytes? {
        attributes.first { $0.name.equalsIgnoringCase(name) }?.value
    }
}

enum RawToken {
    case text(Bytes)
    case tag(RawTag)
    /// A comment, a declaration, a processing instruction.
    case hidden
    /// A comment that nothing ends.
    case unclosedComment
    /// What stands between a tag such as `<script>` and its end, which no reader sees.
    case hiddenContent
}

/// Splits raw HTML into complete tags and text.
struct RawTagScanner {
    private let bytes: Bytes
    private(set) var at = 0
    private var hiddenUntil: Bytes?
    /// Ends that are not in the rest of the text: they are not looked for again.
    private var missing: Set<String> = []

    private let hidesContent: Bool

    /// With `hidesContent`, what stands in `<script>` and its like is one token without content; without it the text is XML.
    init(_ bytes: Bytes, hidesContent: Bool = true) {
        self.bytes = bytes
        self.hidesContent = hidesContent
    }

    mutating func next() -> RawToken? {
        if at >= bytes.count { return nil }
        if let name = hiddenUntil {
            hiddenUntil = nil
            at = endOfContent(name)
            return .hiddenContent
        }
        if bytes[at] == 0x3C {
            if let tag = readTag() {
                if hidesContent, !tag.isClosing, RawElements.hidesContent(tag.name) { hiddenUntil = tag.name }
                return .tag(tag)
            }
            if let token = readHidden() { return token }
        }
        let end = bytes.first(0x3C, from: at + 1) ?? bytes.count
        defer { at = end }
        return .text(bytes.slice(at..<end))
    }

    private func endOfContent(_ name: Bytes) -> Int {
        var from = at
        while let found = bytes.first(0x3C, from: from) {
            let nameStart = found + 2
            if nameStart + name.count <= bytes.count, bytes[found + 1] == 0x2F, matches(name, at: nameStart) { return found }
            from = found + 1
        }
        return bytes.count
    }

    private func matches(_ name: Bytes, at start: Int) -> Bool {
        for index in 0..<name.count where bytes[start + index].asciiLowercased != name[index].asciiLowercased { return false }
        let after = start + name.count
        return after == bytes.count || !(bytes[after].isASCIIAlphanumeric || bytes[after] == 0x2D)
    }

    private mutating func readHidden() -> RawToken? {
        let rest = bytes.slice(at..<bytes.count)
        if rest.starts(with: "<!--") { return skip(past: "-->", from: at + 4) ?? unclosed() }
        if rest.starts(with: "<?") { return skip(past: "?>", from: at + 2) }
        if rest.starts(with: "<![CDATA[") { return skip(past: "]]>", from: at + 9) }
        if rest.count > 2, rest[1] == 0x21, rest[2].isASCIIAlpha { return skip(past: ">", from: at + 2) }
        return nil
    }

    private mutating func unclosed() -> RawToken {
        at = bytes.count
        return .unclosedComment
    }

    private mutating func skip(past end: StaticString, from start: Int) -> RawToken? {
        var from = start
        if !missing.isEmpty, missing.contains(String(describing: end)) { return nil }
        while let found = bytes.first(end.utf8Start.pointee, from: from) {
            if bytes.starts(with: end, at: found) {
                at = found + end.utf8CodeUnitCount
                return .hidden
            }
            from = found + 1
        }
        missing.insert(String(describing: end))
        return nil
    }

    private mutating func readTag() -> RawTag? {
        var cursor = at + 1
        let isClosing = cursor < bytes.count && bytes[cursor] == 0x2F
        if isClosing { cursor += 1 }
        let start = cursor
        guard cursor < bytes.count, bytes[cursor].isASCIIAlpha else { return nil }
        // XML's names may hold more than CommonMark's.
        while cursor < bytes.count,
            bytes[cursor].isASCIIAlphanumeric || bytes[cursor] == 0x2D || (!hidesContent && isNamePart(bytes[cursor]))
        {
            cursor += 1
        }
        var tag = RawTag(name: bytes.slice(start..<cursor), isClosing: isClosing, source: bytes.slice(at..<cursor))
        guard isClosing ? skipSpace(&cursor) : readAttributes(&tag, &cursor) else { return nil }
        if !isClosing, cursor < bytes.count, bytes[cursor] == 0x2F { cursor += 1 }
        guard cursor < bytes.count, bytes[cursor] == 0x3E else { return nil }
        tag.source = bytes.slice(at..<cursor + 1)
        at = cursor + 1
        return tag
    }

    @discardableResult
    private func skipSpace(_ cursor: inout Int) -> Bool {
        while cursor < bytes.count, bytes[cursor].isMarkdownSpace { cursor += 1 }
        return true
    }

    /// False where what stands there is no attribute and no end of a tag.
    private func readAttributes(_ tag: inout RawTag, _ cursor: inout Int) -> Bool {
        while true {
            let before = cursor
            skipSpace(&cursor)
            guard cursor < bytes.count else { return false }
            let byte = bytes[cursor]
            if byte == 0x3E || byte == 0x2F { return true }
            guard cursor > before, byte.isASCIIAlpha || byte == 0x5F || byte == 0x3A else { return false }
            let start = cursor
            while cursor < bytes.count, isNamePart(bytes[cursor]) { cursor += 1 }
            var attribute = RawTag.Attribute(name: bytes.slice(start..<cursor))
            guard readValue(&attribute, &cursor) else { return false }
            tag.attributes.append(attribute)
        }
    }

    private func readValue(_ attribute: inout RawTag.Attribute, _ cursor: inout Int) -> Bool {
        var look = cursor
        skipSpace(&look)
        guard look < bytes.count, bytes[look] == 0x3D else { return true }
        look += 1
        skipSpace(&look)
        guard look < bytes.count else { return false }
        let quote = bytes[look]
        if quote == 0x22 || quote == 0x27 {
            guard let end = bytes.first(quote, from: look + 1) else { return false }
            attribute.value = bytes.slice(look + 1..<end)
            cursor = end + 1
            return true
        }
        let start = look
        while look < bytes.count, !bytes[look].isMarkdownSpace, !"\"'=<>`".utf8.contains(bytes[look]) { look += 1 }
        attribute.value = bytes.slice(start..<look)
        cursor = look
        return look > start
    }

    private func isNamePart(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == 0x5F || byte == 0x3A || byte == 0x2E || byte == 0x2D
    }
}

extension RawTagScanner {
    struct Link {
        var syntax: MarkdownFacts.Link.Syntax
        /// Character references resolved.
        var url: [UInt8]
        /// Offset of the tag's end.
        var offset: Int
    }

    /// Every tag that leads somewhere, at most one link a tag, whether or not it is kept. Facts and rendering count alike.
    static func forEachLink(in bytes: Bytes, _ body: (Link) -> Void) {
        var scanner = RawTagScanner(bytes)
        while let token = scanner.next() {
            guard case .tag(let tag) = token, let (syntax, value) = link(of: tag) else { continue }
            body(Link(syntax: syntax, url: Entities.decoded(value), offset: scanner.at))
        }
    }

    static func link(of tag: RawTag) -> (MarkdownFacts.Link.Syntax, Bytes)? {
        if tag.isClosing { return nil }
        switch RawElements.linkAttribute(of: tag.name) {
        case .href: return tag.attribute("href").map { (.link, $0) }
        case .frame: return tag.attribute("src").map { (.link, $0) }
        case .media: return tag.attribute("src").map { (.image, $0) }
        case .none: return nil
        }
    }
}
