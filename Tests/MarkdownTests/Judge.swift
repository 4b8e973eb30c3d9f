import CGumbo

/// Reads rendered HTML as a browser does (gumbo: the HTML Standard's parsing algorithm) and says what is wrong with it.
enum Judge {
    static func findings(_ html: String) -> [String] {
        var page = """
            <!DOCTYPE html><html lang="en"><head><title>t</title></head><body><header id="syn-top"></header><main id="syn-main">\
            <article id="syn-article">\(html)</article></main><footer id="syn-end"></footer></body></html>
            """
        return page.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                guard let output = syn_gumbo_parse(text.baseAddress, text.count) else { return ["not parsed"] }
                defer { syn_gumbo_free(output) }
                var reading = Reading()
                reading.read(output.pointee.root)
                if output.pointee.errors.length > 0 { reading.findings.append("\(output.pointee.errors.length) parse errors") }
                if reading.frame != ["body>header", "body>main", "main>article", "body>footer"] {
                    reading.findings.append("the frame is broken: \(reading.frame)")
                }
                return reading.findings
            }
        }
    }
}

private struct Reading {
    var findings: [String] = []
    /// Elements of the page around the article, as parent and child.
    var frame: [String] = []
    private var ids: Set<String> = []

    private static let elements: Set<String> = [
        "a", "abbr", "address", "audio", "b", "bdi", "bdo", "blockquote", "br", "caption", "cite", "code", "dd", "del", "details", "dfn",
        "div",
        "dl", "dt", "em", "figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "input", "ins", "kbd", "li", "mark",
        "ol",
        "p", "pre", "q", "rp", "rt", "ruby", "s", "samp", "section", "small", "source", "span", "strong", "sub", "summary", "sup", "table",
        "tbody", "td", "tfoot", "th", "thead", "tr", "u", "ul", "var", "video", "wbr", "math", "semantics", "mrow", "mi", "mo", "mn",
        "mtext",
        "annotation", "msup", "msub", "mfrac", "msqrt", "mspace", "mtable", "mtr", "mtd", "mstyle", "mover", "munder", "munderover",
        "msubsup",
        "mpadded", "mphantom", "mroot", "menclose",
    ]
    private static let attributes: Set<String> = [
        "href", "class", "rel", "title", "id", "src", "alt", "loading", "width", "height", "aria-hidden", "tabindex", "aria-label", "role",
        "scope", "start", "reversed", "value", "type", "checked", "disabled", "open", "data-callout", "controls", "preload", "lang", "dir",
        "colspan", "rowspan", "display", "encoding", "mathvariant", "stretchy", "fence", "separator", "data-line", "rowspacing",
        "columnalign",
        "columnspacing", "scriptlevel", "displaystyle", "lspace", "rspace", "voffset", "depth", "linethickness", "accent", "movablelimits",
        "minsize",
        "maxsize", "notation", "accentunder", "symmetric", "form", "rowalign", "columnlines", "rowlines",
    ]

    /// Nodes whose parents are kept on a stack: pages may be nested deep.
    mutating func read(_ root: UnsafeMutablePointer<GumboNode>?) {
        var stack: [(node: UnsafeMutablePointer<GumboNode>, parent: String, inArticle: Bool)] = []
        if let root { stack.append((root, "", false)) }
        while let (node, parent, inArticle) = stack.popLast() {
            guard node.pointee.type == GUMBO_NODE_ELEMENT || node.pointee.type == GUMBO_NODE_TEMPLATE else {
                if node.pointee.type == GUMBO_NODE_COMMENT { findings.append("a comment") }
                continue
            }
            let element = node.pointee.v.element
            let name = Self.name(element)
            if inArticle { judge(element, name) } else if parent == "body" || parent == "main" { frame.append("\(parent)>\(name)") }
            let isArticle = inArticle || (name == "article" && parent == "main")
            for index in (0..<Int(element.children.length)).reversed() {
                guard let child = element.children.data[index] else { continue }
                stack.append((child.assumingMemoryBound(to: GumboNode.self), name, isArticle))
            }
        }
    }

    private static func name(_ element: GumboElement) -> String {
        let known = String(cString: gumbo_normalized_tagname(element.tag))
        if !known.isEmpty { return known }
        var piece = element.original_tag
        gumbo_tag_from_original_text(&piece)
        let bytes = UnsafeBufferPointer(start: UnsafeRawPointer(piece.data)?.assumingMemoryBound(to: UInt8.self), count: piece.length)
        return String(decoding: bytes, as: UTF8.self).lowercased()
    }

    private mutating func judge(_ element: GumboElement, _ name: String) {
        if !Self.elements.contains(name) { findings.append("element <\(name)>") }
        for index in 0..<Int(element.attributes.length) {
            guard let raw = element.attributes.data[index] else { continue }
            let attribute = raw.assumingMemoryBound(to: GumboAttribute.self).pointee
            judge(String(cString: attribute.name), String(cString: attribute.value), of: name)
        }
    }

    private mutating func judge(_ attribute: String, _ value: String, of name: String) {
        if !Self.attributes.contains(attribute) { findings.append("attribute \(attribute) of <\(name)>") }
        if attribute == "id" {
            if !ids.insert(value).inserted { findings.append("id \(value) twice") }
            if value.hasPrefix("syn-"), !value.hasPrefix("syn-fn") { findings.append("id \(value) of the site's own") }
        }
        if attribute == "href" || attribute == "src" { judgeAddress(value, of: name) }
        if name == "input", attribute == "type", value != "checkbox" { findings.append("input of type \(value)") }
    }

    /// As a browser reads an address: controls and spaces around it go, tabs and line ends within it go, the scheme has no case.
    private mutating func judgeAddress(_ value: String, of name: String) {
        let read = value.unicodeScalars.filter { $0.value > 0x20 }.map(String.init).joined().lowercased()
        guard let colon = read.firstIndex(of: ":"), !read[..<colon].contains(where: { "/?#".contains($0) }) else { return }
        let scheme = String(read[..<colon])
        // What no scheme can be made of is a relative address.
        guard let first = scheme.utf8.first, first &- 0x61 < 26,
            scheme.utf8.allSatisfy({ $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || "+-.".utf8.contains($0) })
        else { return }
        let isPicture = name == "img" && ["png", "gif", "jpeg", "webp", "svg+xml"].contains { read.hasPrefix("data:image/\($0)") }
        if !["http", "https", "mailto", "tel", "ftp", "xmpp", "geo"].contains(scheme), !isPicture { findings.append("address \(value)") }
        if name != "a", scheme.hasPrefix("http") { findings.append("request to \(value)") }
    }
}
