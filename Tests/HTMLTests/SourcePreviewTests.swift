import HTML
import Testing

@Suite struct SourcePreviewTests {
    /// The page of a source that one page rests on.
    private func document(_ name: String, _ content: String, options: SiteOptions = SiteOptions()) throws -> String {
        let path = "raw/sources/\(name)"
        let site = try BuiltSite(["wiki/a.md": "---\nsources: [\"\(path)\"]\n---\n"], sources: [path: content], options: options)
        return try #require(site.files["\(path).html"])
    }

    @Test func valuesBecomeATable() throws {
        let html = try document("x.csv", "name,\"a, \"\"b\"\"\",n\n<i>,\"two\nlines\",1.5\nshort\n,,-3\n")
        #expect(
            html.contains(
                "<th scope=\"col\">name</th><th scope=\"col\">a, &quot;b&quot;</th><th scope=\"col\" class=\"align-right\">n</th>"))
        #expect(html.contains("<tr><td>&lt;i&gt;</td><td>two\nlines</td><td class=\"align-right\">1.5</td></tr>"))
        #expect(html.contains("<tr><td>short</td><td></td><td class=\"align-right\"></td></tr>"))
        #expect(try document("x.csv", "a;b\r\n1,5;2\r\n").contains("<td>1,5</td>"))
        #expect(try document("x.tsv", "a,a\tb\n1\t2").contains("<th scope=\"col\" class=\"align-right\">a,a</th>"))
    }

    @Test func longTablesAreCutAndThatIsSaid() throws {
        let html = try document("x.csv", "a,b\n" + (1...5000).map { "\($0),x\n" }.joined())
        #expect(html.contains("<td class=\"align-right\">200</td>") && !html.contains(">201</td>") && html.contains("The first 200 rows"))
        #expect(try !document("x.csv", "a,b\n1,2\n").contains("The first"))
    }

    @Test func textsAreShownAsTheyAre() throws {
        let html = try document("x.txt", "One [[link]] <script>x</script>\u{0}\n\tTwo")
        #expect(html.contains("<pre tabindex=\"0\"><code>One [[link]] &lt;script&gt;x&lt;/script&gt;\u{FFFD}\n\tTwo</code></pre>"))
        let long = try document("x.md", String(repeating: "A line of text.\n", count: 10_000))
        #expect(long.utf8.count < 80_000 && long.contains("The first 66 KB of 160 KB"))
        #expect(try !document("x.txt", " \n").contains("<pre"))
    }

    @Test func ofAPDFTheFirstPageIsShownWhereAProgramCan() throws {
        var options = SiteOptions()
        #expect(try !document("x.pdf", "%PDF", options: options).contains("data:image/png"))
        options.pictureOfPDF = { $0 == Array("%PDF".utf8) ? [1, 2, 3, 4] : nil }
        #expect(
            try document("x.pdf", "%PDF", options: options).contains(
                "<img src=\"data:image/png;base64,AQIDBA==\" alt=\"The first page of x.pdf\""))
        #expect(try !document("x.pdf", "broken", options: options).contains("data:image/png"))
    }

    /// A PDF that a page shows lies in the site, and the link leads to the page of it that is meant.
    @Test func anEmbeddedPDFIsOpenedAtItsPage() throws {
        let path = "raw/sources/x.pdf"
        let site = try BuiltSite(["wiki/a.md": "![[x.pdf#page=3]] ![[x.pdf#javascript:x]] [[x.pdf]]"], sources: [path: "%PDF"])
        let html = try #require(site.files["a.html"])
        #expect(site.files[path] != nil && html.contains("href=\"raw/sources/x.pdf#page=3\" class=\"link file\""))
        #expect(html.contains("href=\"raw/sources/x.pdf\" class=\"link file\"") && html.contains("href=\"raw/sources/x.pdf.html\""))
    }

    /// What no published page names is listed by its name and shown nowhere.
    @Test func filesThatNobodyNamesAreNotShown() throws {
        let site = try BuiltSite(["wiki/a.md": ""], sources: ["raw/sources/x.txt": "words of it"])
        #expect(site.files["raw/sources/x.txt.html"]?.contains("words of it") == false)
    }

    /// `![[x.csv]]` shows the table in the page, with less of it than the source's own page has; a text likewise.
    @Test func embeddedTablesAndTextsAreShown() throws {
        let csv = "a,<b>\n" + (1...300).map { "\($0),x\n" }.joined()
        let text = "One [[link]] <script>x</script>\n" + String(repeating: "A line of text.\n", count: 2000)
        let page =
            "---\ntitle: Page\n---\nSee ![[x.csv]] and\n\n> ![[notes.txt]]\n\n- ![[x.csv|name]]\n\n# ![[x.csv]]\n\n[[x.csv]] ![[gone.csv]] ![[x.zip]]"
        let site = try BuiltSite(
            ["wiki/a.md": page], sources: ["raw/sources/x.csv": csv, "raw/sources/notes.txt": text, "raw/sources/x.zip": "PK"])
        let html = try #require(site.files["a.html"])
        let title = "<p class=\"embed-title\"><a href=\"raw/sources/x.csv.html\" class=\"link\">x.csv</a></p>"
        #expect(html.components(separatedBy: title).count == 3 && html.components(separatedBy: "<table>").count == 3)
        #expect(html.contains("<th scope=\"col\">&lt;b&gt;</th>") && html.contains(">50</td>") && !html.contains(">51</td>"))
        #expect(html.contains("<p class=\"embed-cut\">The first 50 rows"))
        #expect(html.contains("One [[link]] &lt;script&gt;x&lt;/script&gt;\nA line") && html.contains("The first 8"))
        #expect(html.utf8.count < 60_000 && html.contains("link dangling"))
        // The file itself is not made a part of the site by being shown.
        #expect(site.files["raw/sources/x.csv"] == nil && site.files["raw/sources/x.csv.html"]?.contains(">200</td>") == true)
    }

    @Test func anEmbeddedTableThatCannotBeReadIsALink() throws {
        let site = try BuiltSite(["wiki/a.md": "![[x.csv]]"], sources: ["raw/sources/x.csv": " \n"])
        let html = try #require(site.files["a.html"])
        #expect(html.contains("<section class=\"embed\">") && !html.contains("<table>") && html.contains(">x.csv</a>"))
    }
}
