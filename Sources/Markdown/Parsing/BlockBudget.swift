/// Keeps cmark's time and memory in bounds: it looks for the ends of brackets and tags again and again, so that one paragraph of a
/// hundred thousand `[` or `<` takes minutes (0.29.0.gfm.6). What is beyond a budget that no person's page reaches stays text.
enum BlockBudget {
    /// Of one paragraph.
    static let brackets = 10_000
    static let angles = 5000
    /// Quotes, items and footnotes that one line opens.
    static let containers = 100
    /// Lines of a paragraph after which a table's delimiter row is no longer looked for in it.
    static let linesBeforeTable = 100
    /// Cells of all tables of a page, those that cmark adds to short rows included.
    static let cells = 300_000
    /// Marks of a page: each is a node or two of its tree, and costs a microsecond or two. Those in fenced code cost less, and count in the
    /// second sum alone. What comes after is text (`RestText`).
    static let marks = 2_000_000
    static let marksWithCode = 4_000_000
    /// Below this no page is slow by its containers or tables.
    static let smallest = 12_000

    /// Where the first line begins that is too much; the text's end where none is.
    static func apply(to text: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var counter = BlockCounter(text)
        var sum = MarkSum()
        var start = 0
        while start < text.count {
            let end = Bytes(text).first(0x0A, from: start) ?? text.count
            counter.read(start..<end)
            if !sum.take(Bytes(text).slice(start..<end)) { return start }
            start = end + 1
        }
        return text.count
    }
}

/// Counts what a page's tree will have many nodes of.
private struct MarkSum {
    private var outside = 0
    private var all = 0
    /// The fence that is open.
    private var fence: (byte: UInt8, count: Int)?

    /// `!` `#` `$` `%` `&` `*` `:` `<` `=` `@` and `[` `\\` `]` `^` `_` `` ` `` `|` `~`
    private static let marks = ByteSet(
        low: 1 << 0x21 | 1 << 0x23 | 1 << 0x24 | 1 << 0x25 | 1 << 0x26 | 1 << 0x2A | 1 << 0x3A | 1 << 0x3C | 1 << 0x3D,
        high: 1 << 0 | 0x3F << 27 | 1 << 60 | 1 << 62)
    /// What begins a block or an item at a line's beginning: `#` `*` `+` `-` `:` `>` `|` and digits.
    private static let openers = ByteSet(
        low: 1 << 0x23 | 1 << 0x2A | 1 << 0x2B | 1 << 0x2D | 1 << 0x3A | 1 << 0x3E | 0x3FF << 0x30, high: 1 << 60)

    /// False where the page has too many with this line.
    mutating func take(_ line: Bytes) -> Bool {
        var first = 0
        while first < line.count, line[first] == 0x20 { first += 1 }
        guard first < line.count else { return true }
        var sum = Self.openers.contains(line[first]) ? 3 : 1
        var before: UInt8 = 0
        for byte in line {
            if byte != before, Self.marks.contains(byte) { sum += 1 }
            // A label may be parsed by itself, twice.
            if byte == Marker.pipe { sum += 8 }
            before = byte
        }
        if fence == nil { outside += sum }
        all += sum
        readFence(line.slice(first..<line.count), indent: first)
        return outside <= BlockBudget.marks && all <= BlockBudget.marksWithCode
    }

    private mutating func readFence(_ line: Bytes, indent: Int) {
        let byte = line[0]
        guard indent < 4, byte == 0x60 || byte == 0x7E else { return }
        var count = 0
        while count < line.count, line[count] == byte { count += 1 }
        let rest = line.slice(count..<line.count)
        if let open = fence {
            if byte == open.byte, count >= open.count, rest.trimmed.isEmpty { fence = nil }
        } else if count >= 3, byte == 0x7E || !rest.contains(0x60) {
            fence = (byte, count)
        }
    }
}

private struct BlockCounter {
    private let text: UnsafeMutableBufferPointer<UInt8>
    private var brackets = 0
    private var angles = 0
    private var lines = 0
    private var cells = 0
    private var isInTable = false

    init(_ text: UnsafeMutableBufferPointer<UInt8>) { self.text = text }

    mutating func read(_ line: Range<Int>) {
        var first = line.lowerBound
        while first < line.upperBound, text[first] == 0x20 { first += 1 }
        if first == line.upperBound || text[first].isMarkdownSpace {
            reset()
            isInTable = false
            return
        }
        if isInTable || beginsBlock(first..<line.upperBound, first - line.lowerBound) { reset() }
        lines += 1
        limitContainers(first..<line.upperBound)
        for index in line where text[index] == 0x3C || (text[index] == 0x5B && !isOfWikilink(index)) { count(index) }
        if isDelimiterRow(first..<line.upperBound) { readDelimiterRow(line) }
    }

    /// Those cost cmark nothing, and as text they would tell names that a link must not tell.
    private func isOfWikilink(_ index: Int) -> Bool {
        guard index > 0 else { return false }
        let before = text[index - 1]
        return before == Marker.wikilink || before == Marker.embed || (before == 0x5B && index > 1 && text[index - 2] == Marker.embed)
    }

    private mutating func count(_ index: Int) {
        if text[index] == 0x5B {
            brackets += 1
            if brackets > BlockBudget.brackets { text[index] = Marker.plainBracket }
        } else {
            angles += 1
            if angles > BlockBudget.angles { text[index] = Marker.plainAngle }
        }
    }

    private mutating func reset() {
        brackets = 0
        angles = 0
        lines = 0
    }

    /// A bullet with text or a heading begins a block wherever it stands.
    private func beginsBlock(_ content: Range<Int>, _ indent: Int) -> Bool {
        guard indent < 4, content.count > 2 else { return false }
        let byte = text[content.lowerBound]
        let isBullet = byte == 0x2D || byte == 0x2A || byte == 0x2B
        return (isBullet || byte == 0x23) && text[content.lowerBound + 1] == 0x20 && !text[content.lowerBound + 2].isMarkdownSpace
    }
}

extension BlockCounter {
    /// Makes text of the marks after the hundredth with which a line opens one container in another.
    private mutating func limitContainers(_ line: Range<Int>) {
        var at = line.lowerBound
        var opened = 0
        while at < line.upperBound {
            let byte = text[at]
            if byte == 0x20 || byte == 0x09 {
                at += 1
                continue
            }
            guard let (mark, end) = containerMark(at, line.upperBound) else { return }
            opened += 1
            if opened > BlockBudget.containers { text[mark] = Self.plain(text[mark]) }
            at = end
        }
    }

    /// The byte that makes a mark one, and where the mark ends.
    private func containerMark(_ at: Int, _ end: Int) -> (Int, Int)? {
        let next = at + 1 < end ? text[at + 1] : 0x20
        switch text[at] {
        case 0x3E: return (at, at + 1)
        case 0x2D, 0x2A, 0x2B: return next == 0x20 || next == 0x09 ? (at, at + 1) : nil
        case 0x5B where next == 0x5E:
            var close = at + 2
            while close < end, text[close] != 0x5D { close += 1 }
            return close + 1 < end && text[close + 1] == 0x3A ? (at, close + 2) : nil
        case 0x30...0x39:
            var dot = at
            while dot < end, text[dot].isASCIIDigit { dot += 1 }
            return dot < end && (text[dot] == 0x2E || text[dot] == 0x29) ? (dot, dot + 1) : nil
        default: return nil
        }
    }

    private static func plain(_ byte: UInt8) -> UInt8 {
        switch byte {
        case 0x3E: Marker.plainQuote
        case 0x2D: Marker.plainDash
        case 0x2A: Marker.plainStar
        case 0x2B: Marker.plainPlus
        case 0x2E: Marker.plainDot
        case 0x29: Marker.plainParenthesis
        default: Marker.plainBracket
        }
    }
}

extension BlockCounter {
    private func isDelimiterRow(_ content: Range<Int>) -> Bool {
        let byte = text[content.lowerBound]
        guard byte == 0x7C || byte == 0x2D || byte == 0x3A else { return false }
        return content.allSatisfy { text[$0] == 0x7C || text[$0] == 0x2D || text[$0] == 0x3A || text[$0] == 0x20 || text[$0] == 0x09 }
    }

    private mutating func readDelimiterRow(_ line: Range<Int>) {
        guard line.lowerBound > 1, !isInTable else { return }
        if lines > BlockBudget.linesBeforeTable { return makePlain(line) }
        let columns = cells(line)
        var start = line.lowerBound - 1
        while start > 0, text[start - 1] != 0x0A { start -= 1 }
        // What cmark makes no table of costs nothing, and its rows need no count.
        guard columns > 0, cells(start..<line.lowerBound - 1) == columns else { return }
        let added = columns * (rows(after: line.upperBound) + 1)
        if cells + added > BlockBudget.cells { return makePlain(line) }
        cells += added
        isInTable = true
    }

    private func makePlain(_ line: Range<Int>) {
        for index in line where text[index] == 0x2D { text[index] = Marker.plainDash }
    }

    /// Lines up to the next blank one, at most as many as matter.
    private func rows(after start: Int) -> Int {
        var count = 0
        var at = start
        while at + 1 < text.count, count < BlockBudget.cells, !text[at + 1].isMarkdownSpace {
            count += 1
            at = Bytes(text).first(0x0A, from: at + 1) ?? text.count
        }
        return count
    }

    /// Number of cells in a row, counted as cmark does: pipes at the ends are none, `\|` is text.
    private func cells(_ row: Range<Int>) -> Int {
        var low = row.lowerBound
        var high = row.upperBound
        while low < high, text[low].isMarkdownSpace { low += 1 }
        while high > low, text[high - 1].isMarkdownSpace { high -= 1 }
        if low < high, text[low] == 0x7C { low += 1 }
        if high > low, text[high - 1] == 0x7C, high - 2 < low || text[high - 2] != 0x5C { high -= 1 }
        if low >= high { return 0 }
        var count = 1
        for index in low..<high where text[index] == 0x7C && (index == low || text[index - 1] != 0x5C) { count += 1 }
        return count
    }
}
