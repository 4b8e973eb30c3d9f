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

@Suite("Baselines")
struct BaselineTests {
    private func dangling(_ line: Int, _ message: String = "no page 'x'", path: String = "a.md") -> Finding {
        Finding("dangling-link", path: path, line: line, message: message)
    }

    @Test func onlyWhatIsNewIsLeft() {
        let known = FindingsList([dangling(3), dangling(9), Finding("untitled", .note, path: "b.md", message: "no title")])
        // The same findings on other lines are known; a third of the kind, another message and another page are new.
        let now = FindingsList([dangling(5), dangling(20), dangling(30), dangling(5, "no page 'y'"), dangling(5, path: "c.md")])
        #expect(now.new(since: known).all == [dangling(5, "no page 'y'"), dangling(30), dangling(5, path: "c.md")])
        #expect(known.new(since: known).all.isEmpty && now.new(since: FindingsList([])).all == now.all)
    }

    @Test func aReportIsReadAgain() throws {
        let folder = try TemporaryFolder()
        let findings = FindingsList([
            dangling(3), Finding("ambiguous-link", path: "b.md", message: "m", candidates: ["x"], suggestion: "y"),
        ])
        try folder.write(String(decoding: findings.report(), as: UTF8.self), to: "report.json")
        #expect(try FindingsList(reportAt: folder("report.json")).all == findings.all)
        #expect(throws: PublishingError.self) { try FindingsList(reportAt: folder("none.json")) }
        try folder.write("[]", to: "other.json")
        #expect { try FindingsList(reportAt: folder("other.json")) } throws: {
            ($0 as? PublishingError)?.kind == .badData
        }
    }
}
