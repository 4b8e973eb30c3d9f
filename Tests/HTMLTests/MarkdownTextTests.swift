import Testing

@testable import HTML

@Suite struct MarkdownTextTests {
    private func markdown(_ html: String) -> String { String(decoding: MarkdownText.of(Array(html.utf8)), as: UTF8.self) }

    @Test(arguments: [
        ("<p>One <strong>two</strong> <em>three</em>\nfour.</p>\n<p>Five</p>", "One **two** *three* four.\n\nFive\n"),
        ("<h2 id=\"a\">Head<a class=\"anchor\" href=\"#a\">#</a></h2>\n<p>x</p>", "## Head\n\nx\n"),
        ("<ul>\n<li>a</li>\n<li>b\n<ol start=\"3\">\n<li>c</li>\n</ol>\n</li>\n</ul>\n<p>d</p>", "- a\n- b\n  3. c\n\nd\n"),
        ("<ul><li><p>a</p>\n<p>b</p></li></ul>", "- a\n\n  b\n"),
        ("<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>\n<p>c</p>", "> a\n>\n> b\n\nc\n"),
        (
            "<pre tabindex=\"0\"><code class=\"language-sh\">a &amp;&amp; <span class=\"ts\">b</span>\n\nc\n</code></pre>",
            "```sh\na && b\n\nc\n```\n"
        ),
        ("<pre><code>```\n</code></pre>", "````\n```\n````\n"),
        ("<pre><code></code></pre>", "```\n\n```\n"), ("<pre><code>a\r\nb\n\n</code></pre>", "```\na\r\nb\n\n```\n"),
        ("<ul><li>a\n<pre><code>b\n\nc</code></pre></li></ul>", "- a\n\n  ```\n  b\n\n  c\n  ```\n"),
        ("<ol start=\"9\"><li>a</li><li>b</li></ol>", "9. a\n10. b\n"),
        ("<p>{x} |y| ~z~ a_b * c</p>", "{x} |y| ~z~ a_b \\* c\n"), ("<p>- a {- b} + c</p>", "\\- a {- b} + c\n"),
        (
            "<table><thead><tr><th>k</th><th>v</th></tr></thead><tbody><tr><td>a|b</td><td><code>c|d</code></td></tr></tbody></table>",
            "| k | v |\n| --- | --- |\n| a\\|b | `c\\|d` |\n"
        ),
        ("<p><code>a`b</code> 2 * 3 [x] &lt;y&gt; \\ z</p>", "`` a`b `` 2 \\* 3 \\[x\\] \\<y> \\\\ z\n"),
        ("<p># no heading</p><p>- no list</p>", "\\# no heading\n\n\\- no list\n"),
        ("<p><a href=\"../a/b.html#c\" class=\"link\">B</a> <a href=\"c.html\">C</a></p>", "[B](../a/b.md#c) [C](c.md)\n"),
        (
            "<p><a href=\"../raw/sources/x.pdf.html\">S</a> <a href=\"../tags/t.html\">T</a> <a href=\"https://e.org/a.html\">E</a></p>",
            "[S](../raw/sources/x.pdf.html) [T](../tags/t.html) [E](https://e.org/a.html)\n"
        ),
        (
            "<div class=\"callout callout-warning\"><p class=\"callout-title\">T</p><div class=\"callout-body\"><p>x</p></div></div><p>y</p>",
            "> [!warning] T\n>\n> x\n\ny\n"
        ),
        (
            "<p>a<span class=\"visually-hidden\"> (gone)</span><sup class=\"footnote-ref\"><a href=\"#syn-fn-1\">1</a></sup></p>",
            "a[^1]\n"
        ),
        ("<p><img src=\"data:image/svg+xml;base64,AAAA\" alt=\"d\"> <img src=\"p.png\" alt=\"p\"></p>", "![p](p.png)\n"),
        (
            "<p>a <math><semantics><mi>x</mi><annotation encoding=\"application/x-tex\">x &lt; y</annotation></semantics></math></p>",
            "a $x < y$\n"
        ),
        ("<dl><dt>t</dt><dd>d</dd></dl>", "t\n: d\n"), ("<hr>", "---\n"), ("", ""),
    ]) func saysWhatThePageShows(html: String, expected: String) { #expect(markdown(html) == expected) }

    @Test func tornMarkupEnds() {
        let html = Array(
            "<ul><li><p>a <a href=\"x>y.html\">b</li></ul><pre><code>c <table><td>d</table><blockquote></blockquote></div>".utf8)
        for end in html.indices {
            _ = MarkdownText.of(Array(html[..<end]))
            _ = MarkdownText.of(Array(html[end...]))
        }
    }
}
