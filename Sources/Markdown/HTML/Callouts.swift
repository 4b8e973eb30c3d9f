struct OpenCallout {
    var quote: Node
    /// The paragraph that begins with the title.
    var title: Node
    var isFolded: Bool
    var depth: Int
    var titleIsOpen = true
    var bodyIsOpen = false
}

/// Obsidian's callout types and their other names.
enum CalloutKind {
    static func named(_ type: String) -> StaticString {
        switch type {
        case "abstract", "summary", "tldr": "abstract"
        case "info": "info"
        case "todo": "todo"
        case "tip", "hint": "tip"
        case "important": "important"
        case "success", "check", "done": "success"
        case "question", "help", "faq": "question"
        case "warning": "warning"
        case "caution", "attention": "caution"
        case "failure", "fail", "missing": "failure"
        case "danger", "error": "danger"
        case "bug": "bug"
        case "example": "example"
        case "quote", "cite": "quote"
        default: "note"
        }
    }

    /// A second class, for the colours: kinds that say like things look alike.
    static func family(_ kind: StaticString) -> StaticString {
        if ["tip", "important", "success"].contains(where: { kind.isSame(as: $0) }) { return " k-good" }
        if ["warning", "caution", "question"].contains(where: { kind.isSame(as: $0) }) { return " k-warn" }
        if ["danger", "failure", "bug"].contains(where: { kind.isSame(as: $0) }) { return " k-bad" }
        return ["quote", "example", "abstract"].contains(where: { kind.isSame(as: $0) }) ? " k-plain" : ""
    }
}

extension HTMLWriter {
    mutating func enterQuote(_ node: Node, _ depth: Int, of document: borrowing Document) {
        beginLine()
        if depth >= Self.deepest { return }
        guard node.mark > 0, let title = node.firstChild else { return openTag("<blockquote", node, of: document, closing: ">\n") }
        let callout = document.callouts[node.mark - 1]
        let isFolded = callout.fold != .none
        openTag(isFolded ? "<details" : "<div", node, of: document, closing: " class=\"callout callout-")
        let kind = CalloutKind.named(callout.type)
        out.append(kind)
        out.append(CalloutKind.family(kind))
        out.append("\" data-callout=\"")
        out.append(escaping: callout.type)
        out.append(callout.fold == .open ? "\" open>\n" : "\">\n")
        out.append(isFolded ? "<summary class=\"callout-title\">" : "<p class=\"callout-title\">")
        if !hasTitle(title) { out.append(escaping: callout.type.prefix(1).uppercased() + callout.type.dropFirst()) }
        state.callouts.append(OpenCallout(quote: node, title: title, isFolded: isFolded, depth: depth))
    }

    private func hasTitle(_ paragraph: Node) -> Bool {
        var child = paragraph.firstChild
        while let node = child {
            switch node.kind {
            case .softBreak, .lineBreak: return false
            case .comment: break
            case .text: if !node.literal.trimmed.isEmpty { return true }
            default: return true
            }
            child = node.next
        }
        return false
    }

    /// At the first line's end the title ends, and the rest of its paragraph begins the body; true where that was so.
    mutating func breakCalloutTitle(_ node: Node) -> Bool {
        guard let callout = state.callouts.last, callout.titleIsOpen, node.parent == callout.title else { return false }
        closeCalloutTitle()
        openCalloutBody()
        state.split = SplitParagraph(node: callout.title, hasTag: true)
        return true
    }

    mutating func endCalloutTitle(_ paragraph: Node, of document: borrowing Document) {
        if state.callouts[state.callouts.count - 1].titleIsOpen { closeCalloutTitle() }
        endPiece()
        state.split = nil
        if paragraph.next != nil, !state.callouts[state.callouts.count - 1].bodyIsOpen { openCalloutBody() }
    }

    private mutating func closeCalloutTitle() {
        let last = state.callouts.count - 1
        closeRaw(deeperThan: state.callouts[last].depth + 1)
        state.callouts[last].titleIsOpen = false
        out.append(state.callouts[last].isFolded ? "</summary>\n" : "</p>\n")
    }

    private mutating func openCalloutBody() {
        state.callouts[state.callouts.count - 1].bodyIsOpen = true
        out.append("<div class=\"callout-body\">\n")
    }

    mutating func leaveQuote(_ node: Node, _ depth: Int) {
        if depth >= Self.deepest { return }
        guard let callout = state.callouts.last, callout.quote == node else {
            beginLine()
            out.append("</blockquote>\n")
            return
        }
        state.callouts.removeLast()
        beginLine()
        if callout.bodyIsOpen { out.append("</div>\n") }
        out.append(callout.isFolded ? "</details>\n" : "</div>\n")
    }
}
