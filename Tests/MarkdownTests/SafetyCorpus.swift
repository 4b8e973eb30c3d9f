/// Hostile pages of our own making, by what they try. Each is harmless in itself: the worst it would do is to set a title.
enum SafetyCorpus {
    static let all: [String] =
        handlers + schemes + entities + elements + namespaces + mutations + styles + structure + syntax + identifiers + addresses

    private static let run = "document.title='run'"

    static let handlers: [String] =
        [
            "onload", "onerror", "onclick", "onmouseover", "onfocus", "ontoggle", "onbegin", "onanimationstart", "onpointerenter", "ONLOAD",
            "oNeRrOr",
        ]
        .flatMap { handler in
            [
                "<img src=x \(handler)=\(run)>", "<img src=x \(handler)=\"\(run)\">", "<img/src=x/\(handler)='\(run)'>",
                "<body \(handler)=\(run)>",
                "<details open \(handler)=\(run)>x</details>", "<b \(handler) = \(run)>x</b>", "<a href=x \(handler)\n=\n\(run)>x</a>",
                "<video src=x \(handler)=\(run) controls></video>", "<p title='\"' \(handler)=\(run)>x</p>",
            ]
        } + [
            "<img src=\"x\" alt=\"`onerror=\(run)//\">", "<img src=x:x onerror\u{0}=\(run)>", "<img \"\"\"><b onclick=\(run)>\">",
            "![x\" onerror=\"\(run)](y.png)", "![x](y.png \"a\" onerror=\"\(run)\")", "[x](y \"t\\\" onclick=\\\"\(run)\")",
            "![[x.png|a\" onerror=\"\(run)]]", "[[x|<img src=x onerror=\(run)>]]", "> [!note\" onclick=\"\(run)] x",
            "> [!x|onclick=\(run)] t",
            "```js\" onclick=\"\(run)\nx\n```", "#tag\"onclick=\(run)", "x ^id\"onclick=\(run)", "# h\" onclick=\"\(run)",
            "<abbr title=\"a&quot; onclick=&quot;\(run)\">x</abbr>", "<td onclick=\(run)>x",
            "<table onclick=\(run)><tr onclick=\(run)><td>x</table>",
        ]

    static let schemes: [String] = [
        "javascript:\(run)", "JaVaScRiPt:\(run)", " javascript:\(run)", "java\tscript:\(run)", "\u{1}javascript:\(run)",
        "java\u{0}script:\(run)",
        "javascript&colon;\(run)", "javascript&#58;\(run)", "javascript&#x3A;\(run)", "&#106;avascript:\(run)", "&#x6a;avascript:\(run)",
        "&#0000106avascript:\(run)", "java&Tab;script:\(run)", "java&NewLine;script:\(run)", "java&#10;script:\(run)",
        "\\javascript:\(run)",
        "javascript\\:\(run)", "vbscript:x", "livescript:x", "mocha:x", "data:text/html,<b>x</b>", "data:text/html;base64,PGI+eDwvYj4=",
        "data:image/svg+xml,<svg onload=\(run)>", "data:,x", "data:application/xhtml+xml,x", "DATA:TEXT/HTML,x", "data:image/png",
        "file:///etc/passwd",
        "blob:x", "filesystem:x", "view-source:x", "about:blank", "chrome://x", "jar:x", "feed:javascript:x", "ms-its:x", "intent:x",
        "javascript://x/%0a\(run)", "javascript:/*x*/\(run)", "//evil.example/x.js", "\\\\evil.example\\x", "http:javascript:\(run)",
        "ja&#x0A;vascript:\(run)", "\u{FEFF}javascript:\(run)", "\u{2028}javascript:x", "%6Aavascript:\(run)", "java%0Ascript:\(run)",
        ":javascript:x",
        "x:y", "1javascript:x", "javascript", "?javascript:x", "#javascript:x",
    ].flatMap { address in
        [
            "[x](\(address))", "[x](<\(address)>)", "![x](\(address))", "[x][r]\n\n[r]: \(address)", "<\(address)>",
            "<a href=\"\(address)\">x</a>",
            "<a href='\(address)'>x</a>", "<img src=\"\(address)\">", "<iframe src=\"\(address)\"></iframe>",
            "<video src=\"\(address)\"></video>",
            "<audio><source src=\"\(address)\"></audio>", "<embed src=\"\(address)\">", "[[\(address)]]", "![[\(address)]]",
        ]
    }

    static let entities: [String] = [
        "<div>&lt;script&gt;\(run)&lt;/script&gt;</div>", "&lt;img src=x onerror=\(run)&gt;", "&#60;script&#62;\(run)&#60;/script&#62;",
        "<div>&#x3c;script&#x3e;</div>", "<b title='&lt;/b&gt;&lt;script&gt;'>x</b>", "<div>&amp;lt;script&amp;gt;</div>",
        "`&lt;script&gt;`", "```\n&lt;script&gt;</code></pre><script>\(run)</script>\n```", "<a title='&#39;&#34;&gt;'>x</a>",
        "&#0;&#x110000;&#xD800;",
        "<div>&#0;&#x110000;&bogus;&lt</div>", "<div>&#x11;script>\(run)</div>",
        "&#17;script&#62;\(run)&#17;/script>", "&#2;[x]]<b>&#3;[[y]]", "&#x11", "`&#17;`", "<b title=\"&#17;&#x13;\">x</b>",
        "[&#17;](x \"&#17;b>\")", "[[&#17;b>]]", "<p>&NotEqualTilde;&amp</p>", "# &lt;script&gt;", "| &lt;b&gt; |\n|---|\n| &#60;i&#62; |",
    ]

    static let elements: [String] = [
        "script", "style", "iframe", "object", "embed", "applet", "form", "input", "button", "select", "textarea", "base", "meta", "link",
        "svg",
        "math", "template", "noscript", "frameset", "frame", "canvas", "dialog", "portal", "marquee", "isindex", "keygen", "title", "xmp",
        "plaintext",
        "noembed", "noframes", "listing", "slot", "fencedframe", "param", "body", "html", "head", "image", "bgsound", "layer", "ilayer",
        "xml",
        "x-widget", "foo:bar", "selectedcontent",
    ].flatMap { name in
        [
            "<\(name)>\(run)</\(name)>", "<\(name.uppercased()) src=x href=x action=x data=x>\n\(run)\n</\(name)>",
            "a <\(name)>\(run)</\(name)> b",
            "<\(name)/>", "<\(name)\n>", "</\(name)>", "<div><\(name)></div>", "> <\(name)>\n> x", "- <\(name)>x\n- y", "<\(name)",
            "<\(name) <b>x</b>",
            "| <\(name)>x |\n|---|\n| </\(name)> |", "# <\(name)>x", "[<\(name)>x](y)", "**<\(name)>x**", "<<\(name)>>",
            "<\(name)><\(name)>x</\(name)></\(name)>",
        ]
    }

    static let namespaces: [String] = [
        "<svg><script>\(run)</script></svg>", "<svg><p><style><img src=x onerror=\(run)></style></p></svg>",
        "<math><mtext><table><mglyph><style><img src=x onerror=\(run)></style></mglyph></table></mtext></math>",
        "<svg><foreignObject><img src=x onerror=\(run)></foreignObject></svg>", "<svg/onload=\(run)>",
        "<svg><a xlink:href=\"javascript:\(run)\"><text>x</text></a></svg>",
        "<svg><animate attributeName=href values=javascript:x /></svg>", "<math href=\"javascript:\(run)\">x</math>",
        "<math><maction actiontype=statusline xlink:href=\"javascript:x\">x</maction></math>",
        "<svg><desc><img src=x onerror=\(run)></desc></svg>",
        "<svg></p><style><a id=\"</style><img src=x onerror=\(run)>\">",
        "<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=\(run)>",
        "<math><annotation-xml encoding=\"text/html\"><style><img src=x onerror=\(run)></style></annotation-xml></math>",
        "a <svg><b>x</b></svg> c", "a <math><mi>x</mi></math> c", "<svg>\n\n# x\n\n</svg>",
        "<svg><title><a id='</title><img src=x onerror=\(run)>'></a></title></svg>",
        "<svg><![CDATA[><img src=x onerror=\(run)>]]></svg>", "<svg><use href=\"data:image/svg+xml,x\"></use></svg>",
        "<?xml-stylesheet href=\"javascript:x\"?>",
    ]

    static let mutations: [String] = [
        "<noscript><p title=\"</noscript><img src=x onerror=\(run)>\"></noscript>", "<p id=\"</p><img src=x onerror=\(run)>\">",
        "<b><p><i></b>x</i></p>", "<table><td><table><tr><b>x</table>", "<a href=x><table><a href=y>z</table></a>", "<ul><p><li>x</ul></p>",
        "<p><div><p>x</div></p>", "<textarea><img title=\"</textarea><img src=x onerror=\(run)>\"></textarea>",
        "<xmp><p title=\"</xmp><img src=x onerror=\(run)>\"></xmp>",
        "<style><!--</style><img src=x onerror=\(run)>--></style>", "<!--><img src=x onerror=\(run)>-->",
        "<!---><img src=x onerror=\(run)>-->",
        "<!-- --!><img src=x onerror=\(run)>-->", "<!-- > <img src=x onerror=\(run)>", "<![CDATA[<img src=x onerror=\(run)>]]>",
        "<!DOCTYPE x [<!ENTITY y \"z\">]>",
        "<%img src=x onerror=\(run)%>", "<?img src=x onerror=\(run)?>", "</ img src=x onerror=\(run)>", "< img src=x onerror=\(run)>",
        "<\u{0}script>\(run)</script>", "<scr\u{0}ipt>\(run)</script>", "<script\u{c}>\(run)</script>", "<script/x>\(run)</script>",
        "<script x=\">\">\(run)</script>",
        "<img src=\"x` `<script>\(run)</script>\"` `>", "<a<b>c</a</b>", "<a href=\"x\"y=\"z\">w</a>", "<img src='x'onerror='\(run)'>",
        "<div a=b=c onclick=x>y</div>",
        "<dl><li><dt><dd><ol><dt>x</dl>", "<table><tr><tr><td><tbody><caption>x<td>y</table>z", "<table>\n\n<b>x</b>\n\n</table>",
        "<tr><td>x</td></tr>", "<caption>x",
        "<h1><h2>x</h1></h2>", "<pre><code>x\n\n</code></pre>", "<ruby>x<rt>y<rp>z</ruby>", "<summary>x</summary>",
        "<details><summary><summary>x</details>",
        "<figure><figcaption>a<figcaption>b</figure>", "<q><blockquote>x</q></blockquote>", "<i><i><i><i><i><i><i><i><i><i><i>x",
        "<font><font><font><font>x</b>",
        "<a href=x>1<a href=y>2</a>3</a>", "[a <a href=x>b</a> c](y)", "<a href=x>[b](y) [[c]] https://d.org ![e](f)</a>",
        "[![x](y)](javascript:x)",
        "<nobr><nobr>x", "<button><button>x", "<option><optgroup>x", "<col><colgroup><col>x", "<table><form><tr><td></form>x</table>",
    ]

    static let styles: [String] = [
        "<b style=\"background:url(javascript:x)\">x</b>", "<b style=\"width:expression(\(run))\">x</b>",
        "<b style=\"behavior:url(x)\">x</b>",
        "<b style=\"-moz-binding:url(x)\">x</b>", "<b style=\"position:fixed;top:0;left:0;width:100%;height:100%\">x</b>",
        "<style>@import 'x';</style>",
        "<div style=\"color:red;}</style><script>\(run)</script>\">x</div>", "<p style=\"text-align:center\" align=\"right\">x</p>",
        "<td width=\"50%\">x</td>",
        "<table><tr><td style=\"width:33%;color:blue;background:red\">x</table>", "<font color=\"red\" size=\"7\">x</font>",
        "<b class=\"syn-nav\" style=x>x</b>",
        "<link rel=stylesheet href=x>", "<b style=\"content:'\\\"'\">x</b>", "<img src=x width=\"100%\" height=\"1e9\" style=\"x:y\">",
        "<div background=x>y</div>",
    ]

    static let structure: [String] = [
        "</div></section></article></main></body></html><h1>out</h1>", "x</p></article><script>\(run)</script>", "</article>",
        "</main></main></main>",
        "<div>", "<div><div><div>", "<!--", "<!-- x", "<p", "<p class=\"", "<a href=\"", "<details>", "<details><summary>", "<table>",
        "<table><tr>", "<ul>", "<ul><li>",
        "<b>", "a <b>\n\nc", "> <div>\n\nx", "- <div>\n\nx", "- a\n\n  <details>\n\n  b\n- c", "<center>\n\nx\n\n</center>",
        "<blockquote>\n\nx", "<pre>", "<pre>x\n\ny",
        "<main><article id=\"syn-article\"></article></main>", "<footer id=\"syn-end\">x</footer>", "<body id=x><head><title>y</title>",
        "<html lang=x>", "{{x}} {{{y}}} <% z %>",
        "<section class=embed></section></section>", "<li>x</li>", "<td>", "</td></tr></table>",
        "| a |\n|---|\n| <table><tr><td> |\n| </td></tr></table> |",
        "<hr><hr/>", "a <hr> b", "<br></br>", "<p></p></p>", "text</span></a></em>", "<div>\n*a\n</div>\nb*", "<dl>\n\nx\n\n</dl>",
        "<ol start=x reversed><li value=-1>x</ol>",
    ]

    static let syntax: [String] = [
        "==<b>x==</b>", "~~<i>x~~", "%%<script>%%\(run)%%</script>%%", "$<img src=x onerror=\(run)>$",
        "$$\n</code><script>\(run)</script>\n$$", "^[<img src=x onerror=\(run)>]",
        "[^<b>]\n\n[^<b>]: <script>\(run)</script>", "> [!<script>] x", "> [!note] <script>\(run)</script>\n> <iframe src=x>",
        "[[a|</a><script>\(run)</script>]]",
        "[[</title><script>\(run)</script>]]", "![[a#</section><script>]]", "```<script>\n</code></pre><script>\(run)</script>\n```",
        "    </code></pre><script>\(run)</script>",
        "`</code><script>\(run)</script>`", "[<script>]: x\n\n[<script>]", "# <script>\(run)</script>",
        "| <script> | </script> |\n|-|-|\n| [[a|<b>]] | ![[<i>]] |",
        "\u{2}[x]]<b>\u{3}[[y]]\u{4}\u{5}\u{6}\u{7}\u{8}\u{E}\u{10}\u{11}\u{12}", "a\u{7}\u{7}b", "\u{7}\u{7}\nx\n\u{8}\u{8}",
        "a\u{0}b\u{1}c\u{7f}d\u{85}e\u{FFFE}f", "<a href=\"[[x]]\">y</a>",
        "<img alt=\"![[x]]\" src=\"[[y]]\">", "<b title=\"%%\">x</b>%%", "<div>[[a|b]] ==c== $d$</div>",
        "- [ ] <input type=submit formaction=javascript:x>", "[x]: javascript:y\n![x]",
        "- [x] <script>\(run)</script>", "1. <b>\n2. </b>", "<details>\n<summary>x</summary>\n\n> [!note]- y\n\n</details>",
        "https://x.org/\"onclick=\(run)", "www.x.org\"><script>",
        "me@x.org\"><script>\(run)</script>", "<me@x.org?subject=\"><script>>", "<https://x.org/\"onclick=\(run)>",
        "[x](y \"</a><script>\(run)</script>\")", "![x](y '\"><script>')",
    ]

    static let identifiers: [String] = [
        "<a name=location>x</a>", "<a id=document>x</a>", "<img name=cookie src=x>", "<b id=\"syn-end\">x</b>",
        "<b id=x>a</b><b id=x>b</b>", "<b id=\"a b\tc\">x</b>", "<b id=\"\">x</b>",
        "<b id=\"x\\\"onclick=y\">z</b>", "# syn-end", "# c-x\n\n<b id=x>y</b>", "# fn-1\n\na[^1]\n\n[^1]: b",
        "# syn-fn-1\n\na[^1]\n\n[^1]: b", "<b id=\"fn-1\">x</b>", "<form name=body><input name=parentNode></form>",
        "<b id=x ID=y name=z>w</b>", "<b id=\"__proto__\">x</b>", "# __proto__\n\n# constructor", "a ^x\n\nb ^x\n\n# ^x", "<b id='ü'>x</b>",
        "# c-ü\n\n<b id='ü'>x</b>",
    ]

    static let addresses: [String] = [
        "<img srcset=\"https://x.org/a 2x\" src=x>", "<img src=https://x.org/a.png>", "![x](https://x.org/a.png)", "![x](//x.org/a.png)",
        "![[https://x.org/a.png]]",
        "<a href=x ping=https://x.org>y</a>", "<a href=x target=_blank download=x>y</a>", "<video poster=https://x.org src=x></video>",
        "<q cite=https://x.org>y</q>",
        "<blockquote cite=javascript:x>y</blockquote>", "<table background=https://x.org><tr><td>x</table>",
        "<iframe srcdoc=\"<script>\(run)</script>\">", "<iframe src=https://x.org/>y</iframe>",
        "<object data=https://x.org></object>", "<embed src=https://x.org>", "<frame src=https://x.org>",
        "<video src=https://x.org/v></video>", "<audio src=//x.org/v></audio>",
        "<source src=https://x.org>", "<audio><source src=https://x.org/a></audio>", "<a href=\"https://x.org/%00%0a\">y</a>",
        "<a href=\" https://x.org \">y</a>", "<a href=\"ht\ntps://x.org\">y</a>",
        "<input type=image src=https://x.org>", "<meta http-equiv=refresh content=\"0;url=https://x.org\">", "<base href=https://x.org>",
        "<a href=\"http://[::1]:80/x'\">y</a>",
        "<img src=\"data:image/png;base64,AA==\">", "<a href=\"data:image/png;base64,AA==\">y</a>", "![x](data:image/gif;base64,AA==)",
        "![x](data:image/svg+xml,<svg/onload=x>)",
    ]
}
