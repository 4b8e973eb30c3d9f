import Markdown
import Testing

/// Pages that cost a parser more than their length: time, memory and the stack stay in bounds.
@Suite struct BoundsTests {
    private static let many = 20_000

    private static func times(_ text: String, _ count: Int = many) -> String { String(repeating: text, count: count) }

    private static let nested: [String] = [
        times(">") + " a", times("> "), times("- ") + "a", times("1. ") + "a", times("> - "), times("[") + "a" + times("]"), times("![["),
        times("[["),
        times("[[a "), times("[[a[[b") + times("]]"), times("*a **a "), times("*a_ "), times("**a ") + times(" a**"), times("*"),
        times("_"), times("==a "), times("==a=="),
        times("~~a "), times("$a "), times("$$a "), times("$$\n"), times("$a$"), times("%% "), times("%%\n"), times("%%a\n\n"),
        times("^[a "), times("^[") + "a" + times("]"),
        times("[a]("), times("[a](<b"), times("[ (]("), times("**x [a*b**c*](d)", 5000), times("![[]()"), times("</<!--"), times("<?"),
        times("<!A "), times("<![CDATA["),
        times("<a b=\""), times("<"), times("<div>\n\n"), times("<b>"), times("a<script>"), times("<svg>"), times("<ul><li>"),
        times("<table><tr><td>"), times("</div>"),
        times("<!-- "), times("<div>&copy;"), "<a " + times("x=\"1\" ") + ">", times("`") + "a",
        (1..<300).map { "e" + times("`", $0) }.joined(), times("\\["),
    ]

    private static let wide: [String] = [
        times("[a]: u\n") + times("[a]"), (0..<many).map { "[r\($0)]: u\n" }.joined() + (0..<many).map { "[r\($0)]" }.joined(),
        (0..<5000).map { "[^\($0)] " }.joined() + "\n\n" + (0..<5000).map { "[^\($0)]: x\n" }.joined(),
        (0..<5000).map { "[^\($0)]:" }.joined(), times("[^a]"), times("[^["),
        "|" + times("a|") + "\n|" + times("-|") + "\n" + times("|a|\n", 100), "|a|b|\n|-|-|\n" + times("|x|y|\n"),
        times("a\n") + "|b|\n|-|", times("|-|\n|-|-|\n"), times("[^"), "<div>" + times("<b>x</b>", 4000) + times("a", 500_000),
        times("は**「x」**", 5000), times("[[a|*b*]] ", 5000), times("[[a|b"), times("[[a…\n", 5000), times("> [!note] ", 5000),
        "|" + times("a|", 500) + "\n|" + times("-|", 500) + "\n" + times("|" + times("a|", 500) + "\n", 20),
        times(times("|a", 100) + "|\n" + times("|-", 100) + "|\n" + times("|x|\n", 20) + "\n", 100),
        times("http://a.b "), times("://"), times(":"), times("http://"), "http://a.b/" + times("(") + times(")"), times("a@b.c "),
        times("@"), times("www."), times("www.a "), times("&amp;"),
        times("# a\n"), (0..<5000).map { "a ^b\($0)\n\n" }.joined(), times("> [!note] a\n\n", 5000), times("a\n: b\n", 5000),
        times("- a\n"), times("- a\n\n", 5000), times("- [ ] a\n"),
        times("word ", 400_000), times("a", 2_000_000), times("\n", 100_000), times(" ", 100_000) + "a", times("    a\n"), times("```\n"),
        times("#a "), times("#a/"), times("***\n"),
        "![x](data:image/png;base64," + times("A", 20_000_000) + ")", times("[[a]] ", 20_000), times("![a](b) ", 20_000),
        (0..<2000).map { times("  ", min($0, 400)) + "- a\n" }.joined(),
    ]

    struct Hostile: Sendable, CustomTestStringConvertible {
        var markdown: String
        var testDescription: String { "\(markdown.prefix(24).debugDescription) and so on" }
    }

    @Test(arguments: (nested + wide).map { Hostile(markdown: $0) }) func pageIsBounded(_ page: Hostile) {
        let markdown = page.markdown
        let clock = ContinuousClock()
        var result = ""
        let time = clock.measure { result = html(markdown) }
        // What grows with the square of these takes hours. Without the optimiser, beside other tests, the dearest of them takes 24 s; a
        // release build has it done in one.
        #expect(time < .seconds(90), "\(time)")
        #expect(result.utf8.count < 60 * markdown.utf8.count + 1000)
    }

    /// A picture in an address is written, and its twenty megabytes are not in the facts.
    @Test func dataAddressesStayOutOfTheFacts() {
        let text = "![x](data:image/png;base64," + Self.times("A", 100_000) + ")"
        #expect(facts(text).links[0].target.utf8.count <= 64)
        #expect(html(text).contains("AAAA\" alt=\"x\""))
    }

    /// What the bounds take away stays as text.
    @Test func nothingIsLostToTheBounds() {
        let brackets = Self.times("[x] ", 30_000)
        #expect(html(brackets).components(separatedBy: "[x]").count == 30_001)
        let rows = (0..<30_000).map { "| [l\($0)](x.md) | [[y]] |\n" }.joined()
        let table = html(
            "| a | b |\n|---|---|\n" + rows, ["x.md": .page(href: "x.html"), "y": .page(href: "y.html")])
        #expect(
            table.components(separatedBy: "<a href=\"x.html\"").count == 30_001 && table.components(separatedBy: "<tr>").count == 30_002)
        let list = (0..<30_000).map { "- [l\($0)](x.md) <b>c</b>\n" }.joined()
        #expect(html(list, ["x.md": .page(href: "x.html")]).components(separatedBy: "<a href").count == 30_001)
    }
}
