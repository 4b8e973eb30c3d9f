import CCmark

/// What a node of the tree is, cmark's kinds and ours.
enum NodeKind {
    case other
    case document, blockQuote, list, item, codeBlock, htmlBlock, paragraph, heading, thematicBreak, footnoteDefinition
    case table, tableRow, tableCell
    case text, softBreak, lineBreak, code, htmlInline, emphasis, strong, link, image, footnoteReference
    case wikilink, embed, math, displayMath, comment, tag, highlight, strikethrough, inlineFootnote
    case mathBlock, commentBlock, definition
}

/// cmark-gfm as this module uses it: registered once, read by every thread.
///
/// cmark keeps one table a process of the bytes at which text stops, and every parser adds its extensions' bytes to it before it
/// reads a page and takes them out afterwards. With two threads one page's end makes the other's `~~` ordinary text. So our bytes are
/// put in once, by a parser that never takes them out, and the extension that is attached afterwards lists none of them, only the
/// two kinds of delimiters that it pushes, which no text holds.
struct Cmark: @unchecked Sendable {
    // Proof: pointers to extensions that are built here, under Swift's once, and never written again; the tables are constant.
    static let shared = Cmark()

    /// Reads all inline and block syntax of ours.
    let syntax: OpaquePointer?
    let table: OpaquePointer?
    let taskList: OpaquePointer?
    let definitionType: cmark_node_type
    /// Extensions that are never attached: a node carries one as the name of what it is.
    private let tags: [(extension: OpaquePointer?, kind: NodeKind)]
    let kinds: Kinds

    private init() {
        cmark_gfm_core_extensions_ensure_registered()
        table = cmark_find_syntax_extension("table")
        taskList = cmark_find_syntax_extension("tasklist")
        Self.addSpecialCharacters()
        syntax = Self.makeSyntax()
        tags = Self.taggedKinds.map { (Self.makeTag(), $0) }
        let definition = cmark_syntax_extension_add_node(0)
        definitionType = definition
        let types = Self.extensionTypes(table, taskList)
        kinds = Kinds { index in
            index == Self.index(definition) ? .definition : types[index] ?? Self.coreKind(index)
        }
    }

    private static let taggedKinds: [NodeKind] = [
        .wikilink, .embed, .math, .displayMath, .comment, .tag, .highlight, .strikethrough, .inlineFootnote, .mathBlock, .commentBlock,
        .definition,
    ]

    func tag(_ kind: NodeKind) -> OpaquePointer? {
        tags.first { $0.kind == kind }?.extension
    }

    func kind(ofTag tag: OpaquePointer) -> NodeKind? {
        tags.first { $0.extension == tag }?.kind
    }

    /// Kinds by cmark's numbers of types, which are 0x8000 and up for blocks, 0xC000 and up for inlines.
    struct Kinds: @unchecked Sendable {
        // Proof: written once in init, only read afterwards, never freed.
        private let table: UnsafePointer<NodeKind>

        fileprivate init(_ kind: (UInt8) -> NodeKind) {
            let memory = UnsafeMutablePointer<NodeKind>.allocate(capacity: 256)
            for index in 0..<256 { (memory + index).initialize(to: kind(UInt8(index))) }
            table = UnsafePointer(memory)
        }

        @inline(__always)
        func kind(of type: cmark_node_type) -> NodeKind { table[Int(Cmark.index(type))] }
    }

    fileprivate static func index(_ type: cmark_node_type) -> UInt8 {
        UInt8(truncatingIfNeeded: (type.rawValue & 0x3F) | (type.rawValue & 0x4000) >> 8)
    }

    private static func coreKind(_ index: UInt8) -> NodeKind {
        let core: [(cmark_node_type, NodeKind)] = [
            (CMARK_NODE_DOCUMENT, .document), (CMARK_NODE_BLOCK_QUOTE, .blockQuote), (CMARK_NODE_LIST, .list), (CMARK_NODE_ITEM, .item),
            (CMARK_NODE_CODE_BLOCK, .codeBlock), (CMARK_NODE_HTML_BLOCK, .htmlBlock), (CMARK_NODE_PARAGRAPH, .paragraph),
            (CMARK_NODE_HEADING, .heading), (CMARK_NODE_THEMATIC_BREAK, .thematicBreak),
            (CMARK_NODE_FOOTNOTE_DEFINITION, .footnoteDefinition), (CMARK_NODE_TEXT, .text), (CMARK_NODE_SOFTBREAK, .softBreak),
            (CMARK_NODE_LINEBREAK, .lineBreak), (CMARK_NODE_CODE, .code), (CMARK_NODE_HTML_INLINE, .htmlInline),
            (CMARK_NODE_EMPH, .emphasis), (CMARK_NODE_STRONG, .strong), (CMARK_NODE_LINK, .link), (CMARK_NODE_IMAGE, .image),
            (CMARK_NODE_FOOTNOTE_REFERENCE, .footnoteReference),
        ]
        return core.first { Self.index($0.0) == index }?.1 ?? .other
    }

    /// The numbers of the core extensions' node types are in no public header: a small page tells them.
    private static func extensionTypes(_ table: OpaquePointer?, _ taskList: OpaquePointer?) -> [UInt8: NodeKind] {
        let parser = cmark_parser_new(CMARK_OPT_DEFAULT)
        defer { cmark_parser_free(parser) }
        cmark_parser_attach_syntax_extension(parser, table)
        cmark_parser_attach_syntax_extension(parser, taskList)
        let page = "|a|\n|-|\n|b|\n"
        cmark_parser_feed(parser, page, page.utf8.count)
        let root = cmark_parser_finish(parser)
        defer { cmark_node_free(root) }
        var types: [UInt8: NodeKind] = [:]
        var node = cmark_node_first_child(root)
        for kind in [NodeKind.table, .tableRow, .tableCell] {
            guard let found = node else { break }
            types[index(cmark_node_get_type(found))] = kind
            node = cmark_node_first_child(found)
        }
        return types
    }
}

extension Cmark {
    /// `~` is skipped over where cmark judges what stands beside `*` and `_`, as with cmark's own strikethrough.
    private static func addSpecialCharacters() {
        addSpecialCharacters([0x7E], isEmphasis: true)
        addSpecialCharacters(
            [
                Marker.wikilink, Marker.embed, Marker.cutLink, Marker.cutEmbed, Marker.cutCallout, Marker.web, Marker.star, 0x3A, 0x3D,
                0x24, 0x25, 0x5E, 0x23,
            ], isEmphasis: false)
    }

    private static func addSpecialCharacters(_ bytes: [UInt8], isEmphasis: Bool) {
        let holder = cmark_syntax_extension_new("synapse-characters")
        cmark_syntax_extension_set_special_inline_chars(holder, list(bytes))
        cmark_syntax_extension_set_emphasis(holder, isEmphasis ? 1 : 0)
        cmark_syntax_extension_set_match_inline_func(holder) { _, _, _, _, _ in nil }
        let parser = cmark_parser_new(CMARK_OPT_DEFAULT)
        cmark_parser_attach_syntax_extension(parser, holder)
        cmark_manage_extensions_special_characters(parser, 1)
        cmark_parser_free(parser)
        cmark_syntax_extension_free(cmark_get_default_mem_allocator(), holder)
    }

    private static func makeSyntax() -> OpaquePointer? {
        let syntax = cmark_syntax_extension_new("synapse")
        cmark_syntax_extension_set_special_inline_chars(syntax, list([Marker.strikethrough, Marker.highlight]))
        cmark_syntax_extension_set_match_inline_func(syntax, matchInline)
        cmark_syntax_extension_set_inline_from_delim_func(syntax, insertDelimited)
        cmark_syntax_extension_set_open_block_func(syntax, openBlock)
        return syntax
    }

    private static func makeTag() -> OpaquePointer? {
        let tag = cmark_syntax_extension_new("synapse-tag")
        cmark_syntax_extension_set_can_contain_func(tag, canContain)
        cmark_syntax_extension_set_match_block_func(tag, continueBlock)
        return tag
    }

    private static func list(_ bytes: [UInt8]) -> UnsafeMutablePointer<cmark_llist>? {
        let memory = cmark_get_default_mem_allocator()
        return bytes.reduce(nil) { cmark_llist_append(memory, $0, UnsafeMutableRawPointer(bitPattern: UInt($1))) }
    }
}
