import Mustache
import Testing

@testable import HTML

/// Texts as machines read them: each byte that has to be written otherwise, at the places where blocks of sixteen meet.
@Suite struct WrittenTextTests {
    private static func json(_ text: String) -> String { String(decoding: JSONLD.text(text).bytes, as: UTF8.self) }

    @Test func jsonEscapes() {
        #expect(Self.json("a\"b\\c<d>e&f\u{7F}\n\u{1F}ä") == #""a\"b\\c\u003cd\u003ee\u0026f\u007f\u000a\u001fä""#)
        #expect(Self.json("") == "\"\"")
        for count in 0..<36 {
            let text = String(repeating: "x", count: count)
            #expect(Self.json(text + "&" + text) == "\"\(text)\\u0026\(text)\"")
        }
    }

    @Test func xmlHasTextAndMarkup() {
        var out = XMLText()
        out.text("a\"b\t\r\n<c>&\u{0}\u{1F}\u{FFFD}\u{FFFE}d\u{FFFF}")
        #expect(String(decoding: out.bytes, as: UTF8.self) == "a&quot;b   &lt;c&gt;&amp;\u{FFFD}d")
        var markup = XMLText()
        markup.markup(Array("<p a=\"b\">\t\r\n&amp;\u{0}\u{FFFE}\u{FFFD}\u{FFFF}</p>".utf8))
        #expect(String(decoding: markup.bytes, as: UTF8.self) == "&lt;p a=\"b\"&gt;\t\n&amp;amp;\u{FFFD}&lt;/p&gt;")
        var torn = XMLText()
        torn.markup([0xEF, 0xBF])
        torn.markup([0xEF])
        #expect(torn.bytes == [0xEF, 0xBF, 0xEF])
    }

    @Test func aLineOfMarkdownClosesNoLink() {
        var out = ByteSink()
        out.append(line: "a[b]\\c\nd\u{7F}ä")
        #expect(String(decoding: out.bytes, as: UTF8.self) == "a\\[b\\]\\\\c d ä")
    }
}
