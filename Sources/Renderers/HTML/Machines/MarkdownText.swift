import Mustache

/// The HTML of a page's text as Markdown again, for machines: what a reader sees and nothing else.
///
/// It is made from the rendered page and not from the vault's file, so that it is as public as the page: names that were withheld, comments
/// and link targets that lead nowhere are not in it, embedded pages are, and links lead to the other pages' Markdown.
struct MarkdownText: ~Copyable {
    let html: UnsafeBufferPointer<UInt8>
    var at = 0
    var out = ByteSink(capacity: 0)
    /// Bytes that stood in `out` before.
    let start: Int

    /// What begins each line inside of the containers that are open: `> `, blanks below a list's mark. One run, and how long it was outside
    /// of each.
    private(set) var prefix: [UInt8] = []
    private var outerPrefixes: [Int] = []
    /// The mark of a list's item.
    var mark: [UInt8] = []
    /// It has not been written yet.
    var isMarkPending = false
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
        ByteSink.array(capacity: html.count) { append(html, to: &$0) }
    }

    /// Writes it behind what `out` has already.
    static func append(_ html: [UInt8], to out: inout ByteSink) {
        html.withUnsafeBufferPointer { html in
            var text = MarkdownText(html: html, start: out.count)
            swap(&text.out, &out)
            text.run()
            swap(&text.out, &out)
        }
    }

    private init(html: UnsafeBufferPointer<UInt8>, start: Int) { (self.html, self.start) = (html, start) }

    var isEmpty: Bool { out.count == start }

    mutating func run() {
        while at < html.count {
            if html[at] == UInt8(ascii: "<") { readTag() } else { readText() }
        }
        while !isEmpty, out.last == 32 || out.last == 10 { out.truncate(to: out.count - 1) }
        if !isEmpty { out.append(10) }
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
                at = html.first(UInt8(ascii: "<"), in: at..<html.count)
                continue
            }
            let tag = HTMLTag(html, at: at)
            at = tag.end
            if tag.name == name { depth += tag.isClosing ? -1 : 1 }
        }
    }

    // MARK: Lines

    mutating func open(prefix bytes: some Collection<UInt8>) {
        outerPrefixes.append(prefix.count)
        prefix += bytes
    }

    mutating func closePrefix() {
        if let outer = outerPrefixes.popLast() { prefix.removeLast(prefix.count - outer) }
    }

    mutating func newLine() {
        out.trimBlanks(downTo: start)
        out.append(10)
        isLineStart = true
    }

    /// Writes the blank line that is due.
    mutating func flushGap() {
        guard needsGap else { return }
        needsGap = false
        if isEmpty { return }
        out.append(prefix)
        out.trimBlanks(downTo: start)
        out.append(10)
    }

    @inline(__always)
    mutating func beginLine() {
        if isLineStart { writePrefix() }
    }

    private mutating func writePrefix() {
        flushGap()
        if isMarkPending {
            prefix.withUnsafeBufferPointer { out.append(UnsafeBufferPointer(rebasing: $0[..<(outerPrefixes.last ?? 0)])) }
            out.append(mark)
            isMarkPending = false
        } else {
            out.append(prefix)
        }
        isLineStart = false
    }

    mutating func put(_ text: StaticString) {
        beginLine()
        out.append(text)
    }

    mutating func put(_ text: String) {
        beginLine()
        out.append(text: text)
    }

    // MARK: Text

    mutating func readText() {
        while at < html.count {
            if isLineStart { skipBlanks() }
            let first = at
            at = ByteScan.first(in: html, from: first, Self.needsLook)
            if at > first { put(run: first..<at) }
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

    /// What may be other than text as it stands: `<`, `&`, `*`, a backtick; backslash, brackets, bar, and what folds to these, the braces;
    /// controls below 14, line ends and tabs among them.
    @inline(__always)
    private static func needsLook(_ block: ByteScan.Block) -> SIMDMask<ByteScan.Block.MaskStorage> {
        let folded = (block | ByteScan.Block(repeating: 0x20)) &- ByteScan.Block(repeating: 0x7B)
        return (folded .< ByteScan.Block(repeating: 3)) .| (block .< ByteScan.Block(repeating: 14))
            .| ByteScan.equal(block, UInt8(ascii: "<")) .| ByteScan.equal(block, UInt8(ascii: "&"))
            .| ByteScan.equal(block, UInt8(ascii: "*")) .| ByteScan.equal(block, UInt8(ascii: "`"))
    }

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
        out.append(UnsafeBufferPointer(rebasing: html[run]))
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

    static func reference(_ text: Slice<UnsafeBufferPointer<UInt8>>, _ at: Int) -> (byte: UInt8, length: Int) {
        let rest = UnsafeBufferPointer(rebasing: text[at...])
        guard rest[0] == UInt8(ascii: "&") else { return (rest[0], 1) }
        if rest.has("&amp;", at: 0) { return (UInt8(ascii: "&"), 5) }
        if rest.has("&lt;", at: 0) { return (UInt8(ascii: "<"), 4) }
        if rest.has("&gt;", at: 0) { return (UInt8(ascii: ">"), 4) }
        if rest.has("&quot;", at: 0) { return (UInt8(ascii: "\""), 6) }
        if rest.has("&#x27;", at: 0) { return (UInt8(ascii: "'"), 6) }
        return (rest[0], 1)
    }

    static func plain(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(text.count)
        var at = text.startIndex
        while at < text.endIndex {
            let (byte, length) = reference(text, at)
            out.append(byte)
            at += length
        }
        return out
    }
}
