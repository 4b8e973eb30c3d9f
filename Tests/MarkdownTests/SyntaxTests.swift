import Markdown
import Testing

struct Example: Sendable, CustomTestStringConvertible {
    var markdown: String
    var html: String
    var testDescription: String { markdown.debugDescription }

    init(_ markdown: String, _ html: String) {
        self.markdown = markdown
        self.html = html
    }
}

private let pageA = LinkDestination.page(href: "a.html")
private let links: [String: LinkDestination] = [
    "a": pageA, "a.md": pageA, "folder/a": pageA, "a#h": .page(href: "a.html#h"), "#h": .page(href: "#h"),
    "a#^b1": .page(href: "a.html#%5Eb1"), "a#h1#h2": .page(href: "a.html#h2"),
    "img.png": .file(href: "files/img.png", kind: .image), "doc.pdf#page=3": .file(href: "files/doc.pdf#page=3", kind: .pdf),
    "talk.mp3": .file(href: "files/talk.mp3", kind: .audio), "film.mp4": .file(href: "files/film.mp4", kind: .video),
    "secret": .withheld, "v1.2 notes": .page(href: "v1.2-notes.html"),
]
private let anchorA = "<a href=\"a.html\" class=\"link\">"

@Suite struct SyntaxTests {
    @Test(arguments: [
        Example("Plain *em* **strong** `code`.", "<p>Plain <em>em</em> <strong>strong</strong> <code>code</code>.</p>\n"),
        Example("a\nb\\\nc", "<p>a\nb<br>\nc</p>\n"),
        Example("~~gone~~ and ~so~ is ~~~this~~~", "<p><del>gone</del> and <del>so</del> is ~~~this~~~</p>\n"),
        Example("==a `code` b==", "<p><mark>a <code>code</code> b</mark></p>\n"),
        Example(
            "**==both==** a == b and c == d, x==y==z", "<p><strong><mark>both</mark></strong> a == b and c == d, x<mark>y</mark>z</p>\n"),
        Example("==[[a]]==", "<p><mark>\(anchorA)a</a></mark></p>\n"),
        Example("x #tag/a, C# #1", "<p>x <span class=\"tag\">#tag/a</span>, C# #1</p>\n"),
        Example("\\==no\\==", "<p>==no==</p>\n"),
        Example("[^a\nbc] d", "<p>[^a\nbc] d</p>\n"),
        Example("é[^1é [[a]] é\né] x", "<p>é[^1é \(anchorA)a</a> é\né] x</p>\n"),
        Example("a %%hidden%% b", "<p>a  b</p>\n"),
        Example("`a %% b` and 5 %% 2", "<p><code>a %% b</code> and 5 %% 2</p>\n"),
        Example("%%\nhidden\n\n# gone\n%%\n\nshown", "<p>shown</p>\n"),
        Example("> %%\n> hidden\n>\n> too\n> %%\n>\n> shown", "<blockquote>\n<p>shown</p>\n</blockquote>\n"),
        Example("```\n%%\n[[a]] ![[b|c]] $$\n```", "<pre tabindex=\"0\"><code>%%\n[[a]] ![[b|c]] $$\n</code></pre>\n"),
        Example("# A & B", "<h1 id=\"a--b\">A &amp; B<a class=\"anchor\" href=\"#a--b\" aria-hidden=\"true\" tabindex=\"-1\">#</a></h1>\n"),
        Example(
            "- [ ] open\n- [x] done",
            """
            <ul class="task-list">
            <li class="task"><input type="checkbox" disabled aria-label="To do"> open</li>
            <li class="task done"><input type="checkbox" checked disabled aria-label="Done"> done</li>
            </ul>

            """),
        Example(
            "www.example.org, http://example.org/a_b_c. <https://x.y> me@example.org",
            """
            <p><a href="http://www.example.org" class="link external" rel="noopener noreferrer">www.example.org</a>, \
            <a href="http://example.org/a_b_c" class="link external" rel="noopener noreferrer">http://example.org/a_b_c</a>. \
            <a href="https://x.y" class="link external" rel="noopener noreferrer">https://x.y</a> \
            <a href="mailto:me@example.org" class="link external">me@example.org</a></p>

            """),
        Example(
            "| a | b |\n|:-:|--:|\n| 1 | 2 |",
            """
            <div class="table-scroll" role="group" tabindex="0" aria-label="Table">
            <table>
            <thead>
            <tr>
            <th scope="col" class="align-center">a</th>
            <th scope="col" class="align-right">b</th>
            </tr>
            </thead>
            <tbody>
            <tr>
            <td class="align-center">1</td>
            <td class="align-right">2</td>
            </tr>
            </tbody>
            </table>
            </div>

            """),
    ]) func markdown(_ example: Example) {
        #expect(html(example.markdown, links) == example.html)
    }

    @Test(arguments: [
        Example("[[a]]", "\(anchorA)a</a>"),
        Example("[[a|label]]", "\(anchorA)label</a>"),
        Example("[[ a | label ]]", "\(anchorA)label</a>"),
        Example("[[a\\|label]]", "\(anchorA)label</a>"),
        Example("[[a#]]", "\(anchorA)a#</a>"),
        Example("[[a|`x` z]]", "\(anchorA)<code>x</code> z</a>"),
        Example(
            "[[a|**b** *c* ==d== ~~e~~ &amp; \\*f $x$]]",
            "\(anchorA)<strong>b</strong> <em>c</em> <mark>d</mark> <del>e</del> &amp; *f <code class=\"math\">x</code></a>"),
        Example("[[a|- b *c*]]", "\(anchorA)- b *c*</a>"),
        Example("[[a|<b>*x*</b>]]", "\(anchorA)&lt;b&gt;*x*&lt;/b&gt;</a>"),
        Example("[[a|snake_case_name and 2*3]]", "\(anchorA)snake_case_name and 2*3</a>"),
        Example("[[folder/a]]", "\(anchorA)folder/a</a>"),
        Example("[[a.md]]", "\(anchorA)a</a>"),
        Example("[[v1.2 notes]]", "<a href=\"v1.2-notes.html\" class=\"link\">v1.2 notes</a>"),
        Example("[[a#h]]", "<a href=\"a.html#h\" class=\"link\">a \u{203A} h</a>"),
        Example("[[a#h1#h2]]", "<a href=\"a.html#h2\" class=\"link\">a \u{203A} h1 \u{203A} h2</a>"),
        Example("[[#h]]", "<a href=\"#h\" class=\"link\">h</a>"),
        Example("[[a#^b1]]", "<a href=\"a.html#%5Eb1\" class=\"link\">a</a>"),
        Example("[[nowhere]]", dangling("nowhere")),
        Example("[[secret]] [[secret|x]] ![[secret]] ![[secret|50]]", "unpublished page x unpublished page unpublished page"),
        Example("\\[[a]]", "[[a]]"),
        Example("`[[a]]` <!-- [[a]] -->", "<code>[[a]]</code> "),
        Example("[see [[a]] there](a.md)", "\(anchorA)see a there</a>"),
        Example("[[1]](https://x.org)", "<a href=\"https://x.org\" class=\"link external\" rel=\"noopener noreferrer\">[1]</a>"),
        Example("![[img.png]]", "<img src=\"files/img.png\" alt=\"img\" loading=\"lazy\">"),
        Example("![[img.png|320]]", "<img src=\"files/img.png\" alt=\"img\" width=\"320\" loading=\"lazy\">"),
        Example("![[img.png|A view|320x200]]", "<img src=\"files/img.png\" alt=\"A view\" width=\"320\" height=\"200\" loading=\"lazy\">"),
        Example(
            "x ![A view|50](img.png \"Title\")",
            "x <img src=\"files/img.png\" alt=\"A view\" title=\"Title\" width=\"50\" loading=\"lazy\">"),
        Example("![[doc.pdf#page=3]]", "<a href=\"files/doc.pdf#page=3\" class=\"link file\">doc.pdf</a>"),
        Example("![[talk.mp3]]", "<audio src=\"files/talk.mp3\" controls preload=\"none\" aria-label=\"talk.mp3\"></audio>"),
        Example(
            "![[film.mp4|100]]", "<video src=\"files/film.mp4\" controls preload=\"none\" aria-label=\"film.mp4\" width=\"100\"></video>"),
        Example("[x](javascript:alert(1))", dangling("x", "javascript:alert(1)")),
    ]) func link(_ example: Example) {
        #expect(html(example.markdown, links) == "<p>\(example.html)</p>\n")
    }

    @Test func linksInTables() {
        let text = "| [[a|b]] | [[a\\|c]] | ![[img.png\\|40]] |\n|-|-|-|\n| [[a#h|d]] | `[[a|b]]` | ![[img.png|50]] |"
        let result = html(text, links)
        #expect(result.contains("<th scope=\"col\">\(anchorA)b</a></th>\n<th scope=\"col\">\(anchorA)c</a></th>"))
        #expect(result.contains("width=\"40\""))
        #expect(result.contains("<td><a href=\"a.html#h\" class=\"link\">d</a></td>\n<td><code>[[a|b]]</code></td>"))
        #expect(result.contains("width=\"50\""))
    }

    @Test(arguments: [
        Example(
            "> [!note] Title **b**\n> Text",
            """
            <div class="callout callout-note" data-callout="note">
            <p class="callout-title">Title <strong>b</strong></p>
            <div class="callout-body">
            <p>Text</p>
            </div>
            </div>

            """),
        Example(
            "> [!TIP]-\n> - a",
            """
            <details class="callout callout-tip k-good" data-callout="tip">
            <summary class="callout-title">Tip</summary>
            <div class="callout-body">
            <ul>
            <li>a</li>
            </ul>
            </div>
            </details>

            """),
        Example(
            "> [!made-up]+ T\n>\n> > [!faq]\n> > inner",
            """
            <details class="callout callout-note" data-callout="made-up" open>
            <summary class="callout-title">T</summary>
            <div class="callout-body">
            <div class="callout callout-question k-warn" data-callout="faq">
            <p class="callout-title">Faq</p>
            <div class="callout-body">
            <p>inner</p>
            </div>
            </div>
            </div>
            </details>

            """),
        Example(
            "text ^one\n\n- item ^two\n\n> quote\n\n^three",
            """
            <p id="^one">text</p>
            <ul>
            <li id="^two">item</li>
            </ul>
            <blockquote id="^three">
            <p>quote</p>
            </blockquote>

            """),
        Example(
            "a[^1] b[^x] c[^1] d^[inline *em*]\n\n[^x]: X\n[^1]: One",
            """
            <p>a<sup class="footnote-ref"><a href="#syn-fn-1" id="syn-fnref-1">1</a></sup> \
            b<sup class="footnote-ref"><a href="#syn-fn-2" id="syn-fnref-2">2</a></sup> \
            c<sup class="footnote-ref"><a href="#syn-fn-1" id="syn-fnref-1-2">1</a></sup> \
            d<sup class="footnote-ref"><a href="#syn-fn-3" id="syn-fnref-3">3</a></sup></p>
            <div class="footnotes">
            <ol>
            <li id="syn-fn-1">
            <p>One <a href="#syn-fnref-1" class="footnote-back" aria-label="Back to reference 1">\u{21A9}</a> \
            <a href="#syn-fnref-1-2" class="footnote-back" aria-label="Back to reference 1-2">\u{21A9}</a></p>
            </li>
            <li id="syn-fn-2">
            <p>X <a href="#syn-fnref-2" class="footnote-back" aria-label="Back to reference 2">\u{21A9}</a></p>
            </li>
            <li id="syn-fn-3">
            <p>inline <em>em</em> <a href="#syn-fnref-3" class="footnote-back" aria-label="Back to reference 3">\u{21A9}</a></p>
            </li>
            </ol>
            </div>

            """),
    ]) func block(_ example: Example) {
        #expect(html(example.markdown, links) == example.html)
    }

    @Test(arguments: [
        Example(
            "Term\n: One *x*\n: Two\n\nTerm 2\nTerm 3\n\n:   Para\n\n    - more\n\nAfter",
            """
            <dl>
            <dt>Term</dt>
            <dd>One <em>x</em></dd>
            <dd>Two</dd>
            <dt>Term 2</dt>
            <dt>Term 3</dt>
            <dd>
            <p>Para</p>
            <ul>
            <li>more</li>
            </ul>
            </dd>
            </dl>
            <p>After</p>

            """),
        Example("<b>T\nU</b>\n: D", "<dl>\n<dt><b>T</b></dt>\n<dt>U</dt>\n<dd>D</dd>\n</dl>\n"),
        Example("[x]: y\n: D\n\n%%z%%\n: E", "<dl>\n<dd>D</dd>\n</dl>\n<dl>\n<dd>E</dd>\n</dl>\n"),
        Example(
            "> [!note] T\n> a\n> b\n>\n> : D",
            """
            <div class="callout callout-note" data-callout="note">
            <p class="callout-title">T</p>
            <div class="callout-body">
            <p>a
            b</p>
            <dl>
            <dd>D</dd>
            </dl>
            </div>
            </div>

            """),
        Example("> T\n> : D", "<blockquote>\n<dl>\n<dt>T</dt>\n<dd>D</dd>\n</dl>\n</blockquote>\n"),
        Example(
            ": no term\n\na:b\n:c\n\n# H\n: x",
            """
            <p>: no term</p>
            <p>a:b
            :c</p>
            <h1 id="h">H<a class="anchor" href="#h" aria-hidden="true" tabindex="-1">#</a></h1>
            <p>: x</p>

            """),
        Example(
            "![Alt](img.png \"A *caption*\")",
            """
            <figure>
            <img src="files/img.png" alt="Alt" loading="lazy">
            <figcaption>A *caption*</figcaption>
            </figure>

            """),
    ]) func definitionsAndCaptions(_ example: Example) {
        #expect(html(example.markdown, links) == example.html)
    }

    /// What leads to an unpublished page names it nowhere: not in ids, not in what the facts tell.
    @Test func unpublishedPagesAreNotNamed() {
        let text = "# On [[secret]]\n\nSee [[secret]], ![[secret]] and [[secret|this]]. Also [[a]]."
        let result = html(text, links)
        #expect(!result.contains("secret") && result.contains("<h1 id=\"on-unpublished-page\">") && result.contains("and this."))
        let told = markdownFacts(Array(text.utf8)[...], bodyLine: 1, withheld: [0, 1, 2, 3])
        #expect(!String(describing: told).contains("secret") && !String(decoding: told.sentences, as: UTF8.self).contains("secret"))
        #expect(told.headings[0].id == "on-unpublished-page" && told.links.count == 5 && told.links[4].target == "a")
    }

    @Test func pricesAreNotMathematics() {
        #expect(html("$5 and $10, then $x$.") == "<p>$5 and $10, then <code class=\"math\">x</code>.</p>\n")
        #expect(html("> - $$\n>   a \\; b\n>   + c\n>   $$").contains("<code class=\"math math-display\">a \\; b\n+ c</code>"))
    }

    @Test func leadingTitleIsLeftOut() {
        #expect(html("# Snapshot\n\nText", title: "Snapshot") == "<p>Text</p>\n")
        #expect(html("Text\n\n# Snapshot", title: "Snapshot").contains("<h1"))
    }
}
