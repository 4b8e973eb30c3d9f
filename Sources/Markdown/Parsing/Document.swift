import CCmark

/// A page's tree, read and made ready: links numbered, headings named, marks of blocks and callouts taken out of the text.
///
/// Facts and rendering both start here, so that they agree on numbers and names. The tree's memory is the thread's arena: whoever parses
/// takes a mark before and releases it afterwards.
struct Document: ~Copyable {
    struct Heading {
        var node: Node
        var level: Int
        var id: String
    }

    struct Callout {
        /// As written, in lower case.
        var type: String
        var fold: Fold

        enum Fold { case none, open, closed }
    }

    let root: Node
    let bodyLine: Int
    let source: Source
    var headings: [Heading] = []
    var callouts: [Callout] = []
    /// Blocks marked `^name`, in document order.
    var blocks: [(name: String, node: Node)] = []
    private var blockNames: Set<String> = []
    private var blockNodes: [OpaquePointer: Int] = [:]
    /// Places of links in order of their numbers; 0 where cmark's own place of the node holds.
    var places: [Int] = []
    /// Definitions of footnotes in cmark's order, which is that of their numbers.
    var footnotes: [Node] = []
    var holdsEmbeds = false

    /// Nil where cmark can make nothing of the text, which happens only without memory. Where `isWithheld` says so of a link's number, the
    /// link's name is nowhere in the tree, or nowhere in the headings: `placeholder` is its label, unless it has one of its own.
    init?(
        _ body: ArraySlice<UInt8>, bodyLine: Int, placeholder: String = "", inHeadingsOnly: Bool = false,
        isWithheld: (Int) -> Bool = { _ in false }
    ) {
        source = Source(body)
        self.bodyLine = bodyLine
        guard let root = Self.parse(source.bytes) else { return nil }
        self.root = root
        prepare(placeholder, inHeadingsOnly, isWithheld)
    }

    /// The tree of `text`, which is in memory as `Source` makes it.
    static func parse(_ text: Bytes) -> Node? {
        let library = Cmark.shared
        // cmark goes over the whole tree twice more for footnotes: not where there are none.
        let options = holdsFootnotes(text) ? CMARK_OPT_FOOTNOTES | CMARK_OPT_SOURCEPOS : CMARK_OPT_SOURCEPOS
        guard let parser = cmark_parser_new_with_mem(options, Arena.memory.pointer) else { return nil }
        // Ours first: cmark's table takes every line of a paragraph, also those that it makes nothing of.
        for syntax in [library.syntax, library.table, library.taskList] where syntax != nil {
            cmark_parser_attach_syntax_extension(parser, syntax)
        }
        text.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        // The parser's own memory goes with the arena's.
        return Node(cmark_parser_finish(parser))
    }

    private static func holdsFootnotes(_ text: Bytes) -> Bool {
        var from = 0
        while let caret = text.first(0x5E, from: from) {
            if caret > 0, text[caret - 1] == 0x5B { return true }
            from = caret + 1
        }
        return false
    }

    func fileLine(_ line: Int) -> Int { line + bodyLine - 1 }

    /// The definition to which a reference's number leads.
    func footnote(_ reference: Node) -> Node? {
        let number = reference.literal.reduce(0) { $1.isASCIIDigit ? min($0 * 10 + Int($1 - 0x30), 1 << 30) : $0 }
        return footnotes.indices.contains(number - 1) ? footnotes[number - 1] : nil
    }

    /// What the rendered block carries; a heading keeps its own id.
    func id(ofBlock node: Node, name: String) -> String {
        node.kind == .heading && node.mark > 0 ? headings[node.mark - 1].id : BlockIDSyntax.id(name)
    }

    func blockName(_ node: Node) -> String? {
        blockNodes.isEmpty ? nil : blockNodes[node.pointer].map { blocks[$0].name }
    }

    /// Whether a reader sees anything of a paragraph.
    func isShown(_ paragraph: Node) -> Bool {
        var child = paragraph.firstChild
        while let node = child {
            switch node.kind {
            case .comment, .softBreak, .lineBreak: break
            case .text: if !node.literal.trimmed.isEmpty { return true }
            default: return true
            }
            child = node.next
        }
        return false
    }

    /// Number of the first link that `node` holds; nil where it holds none.
    static func linkIndex(_ node: Node) -> Int? {
        let mark = node.mark
        return mark > 0 ? mark - 1 : nil
    }
}

extension Document {
    private mutating func prepare(_ placeholder: String, _ inHeadingsOnly: Bool, _ isWithheld: (Int) -> Bool) {
        var names = IdentifierSet()
        /// Links in an inline footnote stand where it stands: it was parsed apart.
        var footnotePlace = 0
        var isInHeading = false
        var walk = TreeWalk(root)
        var goesOn = walk.step()
        while goesOn {
            let node = walk.node
            let kind = node.kind
            switch (kind, walk.isEntering) {
            case (.text, _), (.softBreak, _), (.code, _):
                goesOn = walk.stepOver()
                continue
            case (.link, true): number(node, place: footnotePlace == 0 ? node.mark : footnotePlace)
            case (.wikilink, true), (.embed, true):
                holdsEmbeds = holdsEmbeds || kind == .embed
                number(node, place: footnotePlace == 0 ? node.mark : footnotePlace)
                if !inHeadingsOnly || isInHeading, isWithheld(places.count - 1) { Self.hideName(node, placeholder) }
            case (.image, true): number(node, place: footnotePlace)
            case (.htmlInline, true), (.htmlBlock, true): numberLinks(ofHTML: node)
            case (.footnoteDefinition, true): footnotes.append(node)
            case (.inlineFootnote, true):
                if footnotePlace == 0 {
                    footnotePlace = node.mark
                    Self.parseFootnote(node)
                }
                node.mark = 0
            case (.inlineFootnote, false): footnotePlace = 0
            case (.blockQuote, true): findCallout(node)
            case (.paragraph, false), (.tableRow, false): if source.mayHoldBlockIDs { findBlockID(node) }
            case (.heading, true): isInHeading = true
            case (.heading, false):
                isInHeading = false
                if source.mayHoldBlockIDs { findBlockID(node) }
                let id = names.add(Slug.make(PlainText.of(node)))
                headings.append(Heading(node: node, level: node.headingLevel, id: id))
                node.mark = headings.count
            default: break
            }
            goesOn = walk.step()
        }
    }

    private static func hideName(_ node: Node, _ placeholder: String) {
        let link = WikilinkSyntax(node.literal)
        let label = link.textLabel.map(Array.init) ?? Array(placeholder.utf8)
        ([Marker.pipe] + label).withUnsafeBufferPointer { node.setLiteral($0) }
    }

    private mutating func number(_ node: Node, place: Int) {
        places.append(place)
        node.mark = places.count
    }

    private mutating func numberLinks(ofHTML node: Node) {
        let first = places.count
        RawTagScanner.forEachLink(in: node.literal) { _ in places.append(0) }
        node.mark = places.count > first ? first + 1 : 0
    }

    /// The text of `^[…]` is read by a parser of its own, and what it says takes the text's place.
    private static func parseFootnote(_ node: Node) {
        guard let content = node.firstChild, content.kind == .code, let tree = parse(content.literal) else { return }
        content.unlink()
        var paragraph = tree.firstChild
        while let block = paragraph {
            while block.kind == .paragraph, let child = block.firstChild {
                cmark_node_append_child(node.pointer, child.pointer)
            }
            paragraph = block.next
        }
    }

    /// `> [!type]± Title`: the first paragraph's first text.
    private mutating func findCallout(_ node: Node) {
        node.mark = 0
        guard let paragraph = node.firstChild, paragraph.kind == .paragraph, let text = paragraph.firstChild, text.kind == .text else {
            return
        }
        let literal = text.literal
        guard literal.starts(with: "[!"), let end = literal.first(0x5D), end > 2 else { return }
        let name = literal.slice(2..<(literal.first(0x7C).map { min($0, end) } ?? end)).trimmed
        guard !name.isEmpty, name.allSatisfy({ $0.isASCIIAlphanumeric || $0 == 0x2D || $0 == 0x5F || $0 >= 0x80 }) else { return }
        var rest = end + 1
        var fold = Callout.Fold.none
        if rest < literal.count, literal[rest] == 0x2B || literal[rest] == 0x2D {
            fold = literal[rest] == 0x2B ? .open : .closed
            rest += 1
        }
        callouts.append(Callout(type: String(decoding: name, as: UTF8.self).lowercased(), fold: fold))
        node.mark = callouts.count
        while rest < literal.count, literal[rest].isMarkdownSpace { rest += 1 }
        text.setLiteral(literal.slice(rest..<literal.count))
    }

    /// `text ^name` names the block it ends, a paragraph of its own names the block before it.
    private mutating func findBlockID(_ node: Node) {
        if node.kind == .tableRow { return findTableBlockID(node) }
        guard let text = node.lastChild, text.kind == .text, let (name, rest) = BlockIDSyntax.split(text.literal) else { return }
        let isAlone = rest.isEmpty && text.previous == nil
        if !isAlone, rest.isEmpty, let before = text.previous?.kind, before != .softBreak, before != .lineBreak { return }
        text.setLiteral(rest)
        if rest.isEmpty, !isAlone { text.previous?.unlink() }
        guard isAlone else { return addBlock(name, Self.owner(of: node)) }
        guard let before = node.previous else { return addBlock(name, node) }
        addBlock(name, before)
    }

    /// A line `^name` right below a table is read as a row with one cell.
    private mutating func findTableBlockID(_ row: Node) {
        guard row.next == nil, let table = row.parent, let text = row.firstChild?.firstChild, text.kind == .text, text.next == nil,
            let (name, rest) = BlockIDSyntax.split(text.literal), rest.isEmpty
        else { return }
        var cell = row.firstChild?.next
        while let other = cell {
            if other.firstChild != nil { return }
            cell = other.next
        }
        text.setLiteral(rest)
        addBlock(name, table)
    }

    /// The first paragraph of a list's item stands for the item.
    private static func owner(of node: Node) -> Node {
        guard node.kind == .paragraph, node.previous == nil, let parent = node.parent, parent.kind == .item else { return node }
        return parent
    }

    private mutating func addBlock(_ name: String, _ node: Node) {
        guard blockNames.insert(name).inserted, blockNodes[node.pointer] == nil else { return }
        blockNodes[node.pointer] = blocks.count
        blocks.append((name, node))
    }
}

enum BlockIDSyntax {
    static func id(_ name: String) -> String { "^" + name }

    /// The name at the end of `text`, and the text before it.
    static func split(_ text: Bytes) -> (String, Bytes)? {
        var start = text.count
        while start > 0, text[start - 1].isASCIIAlphanumeric || text[start - 1] == 0x2D || text[start - 1] == 0x5F { start -= 1 }
        guard start > 0, start < text.count, text[start - 1] == 0x5E else { return nil }
        guard start == 1 || text[start - 2].isMarkdownSpace else { return nil }
        let name = String(decoding: text.slice(start..<text.count), as: UTF8.self)
        var end = start - 1
        while end > 0, text[end - 1].isMarkdownSpace { end -= 1 }
        return (name, text.slice(0..<end))
    }
}
