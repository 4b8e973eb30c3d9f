/// Code as HTML: text with the four characters that must be references, and `<span class="hljs-…">` around parts of it.
enum CodeMarkup {
    /// Whether `html` holds nothing but such spans, each closed, and says what `code` says.
    static func isFaithful(_ html: Bytes, to code: Bytes) -> Bool {
        var depth = 0
        var at = 0
        var said = 0
        while at < html.count {
            var byte = html[at]
            if byte == 0x3C {
                guard let end = tagEnd(html, at) else { return false }
                depth += html[at + 1] == 0x2F ? -1 : 1
                if depth < 0 { return false }
                at = end
                continue
            }
            var length = 1
            if byte == 0x26 {
                guard let (character, count) = reference(html, at) else { return false }
                byte = character
                length = count
            }
            guard said < code.count, byte == Marker.original(code[said]) ?? code[said], byte != 0x3E || length > 1 else { return false }
            said += 1
            at += length
        }
        return depth == 0 && said == code.count
    }

    /// Offset after the tag at `at`; nil where it is another than a span's.
    static func tagEnd(_ html: Bytes, _ at: Int) -> Int? {
        if html.starts(with: "</span>", at: at) { return at + 7 }
        guard html.starts(with: "<span class=\"hljs-", at: at) else { return nil }
        var end = at + 18
        while end < html.count, html[end].isASCIIAlphanumeric || html[end] == 0x2D || html[end] == 0x5F || html[end] == 0x20 { end += 1 }
        return html.starts(with: "\">", at: end) ? end + 2 : nil
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
            return "hljs-meta"
        }
        switch line.first {
        case 0x2B: return "hljs-addition"
        case 0x2D: return "hljs-deletion"
        default: return nil
        }
    }
}
