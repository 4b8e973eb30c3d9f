/// KaTeX's MathML, rebuilt tag by tag from what the MathML Core specification has, without style and without KaTeX's wrapper.
enum MathML {
    private static let elements: [StaticString] = [
        "math", "semantics", "mrow", "mi", "mo", "mn", "mtext", "ms", "mspace", "msup", "msub", "msubsup", "mfrac", "msqrt", "mroot",
        "mover",
        "munder", "munderover", "mtable", "mtr", "mtd", "mstyle", "mpadded", "mphantom", "menclose", "mmultiscripts", "mprescripts", "none",
        "annotation",
    ]
    private static let attributes: [StaticString] = [
        "display", "encoding", "mathvariant", "stretchy", "fence", "separator", "lspace", "rspace", "accent", "accentunder",
        "linethickness",
        "scriptlevel", "displaystyle", "width", "height", "depth", "voffset", "minsize", "maxsize", "symmetric", "movablelimits", "form",
        "columnalign", "rowspacing", "columnspacing", "rowalign", "columnlines", "rowlines", "notation",
    ]

    /// Nil where there is anything else in it.
    static func rebuilt(_ html: Bytes) -> [UInt8]? {
        var out = ByteBuffer(capacity: html.count)
        var scanner = RawTagScanner(html, hidesContent: false)
        var open: [(read: StaticString, written: StaticString)] = []
        while let token = scanner.next() {
            switch token {
            case .text(let text): Entities.decoded(text).withUnsafeBufferPointer { out.append(escaping: $0) }
            case .tag(let tag) where tag.name.equalsIgnoringCase("span"): break
            case .tag(let tag):
                guard let name = elements.first(where: { tag.name.equalsIgnoringCase($0) }) else { return nil }
                if tag.isClosing {
                    guard let last = open.popLast(), last.read.isSame(as: name) else { return nil }
                    out.append("</")
                    out.append(last.written)
                    out.append(">")
                } else {
                    // KaTeX puts `mover` and its like into `mi`, which holds text only.
                    let written: StaticString = tokens.contains { $0.isSame(as: name) } && holdsTags(scanner) ? "mrow" : name
                    open.append((name, written))
                    write(tag, written, to: &out)
                }
            default: return nil
            }
        }
        return open.isEmpty ? Array(out.bytes) : nil
    }

    private static let tokens: [StaticString] = ["mi", "mo", "mn", "mtext", "ms"]

    private static func holdsTags(_ scanner: RawTagScanner) -> Bool {
        var ahead = scanner
        guard case .tag(let tag)? = ahead.next() else { return false }
        return !tag.isClosing
    }

    private static func isKept(_ attribute: StaticString, of name: StaticString) -> Bool {
        !attribute.isSame(as: "width") || name.isSame(as: "mspace") || name.isSame(as: "mpadded")
    }

    private static func write(_ tag: RawTag, _ name: StaticString, to out: inout ByteBuffer) {
        out.append("<")
        out.append(name)
        for attribute in tag.attributes {
            guard let kept = attributes.first(where: { attribute.name.equalsIgnoringCase($0) }), isKept(kept, of: name),
                let value = attribute.value
            else {
                continue
            }
            out.append(" ")
            out.append(kept)
            out.append("=\"")
            Entities.decoded(value).withUnsafeBufferPointer { out.append(escaping: $0) }
            out.append("\"")
        }
        out.append(">")
    }
}
