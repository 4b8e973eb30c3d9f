extension HTMLWriter {
    mutating func writeCodeBlock(_ node: Node, _ kind: NodeKind, of document: borrowing Document) {
        beginLine()
        if kind == .mathBlock {
            openTag("<p", node, of: document, closing: " class=\"math-block\">")
            writeMath(BlockContent.math(node.literal), isDisplay: true, line: state.isEmbedded ? 0 : document.fileLine(node.line))
            out.append("</p>\n")
            return
        }
        let info = CodeInfo(node.fenceInfo)
        if writeDiagram(node, info.language, of: document) { return }
        if let title = info.title {
            out.append("<figure class=\"code\">\n<figcaption>")
            out.append(escaping: title)
            out.append("</figcaption>\n")
        }
        openTag("<pre", node, of: document, closing: " tabindex=\"0\"><code")
        if !info.language.isEmpty {
            out.append(" class=\"language-")
            out.append(escaping: info.language)
            out.append("\"")
        }
        out.append(">")
        writeCode(node.literal, info)
        out.append("</code></pre>\n")
        if info.title != nil { out.append("</figure>\n") }
    }

    private mutating func writeCode(_ code: Bytes, _ info: CodeInfo) {
        let coloured = options.highlightsCode ? colour(code, info.language) : nil
        if !info.hasLineNumbers, info.marked.isEmpty {
            guard let coloured else { return out.append(escaping: code) }
            return coloured.withUnsafeBufferPointer { out.append($0) }
        }
        var lines = CodeLines(info)
        if let coloured {
            coloured.withUnsafeBufferPointer { lines.write($0, to: &out) }
        } else {
            var plain = ByteBuffer(capacity: code.count)
            plain.append(escaping: code)
            lines.write(plain.bytes, to: &out)
        }
    }

    private func colour(_ code: Bytes, _ language: Bytes) -> [UInt8]? {
        if language.equalsIgnoringCase("diff") || language.equalsIgnoringCase("patch") { return CodeMarkup.difference(code) }
        return scripts.highlighted(code, language: language)
    }

    /// `line` is for what is said of a formula with an error; 0 where nothing is.
    mutating func writeMath(_ source: Bytes, isDisplay: Bool, line: Int) {
        let source = source.trimmed
        switch options.setsFormulas ? scripts.formula(source, isDisplay: isDisplay) : nil {
        case .mathML(let html): html.withUnsafeBufferPointer { out.append($0) }
        case .error(let message):
            if line > 0 { report("math-error", line, "The formula is shown as written: \(message)") }
            writePlainMath(source, isDisplay)
        case nil: writePlainMath(source, isDisplay)
        }
    }

    private mutating func writePlainMath(_ source: Bytes, _ isDisplay: Bool) {
        out.append(isDisplay ? "<code class=\"math math-display\">" : "<code class=\"math\">")
        out.append(escaping: source)
        out.append("</code>")
    }
}

/// Writes code line by line, each in a span of its own; spans of colour that go over a line's end are closed and opened again.
struct CodeLines {
    private let info: CodeInfo
    private var number = 0
    /// Opening tags of the colours that are open.
    private var open: [Range<Int>] = []

    init(_ info: CodeInfo) { self.info = info }

    mutating func write(_ html: Bytes, to out: inout ByteBuffer) {
        var at = 0
        if html.isEmpty { return }
        beginLine(html, &out)
        while at < html.count {
            if html[at] == 0x3C {
                let end = CodeMarkup.tagEnd(html, at)
                if html[at + 1] == 0x2F { open.removeLast() } else { open.append(at..<end) }
                out.append(html.slice(at..<end))
                at = end
            } else if html[at] == 0x0A {
                endLine(&out)
                at += 1
                if at < html.count { beginLine(html, &out) } else { return }
            } else {
                out.append(html[at])
                at += 1
            }
        }
        endLine(&out)
    }

    private mutating func beginLine(_ html: Bytes, _ out: inout ByteBuffer) {
        number += 1
        let isMarked = info.marked.contains { $0.contains(number) }
        out.append(isMarked ? "<span class=\"line marked\"" : "<span class=\"line\"")
        if info.hasLineNumbers {
            out.append(" data-line=\"")
            out.append(number: info.firstLine + number - 1)
            out.append("\"")
        }
        out.append(">")
        for tag in open { out.append(html.slice(tag)) }
    }

    private func endLine(_ out: inout ByteBuffer) {
        for _ in open { out.append("</span>") }
        out.append("</span>\n")
    }
}

enum BlockContent {
    /// The formula of a block that `$$` ends; the line of the end is part of what cmark keeps.
    static func math(_ literal: Bytes) -> Bytes {
        var at = 0
        while at + 1 < literal.count {
            let isFirst = literal[at] == 0x24 || literal[at] == Marker.math
            if isFirst, literal[at + 1] == literal[at] { return literal.slice(0..<at) }
            at += 1
        }
        return literal
    }
}
