import Foundation
import Testing

@testable import Markdown

@Suite struct CodeTests {
    private static let hasScripts =
        ScriptEngine(ScriptFiles()) != nil && FileManager.default.fileExists(atPath: ScriptFiles().highlighter)
        && FileManager.default.fileExists(atPath: ScriptFiles().formulas)

    @Test(arguments: [
        Example(
            "```js title=\"a <b>.js\"\nx\n```",
            """
            <figure class="code">
            <figcaption>a &lt;b&gt;.js</figcaption>
            <pre tabindex="0"><code class="language-js">x
            </code></pre>
            </figure>

            """),
        Example(
            "```js:src/a.js\nx\n```",
            """
            <figure class="code">
            <figcaption>src/a.js</figcaption>
            <pre tabindex="0"><code class="language-js">x
            </code></pre>
            </figure>

            """),
        Example(
            "```text {2} linenos start=9\na\nb & c\n\n```",
            """
            <pre tabindex="0"><code class="language-text"><span class="line" data-line="9">a</span>
            <span class="line marked" data-line="10">b &amp; c</span>
            <span class="line" data-line="11"></span>
            </code></pre>

            """),
        Example(
            "```{1,3-4}\na\nb\nc\n```",
            """
            <pre tabindex="0"><code><span class="line marked">a</span>
            <span class="line">b</span>
            <span class="line marked">c</span>
            </code></pre>

            """),
        Example(
            "```mermaid\ngraph TD; A-->B\n```", "<pre tabindex=\"0\"><code class=\"language-mermaid\">graph TD; A--&gt;B\n</code></pre>\n"),
        Example(
            "```js title=\" linenos\nx\n```",
            """
            <figure class="code">
            <figcaption> linenos</figcaption>
            <pre tabindex="0"><code class="language-js">x
            </code></pre>
            </figure>

            """),
    ]) func fences(_ example: Example) {
        #expect(html(example.markdown) == example.html)
    }

    /// Diagrams are pictures where the user's command makes them; nothing in a picture runs.
    @Test func diagramsBecomePictures() {
        var options = MarkdownOptions.withoutScripts
        options.diagrams = DiagramMaker { text in
            switch String(decoding: text, as: UTF8.self) {
            case "good <\n": .svg(Array("<svg onload='x'>é</svg>".utf8))
            case "odd\n": .svg(Array("<html></html>".utf8))
            default: .failure("no such shape")
            }
        }
        let good = html("```mermaid\ngood <\n```\n\n^one", options: options)
        #expect(
            good == """
                <figure id="^one" class="diagram">
                <img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9J3gnPsOpPC9zdmc+" alt="Diagram" loading="lazy">
                <details>
                <summary>Diagram as text</summary>
                <pre tabindex="0"><code>good &lt;
                </code></pre>
                </details>
                </figure>

                """)
        #expect(Judge.findings(good).isEmpty)
        var problems: [MarkdownProblem] = []
        let bad = html("x\n\n```Mermaid\nbad\n```\n\n```mermaid\nodd\n```\n\n```js\na\n```", options: options, problems: &problems)
        #expect(bad.contains("<code class=\"language-Mermaid\">bad\n") && !bad.contains("<img"))
        #expect(problems.map(\.code) == ["diagram-failed", "diagram-failed"] && problems.map(\.line) == [3, 7])
        #expect(problems[0].message.hasSuffix("no such shape") && problems[1].message.hasSuffix("the command wrote no SVG"))
    }

    @Test func differencesHaveColours() {
        var options = MarkdownOptions()
        options.scripts = ScriptFiles(highlighter: "/nowhere", formulas: "/nowhere")
        let result = html("```diff\n--- a\n+++ b\n@@ -1 +1 @@\n-<old>\n+new\n same\n```", options: options)
        #expect(result.contains("<span class=\"tr\">-&lt;old&gt;</span>\n<span class=\"tg\">+new</span>\n same\n"))
        // Without scripts code and formulas are shown as written.
        #expect(html("```swift\nlet a\n```\n\n$x$", options: options).contains("<code class=\"language-swift\">let a\n</code>"))
        #expect(html("$x<y$", options: options) == "<p><code class=\"math\">x&lt;y</code></p>\n")
    }

    @Test(.enabled(if: hasScripts)) func codeIsColoured() {
        let swift = html("```swift\nlet x = \"a<b\" // c\n```", options: MarkdownOptions())
        #expect(swift.contains("<span class=\"tv\">let</span> x = <span class=\"tg\">\"a&lt;b\"</span>"))
        let lines = html("```python linenos\ndef f():\n    \"\"\"two\n    lines\"\"\"\n```", options: MarkdownOptions())
        #expect(lines.contains("two</span></span>\n<span class=\"line\" data-line=\"3\"><span class=\"tg\">"))
        #expect(html("```nosuchlanguage\nlet\n```", options: MarkdownOptions()).contains("<code class=\"language-nosuchlanguage\">let\n"))
        #expect(Judge.findings(swift + lines).isEmpty)
    }

    @Test(.enabled(if: hasScripts)) func formulasBecomeMathML() {
        let options = MarkdownOptions()
        #expect(
            html("$x_3^2$", options: options).hasPrefix(
                "<p><math><semantics><mrow><msubsup><mi>x</mi><mn>3</mn><mn>2</mn></msubsup></mrow>"))
        let block = html("$$\n\\frac{a}{b} \\; <\n$$", options: options)
        #expect(
            block.hasPrefix("<p class=\"math-block\"><math display=\"block\">") && block.contains("<mo>&lt;</mo>")
                && !block.contains("style="))
        var problems: [MarkdownProblem] = []
        let wrong = html("ok\n\n$\\frac{a$ and $\\href{javascript:x}{y}$", options: options, problems: &problems)
        #expect(wrong.contains("<code class=\"math\">\\frac{a</code>") && !wrong.contains("href=\"javascript"))
        #expect(problems.first?.code == "math-error" && problems.first?.line == 3)
        let fancy = html(
            "$$\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix} \\sum_{i=0}^\\infty \\color{red}{x} \\fcolorbox{red}{blue}{z} \\pmb{b}$$",
            options: options)
        #expect(Judge.findings(block + wrong + fancy).isEmpty)
    }

    /// Nothing that a script answers is believed: what is not the code with spans around its parts is not shown.
    @Test(
        arguments: [
            ("a<b", "a&lt;b", "a&lt;b"), ("a", "<span class=\"hljs-string\">a</span>", "<span class=\"tg\">a</span>"),
            ("a", "<span class=\"hljs-title function_\">a</span>", "<span class=\"tb\">a</span>"),
            ("a", "<span class=\"hljs-function\"><span class=\"hljs-params\">a</span></span>", "a"), ("a", "<span class=\"hljs-x\">a", nil),
            ("a", "b", nil), ("a", "<b>a</b>", nil), ("a", "a<span class=\"hljs-x\" onclick=\"y\"></span>", nil),
            ("a", "a</span><span class=\"hljs-x\">", nil), ("a>b", "a>b", nil), ("a\"", "a&quot;", "a&quot;"), ("ab", "a", nil),
            ("é", "é", "é"),
        ] as [(String, String, String?)])
    func markupIsChecked(_ code: String, _ html: String, _ expected: String?) {
        let (code, html) = (Array(code.utf8), Array(html.utf8))
        let rebuilt = html.withUnsafeBufferPointer { html in code.withUnsafeBufferPointer { CodeMarkup.rebuilt(html, of: $0) } }
        #expect(rebuilt.map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test(
        arguments: [
            ("<math><mi>x</mi></math>", "<math><mi>x</mi></math>"),
            ("<math style=\"x\"><mo stretchy=\"a&lt;\">&lt;</mo></math>", "<math><mo stretchy=\"a&lt;\">&lt;</mo></math>"),
            ("<math><script>x</script></math>", nil), ("<math><mi>x</math></mi>", nil), ("<math><mi>x</mi>", nil),
            ("<math><a href=\"x\">y</a></math>", nil),
            ("<!-- x --><math></math>", nil),
        ] as [(String, String?)])
    func mathMLIsRebuilt(_ html: String, _ expected: String?) {
        let rebuilt = Array(html.utf8).withUnsafeBufferPointer { MathML.rebuilt($0) }
        #expect(rebuilt.map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test(.enabled(if: hasScripts)) func scriptTimeIsBounded() {
        let clock = ContinuousClock()
        let time = clock.measure {
            _ = html(
                "$" + String(repeating: "{", count: 4000) + "x" + String(repeating: "}", count: 4000) + "$", options: MarkdownOptions())
            _ = html("$\\def\\a{\\a\\a}\\a$ $\\def\\b#1{\\b{#1#1}}\\b{x}$", options: MarkdownOptions())
            for language in ["javascript", "ruby", "perl", "markdown", "xml", "css", "cpp", "bash", "swift"] {
                for piece in ["/", "\"\\", "<a ", "[[", "((", "* ", "` ", "#{", "a.", "0x", "'''", "/*", "<%", "$ "] {
                    _ = html("```\(language)\n\(String(repeating: piece, count: 20_000))\n```", options: MarkdownOptions())
                }
            }
        }
        #expect(time < .seconds(180), "\(time)")
    }

    /// Renderers on many threads share engines and answers, one at a time.
    @Test(.enabled(if: hasScripts)) func scriptsServeManyThreads() async {
        let texts = (0..<40).map { "```swift\nlet value\($0) = \"\($0 % 7)\"\n```\n\n$x_{\($0 % 5)}$" }
        let expected = texts.map { html($0, options: MarkdownOptions()) }
        #expect(expected[3].contains("class=\"tv\"") && expected[3].contains("<math>"))
        let wrong = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let renderer = MarkdownRenderer()
                    return texts.indices.count { index in
                        var bytes: [UInt8] = []
                        _ = renderer.render(page(texts[index] + " ", [:], [:]), into: &bytes)
                        return String(decoding: bytes, as: UTF8.self) != expected[index]
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }
}
