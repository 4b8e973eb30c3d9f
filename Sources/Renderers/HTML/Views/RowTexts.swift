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

    init(titles: [String], hrefs: [String], numbers: [Int], dates: [CalendarDate?], looks: [Look]) {
        self.titles = TextTable(titles)
        self.hrefs = TextTable(hrefs)
        self.numbers = TextTable(numbers.map(String.init))
        self.dates = TextTable(dates.map { $0?.description ?? "" })
        keys = TextTable(looks.map(\.key))
        glyphs = TextTable(looks.map(\.glyph))
        labels = TextTable(looks.map(\.singular))
    }
}

/// Texts by number, escaped for HTML.
struct TextTable: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    init(_ texts: [String]) {
        ends.reserveCapacity(texts.count)
        bytes.reserveCapacity(texts.reduce(0) { $0 + $1.utf8.count + 4 })
        for text in texts {
            HTMLEscaping.append(text, to: &bytes)
            ends.append(bytes.count)
        }
    }

    func withText<Value>(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[(number == 0 ? 0 : ends[number - 1])..<ends[number]])) }
    }

    func append(_ number: Int, to out: inout [UInt8]) { withText(number) { out.append(contentsOf: $0) } }
}
