import Markdown
import Testing

@Suite struct FactsTests {
    @Test func headingsHaveUniqueUnicodeIds() {
        let text = "# Über uns\n## A & B\n## A & B\n## 目录\n## 🚀\n## `code()`\n## ---\n## Syn-flood\nSetext\n---\n# [[a|b]] **c**"
        let found = facts(text).headings
        #expect(found.map(\.id) == ["über-uns", "a--b", "a--b-2", "目录", "🚀", "code", "section", "h-syn-flood", "setext", "b-c"])
        #expect(found.map(\.text) == ["Über uns", "A & B", "A & B", "目录", "🚀", "code()", "---", "Syn-flood", "Setext", "b c"])
        #expect(found.map(\.level) == [1, 2, 2, 2, 2, 2, 2, 2, 2, 1])
        #expect(found.map(\.line) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 11])
    }

    @Test(
        arguments: [
            ("[[a]]", "a", nil), ("[[a|b]]", "a", nil), ("[[a#h]]", "a", "h"), ("[[a#h1#h2]]", "a", "h1#h2"), ("[[a#^b]]", "a", "^b"),
            ("[[#h]]", "", "h"), ("[[folder/a]]", "folder/a", nil), ("[[a.md]]", "a.md", nil), ("[[x | y]]", "x", nil),
            ("[[x#]]", "x", ""),
            ("[[v1.2 notes]]", "v1.2 notes", nil), ("[[Array [] syntax]]", "Array [] syntax", nil), ("[[a[0]]]", "a[0]", nil),
            ("[x](guide/y%20z.md#h%C3%A9)", "guide/y z.md", "hé"), ("[x](<a b.md>)", "a b.md", nil), ("[x](#h)", "", "h"),
            ("[x](https://x.org/a%2Fb#c)", "https://x.org/a%2Fb", "c"), ("[x][r]\n\n[r]: d.md", "d.md", nil),
            ("<a href='&#x61;.md'>x</a>", "a.md", nil), ("https://x.org/_a_", "https://x.org/_a", nil), ("`x` [a](b.md)", "b.md", nil),
        ] as [(String, String, String?)])
    func target(_ markdown: String, _ target: String, _ fragment: String?) throws {
        let links = facts(markdown).links
        try #require(links.count == 1)
        #expect(links[0].target == target)
        #expect(links[0].fragment == fragment)
    }

    @Test func linksComeInOrderWithPlaces() {
        let text = """
            One [[a]] and ![[b.png|40]].
            > quote [c](c.md)
            > second [[d]] line

            - item
              - ![e](e.png)

            | x | [[f|g]] |
            |---|---|
            | y | <img src="h.png"> |

            > x https://h.org
            > y <https://i.org> www.j.org

            note^[see [[i]]] [[j]]
            """
        let links = facts(text, bodyLine: 11).links
        #expect(
            links.map(\.target) == [
                "a", "b.png", "c.md", "d", "e.png", "f", "h.png", "https://h.org", "https://i.org", "http://www.j.org", "i", "j",
            ])
        #expect(links.map(\.line) == [11, 11, 12, 13, 16, 18, 20, 22, 23, 23, 25, 25])
        #expect(links.map(\.column) == [5, 15, 9, 10, 5, 7, 7, 5, 5, 21, 11, 18])
        #expect(
            links.map(\.syntax) == [
                .wikilink, .embed, .link, .wikilink, .image, .wikilink, .image, .link, .link, .link, .wikilink, .wikilink,
            ])
    }

    @Test func sentencesAreAroundLinks() {
        let found = facts("First one. See [[a|this page]] e.g. here, and [[b]]! Then **[[cc]]**. 中文句子。链接[[d]]在这里。尾。")
        #expect(
            found.links.map { found.sentence(of: $0) } == [
                "See this page e.g. here, and b!", "See this page e.g. here, and b!", "Then cc.", "链接d在这里。",
            ])
        let long = facts(String(repeating: "word ", count: 100) + "[[a]] " + String(repeating: "more ", count: 100))
        let sentence = long.sentence(of: long.links[0])
        #expect(sentence.count <= 240 && sentence.hasPrefix("\u{2026}word") && sentence.hasSuffix("more\u{2026}"))
        #expect(sentence.contains("word a more"))
    }

    @Test(
        arguments: [
            ("#tag", ["tag"]), ("a #x/y-z_1, #Ü.", ["x/y-z_1", "Ü"]), ("#1/3 #221 C# #fff #a1b2c3 ##", []),
            ("[x](y.md#frag) `#no` \\#no", []),
            ("#face1 #bad1", ["face1"]), ("(#in) #🚀 #中文。", ["in", "🚀", "中文"]), ("https://x.org/#frag a#b", []),
            ("```\n#no\n```\n# Heading #yes", ["yes"]),
        ] as [(String, [String])])
    func tags(_ markdown: String, _ tags: [String]) {
        #expect(facts(markdown).tags == tags)
    }

    @Test func blocksHaveNames() {
        let found = facts("para ^one\n\n- item ^two\n\n| a |\n|---|\n| b |\n\n^three\n\na ^b c\n\nlast\n^four\n\nagain ^one")
        #expect(found.blocks.map(\.name) == ["one", "two", "three", "four"])
        #expect(found.blocks.map(\.id) == ["^one", "^two", "^three", "^four"])
    }

    @Test func summaryAndWords() {
        #expect(
            facts("# T\n\n> quote\n\n- list\n\nThe *first* `paragraph`\nof [[a|two]] lines %%x%%.").summary
                == "The first paragraph of two lines .")
        let long = facts(String(repeating: "wörd ", count: 100)).summary
        #expect(long.count <= 240 && long.hasSuffix("wörd\u{2026}"))
        #expect(facts("one two  three\n\n- four\n\n```\nno\n```\n| five |\n|---|\n| six |").words == 6)
        #expect(facts("中文 two").words == 3)
        #expect(facts(String(repeating: "a ", count: 1000) + String(repeating: "long-word ", count: 300)).words == 1300)
        #expect(facts("").words == 0)
    }

    @Test func problemsHavePlaces() {
        let found = facts("ok\n<div onclick=x>\n<script>a</script>\n</div>\n\n[x](javascript:y) and 5 %% 3\n\n%%\nopen", bodyLine: 5)
            .problems
        #expect(found.map(\.code) == ["unsafe-html", "unsafe-html", "unsafe-url", "unclosed-comment", "unclosed-comment"])
        #expect(found.map(\.line) == [6, 7, 10, 10, 12])
    }

    /// Facts and rendering number links alike, whatever stands between them.
    @Test func renderingAsksForTheSameLinks() {
        let text = """
            [[a]] <a href="b">x</a> ^[note [[c]] <img src=d>] [^1] [y](e) ![[f]]

            <div><script><a href="g"></script><iframe src="h"></iframe><video src="i"></video></div>

            # Heading [[j]]

            %% [[hidden]] %%

            [^1]: def [[k]]
            """
        let facts = facts(text)
        var asked: [Int: String] = [:]
        var html: [UInt8] = []
        let page = MarkdownPage(body: Array(text.utf8)[...], bodyLine: 1) { index in
            asked[index] = facts.links[index].target
            return .page(href: facts.links[index].target + ".html")
        }
        _ = MarkdownRenderer().render(page, into: &html)
        let result = String(decoding: html, as: UTF8.self)
        for (index, link) in facts.links.enumerated() where link.target != "g" {
            #expect(asked[index] == link.target)
            #expect(result.contains("href=\"\(link.target).html\""), "\(link.target)")
        }
    }
}
