import Markdown
import Testing

@Suite struct SVGTests {
    private func cleaned(_ svg: String) -> String? { cleanedSVG(Array(svg.utf8)).map { String(decoding: $0, as: UTF8.self) } }

    @Test(
        arguments: [
            (
                "<?xml version=\"1.0\"?>\n<!DOCTYPE svg [<!ENTITY x \"y\">]>\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox='0 0 9 9'><g fill=\"url(#a)\"><path d=\"M0 0\"/></g></svg>\n",
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><g fill=\"url(#a)\"><path d=\"M0 0\"/></g></svg>"
            ),
            ("<svg><script>x()</script><circle r=\"1\" onclick=\"x()\"/></svg>", "<svg><circle r=\"1\"/></svg>"),
            (
                "<svg onload=\"x()\"><a href=\"javascript:x()\"><text>t &lt; &#x75;</text></a></svg>",
                "<svg><g><text>t &lt; u</text></g></svg>"
            ),
            ("<svg><foreignObject><div><b>x</b></div></foreignObject><use href=\"#a\"/></svg>", "<svg><use href=\"#a\"/></svg>"),
            (
                "<svg><use xlink:href=\"https://x.org/a.svg#b\"/><image href=\"data:image/png;base64,AA\"/></svg>",
                "<svg><use/><image href=\"data:image/png;base64,AA\"/></svg>"
            ),
            (
                "<svg><image href=\"data:image/svg+xml,%3Csvg/%3E\"/><image href=\"http://x.org/a.png\"/></svg>",
                "<svg><image/><image/></svg>"
            ),
            (
                "<svg><style>@import url(https://x.org);</style><style>.a { fill: red }</style></svg>",
                "<svg><style></style><style>.a { fill: red }</style></svg>"
            ),
            (
                "<svg><rect style=\"fill:url(https://x.org)\" fill=\"u\\72l(x)\" stroke='url( \"#a\" )'/></svg>",
                "<svg><rect stroke=\"url( &quot;#a&quot; )\"/></svg>"
            ),
            (
                "<svg><a><set attributeName=\"href\" to=\"javascript:x\"/><animate attributeName=\"x\"/></a></svg>",
                "<svg><g><animate attributeName=\"x\"/></g></svg>"
            ),
            ("<svg><x:script xmlns:x=\"http://www.w3.org/2000/svg\">x()</x:script><!-- <script> --></svg>", "<svg></svg>"),
            ("<svg><![CDATA[<script>]]><metadata><rdf/></metadata></svg>", "<svg></svg>"),
            ("<svg><g></svg>", nil), ("<svg/><svg/>", nil), ("<html></html>", nil), ("", nil), ("<svg>", nil), ("<svg/> text", nil),
        ] as [(String, String?)])
    func nothingRunsAndNothingIsAskedFor(_ svg: String, _ expected: String?) {
        #expect(cleaned(svg) == expected)
        if let expected { #expect(cleaned(expected) == expected) }
    }

    @Test func isBounded() {
        #expect(cleaned(String(repeating: "<g>", count: 100_000)) == nil)
        let wide = "<svg>" + String(repeating: "<path d=\"M0 0h1\"/>", count: 100_000) + "</svg>"
        #expect(cleaned(wide) == wide)
    }
}
