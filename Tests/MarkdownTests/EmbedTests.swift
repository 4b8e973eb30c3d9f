import Markdown
import Testing

private func embed(_ key: Int, _ part: LinkDestination.Embed.Part = .whole) -> LinkDestination {
    .embed(.init(key: key, href: "p\(key).html", title: "P\(key)", part: part))
}

private func section(_ key: Int, _ content: String, heading: String = "") -> String {
    "<section class=\"embed\">\n<p class=\"embed-title\"><a href=\"p\(key).html\" class=\"link\">P\(key)\(heading)</a></p>\n\(content)</section>\n"
}

@Suite struct EmbedTests {
    @Test func wholePage() {
        let result = html("![[p]]", ["p": embed(1)], pages: [1: "Text ^b\n\n- a"])
        #expect(result == section(1, "<p>Text</p>\n<ul>\n<li>a</li>\n</ul>\n"))
    }

    @Test func sectionEndsWhereItEnds() {
        let page = "# T\n\nintro\n\n## A\n\nfirst\n\n### A1\n\ndeeper\n\n## B\n\nsecond"
        let result = html("## Host\n\n![[p#A]]", ["p#A": embed(1, .section(1))], pages: [1: page])
        #expect(result.hasSuffix(section(1, "<p>first</p>\n<h3>A1</h3>\n<p>deeper</p>\n", heading: " \u{203A} A")))
        #expect(html("![[p]]", ["p": embed(1, .section(9))], pages: [1: page]).contains("class=\"embed-cut\""))
    }

    @Test func blocks() {
        let page = "one ^x\n\n- two ^y\n- three\n\n| a |\n|---|\n\n^z"
        let links = ["p#^x": embed(1, .block("x")), "p#^y": embed(1, .block("y")), "p#^z": embed(1, .block("z"))]
        #expect(html("![[p#^x]]", links, pages: [1: page]) == section(1, "<p>one</p>\n"))
        #expect(html("![[p#^y]]", links, pages: [1: page]) == section(1, "<ul>\n<li>two</li>\n</ul>\n"))
        let table = html("![[p#^z]]", links, pages: [1: page])
        #expect(table.contains("<th scope=\"col\">a</th>") && !table.contains("three"))
    }

    @Test func standsWhereBlocksStand() {
        let links = ["p": embed(1)]
        let shown = section(1, "<p>in</p>\n")
        let pages = [1: "in"]
        #expect(html("a\n![[p]]\nb", links, pages: pages) == "<p>a</p>\n\(shown)<p>b</p>\n")
        #expect(html("![[p]]\n![[p]]", links, pages: pages) == shown + shown)
        #expect(html("- x ![[p]]", links, pages: pages) == "<ul>\n<li>x \n\(shown)</li>\n</ul>\n")
        #expect(
            html("> [!note] T\n> ![[p]]\n> after", links, pages: pages).contains(
                "<div class=\"callout-body\">\n\(shown)<p>after</p>\n</div>"))
        #expect(html("| a |\n|---|\n| ![[p]] |", links, pages: pages).contains("<td>\n\(shown)</td>"))
        #expect(html("| ![[p]] |\n|---|", links, pages: pages).contains("<th scope=\"col\"><a href=\"p1.html\" class=\"link\">p</a></th>"))
        #expect(html("# ![[p]]", links, pages: pages).contains("<a href=\"p1.html\" class=\"link\">p</a>"))
        #expect(html("**![[p]]**", links, pages: pages) == "<p><strong><a href=\"p1.html\" class=\"link\">p</a></strong></p>\n")
        #expect(html("[x ![[p]]](https://x.org)", links, pages: pages).contains("x p</a>"))
    }

    @Test func cyclesAreCutAndSaid() {
        var problems: [MarkdownProblem] = []
        let itself = html("top\n\n![[p]]", ["p": embed(1)], pages: [1: "top\n\n![[p]]"], key: 1, problems: &problems)
        #expect(itself.contains("<p class=\"embed-cut\"><a href=\"p1.html\" class=\"link\">P1</a> This embed is left out"))
        #expect(problems.map(\.code) == ["embed-cycle"] && problems[0].line == 3)
        let each = html("![[q]]", ["p": embed(1), "q": embed(2)], pages: [1: "![[q]]", 2: "x ![[p]]"], key: 1, problems: &problems)
        #expect(each.components(separatedBy: "embed-cut").count == 2)
        // Two sections of one page are no cycle.
        let page = "# A\n\nfirst\n\n# B\n\nsecond"
        let two = html(
            "![[p#A]] ![[p#B]]", ["p#A": embed(1, .section(0)), "p#B": embed(1, .section(1))], pages: [1: page], problems: &problems)
        #expect(problems.isEmpty && two.contains("first") && two.contains("second"))
    }

    @Test func depthAndCountAreBounded() {
        var pages: [Int: String] = [:]
        var links: [String: LinkDestination] = [:]
        for key in 1...40 {
            pages[key] = "level \(key)\n\n![[p\(key + 1)]]"
            links["p\(key)"] = embed(key)
        }
        var problems: [MarkdownProblem] = []
        let chain = html("![[p1]]", links, pages: pages, problems: &problems)
        #expect(chain.contains("level 5") && !chain.contains("level 6") && problems.map(\.code) == ["embed-too-deep"])
        // Ten embeds of ten embeds each: a hundred thousand pages, were there no bound.
        for key in 1...40 { pages[key] = String(repeating: "![[p\(key + 1)]]\n", count: 10) }
        let wide = html("![[p1]]", links, pages: pages)
        #expect(wide.components(separatedBy: "<section").count == 201)
    }

    /// Two hundred sections of a page of megabytes would be two hundred times its parsing.
    @Test func whatIsReadForEmbedsIsBounded() {
        let large = String(repeating: "word ", count: 600_000) + "\n\n# A\n\nfirst"
        let page = String(repeating: "![[p#A]]\n\n", count: 20)
        var problems: [MarkdownProblem] = []
        let shown = html(page, ["p#A": embed(1, .section(0))], pages: [1: large], problems: &problems)
        #expect(shown.components(separatedBy: "<section").count == 7 && problems.count == 14)
    }

    @Test func idsDoNotCollide() {
        let text = "# Same\n\na[^1] ^x\n\n![[p]]\n\n![[p]]\n\n<a id=\"y\"></a>\n\n[^1]: host"
        let result = html(text, ["p": embed(1)], pages: [1: "# Same\n\nb[^1] ^x\n\n<a id=\"y\"></a>\n\n[^1]: embedded"])
        let ids = result.components(separatedBy: " id=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
        #expect(ids.count == Set(ids).count)
        #expect(ids.contains("syn-fn-1") && ids.contains("syn-fn-e1-1") && ids.contains("syn-fn-e2-1"))
        for link in result.components(separatedBy: "href=\"#").dropFirst() {
            #expect(ids.contains(String(link.prefix { $0 != "\"" })))
        }
    }

    @Test func linksOfAnEmbeddedPageAreItsOwn() {
        var asked: [Int] = []
        let inner = MarkdownPage(body: Array("# A\n\n[[one]]\n\n# B\n\n[[two]] [[three]]".utf8)[...], bodyLine: 1) {
            asked.append($0)
            return .page(href: "\($0).html")
        }
        let outer = MarkdownPage(
            body: Array("![[p#B]]".utf8)[...], bodyLine: 1, destination: { _ in embed(1, .section(1)) }, embedded: { _ in inner })
        var bytes: [UInt8] = []
        #expect(MarkdownRenderer().render(outer, into: &bytes).isEmpty)
        #expect(asked == [1, 2])
        #expect(String(decoding: bytes, as: UTF8.self).contains("<a href=\"2.html\" class=\"link\">three</a>"))
    }

    @Test func whatCannotBeReadIsSaid() {
        var problems: [MarkdownProblem] = []
        let result = html("![[p]] ![[secret]] ![[gone]]", ["p": embed(7), "secret": .withheld], problems: &problems)
        #expect(problems.map(\.code) == ["embed-missing"])
        #expect(result.contains("could not be read") && result.contains("<p> unpublished page \(dangling("gone"))</p>"))
    }
}
