/// Matches closing tags to what they close, and takes tags that stand alone on their line out of it with their white space,
/// as the language's rules on standalone tags ask.
struct Layout {
    let file: String
    private(set) var tokens: [Token]

    init(file: String, tokens: [Token]) throws(TemplateError) {
        self.file = file
        self.tokens = tokens
        try matchClosings()
        removeStandaloneLines()
    }

    private mutating func matchClosings() throws(TemplateError) {
        var stack: [Token] = []
        for index in tokens.indices {
            let token = tokens[index]
            switch token.kind {
            case .section, .inverted, .parent, .block: stack.append(token)
            case .close:
                guard let opener = stack.popLast() else {
                    throw TemplateError(file: file, line: token.line, message: "{{/\(token.name)}} closes nothing")
                }
                guard opener.name == token.name else {
                    throw TemplateError(
                        file: file, line: token.line,
                        message: "{{/\(token.name)}} stands where {{/\(opener.name)}} is due, opened on line \(opener.line)")
                }
                tokens[index].closes = opener.kind
            default: break
            }
        }
        if let open = stack.last {
            throw TemplateError(file: file, line: open.line, message: "\(open.name) is opened and never closed")
        }
    }

    /// Goes through the tokens line by line. A tag may span lines; it then belongs to the line it begins on.
    private mutating func removeStandaloneLines() {
        var result: [Token] = []
        var start = 0
        while start < tokens.count {
            var end = start
            while end < tokens.count {
                let token = tokens[end]
                end += 1
                if token.kind == .text, token.content.last == UInt8(ascii: "\n") { break }
            }
            tokens[start].startsLine = true
            result += standalone(Array(tokens[start..<end]))
            start = end
        }
        tokens = result
    }

    private func standalone(_ line: [Token]) -> [Token] {
        var tags = line.filter { $0.kind != .text }
        let isBlank = line.allSatisfy { $0.kind != .text || $0.content.allSatisfy(isSpace) }
        guard isBlank, !tags.isEmpty, tags.allSatisfy({ $0.kind != .escaped && $0.kind != .unescaped }) else { return line }
        // One tag to a line, or the opening and closing tags of an inheritance side by side.
        let inherits = tags.contains { $0.kind == .parent || $0.closes == .parent }
        let indent: ArraySlice<UInt8> = line[0].kind == .text ? line[0].content.prefix { $0 == 32 || $0 == 9 } : []
        guard tags.count == 1 || inherits else {
            // `  {{$block}}{{/block}}`: the white space before it indents what replaces the block.
            guard tags[0].kind == .block, line[0].kind == .text else { return line }
            var kept = Array(line.dropFirst())
            kept[0].standaloneIndent = indent
            kept[0].startsLine = true
            return kept
        }
        tags[0].standaloneIndent = indent
        tags[0].startsLine = true
        for index in tags.indices.dropFirst() { tags[index].standaloneIndent = [] }
        return tags
    }
}
