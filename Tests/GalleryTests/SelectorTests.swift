import Testing

@testable import Gallery

/// Selectors against documents; what a browser would say, but that states count as met.
struct SelectorTests {
    private static let tree = ElementTree(
        Array(
            """
            <!doctype html><html data-theme="light"><head><title>a <b> c</title><meta charset=utf-8></head>
            <body><!-- <p class="never"> --><ul class="list wide"><li class="row">one<br>more</li><li class='row last' data-kind="t-a">two</li></ul>
            <p id="note">text <span class="g"/> <a href="x">go</a></p><p class="t-concept chip">chip</p></body></html>
            """.utf8))

    private func isMet(_ selector: String) -> Bool { Selector.list(selector).contains { $0.isMet(in: Self.tree) } }

    @Test(arguments: [
        "li", ".row", "ul.list.wide", "ul > .row", "ul .last", ".row + .row", ".row ~ li", "html[data-theme=light] p", "#note a",
        "p:has(.g)", "p:has(> a)", ":is(ol, ul) li", "li:not(.last)", "li:first-child", "li:last-child.last", "li:nth-child(2)",
        "[class*=\" chip\"]",
        "[class^=t-]", "[data-kind]", "a:hover", "p::before", ":root", "html:not([data-theme=dark]) .chip", "*", ".row,.nothing",
        ".chip:is([aria-current],:hover)", "ul:not(:has(p))",
    ])
    func isFound(selector: String) { #expect(isMet(selector)) }

    @Test(arguments: [
        "ol", ".never", "body > .row", ".last + .row", ".last ~ li", "html[data-theme=dark] p", "p:has(> li)", "li:not(.row)",
        "li.row:nth-child(3)",
        ".list.chip", "b", "[data-kind=t]", ":is(ol,dl) li", "html:not([data-theme=light]) .chip", "p li", ".row .row", "title b",
        "ul:has(p)",
        "li:first-child.last",
    ])
    func isNotFound(selector: String) { #expect(!isMet(selector)) }
}
