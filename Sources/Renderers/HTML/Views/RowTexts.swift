import Mustache
import Site
import Snapshot

/// What rows say of pages, escaped and in one run of bytes for each kind: a row is written hundreds of thousands of times, and counting a
/// text in and out each time, from two threads at once, takes longer than copying it.
final class RowTexts: Sendable {
    /// What there is of a page: its address and title, what lists are sorted by (how many pages it is linked with, and its last day), and how
    /// many sources and links it has, as lists tell it.
    enum Column: Int, CaseIterable { case href, title, number, date, counts }

    /// Page by page, so that a row's texts are found side by side: the pages of a list lie anywhere.
    private let pages: TextTable
    /// By type, as in `Site.types`.
    let keys: TextTable
    let glyphs: TextTable
    let labels: TextTable

    init(titles: [String], hrefs: [String], numbers: [Int], dates: [CalendarDate?], looks: [Look], counts: some Collection<String>) {
        var texts: [String] = []
        texts.reserveCapacity(titles.count * Column.allCases.count)
        for (page, counts) in counts.enumerated() {
            texts += [hrefs[page], titles[page], String(numbers[page]), dates[page]?.description ?? "", counts]
        }
        pages = TextTable(texts)
        keys = TextTable(looks.map(\.key))
        glyphs = TextTable(looks.map(\.glyph))
        labels = TextTable(looks.map(\.singular))
    }

    /// Good as long as these are.
    func text(_ column: Column, of page: PageIndex) -> UnsafeBufferPointer<UInt8> {
        pages[page * Column.allCases.count + column.rawValue]
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
