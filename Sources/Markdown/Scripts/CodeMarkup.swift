/// Code as HTML: text with the four characters that must be references, and `<span class="t…">` around parts of it. The classes are the
/// site's colours of text: `tv` (violet) keywords, `tg` (green) strings and additions, `ta` (amber) numbers and names of values, `tb` (blue)
/// titles, `tm` (muted) comments, `tr` (red) deletions.
enum CodeMarkup {
    /// highlight.js's `html` with the site's classes; nil unless it holds nothing but spans, each closed, and says what `code` says.
    static func rebuilt(_ html: Bytes, of code: Bytes) -> [UInt8]? {
        var out = ByteBuffer(capacity: html.count)
        // Whether each open span is written.
        var open: [Bool] = []
        var at = 0
        var said = 0
        while at < html.count {
            if html[at] == 0x3C {
                if html.starts(with: "</span>", at: at) {
                    guard let isWritten = open.popLast() else { return nil }
                    if isWritten { out.append("</span>") }
                    at += 7
                    continue
                }
                guard let (name, end) = className(html, at) else { return nil }
                open.append(!name.isSame(as: ""))
                if !name.isSame(as: "") { write(name, to: &out) }
                at = end
                continue
            }
            guard let (byte, length) = character(html, at), said < code.count, byte == Marker.original(code[said]) ?? code[said] else {
                return nil
            }
            out.append(html.slice(at..<at + length))
            said += 1
            at += length
        }
        return open.isEmpty && said == code.count ? Array(out.bytes) : nil
    }

    private static func write(_ name: StaticString, to out: inout ByteBuffer) {
        out.append("<span class=\"")
        out.append(name)
        out.append("\">")
    }

    private static func character(_ html: Bytes, _ at: Int) -> (UInt8, Int)? {
        if html[at] == 0x26 { return reference(html, at) }
        return html[at] == 0x3E ? nil : (html[at], 1)
    }

    /// The site's class for highlight.js's own, empty for one that has no colour, and the offset after the tag.
    private static func className(_ html: Bytes, _ at: Int) -> (StaticString, Int)? {
        guard html.starts(with: "<span class=\"hljs-", at: at) else { return nil }
        let first = at + 18
        var end = first
        while end < html.count, html[end].isASCIIAlphanumeric || html[end] == 0x2D || html[end] == 0x5F || html[end] == 0x20 { end += 1 }
        guard html.starts(with: "\">", at: end) else { return nil }
        let name = html.slice(first..<(html.slice(first..<end).first(0x20).map { first + $0 } ?? end))
        let found = classes.first { $0.names.contains { name.equalsIgnoringCase($0) } }
        return (found?.name ?? "", end + 2)
    }

    private static let classes: [(name: StaticString, names: [StaticString])] = [
        ("tv", ["keyword", "literal", "selector-tag", "name", "type", "doctag", "meta-keyword", "builtin-name"]),
        ("tg", ["string", "regexp", "addition", "selector-attr", "meta-string"]),
        ("ta", ["number", "symbol", "bullet", "link", "variable", "template-variable", "attr", "attribute", "selector-pseudo"]),
        ("tb", ["title", "section", "built_in", "selector-id", "selector-class"]),
        ("tm", ["comment", "quote", "meta"]),
        ("tr", ["deletion"]),
    ]

    /// Offset after the tag of ours at `at`.
    static func tagEnd(_ html: Bytes, _ at: Int) -> Int {
        (html.first(0x3E, from: at) ?? html.count - 1) + 1
    }

    private static func reference(_ html: Bytes, _ at: Int) -> (UInt8, Int)? {
        if html.starts(with: "&amp;", at: at) { return (0x26, 5) }
        if html.starts(with: "&lt;", at: at) { return (0x3C, 4) }
        if html.starts(with: "&gt;", at: at) { return (0x3E, 4) }
        if html.starts(with: "&quot;", at: at) { return (0x22, 6) }
        if html.starts(with: "&#x27;", at: at) { return (0x27, 6) }
        return nil
    }

    /// Lines of a difference by what they begin with. No script is needed for that.
    static func difference(_ code: Bytes) -> [UInt8] {
        var out = ByteBuffer(capacity: code.count * 2)
        var start = 0
        while start < code.count {
            let end = code.first(0x0A, from: start) ?? code.count
            let line = code.slice(start..<end)
            let kind = differenceClass(line)
            if let kind {
                out.append("<span class=\"")
                out.append(kind)
                out.append("\">")
            }
            out.append(escaping: line)
            if kind != nil { out.append("</span>") }
            if end < code.count { out.append(0x0A) }
            start = end + 1
        }
        return Array(out.bytes)
    }

    private static func differenceClass(_ line: Bytes) -> StaticString? {
        if line.starts(with: "+++") || line.starts(with: "---") || line.starts(with: "@@") || line.starts(with: "diff ")
            || line.starts(with: "index ")
        {
            return "tm"
        }
        switch line.first {
        case 0x2B: return "tg"
        case 0x2D: return "tr"
        default: return nil
        }
    }
}
