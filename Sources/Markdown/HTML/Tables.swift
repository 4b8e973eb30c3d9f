extension HTMLWriter {
    /// A wide table scrolls in a frame that the keyboard reaches.
    mutating func enterTable(_ node: Node, of document: borrowing Document) {
        beginLine()
        out.append("<div class=\"table-scroll\" role=\"group\" tabindex=\"0\" aria-label=\"")
        out.append(escaping: options.wording.table)
        out.append("\">\n")
        openTag("<table", node, of: document, closing: ">\n")
    }

    mutating func leaveTable(_ node: Node) {
        beginLine()
        if let row = node.lastChild, !row.isHeaderRow, isShownRow(row) || row.previous?.isHeaderRow == false { out.append("</tbody>\n") }
        out.append("</table>\n</div>\n")
    }

    /// A row from which a block's id was taken is not shown.
    private func isShownRow(_ row: Node) -> Bool {
        guard row.next == nil, let cell = row.firstChild, let text = cell.firstChild, text.next == nil, text.kind == .text else {
            return true
        }
        if !text.literal.isEmpty { return true }
        return cell.next.map { $0.firstChild != nil } ?? false
    }

    mutating func enterRow(_ node: Node) -> Bool {
        if !isShownRow(node) { return false }
        if node.isHeaderRow {
            out.append("<thead>\n")
        } else if node.previous?.isHeaderRow == true {
            out.append("<tbody>\n")
        }
        out.append("<tr>\n")
        return true
    }

    mutating func leaveRow(_ node: Node) {
        beginLine()
        out.append(node.isHeaderRow ? "</tr>\n</thead>\n" : "</tr>\n")
    }

    mutating func enterCell(_ node: Node) {
        beginLine()
        out.append(isHeader(node) ? "<th scope=\"col\"" : "<td")
        state.column = node.previous == nil ? 0 : state.column + 1
        switch node.parent?.parent?.alignment(column: state.column) ?? 0 {
        case 0x6C: out.append(" class=\"align-left\"")
        case 0x63: out.append(" class=\"align-center\"")
        case 0x72: out.append(" class=\"align-right\"")
        default: break
        }
        out.append(">")
    }

    mutating func leaveCell(_ node: Node) {
        out.append(isHeader(node) ? "</th>\n" : "</td>\n")
    }

    /// A header cell without text heads nothing.
    private func isHeader(_ cell: Node) -> Bool {
        cell.firstChild != nil && cell.parent?.isHeaderRow == true
    }
}
