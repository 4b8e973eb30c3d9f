/// What a reader reads of a rendered page, by sections: the text of the HTML that the Markdown renderer wrote.
///
/// It is taken from the finished HTML because that is what the page shows: names of pages that are not published have gone, markup too.
/// Left out are code blocks, formulas, marks of footnotes, and pages that are embedded, which are found where they stand themselves.
struct RenderedText {
    /// UTF-8; one line feed between blocks.
    private(set) var text: [UInt8] = []
    private(set) var sections: [SearchInput.Section] = []

    init(_ html: [UInt8]) {
        html.withUnsafeBufferPointer { html in
            // No text is longer than its HTML.
            let scratch = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: html.count + 1)
            defer { scratch.deallocate() }
            var reader = Reader(html: html, out: scratch)
            reader.read()
            sections = reader.sections
            text = Array(scratch[..<reader.count])
        }
    }
}

/// Walks HTML of our own making: tags are whole, attributes quoted, elements closed.
private struct Reader: ~Copyable {
    let html: UnsafeBufferPointer<UInt8>
    let out: UnsafeMutableBufferPointer<UInt8>
    var count = 0
    var sections = [SearchInput.Section(heading: "", id: "", end: 0)]
    private var at = 0
    private var sectionStart = 0
    /// Where the text of the heading that is open begins in `out`, and its id.
    private var heading: (start: Int, id: String)?

    init(html: UnsafeBufferPointer<UInt8>, out: UnsafeMutableBufferPointer<UInt8>) {
        self.html = html
        self.out = out
    }

    mutating func read() {
        while at < html.count {
            switch html[at] {
            case UInt8(ascii: "<"): readTag()
            case UInt8(ascii: "&"): readReference()
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                appendBlank()
                at += 1
            default: readRun()
            }
        }
        endBlock()
        sections[sections.count - 1].end = count
    }

    // MARK: Tags

    private mutating func readTag() {
        let isClosing = at + 1 < html.count && html[at + 1] == UInt8(ascii: "/")
        let nameStart = at + (isClosing ? 2 : 1)
        var nameEnd = nameStart
        while nameEnd < html.count, isNameByte(html[nameEnd]) { nameEnd += 1 }
        let end = endOfTag(nameEnd)
        let name = UnsafeBufferPointer(rebasing: html[nameStart..<nameEnd])
        let attributes = UnsafeBufferPointer(rebasing: html[nameEnd..<max(nameEnd, end - 1)])
        at = end
        if !isClosing, isPassedOver(name, attributes) { return skip(name) }
        if isHeading(name) { return isClosing ? endHeading() : beginHeading(attributes) }
        if isInline(name) { return }
        if name.elementsEqual("td".utf8) || name.elementsEqual("th".utf8) { return appendBlank() }
        if heading == nil { endBlock() } else { appendBlank() }
    }

    private func isNameByte(_ byte: UInt8) -> Bool { (byte >= 97 && byte <= 122) || (byte >= 48 && byte <= 57) }

    /// Behind the `>`.
    private func endOfTag(_ start: Int) -> Int {
        var index = start
        var isQuoted = false
        while index < html.count {
            let byte = html[index]
            index += 1
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() } else if byte == UInt8(ascii: ">"), !isQuoted { return index }
        }
        return index
    }

    private func isHeading(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        name.count == 2 && name[0] == UInt8(ascii: "h") && (49...54).contains(name[1])
    }

    private func isInline(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        if name.count == 1 { return name[0] != UInt8(ascii: "p") }
        return name.count <= 6 && Self.inlineNames.contains(name.reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// Names of elements that do not part text, their bytes as a number.
    private static let inlineNames: [UInt64] = [
        "em", "code", "strong", "mark", "del", "span", "sup", "sub", "img", "kbd", "ins", "abbr", "cite", "samp", "time", "small", "input",
        "bdi", "bdo", "dfn", "var", "wbr", "math",
    ].map { $0.utf8.reduce(0) { $0 << 8 | UInt64($1) } }

    /// Whether neither the element nor what is in it is read.
    private func isPassedOver(_ name: UnsafeBufferPointer<UInt8>, _ attributes: UnsafeBufferPointer<UInt8>) -> Bool {
        func has(_ text: StaticString) -> Bool {
            attributes.count >= text.utf8CodeUnitCount
                && text.withUTF8Buffer { attributes.prefix($0.count).elementsEqual($0) }
        }
        switch name.first {
        case UInt8(ascii: "a") where name.count == 1: return has(" class=\"anchor\"") || has(" href=\"#syn-fnref-")
        case UInt8(ascii: "c"): return has(" class=\"math")
        case UInt8(ascii: "m"): return name.elementsEqual("math".utf8)
        case UInt8(ascii: "p"): return name.elementsEqual("pre".utf8) || has(" class=\"math") || has(" class=\"embed")
        case UInt8(ascii: "s"): return has(" class=\"footnote-ref\"") || has(" class=\"visually-hidden\"") || has(" class=\"embed\"")
        default: return false
        }
    }

    /// Goes behind the end of the element whose first tag was just read.
    private mutating func skip(_ name: UnsafeBufferPointer<UInt8>) {
        var depth = 1
        while depth > 0, at < html.count {
            guard html[at] == UInt8(ascii: "<") else {
                at += 1
                continue
            }
            let isClosing = at + 1 < html.count && html[at + 1] == UInt8(ascii: "/")
            let start = at + (isClosing ? 2 : 1)
            let end = start + name.count
            at = endOfTag(start)
            if end < html.count, html[start..<end].elementsEqual(name), !isNameByte(html[end]) { depth += isClosing ? -1 : 1 }
        }
        if !isInline(name) { endBlock() }
    }

    // MARK: Sections

    private mutating func beginHeading(_ attributes: UnsafeBufferPointer<UInt8>) {
        endBlock()
        // A heading of an embedded page or of raw HTML need not have an id: it is text like any other.
        guard attributes.starts(with: " id=\"".utf8) else { return }
        let id = attributes.dropFirst(5).prefix { $0 != UInt8(ascii: "\"") }
        heading = (count, Self.plain(id))
    }

    private mutating func endHeading() {
        guard let (start, id) = heading else { return endBlock() }
        heading = nil
        while count > start, out[count - 1] == 0x20 { count -= 1 }
        let title = String(decoding: out[start..<count], as: UTF8.self)
        count = start
        sectionStart = count
        sections[sections.count - 1].end = count
        sections.append(SearchInput.Section(heading: title, id: id, end: count))
    }

    // MARK: Text

    private mutating func appendBlank() {
        guard count > 0, out[count - 1] != 0x20, out[count - 1] != UInt8(ascii: "\n") else { return }
        out[count] = 0x20
        count += 1
    }

    private mutating func endBlock() {
        if count > sectionStart, out[count - 1] == 0x20 { count -= 1 }
        guard count > sectionStart, out[count - 1] != UInt8(ascii: "\n") else { return }
        out[count] = UInt8(ascii: "\n")
        count += 1
    }

    /// Text as it stands, eight bytes at once while all of them are.
    private mutating func readRun() {
        guard let from = html.baseAddress, let to = out.baseAddress else { return }
        while at + 8 <= html.count {
            let word = UnsafeRawPointer(from + at).loadUnaligned(as: UInt64.self)
            if Self.holdsMarks(word) { break }
            UnsafeMutableRawPointer(to + count).storeBytes(of: word, as: UInt64.self)
            at += 8
            count += 8
        }
        while at < html.count, html[at] != UInt8(ascii: "<"), html[at] != UInt8(ascii: "&"), html[at] >= 0x20 {
            out[count] = html[at]
            at += 1
            count += 1
        }
        // A control character that is no white space is text.
        if at < html.count, html[at] < 0x20, html[at] != 9, html[at] != 10, html[at] != 13 {
            out[count] = html[at]
            at += 1
            count += 1
        }
    }

    /// Whether one of the bytes is below 0x20, `<` or `&`. May say so of a byte right above one.
    @inline(__always)
    private static func holdsMarks(_ word: UInt64) -> Bool {
        func zeros(_ word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word }
        let below = (word &- 0x2020_2020_2020_2020) & ~word
        return (below | zeros(word ^ 0x3C3C_3C3C_3C3C_3C3C) | zeros(word ^ 0x2626_2626_2626_2626)) & 0x8080_8080_8080_8080 != 0
    }

    private mutating func readReference() {
        let (byte, length) = Self.reference(html, at)
        out[count] = byte
        count += 1
        at += length
    }

    /// The character that a reference stands for, where it is one of those that are written in text, and its length.
    private static func reference(_ html: UnsafeBufferPointer<UInt8>, _ at: Int) -> (byte: UInt8, length: Int) {
        func isNext(_ text: StaticString) -> Bool {
            at + text.utf8CodeUnitCount <= html.count
                && text.withUTF8Buffer { html[at..<(at + $0.count)].elementsEqual($0) }
        }
        if isNext("&amp;") { return (UInt8(ascii: "&"), 5) }
        if isNext("&lt;") { return (UInt8(ascii: "<"), 4) }
        if isNext("&gt;") { return (UInt8(ascii: ">"), 4) }
        if isNext("&quot;") { return (UInt8(ascii: "\""), 6) }
        if isNext("&#x27;") || isNext("&#39;") { return (UInt8(ascii: "'"), isNext("&#39;") ? 5 : 6) }
        if isNext("&nbsp;") { return (0x20, 6) }
        return (UInt8(ascii: "&"), 1)
    }

    private static func plain(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        let text = UnsafeBufferPointer(rebasing: text)
        var bytes: [UInt8] = []
        var index = 0
        while index < text.count {
            let (byte, length) = text[index] == UInt8(ascii: "&") ? reference(text, index) : (text[index], 1)
            bytes.append(byte)
            index += length
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
