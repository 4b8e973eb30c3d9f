import Site
import Snapshot
import TestSupport
import Testing

@testable import HTML

@Suite("Differences, charts and moments of earlier nights")
struct HistoryTests {
    private func difference(_ old: String, _ new: String) -> TextDifference { TextDifference(from: Array(old.utf8), to: Array(new.utf8)) }

    private func lines(_ difference: TextDifference, _ kind: TextDifference.Kind) -> [String] {
        difference.rows.filter { $0.kind == kind }.map { row in String(decoding: row.pieces.flatMap { Array($0.text) }, as: UTF8.self) }
    }

    @Test("What is equal has no difference, blank lines aside")
    func equal() {
        #expect(difference("a\n\nb\n", "a\nb\n").isEmpty)
        #expect(difference("", "").isEmpty)
    }

    @Test("Taking out what went and putting in what came gives the new text")
    func whole() {
        var random = SplitMix(seed: 7)
        for _ in 0..<200 {
            let old = (0..<Int(random.next() % 12)).map { _ in "line \(random.next() % 6)" }
            let new = (0..<Int(random.next() % 12)).map { _ in "line \(random.next() % 6)" }
            let difference = difference(old.joined(separator: "\n"), new.joined(separator: "\n"))
            let (gone, came) = (lines(difference, .gone), lines(difference, .new))
            #expect(old.count - gone.count == new.count - came.count, "\(old) \(new)")
            // No line is told that did not change.
            #expect(gone.allSatisfy(old.contains) && came.allSatisfy(new.contains))
            #expect(old == new ? difference.isEmpty : !(gone + came).isEmpty)
        }
    }

    @Test("Within a line the words that changed are marked, in scripts without blanks the characters")
    func words() {
        #expect(
            String(decoding: difference("a quick <b> fox jumps", "a slow <b> fox jumps").html(), as: UTF8.self) == """
                <li class="gone" dir="auto"><del>a <b>quick </b>&lt;b&gt; fox jumps</del></li>
                <li class="new" dir="auto"><ins>a <b>slow </b>&lt;b&gt; fox jumps</ins></li>

                """)
        let japanese = String(decoding: difference("これは最初の文です。", "これは最後の文です。").html(), as: UTF8.self)
        #expect(japanese.contains("最<b>初</b>の文") && japanese.contains("最<b>後</b>の文"))
    }

    @Test("Links within the site are compared by their labels, others whole")
    func linkText() {
        let html = """
            <p>See <a href="../x.html" class="link">the <em>x</em></a> and <a href="https://example.org/" class="link external" rel="noopener">y</a>.</p>
            """
        #expect(
            String(decoding: TextDifference.text(of: Array(html.utf8)), as: UTF8.self) == "See the *x* and [y](https://example.org/).\n")
    }

    @Test("Around a change stands a line, and the rest is left out")
    func context() {
        let old = (0..<50).map { "line \($0)" }
        var new = old
        new[25] = "another"
        let rows = difference(old.joined(separator: "\n"), new.joined(separator: "\n")).rows
        #expect(rows.map(\.kind) == [.gap, .same, .gone, .new, .same, .gap])
    }

    @Test("A text that became another one costs no more than it may", .timeLimit(.minutes(1)))
    func hostile() {
        let old = (0..<60_000).map { "old \($0)" }.joined(separator: "\n")
        let new = (0..<60_000).map { "new \($0)" }.joined(separator: "\n")
        let rows = difference(old, new).rows
        #expect(rows.count <= 801 && rows.last?.kind == .gap)
        let long = String(repeating: "word ", count: 200_000)
        #expect(!difference(long + "a", long + "b").isEmpty)
    }

    @Test("Moments as HTTP writes them")
    func moments() throws {
        func text(_ date: String, _ moment: String) throws -> String {
            HTTPDate.text(VaultPast.Night(name: date, date: try #require(CalendarDate(iso: date)), moment: moment))
        }
        #expect(try text("1994-11-06", "1994-11-06T08:49:37Z") == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(try text("2024-02-29", "2024-02-29T23:59:59.123Z") == "Thu, 29 Feb 2024 23:59:59 GMT")
        #expect(try text("2026-01-01", "2026-01-01T02:30:00+01:00") == "Thu, 01 Jan 2026 00:00:00 GMT")
        #expect(try text("2026-01-01", "") == "Thu, 01 Jan 2026 00:00:00 GMT")
    }

    @Test("A course begins at the left, ends at the right, and has nothing at the bottom")
    func course() throws {
        func date(_ text: String) throws -> CalendarDate { try #require(CalendarDate(iso: text)) }
        let svg = Charts.course([(try date("2026-01-01"), 10), (try date("2026-01-06"), 20), (try date("2026-01-11"), 0)])
        #expect(svg.contains("M0 37L160 6L320 68"))
        #expect(Charts.course([(try date("2026-01-01"), 1), (try date("2026-01-01"), 1)]).contains("M0 6L320 6"))
        #expect(Charts.course([(try date("2026-01-01"), 1)]).isEmpty)
        #expect(Charts.course([(try date("2026-01-01"), 0), (try date("2026-01-02"), 0)]).contains("M0 68L320 68"))
    }
}
