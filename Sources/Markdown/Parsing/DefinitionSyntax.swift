import CCmark

/// Definition lists as PHP Markdown Extra has them: `: definition` below the line or lines that hold the term.
///
/// A definition is a container like a list's item: what is indented as far as its text belongs to it.
enum DefinitionSyntax {
    static func open(
        _ parser: OpaquePointer?, _ parent: OpaquePointer?, _ input: UnsafeMutablePointer<UInt8>, _ line: Bytes, _ at: Int
    ) -> OpaquePointer? {
        var text = at + 1
        while text < line.count, line[text] == 0x20 { text += 1 }
        guard text > at + 1 || line[text] == 0x09, text < line.count, line[text] != 0x0A, let parent, follows(Node(parent)) else {
            return nil
        }
        let column = cmark_parser_get_first_nonspace_column(parser) + 1
        let indent = Int(cmark_parser_get_indent(parser))
        guard let block = cmark_parser_add_child(parser, parent, Cmark.shared.definitionType, column) else { return nil }
        cmark_node_set_syntax_extension(block, Cmark.shared.tag(.definition))
        // As with an item: after five spaces the text is indented code.
        let spaces = text - at - 1 < 5 ? max(1, text - at - 1) : 1
        Node(block).mark = indent + 1 + spaces
        cmark_parser_advance_offset(parser, input, Int32(at + 1) - cmark_parser_get_offset(parser), 0)
        cmark_parser_advance_offset(parser, input, Int32(spaces), 1)
        return block
    }

    /// A definition comes after a term or after another definition, with at most a blank line between.
    private static func follows(_ parent: Node) -> Bool {
        if parent.kind == .paragraph { return true }
        guard let before = parent.lastChild?.kind else { return false }
        return before == .paragraph || before == .definition
    }

    static func goesOn(_ parser: OpaquePointer?, _ input: UnsafeMutablePointer<UInt8>, _ node: Node) -> Bool {
        if cmark_parser_is_blank(parser) != 0 { return true }
        let indent = Int(cmark_parser_get_indent(parser))
        guard indent >= min(node.mark, 4), indent > 1 else { return false }
        cmark_parser_advance_offset(parser, input, Int32(min(indent, node.mark)), 1)
        return true
    }
}
