import Markdown
import Testing

/// Texts that broke other renderers.
@Suite struct TortureTests {
    private let pageA = LinkDestination.page(href: "a.html")

    @Test func calloutTitlesHoldCodeAndFormulas() {
        let result = html("> [!tip]- `x` $y$ ==z== [[a|**b**]] %%gone%%\n> body", ["a": pageA])
        #expect(
            result.contains(
                "<summary class=\"callout-title\"><code>x</code> <code class=\"math\">y</code> <mark>z</mark> <a href=\"a.html\" class=\"link\"><strong>b</strong></a> </summary>"
            ))
    }

    @Test(arguments: [
        "note", "abstract", "summary", "tldr", "info", "todo", "tip", "hint", "important", "success", "check", "done", "question", "help",
        "faq", "warning", "caution", "attention", "failure", "fail", "missing", "danger", "error", "bug", "example", "quote", "cite",
    ])
    func everyCalloutTypeIsKnown(_ type: String) {
        let result = html("> [!\(type.uppercased())]\n> x")
        #expect(result.contains("data-callout=\"\(type)\"") && result.contains("<p class=\"callout-title\">\(type.prefix(1).uppercased())"))
        if !["note", "info", "todo"].contains(type) { #expect(!result.contains("callout-note")) }
    }

    @Test func formulasInCalloutsAndLists() {
        #expect(html("> [!note] T\n> $$\n> a \\; b\n> $$").contains("<code class=\"math math-display\">a \\; b</code>"))
        #expect(
            html("- x\n\n  $$\n  y\n  $$\n- z").contains(
                "<li>\n<p>x</p>\n<p class=\"math-block\"><code class=\"math math-display\">y</code></p>"))
    }

    @Test func labelsThatHoldLinks() {
        #expect(
            html("[see https://x.org and www.y.org](a)", ["a": pageA])
                == "<p><a href=\"a.html\" class=\"link\">see https://x.org and www.y.org</a></p>\n")
        #expect(html("[[a|https://x.org]]", ["a": pageA]) == "<p><a href=\"a.html\" class=\"link\">https://x.org</a></p>\n")
        let image = html("[![alt](i.png)](a)", ["a": pageA, "i.png": .file(href: "i.png", kind: .image)])
        #expect(image == "<p><a href=\"a.html\" class=\"link\"><img src=\"i.png\" alt=\"alt\" loading=\"lazy\"></a></p>\n")
    }

    @Test func markupThatIsNotClosedStaysWithin() {
        for text in ["a </div> b", "<p class=x\n\nb", "text\n\n---", "<details>\n\n**b**\n\n</details>", "&quot; &amp;quot; < > <3"] {
            let result = html(text + "\n\nafter")
            #expect(Judge.findings(result).isEmpty && result.hasSuffix("<p>after</p>\n"), "\(text)")
        }
        #expect(html("&quot; < > &amp;lt;") == "<p>&quot; &lt; &gt; &amp;lt;</p>\n")
        #expect(html("{{x}} {{{y}}} <% z %>") == "<p>{{x}} {{{y}}} &lt;% z %&gt;</p>\n")
    }

    @Test func headingsThatSlugAlike() {
        let found = facts("# 目录\n# 目录\n# A!\n# A?\n# 🚀\n# 🚀\n# `x`\n# \n# !!!\n# a-2\n# A").headings.map(\.id)
        #expect(Set(found).count == found.count)
        #expect(facts("# syn\n# Syn").headings.map(\.id) == ["h-syn", "h-syn-2"])
        #expect(found == ["目录", "目录-2", "a", "a-2", "🚀", "🚀-2", "x", "section", "section-2", "a-2-2", "a-3"])
    }

    @Test func wikilinkForms() {
        for (text, target, fragment) in [
            ("[[x | y]]", "x", nil), ("[[x#a#b]]", "x", "a#b"), ("[[x#^block]]", "x", "^block"), ("[[#^block]]", "", "^block"),
            ("![[x#h|300x200]]", "x", "h"), ("[[v1.2 notes]]", "v1.2 notes", nil), ("[[node.js]]", "node.js", nil),
            ("[[../x]]", "../x", nil),
        ] as [(String, String, String?)] {
            let links = facts(text).links
            #expect(links.count == 1 && links.first?.target == target && links.first?.fragment == fragment, "\(text)")
        }
    }
}
