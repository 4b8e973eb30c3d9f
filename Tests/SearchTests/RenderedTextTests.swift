import Testing

@testable import Search

struct RenderedTextTests {
    private func read(_ html: String) -> RenderedText { RenderedText(Array(html.utf8)) }
    private func text(_ html: String) -> String { String(decoding: read(html).text, as: UTF8.self) }

    @Test func blocksEndLinesAndInlineMarkupIsNothing() {
        #expect(text("<p>One <em>two</em>\nthree <code>four</code>.</p>\n<p>Five</p>\n") == "One two three four.\nFive\n")
        #expect(text("<ul>\n<li>a</li>\n<li><p>b</p>\n</li>\n</ul>\n") == "a\nb\n")
        #expect(
            text("<table><thead><tr>\n<th>k</th>\n<th>v</th>\n</tr></thead><tbody><tr><td>a</td>\n<td>b</td></tr></tbody></table>")
                == "k v\na b\n")
        #expect(text("<p>a<br>b</p>") == "a\nb\n")
        #expect(text("<p><a href=\"x.html\" class=\"link\">Anchors</a> stay</p>") == "Anchors stay\n")
        #expect(text("<p>mid<strong>word</strong></p>") == "midword\n")
    }

    @Test func referencesAreWhatTheyStandFor() {
        #expect(text("<p>a &amp; b &lt;c&gt; &quot;d&quot; &#x27;e&#39; &amp;lt; &other;</p>") == "a & b <c> \"d\" 'e' &lt; &other;\n")
        #expect(read("<h2 id=\"a&amp;b\">a &amp; b</h2>").sections[1].id == "a&b")
    }

    @Test func headingsBeginSections() {
        let page = read(
            """
            <p>Lead</p>
            <h2 id="first">The <em>first</em><a class="anchor" href="#first" aria-hidden="true" tabindex="-1">#</a></h2>
            <p>Text</p>
            <h3 id="empty">Empty</h3>
            <h2 id="last">Last</h2>
            <p>End</p>
            """)
        #expect(String(decoding: page.text, as: UTF8.self) == "Lead\nText\nEnd\n")
        #expect(
            page.sections == [
                .init(heading: "", id: "", end: 5), .init(heading: "The first", id: "first", end: 10),
                .init(heading: "Empty", id: "empty", end: 10),
                .init(heading: "Last", id: "last", end: 14),
            ])
    }

    @Test func aHeadingWithoutAnIdIsText() {
        let page = read("<h2>Raw</h2><p>x</p>")
        #expect(page.sections.count == 1 && String(decoding: page.text, as: UTF8.self) == "Raw\nx\n")
    }

    @Test(arguments: [
        "<pre tabindex=\"0\"><code class=\"language-sh\">secret &lt;b&gt;\n</code></pre>",
        "<section class=\"embed\">\n<p class=\"embed-title\"><a href=\"b.html\">secret</a></p>\n<section class=\"embed\"><p>secret</p></section><p>secret</p>\n</section>",
        "<p class=\"embed-cut\">secret</p>", "<p class=\"math-block\"><code class=\"math math-display\">secret</code></p>",
    ]) func codeFormulasAndEmbeddedPagesAreLeftOut(html: String) {
        #expect(text("<p>before</p>\n" + html + "\n<p>after</p>") == "before\nafter\n")
    }

    @Test func footnoteMarksAndHiddenWordsAreLeftOut() {
        let mark = "<sup class=\"footnote-ref\"><a href=\"#syn-fn-1\" id=\"syn-fnref-1\">1</a></sup>"
        let back = "<a href=\"#syn-fnref-1\" class=\"footnote-back\" aria-label=\"Back\">\u{21A9}</a>"
        #expect(text("<p>Said\(mark).</p><li><p>Note \(back)</p></li>") == "Said.\nNote\n")
        #expect(text("<p>x<span class=\"visually-hidden\"> (page is missing)</span> y</p>") == "x y\n")
        #expect(text("<p><code class=\"math\">\\frac</code>a <sup>2</sup></p>") == "a 2\n")
    }

    /// Whatever comes in, sections cover the text in order and nothing is read past the end.
    @Test func tornMarkup() {
        let html = Array("<h2 id=\"a\">b<p>c &am <pre>d <section class=\"embed\"><a href=\"x>y\">z</h2></section>e".utf8)
        for end in html.indices {
            for start in [0, end / 2] {
                let page = RenderedText(Array(html[start..<end]))
                #expect(page.sections.last?.end == page.text.count)
                #expect(zip(page.sections, page.sections.dropFirst()).allSatisfy { $0.end <= $1.end })
            }
        }
    }
}
