/// The HTML of a page's text as Markdown again, for machines: what a reader sees and nothing else.
///
/// It is made from the rendered page and not from the vault's file, so that it is as public as the page: names that were withheld, comments
/// and link targets that lead nowhere are not in it, embedded pages are, and links lead to the other pages' Markdown.
struct MarkdownText {
    let html: UnsafeBufferPointer<UInt8>
    var at = 0
    var out: [UInt8] = []

    /// What begins each line inside of the containers that are open: `> `, blanks below a list's mark.
    var prefixes: [[UInt8]] = []
    /// The mark of a list's item that has not been written yet.
    var pendingMark: [UInt8]?
    var lists: [(isOrdered: Bool, number: Int)] = []
    var isLineStart = true
    /// A blank line is due before what comes next.
    var needsGap = false
    var hrefs: [Range<Int>?] = []
    var isInCell = false
    var cells = 0
    var isHeaderRow = false
    var codeDepth = 0
    var hasMarkInCode = false
    /// Open `<div>`s and their like: whether each is a callout.
    var containers: [Bool] = []
    var continuesLine = false

    static func of(_ html: [UInt8]) -> [UInt8] {
        html.withUnsafeBufferPointer { html in
            var text = MarkdownText(html: html)
            text.out.reserveCapacity(html.count)
            text.run()
            return text.out
        }
    }

    private init(html: UnsafeBufferPointer<UInt8>) { self.html = html }

    mutating func run() {
        while at < html.count {
            if html[at] == UInt8(ascii: "<") { readTag() } else { readText() }
        }
        while let last = out.last, last == 32 || last == 10 { out.removeLast() }
        if !out.isEmpty { out.append(10) }
    }

    mutating func readTag() {
        let tag = HTMLTag(html, at: at)
        at = tag.end
        if !tag.isClosing, let gone = passedOver(tag) {
            let start = at
            skip(gone)
            if gone == HTMLElement.math { putFormula(start..<at) }
            return
        }
        switch tag.name {
        case HTMLElement.div, HTMLElement.section, HTMLElement.details: container(tag)
        case HTMLElement.p, HTMLElement.figure, HTMLElement.figcaption, HTMLElement.summary, HTMLElement.dl, HTMLElement.dt,
            HTMLElement.table:
            tag.isClosing ? endBlock() : beginBlock(tag)
        case HTMLElement.thead, HTMLElement.tbody: break
        case HTMLElement.h1...HTMLElement.h6:
            if tag.isClosing { return endBlock() }
            beginBlock(tag)
            for _ in 0...(tag.name - HTMLElement.h1) { put("#") }
            put(" ")
        case HTMLElement.ul, HTMLElement.ol: list(tag)
        case HTMLElement.li: item(tag)
        case HTMLElement.dd: definition(tag)
        case HTMLElement.blockquote: quote(tag)
        case HTMLElement.pre: code(tag)
        case HTMLElement.tr: row(tag)
        case HTMLElement.td, HTMLElement.th: cell(tag)
        case HTMLElement.hr:
            beginBlock(tag)
            put("---")
            endBlock()
        default: inline(tag)
        }
    }

    mutating func inline(_ tag: HTMLTag) {
        switch tag.name {
        case HTMLElement.strong, HTMLElement.b: put("**")
        case HTMLElement.em, HTMLElement.i: put("*")
        case HTMLElement.del, HTMLElement.s: put("~~")
        case HTMLElement.mark: put("==")
        case HTMLElement.br: breakLine()
        case HTMLElement.code: codeSpan(tag)
        case HTMLElement.a: anchor(tag)
        case HTMLElement.img:
            // A drawing that stands in the page itself has no address.
            guard let source = tag.place(of: "src", html), !html[source].starts(with: "data:".utf8) else { return }
            put("![\(tag.value("alt", html) ?? "")")
            putTarget(source)
        case HTMLElement.input: put(tag.contains(" checked", html) ? "[x] " : "[ ] ")
        case HTMLElement.video, HTMLElement.audio:
            if !tag.isClosing, let source = tag.place(of: "src", html) {
                put("[\(tag.value("title", html) ?? "")")
                putTarget(source)
            }
        default: break
        }
    }

    mutating func breakLine() {
        if isInCell { return put(" ") }
        put("\\")
        newLine()
    }

    /// The name of an element that is not for machines, with all that is in it.
    func passedOver(_ tag: HTMLTag) -> UInt64? {
        let isGone =
            switch tag.name {
            case HTMLElement.a: tag.begins(with: " class=\"anchor\"", html) || tag.begins(with: " href=\"#syn-fnref-", html)
            case HTMLElement.math: true
            case HTMLElement.span: tag.begins(with: " class=\"visually-hidden\"", html)
            default: false
            }
        return isGone ? tag.name : nil
    }

    mutating func skip(_ name: UInt64) {
        var depth = 1
        while depth > 0, at < html.count {
            guard html[at] == UInt8(ascii: "<") else {
                at += 1
                continue
            }
            let tag = HTMLTag(html, at: at)
            at = tag.end
            if tag.name == name { depth += tag.isClosing ? -1 : 1 }
        }
    }

    // MARK: Lines

    mutating func newLine() {
        while out.last == 32 { out.removeLast() }
        out.append(10)
        isLineStart = true
    }

    /// Writes the blank line that is due.
    mutating func flushGap() {
        guard needsGap else { return }
        needsGap = false
        if out.isEmpty { return }
        for prefix in prefixes { out += prefix }
        while out.last == 32 { out.removeLast() }
        out.append(10)
    }

    mutating func beginLine() {
        guard isLineStart else { return }
        flushGap()
        if let mark = pendingMark {
            for prefix in prefixes.dropLast() { out += prefix }
            out += mark
            pendingMark = nil
        } else {
            for prefix in prefixes { out += prefix }
        }
        isLineStart = false
    }

    mutating func put(_ text: StaticString) {
        beginLine()
        text.withUTF8Buffer { out.append(contentsOf: $0) }
    }

    mutating func put(_ text: String) {
        beginLine()
        out.append(contentsOf: text.utf8)
    }

    // MARK: Text

    mutating func readText() {
        let html = html
        while at < html.count {
            if isLineStart { skipBlanks() }
            let start = at
            var end = start
            while end < html.count, !Self.isSpecial(html[end]) { end += 1 }
            at = end
            if end > start { put(run: start..<end) }
            guard at < html.count, html[at] != UInt8(ascii: "<") else { return }
            switch html[at] {
            case 9, 10, 13:
                // Line ends between blocks are no text; those in it are blanks.
                if !isLineStart, out.last != 32 { out.append(32) }
                at += 1
            case UInt8(ascii: "&"):
                let (byte, length) = Self.reference(html[...], at)
                escape(byte)
                at += length
            case let byte:
                escape(byte)
                at += 1
            }
        }
    }

    /// Bytes that need a look; all others are text as they stand.
    @inline(__always)
    static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 64 ? lowSpecials >> UInt64(byte) & 1 != 0 : byte < 128 && highSpecials >> UInt64(byte - 64) & 1 != 0
    }

    /// `<`, `&`, `*`, line feed, tab, carriage return.
    private static var lowSpecials: UInt64 { 1 << 60 | 1 << 38 | 1 << 42 | 1 << 10 | 1 << 9 | 1 << 13 }
    /// Backslash, backtick, brackets, vertical bar: from 64 on.
    private static var highSpecials: UInt64 { 1 << 28 | 1 << 32 | 1 << 27 | 1 << 29 | 1 << 60 }

    mutating func skipBlanks() {
        while at < html.count, html[at] == 32 || (9...13).contains(html[at]) { at += 1 }
    }

    mutating func put(run: Range<Int>) {
        let isFirst = isLineStart
        beginLine()
        // What would begin a heading, a quotation or a list.
        if isFirst, codeDepth == 0 {
            switch html[run.lowerBound] {
            case UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "+"), UInt8(ascii: "-"): out.append(UInt8(ascii: "\\"))
            default: break
            }
        }
        out.append(contentsOf: UnsafeBufferPointer(rebasing: html[run]))
    }

    mutating func escape(_ byte: UInt8) {
        beginLine()
        switch byte {
        case UInt8(ascii: "|"): if isInCell { out.append(UInt8(ascii: "\\")) }
        case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"):
            if codeDepth == 0 { out.append(UInt8(ascii: "\\")) }
        default: break
        }
        out.append(byte)
    }

    static let references: [(name: [UInt8], byte: UInt8)] = [
        ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"),
    ].map { (Array($0.0.utf8), Character($0.1).asciiValue ?? 32) }

    static func reference(_ text: Slice<UnsafeBufferPointer<UInt8>>, _ at: Int) -> (byte: UInt8, length: Int) {
        guard text[at] == UInt8(ascii: "&") else { return (text[at], 1) }
        for (name, byte) in references where text[at...].starts(with: name) { return (byte, name.count) }
        return (text[at], 1)
    }

    static func plain(_ text: [UInt8]) -> [UInt8] { text.withUnsafeBufferPointer { plain(Slice(base: $0, bounds: 0..<$0.count)) } }

    static func plain(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
        var out: [UInt8] = []
        var at = text.startIndex
        while at < text.endIndex {
            let (byte, length) = reference(text, at)
            out.append(byte)
            at += length
        }
        return out
    }
}
