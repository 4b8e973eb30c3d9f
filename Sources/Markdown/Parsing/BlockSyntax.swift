import CCmark

/// Blocks of our own. cmark asks here for a line that begins none of its blocks.
///
/// A block that holds lines as they stand is one of cmark's code blocks with a tag of ours, so that quotes and lists around it are
/// taken off by cmark itself.
func openBlock(
    _ syntax: OpaquePointer?, _ isIndented: Int32, _ parser: OpaquePointer?, _ parent: OpaquePointer?,
    _ input: UnsafeMutablePointer<UInt8>?,
    _ length: Int32
) -> OpaquePointer? {
    guard isIndented == 0, let input else { return nil }
    let line = Bytes(start: input, count: Int(length))
    let at = Int(cmark_parser_get_first_nonspace(parser))
    guard at + 1 < line.count else { return nil }
    if line[at] == 0x3A { return DefinitionSyntax.open(parser, parent, input, line, at) }
    guard line[at] == line[at + 1] else { return nil }
    let kind: NodeKind
    switch line[at] {
    case Marker.math: kind = .mathBlock
    case Marker.comment: kind = .commentBlock
    default: return nil
    }
    let column = cmark_parser_get_first_nonspace_column(parser) + 1
    guard let block = cmark_parser_add_child(parser, parent, CMARK_NODE_CODE_BLOCK, column) else { return nil }
    cmark_node_set_syntax_extension(block, Cmark.shared.tag(kind))
    cmark_parser_advance_offset(parser, input, Int32(at + 2) - cmark_parser_get_offset(parser), 0)
    return block
}

/// Called for each line while a block of ours is open; 0 ends the block before the line.
func continueBlock(
    _ tag: OpaquePointer?, _ parser: OpaquePointer?, _ input: UnsafeMutablePointer<UInt8>?, _ length: Int32, _ container: OpaquePointer?
) -> Int32 {
    guard let input, let container else { return 0 }
    let node = Node(container)
    if node.kind == .definition { return DefinitionSyntax.goesOn(parser, input, node) ? 1 : 0 }
    if node.mark == BlockState.closed { return 0 }
    let line = Bytes(start: input, count: Int(length))
    let closer: UInt8 = node.kind == .mathBlock ? 0x24 : 0x25
    var at = Int(cmark_parser_get_offset(parser))
    while at + 1 < line.count {
        if isCloser(line[at], closer), isCloser(line[at + 1], closer) {
            node.mark = BlockState.closed
            break
        }
        at += 1
    }
    return 1
}

/// What the mark of a block says while the page is read.
enum BlockState {
    static let open = 0
    static let closed = 1
}

private func isCloser(_ byte: UInt8, _ closer: UInt8) -> Bool {
    byte == closer || Marker.original(byte) == closer
}

/// Containers of ours hold what cmark's own of the same kind hold.
func canContain(_ tag: OpaquePointer?, _ node: OpaquePointer?, _ child: cmark_node_type) -> Int32 {
    guard let node else { return 0 }
    let isInlineChild = child.rawValue & 0x4000 != 0
    if cmark_node_get_type(node) == CMARK_NODE_EMPH { return isInlineChild ? 1 : 0 }
    return !isInlineChild && child != CMARK_NODE_ITEM && cmark_node_get_type(node) == Cmark.shared.definitionType ? 1 : 0
}
