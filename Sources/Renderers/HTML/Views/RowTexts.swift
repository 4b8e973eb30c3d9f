import Mustache
import Site
import Snapshot

/// What rows say of pages, escaped and in one run of bytes for each kind: a row is written hundreds of thousands of times, and counting a
/// text in and out each time, from two threads at once, takes longer than copying it.
final class RowTexts: Sendable {
    let titles: TextTable
    let hrefs: TextTable
    /// What lists are sorted by: how many pages a page is linked with, and its last day.
    let numbers: TextTable
    let dates: TextTable
    /// By type, as in `Site.types`.
    let keys: TextTable
    let glyphs: TextTable
    let labels: TextTable
    /// How many sources and links a page has, as lists tell it.
    let counts: TextTable

    init(titles: [String], hrefs: [String], numbers: [Int], dates: [CalendarDate?], looks: [Look], counts: some Collection<String>) {
        self.titles = TextTable(titles)
        self.hrefs = TextTable(hrefs)
        self.numbers = TextTable(numbers.map(String.init))
        self.dates = TextTable(dates.map { $0?.description ?? "" })
        keys = TextTable(looks.map(\.key))
        glyphs = TextTable(looks.map(\.glyph))
        labels = TextTable(looks.map(\.singular))
        self.counts = TextTable(counts)
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
