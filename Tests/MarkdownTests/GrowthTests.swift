import Markdown
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Four times the page costs about four times the time, whatever it is made of.
@Suite struct GrowthTests {
    /// What stands again and again in a page; `#` is a number that goes up.
    private static let pieces: [String] = [
        "[", "[x] ", "[x\n", "*a **a ", "*a_ ", "**a ", "*a* **b** _c_\n\n", "> ", "> a\n> > b\n", "- ", "- a\n", "- a\n\n", "1. a\n",
        "|a|b|\n|-|-|\n|x|y|\n\n", "<b>", "<b>x</b> ", "<div>\n\n", "<table><tr><td>", "<a href=\"x\">y</a> ", "<!-- a --> ", "<", "</b",
        "<p align=\"center\" style=\"color:red\">x</p>\n", "> [!note] a\n\n", "> [!note]- a\n> > [!tip] b\n", "[[a]] ", "[[p#]] ",
        "[[a|b]]\n\n",
        "[[a ", "![[a]] ", "![[a", "word ", "# a\n", "# a#\n", "## a\n\ntext\n\n", "[^#]: x\n\n[^#] ", "[^a] ", "^[a] ", "[r#]: u\n\n[r#] ",
        "[a](a.md) ", "[a](a.md)\n\n", "[a](", "![a](b.png) ", "`a` ", "`a``b", "```\na\n```\n\n", "$a$ ", "$a ", "$$\na\n$$\n\n",
        "%% a %% ",
        "%% ", "%%\na\n%%\n\n", "#t# ", "a ^b#\n\n", "a\n: b\n\n", "- [ ] a\n", "==a== ", "==a ", "~~a~~ ", "~~a ", "http://a.b ", "a@b.c ",
        "&amp;", "&", "\\[", "a  \n", "a\n", "***\n", "    a\n", "\u{6F22}", "\u{0}a ", "https://a.b/(((", "www.a.b ",
        "[^", "|-|\n|-|-|\n", "は**「x」**", "[[a|*b*]] ", "[[a|b…\n", "a > [!note] b\n",
    ]

    struct Piece: Sendable, CustomTestStringConvertible {
        var text: String
        var testDescription: String { text.debugDescription }

        func page(_ bytes: Int) -> String {
            guard text.dropFirst().contains("#"), !text.hasPrefix("##") else {
                return String(repeating: text, count: bytes / text.utf8.count)
            }
            let head = text.prefix(1)
            let rest = text.dropFirst()
            var page = ""
            for number in 0..<(bytes / (text.utf8.count + 3)) { page += head + rest.replacing("#", with: String(number)) }
            return page
        }
    }

    @Test(arguments: pieces.map { Piece(text: $0) }) func timeGrowsWithLength(_ piece: Piece) {
        let (small, large) = (piece.page(8_000), piece.page(32_000))
        // The best of two, and a second look at what seems too slow: other tests run beside.
        let few = min(Self.seconds { Self.read(small) }, Self.seconds { Self.read(small) })
        var many = Self.seconds { Self.read(large) }
        if many >= 9 * few { many = min(many, Self.seconds { Self.read(large) }) }
        #expect(many < 0.05 || many < 9 * few, "\(few) s, then \(many) s for four times as much")
    }

    private static func read(_ page: String) {
        _ = html(page, ["a": .page(href: "a.html")])
    }

    /// Of this thread alone.
    private static func seconds(_ body: () -> Void) -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        body()
        return now() - start
    }

    /// After two million marks a page is plain text, with a notice and a finding where that begins; code has more room.
    @Test func theEndOfAPageOfMillionsOfMarksIsText() {
        let many = Self.nearlyTwoMillion + "\n\n- *a*\n"
        let rest = """
            - *b* & [[a]], [[secret]] and [[secret|it]] %%hidden%% <!-- hidden --> ![[a|pic]]
            [x](hidden.md) <a href="hidden.html">y</a> [w](https://x.org) Vec<String> 5 %% 2

            [r]: hidden.md
            %%
            hidden [[hidden]]

            hidden
            %%
            `[[a]]`
            """
        let links = ["a": LinkDestination.page(href: "a.html"), "secret": .withheld]
        let shown = html(many + rest, links)
        #expect(shown.hasPrefix("<p>@|@|@|"))
        let a = "<a href=\"a.html\" class=\"link\">"
        #expect(
            shown.hasSuffix(
                """
                |</p>
                <ul>
                <li><em>a</em></li>
                </ul>
                <p class="embed-cut">The rest of this page is too large to be laid out. It is shown as plain text.</p>
                <p>- *b* &amp; \(a)a</a>, unpublished page and it   \(a)pic</a>
                [x] y [w](https://x.org) Vec&lt;String&gt; 5 %% 2</p>
                <p>[r]

                `\(a)a</a>`</p>

                """), "\(shown.suffix(700))")
        let found = facts(many + rest)
        #expect(found.problems.filter { $0.code == "oversized-page" }.map(\.line) == [4])
        #expect(found.links.map(\.target) == ["a", "secret", "secret", "a", "a"])
        #expect(found.links.map(\.line) == [4, 4, 4, 4, 13] && found.links[0].column == 9)
    }

    /// Also where it is all on one line, and what a comment hides from above stays hidden.
    @Test func nothingOfALongLineIsLost() {
        let line = html(Self.nearlyTwoMillion + "*_*_*_*_*_*_*_*_*_*_*_ x_y [[a]]", ["a": .page(href: "a.html")])
        #expect(
            line.hasSuffix("|@|*_*_*_*_*_*_*_*_*_*_*_ x_y <a href=\"a.html\" class=\"link\">a</a></p>\n") && line.utf8.count > 2_000_000)
        #expect(!html("%%\n" + Self.nearlyTwoMillion + "\n*_*_*_*_*_*_*_*_\n\n[[hidden]]\n%%\n\nafter").contains("hidden"))
        #expect(!html("<!--\n" + Self.nearlyTwoMillion + "\n*_*_*_*_*_*_*_*_\n\n[[hidden]]\n-->\n\nafter").contains("hidden"))
    }

    /// Marks, and nothing that takes a parser long.
    private static let nearlyTwoMillion = String(repeating: "@|", count: 999_990)

    @Test func longCodeHasMoreRoom() {
        let log = "```\n" + String(repeating: "12:00:01 [a] b_c: *d*\n", count: 100_000) + "```\n\nafter"
        #expect(html(log).hasSuffix("<p>after</p>\n") && facts(log).problems.isEmpty)
        // Ten thousand links in one paragraph are links, and not text that tells where they lead.
        #expect(!html(String(repeating: "[[a]] ![[a]] ", count: 11_000), ["a": .withheld]).contains("[["))
    }
}
