/// Turns the tokens of all templates into one program.
struct Compiler {
    let options: TemplateSet.Options
    var vocabulary: Vocabulary
    private(set) var program = Program()
    private var blockNames: [String: Int32] = [:]
    private var file = ""
    private var tokens: [Token] = []
    /// Text is never joined to a step before this one: a jump ends here.
    private var joinFloor = 0

    init(vocabulary: Vocabulary, options: TemplateSet.Options) {
        self.vocabulary = vocabulary
        self.options = options
    }

    mutating func compile(_ sources: [(name: String, source: [UInt8])]) throws(TemplateError) {
        for (index, source) in sources.enumerated() { program.entryNames[source.name] = Int32(index) }
        for source in sources {
            file = source.name + TemplateSet.suffix
            var lexer = Lexer(file: file, source: source.source)
            tokens = try Layout(file: file, tokens: lexer.run()).tokens
            if options.isCompact { compact() }
            let start = here
            joinFloor = program.steps.count
            try compile(0..<tokens.count)
            program.entries.append(start..<here)
        }
    }

    private var here: Int32 { Int32(program.steps.count) }

    private func failure(_ line: Int, _ message: String) -> TemplateError { TemplateError(file: file, line: line, message: message) }

    /// Drops the white space at the beginning of lines, and lines that have nothing else.
    private mutating func compact() {
        for index in tokens.indices {
            if tokens[index].standaloneIndent != nil { tokens[index].standaloneIndent = [] }
            guard tokens[index].kind == .text, tokens[index].startsLine else { continue }
            tokens[index].content = tokens[index].content.drop { $0 == 32 || $0 == 9 }
            if tokens[index].content.elementsEqual([UInt8(ascii: "\n")]) { tokens[index].content = [] }
        }
    }

    private mutating func compile(_ range: Range<Int>) throws(TemplateError) {
        var index = range.lowerBound
        while index < range.upperBound {
            let token = tokens[index]
            switch token.kind {
            case .text: text(token.content)
            case .escaped: program.steps.append(.value(try path(token), escaped: true))
            case .unescaped: program.steps.append(.value(try path(token), escaped: false))
            case .section, .inverted:
                let end = closing(of: index)
                try section(token, (index + 1)..<end)
                index = end
            case .partial:
                program.steps.append(.partial(target: try target(token), indent: indent(token.standaloneIndent ?? [])))
            case .parent:
                let end = closing(of: index)
                try parent(token, (index + 1)..<end)
                index = end
            case .block:
                let end = closing(of: index)
                try block(token, (index + 1)..<end)
                index = end
            case .comment, .delimiters, .close: break
            }
            index += 1
        }
    }

    private mutating func text(_ content: ArraySlice<UInt8>) {
        guard !content.isEmpty else { return }
        let start = Int32(program.literals.count)
        program.literals += content
        let end = Int32(program.literals.count)
        if program.steps.count > joinFloor, case .text(let previous) = program.steps[program.steps.count - 1] {
            program.steps[program.steps.count - 1] = .text(previous.lowerBound..<end)
        } else {
            program.steps.append(.text(start..<end))
        }
    }

    private mutating func section(_ token: Token, _ inner: Range<Int>) throws(TemplateError) {
        let place = program.steps.count
        let path = try path(token)
        program.steps.append(.section(path, takesItem: true, end: 0))
        joinFloor = program.steps.count
        try compile(inner)
        let takesItem = program.takesItem(Int32(place + 1)..<here)
        program.steps[place] = token.kind == .section ? .section(path, takesItem: takesItem, end: here) : .inverted(path, end: here)
        joinFloor = program.steps.count
    }

    private mutating func block(_ token: Token, _ inner: Range<Int>) throws(TemplateError) {
        let indentation = dedent(inner) ?? token.standaloneIndent ?? []
        let place = program.steps.count
        program.steps.append(.block(name: 0, indent: 0, end: 0))
        joinFloor = program.steps.count
        try compile(inner)
        program.steps[place] = .block(name: blockName(token), indent: indent(indentation), end: here)
        joinFloor = program.steps.count
    }

    /// Only the blocks inside count; other text between the tags of a parent is not written.
    private mutating func parent(_ token: Token, _ inner: Range<Int>) throws(TemplateError) {
        let place = program.steps.count
        let target = try target(token)
        program.steps.append(.parent(target: target, overrides: 0, indent: 0, end: 0))
        var overrides: [Override] = []
        var index = inner.lowerBound
        while index < inner.upperBound {
            let token = tokens[index]
            switch token.kind {
            case .block:
                let end = closing(of: index)
                _ = dedent((index + 1)..<end)
                joinFloor = program.steps.count
                let start = here
                try compile((index + 1)..<end)
                overrides.append(Override(name: blockName(token), steps: start..<here))
                index = end
            case .section, .inverted, .parent: index = closing(of: index)
            default: break
            }
            index += 1
        }
        program.overrides.append(overrides)
        program.steps[place] = .parent(
            target: target, overrides: Int32(program.overrides.count - 1), indent: indent(token.standaloneIndent ?? []), end: here)
        joinFloor = program.steps.count
    }

    /// Takes the indentation of the first line of a block's content from all its lines, and returns it;
    /// nil where the content does not begin a line.
    private mutating func dedent(_ inner: Range<Int>) -> ArraySlice<UInt8>? {
        guard let first = inner.first, tokens[first].startsLine else { return nil }
        let content = tokens[first].standaloneIndent ?? tokens[first].content
        let margin = content.prefix { $0 == 32 || $0 == 9 }
        for index in inner where tokens[index].startsLine {
            if tokens[index].kind == .text, tokens[index].content.starts(with: margin) {
                tokens[index].content = tokens[index].content.dropFirst(margin.count)
            } else if let indent = tokens[index].standaloneIndent, indent.starts(with: margin) {
                tokens[index].standaloneIndent = indent.dropFirst(margin.count)
            }
        }
        return margin
    }

    private func closing(of opening: Int) -> Int {
        var depth = 0
        var index = opening
        while true {
            switch tokens[index].kind {
            case .section, .inverted, .parent, .block: depth += 1
            case .close: depth -= 1
            default: break
            }
            if depth == 0 { return index }
            index += 1
        }
    }

    private mutating func path(_ token: Token) throws(TemplateError) -> Path {
        if token.content.elementsEqual([UInt8(ascii: ".")]) { return Path(first: -1, rest: 0..<0) }
        var parts: [Int32] = []
        for part in token.content.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            let name = String(decoding: part, as: UTF8.self)
            guard let symbol = vocabulary.symbol(name) else {
                let hint = vocabulary.nearest(to: name).map { "; did you mean \($0)?" } ?? ""
                throw failure(token.line, "there is nothing called \(name)\(hint)")
            }
            parts.append(Int32(symbol))
        }
        let start = Int32(program.symbols.count)
        program.symbols += parts.dropFirst()
        return Path(first: parts[0], rest: start..<Int32(program.symbols.count))
    }

    private mutating func target(_ token: Token) throws(TemplateError) -> Int32 {
        var target = Target(entry: -1, dynamic: nil)
        if token.isDynamic {
            target.dynamic = try path(token)
        } else if let entry = program.entryNames[token.name] {
            target.entry = entry
        } else if !options.allowsMissingPartials {
            throw failure(token.line, "there is no template \(token.name)\(TemplateSet.suffix)")
        }
        program.targets.append(target)
        return Int32(program.targets.count - 1)
    }

    private mutating func blockName(_ token: Token) -> Int32 {
        if let known = blockNames[token.name] { return known }
        let number = Int32(blockNames.count)
        blockNames[token.name] = number
        return number
    }

    private mutating func indent(_ bytes: ArraySlice<UInt8>) -> Int32 {
        if let known = program.indents.firstIndex(of: Array(bytes)) { return Int32(known) }
        program.indents.append(Array(bytes))
        return Int32(program.indents.count - 1)
    }
}
