import Mustache
import Site
import Snapshot

/// What rows say of pages, escaped and in one run of bytes for each kind: a row is written hundreds of thousands of times, and counting a
/// text in and out each time, from two threads at once, takes longer than copying it.
final class RowTexts: Sendable {
    /// What there is of a page: its address and title, what lists are sorted by (how many pages it is linked with, and its last day), and how
    /// many sources and links it has, as lists tell it.
    enum Column: Int, CaseIterable { case href, title, number, date, counts }

    private let pages: PageTexts
    /// By type, as in `Site.types`.
    let keys: TextTable
    let glyphs: TextTable
    let labels: TextTable

    init(titles: [String], hrefs: [String], numbers: [Int], dates: [CalendarDate?], looks: [Look], counts: some Collection<String>) {
        var pages = PageTexts(count: titles.count)
        for (page, counts) in counts.enumerated() {
            pages.append([hrefs[page], titles[page], String(numbers[page]), dates[page]?.description ?? "", counts])
        }
        self.pages = pages
        keys = TextTable(looks.map(\.key))
        glyphs = TextTable(looks.map(\.glyph))
        labels = TextTable(looks.map(\.singular))
    }

    /// Good as long as these are.
    func text(_ column: Column, of page: PageIndex) -> UnsafeBufferPointer<UInt8> { pages.text(column.rawValue, of: page) }

    /// Bytes of all texts of a page.
    func size(of page: PageIndex) -> Int { pages.end(RowTexts.Column.allCases.count - 1, of: page) }
}

/// All texts of a page in one place, behind where they end: the pages of a list and of links lie anywhere, and each further place to look at
/// would be a miss of the cache.
private struct PageTexts: ~Copyable, Sendable {
    private var texts = ByteSink()
    /// Where each page's ends begin in `texts`.
    private var starts: [Int] = []

    private static let columns = RowTexts.Column.allCases.count
    private static let end = MemoryLayout<UInt32>.size

    init(count: Int) { starts.reserveCapacity(count) }

    /// - Parameter row: a page's texts, one a column. What is beyond 4 GB is not told.
    mutating func append(_ row: [String]) {
        precondition(row.count == Self.columns)
        var written = ByteSink()
        starts.append(texts.count)
        for text in row {
            written.append(escaping: text)
            withUnsafeBytes(of: UInt32(clamping: written.count)) { texts.append($0.bindMemory(to: UInt8.self)) }
        }
        written.truncate(to: Int(UInt32.max))
        texts.append(written.bytes)
    }

    /// Where a text ends, counted from behind the page's ends.
    func end(_ column: Int, of page: Int) -> Int {
        Int(UnsafeRawBufferPointer(texts.bytes).loadUnaligned(fromByteOffset: starts[page] + column * Self.end, as: UInt32.self))
    }

    func text(_ column: Int, of page: Int) -> UnsafeBufferPointer<UInt8> {
        let first = starts[page] + Self.columns * Self.end
        let range = first + (column == 0 ? 0 : end(column - 1, of: page))..<first + end(column, of: page)
        return UnsafeBufferPointer(rebasing: texts.bytes[range])
    }
}

/// Texts by number, escaped for HTML.
struct TextTable: ~Copyable, Sendable {
    private let texts: ByteSink
    private let ends: [Int]

    init(_ texts: some Collection<String>) {
        var written = ByteSink(capacity: texts.reduce(0) { $0 + $1.utf8.count + 4 })
        ends = texts.map {
            written.append(escaping: $0)
            return written.count
        }
        self.texts = written
    }

    /// Valid as long as the table is.
    subscript(_ number: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: texts.bytes[(number == 0 ? 0 : ends[number - 1])..<ends[number]])
    }
}
