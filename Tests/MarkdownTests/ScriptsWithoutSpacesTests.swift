import Markdown
import Testing

/// Emphasis beside Chinese, Japanese and Korean, by a rule that those who write them would expect; ASCII text keeps CommonMark's.
@Suite struct ScriptsWithoutSpacesTests {
    @Test(arguments: [
        Example("は**「重要」**は", "は<strong>「重要」</strong>は"),
        Example("**中文。**后面*（斜体）*也是", "<strong>中文。</strong>后面<em>（斜体）</em>也是"),
        Example("これは**“x”**です、**重要(a)**は", "これは<strong>“x”</strong>です、<strong>重要(a)</strong>は"),
        Example("먼저 **'중요'**를 본다", "먼저 <strong>'중요'</strong>를 본다"),
        Example("は~~「古い」~~は ==「新」==は", "は<del>「古い」</del>は <mark>「新」</mark>は"),
        Example("***「a」***は **「a *b*」**は", "<em><strong>「a」</strong></em>は <strong>「a <em>b</em>」</strong>は"),
        Example("は**[[a|「x」]]**は", "は<strong><a href=\"a.html\" class=\"link\">「x」</a></strong>は"),
        Example("`は**「x」**は` 2*「3」*4", "<code>は**「x」**は</code> 2<em>「3」</em>4"),
        Example("は** 「x」 **は, \\*「x」*は", "は** 「x」 **は, *「x」*は"),
        Example("a**(b)**c", "a**(b)**c"), Example("é**(b)**é", "é**(b)**é"),
        Example("は**「x", "は**「x"),
        Example("[「**「x」**は」](u「*「.md)", "<a href=\"a.html\" class=\"link\">「<strong>「x」</strong>は」</a>"),
    ]) func emphasis(_ example: Example) {
        let page = LinkDestination.page(href: "a.html")
        #expect(html(example.markdown, ["a": page, "u「*「.md": page]) == "<p>\(example.html)</p>\n")
    }

    @Test func blocksWithStarsAreAsTheyWere() {
        #expect(html("*「x」\n\n* 「y」\n\n***\n「z」") == "<p>*「x」</p>\n<ul>\n<li>「y」</li>\n</ul>\n<hr>\n<p>「z」</p>\n")
        #expect(
            html("```c\n/**「x」**/は\n```\n\n<b title=\"は**「\">は</b>")
                == "<pre tabindex=\"0\"><code class=\"language-c\">/**「x」**/は\n</code></pre>\n<p><b title=\"は**「\">は</b></p>\n")
        #expect(facts("# は**「重要」**は").headings.map(\.text) == ["は「重要」は"])
    }
}

/// Links whose end a program cut off with the sentence around them, as an index of pages has them.
@Suite struct CutLinkTests {
    @Test(arguments: [
        Example("See [[snapshot|snaps…", "See snaps…"), Example("See [[EStG § 7 Absetzung für…", "See EStG § 7 Absetzung für…"),
        Example("[[a]] and [[b...", "<a href=\"a.html\" class=\"link\">a</a> and b..."), Example("![[img.png|a vi…", "a vi…"),
        Example("see [[x|`b…", "see `b…"), Example("\\[[a…", "[[a…"), Example("`[[a…`", "<code>[[a…</code>"), Example("[[a … b", "[[a … b"),
        Example("[[a…\nand so on", "a…\nand so on"), Example("[[a [b…", "[[a [b…"), Example("[[…", "…"),
        Example("in [[a b]…", "in a b…"), Example("in [[a|b c]...", "in b c..."), Example("[[a] b…", "[[a] b…"),
        Example("[[a]b]…", "[[a]b]…"),
        Example("a \u{2014} > [!warning] Sample > text", "a \u{2014} Sample &gt; text"), Example("a \\> [!note] b", "a &gt; [!note] b"),
        Example("a `> [!note] b`", "a <code>&gt; [!note] b</code>"), Example("a > [!] b [!x]", "a &gt; [!] b [!x]"),
    ]) func theirLabelIsShown(_ example: Example) {
        #expect(html(example.markdown, ["a": .page(href: "a.html")]) == "<p>\(example.html)</p>\n")
        if !example.html.contains("[[") { #expect(!facts(example.markdown).summary.contains("[[")) }
    }
}

/// What is no text in any file: marks of encodings, controls, other line ends.
@Suite struct BytesTests {
    @Test func lineEndsAndMarks() {
        #expect(html("# A\r\n\r\nb\rc\r\n- d") == html("# A\n\nb\nc\n- d"))
        #expect(html("\u{FEFF}# A") == html("# A") && html("a\n\n\u{FEFF}# A\u{FEFF}") == html("a\n\n# A"))
        #expect(facts("\u{FEFF}").problems.isEmpty)
        // An index took the head of such a file for its first sentence.
        #expect(html("- [[a]] \u{2014} \u{FEFF}--- tags: [x, y] created: 2026\u{2026}\n- b") == html("- [[a]]\n- b"))
        #expect(html("a \u{FEFF}--- and b\n\u{FEFF}--- c: d") == html("a --- and b\n--- c: d"))
        #expect(html("a\u{0}b\u{1}c\u{7F}\u{85}\u{FFFE}") == "<p>a\u{FFFD}b\u{FFFD}c\u{FFFD}\u{FFFD}\u{FFFD}</p>\n")
        var bytes: [UInt8] = []
        let body: [UInt8] = Array("# A ".utf8) + [0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80] + Array(" b".utf8)
        _ = MarkdownRenderer(options: .withoutScripts).render(MarkdownPage(body: body[...], bodyLine: 1) { _ in .withheld }, into: &bytes)
        let shown = String(decoding: bytes, as: UTF8.self)
        #expect(shown.contains("A \u{FFFD}\u{FFFD}(\u{FFFD} b") && String(validating: bytes, as: UTF8.self) != nil)
        #expect(markdownFacts(body[...], bodyLine: 1).problems.map(\.code) == ["invalid-encoding"])
    }
}
