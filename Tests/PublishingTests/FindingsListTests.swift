import Foundation
import Snapshot
import Testing

@testable import Publishing

@Suite("Findings")
struct FindingsListTests {
    private let findings = [
        Finding("dangling-link", path: "wiki/b.md", line: 10, column: 2, message: "no page 'x'"),
        Finding("dangling-link", path: "wiki/b.md", line: 9, column: 30, message: "no page 'y'"),
        Finding("dangling-link", path: "wiki/a.md", line: 200, message: "no page 'z'"),
        Finding("untitled", .note, path: "wiki/c.md", message: "no title"),
        Finding("gone", .error, message: "the server has no file"),
        Finding("dangling-link", path: "wiki/b.md", line: 9, column: 30, message: "no page 'y'"),
    ]

    @Test func areGroupedSortedAndToldOnce() {
        #expect(
            FindingsList(findings).lines(limit: 2) == [
                "error: gone (1)", "  the server has no file",
                "warning: dangling-link (3)", "  wiki/a.md:200: no page 'z'", "  wiki/b.md:9:30: no page 'y'",
                "  and 1 more; --report FILE has them all",
                "note: untitled (1)", "  wiki/c.md: no title",
            ])
    }

    @Test func theOrderTheyCameInDoesNotMatter() throws {
        let one = FindingsList(findings)
        let other = FindingsList(findings.reversed())
        #expect(one.lines(limit: .max) == other.lines(limit: .max))
        #expect(try one.report() == other.report())
    }

    @Test func theReportHoldsAllOfThem() throws {
        struct Report: Decodable { var findings: [Finding] }
        let report = try FindingsList(findings).report()
        #expect(try JSONDecoder().decode(Report.self, from: Data(report)).findings == FindingsList(findings).all)
        #expect(report.last == 10)
    }

    @Test func notesDoNotFailAStrictRun() {
        #expect(!FindingsList([Finding("untitled", .note, message: "")]).failsStrictRun)
        #expect(FindingsList([Finding("x", .warning, message: "")]).failsStrictRun)
        #expect(FindingsList([Finding("x", .error, message: "")]).failsStrictRun)
        #expect(!FindingsList([]).failsStrictRun)
    }

    @Test func aPageCannotMoveTheCursorOrTurnALine() {
        let hostile = Finding("x", path: "wiki/\u{1B}[2J.md", message: "a\rb\u{202E}c\u{9B}d\ne")
        #expect(FindingsList([hostile]).lines(limit: 1)[1] == "  wiki/\\u{1b}[2J.md: a\\u{d}b\\u{202e}c\\u{9b}d\\u{a}e")
        #expect(printable("§ 日本語 🦀 né") == "§ 日本語 🦀 né")
    }
}
