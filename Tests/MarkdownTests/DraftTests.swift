import Markdown
import Testing

/// Pages that are parsed once: their HTML is written before anyone knows where links lead. That it is the HTML of `render` is checked by
/// `html`, for every text in these tests, and by the fuzzer.
@Suite struct DraftTests {
    private func draft(_ markdown: String, title: String? = "T") -> UnlinkedHTML? {
        markdownFacts(Array(markdown.utf8)[...], bodyLine: 1, drafting: MarkdownRenderer(options: .withoutScripts)) { _ in title }.draft
    }

    @Test(arguments: [
        "plain", "a [[link]], [[b|its *label*]], [c](d.md) and #tag", "> [!note] [[a]]\n> text\n\n| [[a\\|b]] |\n|---|\n| $x$ |",
        "x^[note]",
        "[**bold** `code`](a)", "<b>raw</b> <kbd>text</kbd>",
    ])
    func whatDependsOnNothingIsDrafted(_ markdown: String) throws {
        #expect(draft(markdown) != nil)
        #expect(html(markdown, ["link": .page(href: "l.html"), "a": .page(href: "a.html")]) != "")
    }

    /// What a link's place decides more of than its own tag.
    @Test(arguments: [
        "![[page]]", "![[picture.png]]", "![alt](picture.png)", "[a](b \"title\")", "[mail a@b.cd now](x)", "<a href='b'>raw</a>",
        "<img src=a>",
        "[a #tag b](x)",
    ])
    func whatDependsOnOthersIsNot(_ markdown: String) { #expect(draft(markdown) == nil) }

    @Test func nothingIsDraftedWhereNoTitleIsGiven() { #expect(draft("text", title: nil) == nil) }

    @Test func aLinkToAPrivatePageIsNotFinished() throws {
        let renderer = MarkdownRenderer(options: .withoutScripts)
        let drafted = try #require(draft("see [[secret]]"))
        var bytes: [UInt8] = []
        #expect(!renderer.finish(drafted, end: { _ in .other(.withheld) }, tag: { _ in nil }, into: &bytes))
        #expect(bytes.isEmpty)
    }

    /// An address in pieces is written as the one that they make.
    @Test func addressesWithinTheSiteAreWrittenAsTheyStand() throws {
        let drafted = try #require(draft("a [[b]], [*c*](d)"))
        let path = Array("e/f%20g.html".utf8)
        path.withUnsafeBufferPointer { path in
            let empty = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
            for (address, href) in [
                (SiteAddress(climb: 0, path: path), "e/f%20g.html"),
                (SiteAddress(climb: 2, path: path, fragment: "h"), "../../e/f%20g.html#h"),
                (SiteAddress(climb: 0, path: empty, fragment: "%C3%A4"), "#%C3%A4"), (SiteAddress(climb: 1, path: empty), "../"),
            ] {
                var (ours, expected): ([UInt8], [UInt8]) = ([], [])
                let renderer = MarkdownRenderer(options: .withoutScripts)
                #expect(renderer.finish(drafted, room: 20, end: { _ in .site(address) }, tag: { _ in nil }, into: &ours))
                #expect(renderer.finish(drafted, end: { _ in .other(.page(href: href)) }, tag: { _ in nil }, into: &expected))
                #expect(ours == expected && String(decoding: ours, as: UTF8.self).contains("<a href=\"\(href)\" class=\"link\">"))
            }
        }
    }

    @Test(arguments: [[], [1, 2, 3], [255, 255, 255, 255, 255, 255, 255, 127], [2, 0, 0, 0, 0, 0, 0, 0, 1]] as [[UInt8]])
    func bytesThatAreNoDraftAreRefused(_ bytes: [UInt8]) {
        var html: [UInt8] = []
        let draft = UnlinkedHTML(bytes: bytes)
        #expect(!MarkdownRenderer().finish(draft, end: { _ in .other(.withheld) }, tag: { _ in nil }, into: &html))
    }

    /// The way is worth having: real pages go it.
    @Test func nearlyAllRealPagesAreDrafted() {
        let drafted = Vaults.all.count { page in draft(String(decoding: page.body, as: UTF8.self)) != nil }
        #expect(Double(drafted) > 0.9 * Double(Vaults.all.count), "\(drafted) of \(Vaults.all.count)")
    }
}
