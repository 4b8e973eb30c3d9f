internal import Foundation

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
        let (name, nameEnd) = readName(at + (isClosing ? 2 : 1))
        let end = endOfTag(nameEnd)
        let attributes = UnsafeBufferPointer(rebasing: html[nameEnd..<max(nameEnd, end - 1)])
        at = end
        if !isClosing, isPassedOver(name, attributes) { return skip(name) }
        if name.isHeading { return isClosing ? endHeading() : beginHeading(attributes) }
        if name.isInline { return }
        if name == "td" || name == "th" { return appendBlank() }
        if heading == nil { endBlock() } else { appendBlank() }
    }

    /// The name that begins at `start`, and where it ends.
    private func readName(_ start: Int) -> (ElementName, end: Int) {
        var name = ElementName()
        var end = start
        while end < html.count, name.take(html[end]) { end += 1 }
        return (name, end)
    }

    /// Behind the `>`, which counts where it is not between quotes.
    private func endOfTag(_ start: Int) -> Int {
        var index = start
        while index < html.count {
            let byte = html[index]
            index += 1
            if byte == UInt8(ascii: ">") { return index }
            if byte == UInt8(ascii: "\"") { index = html.next(UInt8(ascii: "\""), from: index) + 1 }
        }
        return html.count
    }

    /// Whether neither the element nor what is in it is read.
    private func isPassedOver(_ name: ElementName, _ attributes: UnsafeBufferPointer<UInt8>) -> Bool {
        switch name.first {
        case UInt8(ascii: "a") where name == "a":
            return attributes.begins(with: " class=\"anchor\"") || attributes.begins(with: " href=\"#syn-fnref-")
        case UInt8(ascii: "c"): return attributes.begins(with: " class=\"math")
        case UInt8(ascii: "m"): return name == "math"
        case UInt8(ascii: "p"):
            return name == "pre" || attributes.begins(with: " class=\"math") || attributes.begins(with: " class=\"embed")
        case UInt8(ascii: "s"):
            return attributes.begins(with: " class=\"footnote-ref\"") || attributes.begins(with: " class=\"visually-hidden\"")
                || attributes.begins(with: " class=\"embed\"")
        default: return false
        }
    }

    /// Goes behind the end of the element whose first tag was just read.
    private mutating func skip(_ name: ElementName) {
        var depth = 1
        while depth > 0, at < html.count {
            at = html.next(UInt8(ascii: "<"), from: at)
            if at == html.count { break }
            let isClosing = at + 1 < html.count && html[at + 1] == UInt8(ascii: "/")
            let (other, end) = readName(at + (isClosing ? 2 : 1))
            at = endOfTag(end)
            if end < html.count, other == name { depth += isClosing ? -1 : 1 }
        }
        if !name.isInline { endBlock() }
    }

    // MARK: Sections

    private mutating func beginHeading(_ attributes: UnsafeBufferPointer<UInt8>) {
        endBlock()
        // A heading of an embedded page or of raw HTML need not have an id: it is text like any other.
        guard attributes.begins(with: " id=\"") else { return }
        heading = (count, Self.plain(attributes[5..<attributes.next(UInt8(ascii: "\""), from: 5)]))
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

    /// Text as it stands, eight bytes at once.
    private mutating func readRun() {
        guard let from = html.baseAddress, let to = out.baseAddress else { return }
        while at + 8 <= html.count {
            let word = UInt64(littleEndian: UnsafeRawPointer(from + at).loadUnaligned(as: UInt64.self))
            // Never more was written than read: there is room for all eight, whichever count.
            UnsafeMutableRawPointer(to + count).storeBytes(of: word.littleEndian, as: UInt64.self)
            let length = Self.marks(word).trailingZeroBitCount >> 3
            at += length
            count += length
            if length < 8 { break }
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

    /// The highest bit of each byte that is below 0x20, `<` or `&`; above the first of them also of others.
    @inline(__always)
    private static func marks(_ word: UInt64) -> UInt64 {
        func zeros(_ word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word }
        let below = (word &- 0x2020_2020_2020_2020) & ~word
        return (below | zeros(word ^ 0x3C3C_3C3C_3C3C_3C3C) | zeros(word ^ 0x2626_2626_2626_2626)) & 0x8080_8080_8080_8080
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

/// The name of an element: letters and digits, as our own HTML has it.
private struct ElementName: Equatable {
    /// The last eight bytes, as a number.
    private var bytes: UInt64 = 0
    private var count = 0
    private(set) var first: UInt8 = 0

    /// Takes the next byte; false where it belongs to no name.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        guard (byte >= 97 && byte <= 122) || (byte >= 48 && byte <= 57) else { return false }
        if count == 0 { first = byte }
        bytes = bytes << 8 | UInt64(byte)
        count += 1
        return true
    }

    /// Of at most eight bytes.
    @inline(__always)
    static func == (name: ElementName, text: StaticString) -> Bool {
        guard name.count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } } == name.bytes
    }

    var isHeading: Bool { count == 2 && first == UInt8(ascii: "h") && (49...54).contains(bytes & 0xFF) }

    /// Whether it does not part text.
    var isInline: Bool {
        if count == 1 { return first != UInt8(ascii: "p") }
        return count <= 6 && Self.inlineNames.contains(bytes)
    }

    private static let inlineNames = NameSet([
        "em", "code", "strong", "mark", "del", "span", "sup", "sub", "img", "kbd", "ins", "abbr", "cite", "samp", "time", "small", "input",
        "bdi", "bdo", "dfn", "var", "wbr", "math",
    ])
}

/// Names of at most eight bytes, few enough for an open hash table that never grows.
private struct NameSet {
    /// A name as a number; 0 is free.
    private var slots = [UInt64](repeating: 0, count: 128)

    init(_ names: [String]) {
        for name in names {
            let bytes = name.utf8.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            slots[place(bytes)] = bytes
        }
    }

    func contains(_ bytes: UInt64) -> Bool { slots[place(bytes)] == bytes }

    /// Where the name is, or would be.
    private func place(_ bytes: UInt64) -> Int {
        var slot = Int(truncatingIfNeeded: (bytes &* 0x9E37_79B9_7F4A_7C15) >> 57)
        while slots[slot] != 0, slots[slot] != bytes { slot = (slot + 1) & 127 }
        return slot
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Where the byte stands next, from `start` on; `count` where it does not.
    @inline(__always)
    func next(_ byte: UInt8, from start: Int) -> Int {
        guard start < count, let base = baseAddress, let found = memchr(base + start, Int32(byte), count - start) else { return count }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    func begins(with text: StaticString) -> Bool {
        guard let base = baseAddress, count >= text.utf8CodeUnitCount else { return false }
        return memcmp(base, text.utf8Start, text.utf8CodeUnitCount) == 0
    }
}
