/// Which elements of raw HTML are written, and what each may hold (HTML Standard, section 4).
struct RawElement {
    enum Model {
        /// Part of a line; holds parts of lines.
        case phrasing
        case void
        /// A block that holds parts of lines: `p`, headings, `summary`, …
        case line
        /// A block that holds blocks.
        case flow
        case list, descriptionList, table, tableSection, tableRow
    }

    var name: StaticString
    var model: Model
    /// Attributes besides `id`, `title`, `lang`, `dir`.
    var attributes: [StaticString] = []
    /// Elements, one of which must hold this one; empty where any may.
    var parents: [StaticString] = []
    /// A class that says what the element's own name said.
    var className: StaticString?
}

enum RawElements {
    enum Verdict {
        case allowed(RawElement)
        /// An element that may do harm: it goes, and that is said.
        case forbidden
        /// An element without use here: its tags go, what it holds stays.
        case dropped
        /// No element of HTML: most likely a placeholder such as `<name>`, which is shown as text.
        case unknown
    }

    enum LinkAttribute { case none, href, frame, media }

    static func verdict(_ name: Bytes) -> Verdict {
        let key = String(decoding: name, as: UTF8.self).lowercased()
        if let element = allowed[key] { return .allowed(element) }
        if forbidden.contains(key) { return .forbidden }
        return dropped.contains(key) ? .dropped : .unknown
    }

    static func linkAttribute(of name: Bytes) -> LinkAttribute {
        if name.equalsIgnoringCase("a") { return .href }
        if name.equalsIgnoringCase("iframe") || name.equalsIgnoringCase("frame") || name.equalsIgnoringCase("embed") { return .frame }
        let isMedia =
            name.equalsIgnoringCase("img") || name.equalsIgnoringCase("audio") || name.equalsIgnoringCase("video")
            || name.equalsIgnoringCase("source")
        return isMedia ? .media : .none
    }

    static func hidesContent(_ name: Bytes) -> Bool {
        hiding.contains { name.equalsIgnoringCase($0) }
    }

    private static let hiding: [StaticString] = [
        "script", "style", "iframe", "svg", "math", "textarea", "title", "template", "select", "object", "applet", "noscript", "xmp",
        "noembed", "noframes", "canvas", "datalist", "head",
    ]

    private static let forbidden: Set<String> = [
        "script", "style", "iframe", "frame", "frameset", "object", "embed", "applet", "form", "input", "button", "select", "option",
        "optgroup", "textarea", "base", "meta", "link", "svg", "math", "template", "slot", "noscript", "canvas", "dialog", "portal",
        "marquee", "bgsound", "keygen", "param", "xmp", "plaintext", "listing", "noembed", "noframes", "title", "head", "isindex",
        "datalist", "fencedframe", "foreignobject", "desc", "mglyph", "malignmark", "annotation-xml", "selectedcontent",
    ]

    private static let dropped: Set<String> = [
        "html", "body", "picture", "label", "fieldset", "legend", "output", "progress", "meter", "map", "area", "blink", "track", "menu",
        "menuitem", "search", "hgroup", "rb", "rtc", "image", "multicol", "spacer", "content", "shadow", "command", "colgroup", "col",
    ]

    private static let allowed: [String: RawElement] = Dictionary(
        uniqueKeysWithValues: (phrasing + blocks + tables).map { ($0.key, $0.element) })

    private static func plain(_ names: [StaticString], _ model: RawElement.Model) -> [(key: String, element: RawElement)] {
        names.map { (String(describing: $0), RawElement(name: $0, model: model)) }
    }

    private static let phrasing: [(key: String, element: RawElement)] =
        plain(
            [
                "abbr", "b", "bdi", "cite", "code", "dfn", "em", "i", "kbd", "mark", "q", "s", "samp", "small", "span", "strong", "sub",
                "sup", "u", "var",
            ],
            .phrasing)
        + plain(["br", "wbr"], .void) + [
            ("a", RawElement(name: "a", model: .phrasing)),
            ("acronym", RawElement(name: "abbr", model: .phrasing)),
            ("audio", RawElement(name: "audio", model: .phrasing)),
            ("bdo", RawElement(name: "bdo", model: .phrasing)),
            ("big", RawElement(name: "span", model: .phrasing, className: "text-large")),
            ("data", RawElement(name: "span", model: .phrasing)),
            ("del", RawElement(name: "del", model: .phrasing)),
            ("font", RawElement(name: "span", model: .phrasing)),
            ("img", RawElement(name: "img", model: .void, attributes: ["width", "height"])),
            ("ins", RawElement(name: "ins", model: .phrasing)),
            ("nobr", RawElement(name: "span", model: .phrasing)),
            ("rp", RawElement(name: "rp", model: .phrasing, parents: ["ruby"])),
            ("rt", RawElement(name: "rt", model: .phrasing, parents: ["ruby"])),
            ("ruby", RawElement(name: "ruby", model: .phrasing)),
            ("source", RawElement(name: "source", model: .void, parents: ["audio", "video"])),
            ("strike", RawElement(name: "s", model: .phrasing)),
            ("time", RawElement(name: "span", model: .phrasing)),
            ("tt", RawElement(name: "code", model: .phrasing)),
            ("video", RawElement(name: "video", model: .phrasing, attributes: ["width", "height"])),
        ]

    private static let blocks: [(key: String, element: RawElement)] =
        plain(["address", "blockquote", "details", "div", "figure"], .flow)
        + plain(["h1", "h2", "h3", "h4", "h5", "h6", "p", "pre"], .line)
        + ["article", "aside", "footer", "header", "main", "nav", "section"].map { ($0, RawElement(name: "div", model: .flow)) } + [
            ("center", RawElement(name: "div", model: .flow, className: "align-center")),
            ("dd", RawElement(name: "dd", model: .flow, parents: ["dl"])),
            ("dir", RawElement(name: "ul", model: .list)),
            ("dl", RawElement(name: "dl", model: .descriptionList)),
            ("dt", RawElement(name: "dt", model: .line, parents: ["dl"])),
            ("figcaption", RawElement(name: "figcaption", model: .line, parents: ["figure"])),
            ("hr", RawElement(name: "hr", model: .void)),
            ("li", RawElement(name: "li", model: .flow, attributes: ["value"], parents: ["ul", "ol"])),
            ("ol", RawElement(name: "ol", model: .list, attributes: ["start", "reversed"])),
            ("summary", RawElement(name: "summary", model: .line, parents: ["details"])),
            ("ul", RawElement(name: "ul", model: .list)),
        ]

    private static let tables: [(key: String, element: RawElement)] = [
        ("table", RawElement(name: "table", model: .table)),
        ("caption", RawElement(name: "caption", model: .line, parents: ["table"])),
        ("tbody", RawElement(name: "tbody", model: .tableSection, parents: ["table"])),
        ("td", RawElement(name: "td", model: .flow, attributes: ["colspan", "rowspan"], parents: ["tr"])),
        ("tfoot", RawElement(name: "tfoot", model: .tableSection, parents: ["table"])),
        ("th", RawElement(name: "th", model: .flow, attributes: ["colspan", "rowspan"], parents: ["tr"])),
        ("thead", RawElement(name: "thead", model: .tableSection, parents: ["table"])),
        ("tr", RawElement(name: "tr", model: .tableRow, parents: ["table", "tbody", "thead", "tfoot"])),
    ]
}
