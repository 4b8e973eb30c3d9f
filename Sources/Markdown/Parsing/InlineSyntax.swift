import CCmark

/// What cmark hands to an inline extension: the text of one block, and where it has come to.
struct InlineScanner {
    let parser: OpaquePointer
    let scanner: OpaquePointer
    let text: Bytes
    let start: Int

    init?(_ parser: OpaquePointer?, _ scanner: OpaquePointer?) {
        guard let parser, let scanner else { return nil }
        self.parser = parser
        self.scanner = scanner
        var length: Int32 = 0
        let base = syn_inline_text(scanner, &length)
        text = Bytes(start: base, count: Int(length))
        start = Int(cmark_inline_parser_get_offset(scanner))
    }

    /// The byte `offset` bytes on; 0 beyond the end.
    func byte(_ offset: Int) -> UInt8 {
        start + offset < text.count && start + offset >= 0 ? text[start + offset] : 0
    }

    /// A leaf that holds `range` of the text; what was read ends at `end`.
    func leaf(_ kind: NodeKind, _ range: Range<Int>, end: Int) -> OpaquePointer? {
        guard let pointer = cmark_node_new_with_mem(CMARK_NODE_CODE, Arena.memory.pointer) else { return nil }
        let node = Node(pointer)
        node.setLiteral(text.slice(range))
        cmark_node_set_syntax_extension(pointer, Cmark.shared.tag(kind))
        node.mark = place.packed
        cmark_inline_parser_set_offset(scanner, Int32(end))
        return pointer
    }

    func plainText(_ range: Range<Int>) -> OpaquePointer? { plainText(text.slice(range), end: range.upperBound) }

    func plainText(_ literal: Bytes, end: Int) -> OpaquePointer? {
        guard let pointer = cmark_node_new_with_mem(CMARK_NODE_TEXT, Arena.memory.pointer) else { return nil }
        Node(pointer).setLiteral(literal)
        cmark_inline_parser_set_offset(scanner, Int32(end))
        return pointer
    }

    /// Where the scanner stands.
    var place: Place {
        Place(line: Int(cmark_inline_parser_get_line(scanner)), column: Int(cmark_inline_parser_get_column(scanner)))
    }
}

/// A line and a column, packed into a node's mark while nothing else is in it.
struct Place {
    var line: Int
    var column: Int

    var packed: Int { line << 32 | min(max(column, 0), 0x7FFF_FFFF) }

    init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    init(packed: Int) {
        line = packed >> 32
        column = packed & 0xFFFF_FFFF
    }
}

func matchInline(
    _ syntax: OpaquePointer?, _ parser: OpaquePointer?, _ parent: OpaquePointer?, _ byte: UInt8, _ inlineParser: OpaquePointer?
) -> OpaquePointer? {
    switch byte {
    case Marker.wikilink, Marker.embed, Marker.cutLink, Marker.cutEmbed, Marker.cutCallout, Marker.web, Marker.star: break
    case 0x3A, 0x7E, 0x3D, 0x24, 0x25, 0x5E, 0x23: break
    default: return nil
    }
    guard let scanner = InlineScanner(parser, inlineParser) else { return nil }
    switch byte {
    case Marker.wikilink: return scanner.wikilink(.wikilink, opening: 2)
    case Marker.embed: return scanner.wikilink(.embed, opening: 3)
    case Marker.cutLink: return scanner.cutLink(opening: 2)
    case Marker.cutEmbed: return scanner.cutLink(opening: 3)
    case Marker.cutCallout: return scanner.cutCallout()
    case Marker.web: return scanner.webAddress()
    case Marker.star: return scanner.stars()
    case 0x3A: return scanner.schemeAddress(parent)
    case 0x7E: return scanner.tildes()
    case 0x3D: return scanner.equals()
    case 0x24: return scanner.math()
    case 0x25: return scanner.comment()
    case 0x5E: return scanner.inlineFootnote()
    default: return scanner.tag()
    }
}

extension InlineScanner {
    func wikilink(_ kind: NodeKind, opening: Int) -> OpaquePointer? {
        guard byte(opening - 1) == 0x5B, let end = WikilinkSyntax.end(in: text, from: start + opening) else { return nil }
        return leaf(kind, start + opening..<end, end: end + 2)
    }

    /// Of a link that was cut off its label is shown, as far as it goes.
    func cutLink(opening: Int) -> OpaquePointer? {
        guard byte(opening - 1) == 0x5B else { return nil }
        var label = start + opening
        let end = text.first(0x0A, from: label) ?? text.count
        for at in label..<end where text[at] == Marker.pipe { label = at + 1 }
        // Of the two brackets at its end one may be left.
        guard let bracket = text.slice(label..<end).first(0x5D) else { return plainText(label..<label) }
        return plainText(text.slice(label..<label + bracket), end: label + bracket + 1)
    }

    /// The mark goes, what it said stays.
    func cutCallout() -> OpaquePointer? {
        guard byte(1) == 0x20, byte(2) == 0x5B, let end = text.first(0x5D, from: start) else { return nil }
        let next = end + 1 < text.count && text[end + 1] == 0x20 ? end + 2 : end + 1
        return plainText(next..<next)
    }

    /// One or two tildes strike out, as in cmark-gfm.
    func tildes() -> OpaquePointer? {
        var left: Int32 = 0
        var right: Int32 = 0
        var before: Int32 = 0
        var after: Int32 = 0
        let count = cmark_inline_parser_scan_delimiters(scanner, 100, 0x7E, &left, &right, &before, &after)
        let node = plainText(start..<start + Int(count))
        if byte(-1) >= 0x80 || byte(Int(count)) >= 0x80 {
            let ours = EmphasisFlanks.of(start..<start + Int(count), in: text).ours
            (left, right) = (ours.canOpen ? 1 : left, ours.canClose ? 1 : right)
        }
        if let node, count <= 2, left != 0 || right != 0 {
            cmark_inline_parser_push_delimiter(scanner, Marker.strikethrough, left, right, node)
        }
        return node
    }

    /// `==` before text opens and after text closes, so that a comparison with spaces around it stays one.
    func equals() -> OpaquePointer? {
        var end = start
        while end < text.count, text[end] == 0x3D { end += 1 }
        let before = byte(-1)
        let after = byte(end - start)
        let canOpen = after != 0 && !after.isMarkdownSpace
        let canClose = before != 0 && !before.isMarkdownSpace
        let node = plainText(start..<end)
        if let node, end - start == 2, canOpen || canClose {
            cmark_inline_parser_push_delimiter(scanner, Marker.highlight, canOpen ? 1 : 0, canClose ? 1 : 0, node)
        }
        return node
    }

    func comment() -> OpaquePointer? {
        guard byte(1) == 0x25 else { return nil }
        var at = start + 2
        while at + 1 < text.count {
            if text[at] == 0x25, text[at + 1] == 0x25 { return leaf(.comment, start + 2..<at, end: at + 2) }
            at += 1
        }
        return plainText(start..<start + 2)
    }

    private static let longestFootnote = 4000

    /// `^[text]`: the brackets balance; code and escapes are stepped over.
    func inlineFootnote() -> OpaquePointer? {
        guard byte(1) == 0x5B else { return nil }
        var depth = 0
        var at = start + 1
        let end = min(text.count, start + Self.longestFootnote)
        while at < end {
            switch text[at] {
            case 0x5C: at += 1
            case 0x5B, Marker.wikilink: depth += 1
            case 0x5D:
                depth -= 1
                if depth == 0 {
                    if text.slice(start + 2..<at).trimmed.isEmpty { return nil }
                    return footnote(start + 2..<at, end: at + 1)
                }
            default: break
            }
            at += 1
        }
        return nil
    }

    /// A container, whose content `Document` parses later; until then its text is a child.
    private func footnote(_ range: Range<Int>, end: Int) -> OpaquePointer? {
        guard let pointer = cmark_node_new_with_mem(CMARK_NODE_EMPH, Arena.memory.pointer),
            let content = cmark_node_new_with_mem(CMARK_NODE_CODE, Arena.memory.pointer)
        else { return nil }
        Node(content).setLiteral(text.slice(range))
        cmark_node_set_syntax_extension(pointer, Cmark.shared.tag(.inlineFootnote))
        cmark_node_append_child(pointer, content)
        Node(pointer).mark = place.packed
        cmark_inline_parser_set_offset(scanner, Int32(end))
        return pointer
    }

    /// A tag begins a word, holds letters, digits, `_`, `-`, `/`, and at least one character that no number or colour has.
    func tag() -> OpaquePointer? {
        let before = byte(-1)
        guard before == 0 || before.isMarkdownSpace || before == 0x28 else { return nil }
        var end = start + 1
        while end < text.count, TagSyntax.isPart(text[end]) { end += 1 }
        while end > start + 1, text[end - 1] == 0x2F || text[end - 1] == 0x2D { end -= 1 }
        end = TagSyntax.end(of: text, from: start + 1, to: end)
        guard TagSyntax.isName(text.slice(start + 1..<end)) else { return nil }
        return leaf(.tag, start + 1..<end, end: end)
    }
}

enum TagSyntax {
    static func isPart(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == 0x5F || byte == 0x2D || byte == 0x2F || byte >= 0x80
    }

    /// Typographic punctuation ends a tag: only letters, marks, digits and symbols such as emoji belong to one.
    static func end(of text: Bytes, from start: Int, to end: Int) -> Int {
        let name = text.slice(start..<end)
        if !name.contains(where: { $0 >= 0x80 }) { return end }
        var length = 0
        for scalar in String(decoding: name, as: UTF8.self).unicodeScalars {
            if scalar.value >= 0x80, Slug.isSeparator(scalar), scalar.value != 0x200D { break }
            length += UTF8.width(scalar)
        }
        return start + length
    }

    static func isName(_ name: Bytes) -> Bool {
        if name.isEmpty || !name.contains(where: { $0.isASCIIAlpha || $0 == 0x5F || $0 >= 0x80 }) { return false }
        let isHex = name.allSatisfy(\.isASCIIHexDigit)
        let hasDigit = name.contains(where: \.isASCIIDigit)
        return !(isHex && (name.count == 3 || name.count == 6 || name.count == 8 || (name.count == 4 && hasDigit)))
    }
}

/// Called by cmark when a closer of ours has found its opener: what is between becomes the content of one node.
func insertDelimited(
    _ syntax: OpaquePointer?, _ parser: OpaquePointer?, _ inlineParser: OpaquePointer?, _ opener: UnsafeMutablePointer<delimiter>?,
    _ closer: UnsafeMutablePointer<delimiter>?
) -> UnsafeMutablePointer<delimiter>? {
    guard let opener, let closer, let first = Node(opener.pointee.inl_text), let last = Node(closer.pointee.inl_text) else { return nil }
    let following = closer.pointee.next
    guard first.literal.count == last.literal.count, cmark_node_set_type(first.pointer, CMARK_NODE_EMPH) != 0 else { return following }
    let kind: NodeKind = opener.pointee.delim_char == Marker.highlight ? .highlight : .strikethrough
    cmark_node_set_syntax_extension(first.pointer, Cmark.shared.tag(kind))
    while let node = first.next, node != last { cmark_node_append_child(first.pointer, node.pointer) }
    cmark_node_free(last.pointer)
    var entry: UnsafeMutablePointer<delimiter>? = closer
    while let current = entry, current != opener {
        entry = current.pointee.previous
        cmark_inline_parser_remove_delimiter(inlineParser, current)
    }
    cmark_inline_parser_remove_delimiter(inlineParser, opener)
    return following
}
