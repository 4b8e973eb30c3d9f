import Foundation
import Markdown
import TestSupport
import Testing

@Suite struct SafetyTests {
    /// However a vault's links are resolved, the corpus does nothing. Sites answer from the facts; the worst site answers with the address as it is.
    static func render(_ markdown: String) -> String {
        let body = Array(markdown.utf8)[...]
        let facts = markdownFacts(body, bodyLine: 1)
        var html: [UInt8] = []
        let page = MarkdownPage(
            body: body, bodyLine: 1,
            destination: { index in
                let link = facts.links[index]
                let address = link.target + (link.fragment.map { "#" + $0 } ?? "")
                switch index % 4 {
                case 0: return .external(href: address)
                case 1: return .page(href: address)
                case 2: return .dangling(reason: address)
                default: return .embed(.init(key: 1, href: address, title: address))
                }
            },
            embedded: { _ in MarkdownPage(body: body, bodyLine: 1, destination: { _ in .withheld }) }, tag: { "tags/\($0)" })
        _ = MarkdownRenderer().render(page, into: &html)
        return String(decoding: html, as: UTF8.self)
    }

    @Test func theCorpusDoesNothing() {
        #expect(SafetyCorpus.all.count > 2000)
        var failures = 0
        for markdown in SafetyCorpus.all {
            let html = Self.render(markdown)
            let findings = Judge.findings(html)
            if !findings.isEmpty, failures < 20 {
                failures += 1
                Issue.record("\(markdown.debugDescription)\n\(findings)\n\(html)")
            }
        }
    }

    /// Pieces of the corpus in any order and nesting.
    @Test func mixturesOfTheCorpusDoNothing() {
        var random = SplitMix(seed: 1)
        let joints = [
            "", " ", "\n", "\n\n", "\n> ", "\n- ", "<div>", "</div>", "<b>", "</b>", "**", "|", "\n    ", "[", "](x)", "`", "==", "<table>",
            "<td>", "</details>",
        ]
        var failures = 0
        for _ in 0..<3000 {
            var markdown = ""
            for _ in 0..<Int(random.next() % 6) + 2 {
                let piece = SafetyCorpus.all[Int(random.next() % UInt64(SafetyCorpus.all.count))]
                let isCut = random.next() % 4 == 0
                markdown += isCut ? String(piece.prefix(Int(random.next() % 40))) : piece
                markdown += joints[Int(random.next() % UInt64(joints.count))]
            }
            let html = Self.render(markdown)
            let findings = Judge.findings(html)
            if !findings.isEmpty, failures < 10 {
                failures += 1
                Issue.record("\(markdown.debugDescription)\n\(findings)\n\(html)")
            }
        }
    }

    /// What `make fuzz` has found. Each was a fault once.
    @Test func findsOfTheFuzzerStayMended() throws {
        var count = 0
        for target in FuzzTarget.allCases where target != .frontmatter {
            let folder = Vaults.fixture("finds/\(target)")
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? [] {
                let bytes = [UInt8](try #require(FileManager.default.contents(atPath: "\(folder)/\(name)")))
                #expect(PageCheck(try #require(target.page(of: bytes))).faults.isEmpty, "\(target)/\(name)")
                count += 1
            }
        }
        #expect(count >= 2)
    }

    @Test func whatIsUnsafeIsSaid() {
        #expect(facts("<script>x</script>").problems.map(\.code) == ["unsafe-html"])
        #expect(
            facts("[x](javascript:y) ![z](data:text/html,w) <a href=vbscript:v>u</a>").problems.map(\.code)
                == Array(repeating: "unsafe-url", count: 3))
        #expect(facts("<b>fine</b> <kbd>too</kbd> [x](https://y.org) ![z](data:image/png;base64,AA==)").problems.isEmpty)
    }

    @Test(arguments: [
        ("Vec<String> and <your-name>", "<p>Vec&lt;String&gt; and &lt;your-name&gt;</p>\n"),
        ("a <kbd>Ctrl</kbd> <mark>b</mark> H<sub>2</sub>O<br>c", "<p>a <kbd>Ctrl</kbd> <mark>b</mark> H<sub>2</sub>O<br>c</p>\n"),
        ("<p align=\"center\">\n<b>x</b> &copy; &amp; y\n</p>", "<p class=\"align-center\">\n<b>x</b> \u{A9} &amp; y\n</p>\n"),
        ("<details>\n<summary>S</summary>\n\n*x*\n\n</details>", "<details>\n<summary>S</summary>\n<p><em>x</em></p>\n</details>\n"),
        ("<details>\n\nx\n\n</details>", "<details>\n<summary>Details</summary>\n<p>x</p>\n</details>\n"),
        (
            "<table width=60% bgcolor=blue><tr><td style=\"text-align:right;width:24%;background:url(x);color:#f00\">x</td></tr></table>",
            "<table class=\"width-50 marked\"><tr><td class=\"align-right width-25\">x</td></tr></table>\n"
        ),
        ("<font color=green>x</font> <p align=evil>y", "<p><span class=\"tg\">x</span> y</p>\n"),
        ("<span style=\"color:red;position:fixed\">x</span>", "<p><span class=\"tr\">x</span></p>\n"),
        (
            "<iframe src=\"https://x.org/e\" title=\"Film\"></iframe>",
            "<a href=\"https://x.org/e\" class=\"link external\" rel=\"noopener noreferrer\">Film</a>\n"
        ),
        ("a <script>b</script> c", "<p>a  c</p>\n"),
        ("a <b>b\n\nc", "<p>a <b>b</b></p>\n<p>c</p>\n"),
        ("</div></main> x", " x\n"),
        ("<table><tr><td>a<td>b<tr><td>c</table>", "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>\n"),
        ("<a name=\"top\"></a><b id=\"top\">x</b>", "<p><span id=\"c-top\"></span><b>x</b></p>\n"),
        ("![x](https://x.org/a.png)", "<p><a href=\"https://x.org/a.png\" class=\"link external\" rel=\"noopener noreferrer\">x</a></p>\n"),
    ])
    func rawHTML(_ markdown: String, _ expected: String) {
        #expect(html(markdown) == expected)
    }
}
