import Mustache
import Snapshot
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

    @Test func rowsHaveTheirTextsEscaped() {
        let titles = ["a<b", "", String(repeating: "&", count: 300)]
        let dates = [nil, CalendarDate(year: 987, month: 1, day: 31), nil]
        let texts = RowTexts(
            titles: titles, hrefs: ["a.html", "b/c.html", ""], numbers: [0, 12, 3], dates: dates, looks: [], counts: ["", "1 link", "x"])
        let columns: [[RowTexts.Column: String]] = [
            [.href: "a.html", .title: "a&lt;b", .number: "0", .date: "", .counts: ""],
            [.href: "b/c.html", .title: "", .number: "12", .date: "0987-01-31", .counts: "1 link"],
            [.href: "", .title: String(repeating: "&amp;", count: 300), .number: "3", .date: "", .counts: "x"],
        ]
        for (page, expected) in columns.enumerated() {
            for (column, text) in expected { #expect(String(decoding: texts.text(column, of: page), as: UTF8.self) == text) }
            #expect(texts.size(of: page) == expected.values.reduce(0) { $0 + $1.utf8.count })
        }
    }

    /// A link in steps is the link as text.
    @Test func aLinkGoesUpAndDown() throws {
        let addresses = ["", "a.html", "wiki/a.html", "wiki/b/a.html", "wiki/b/c.html", "wiki/bb/c.html", "wi/b/c.html", "tags/x.html"]
        for from in addresses {
            let base = Base(from)
            for target in addresses {
                let steps = try #require(Array(target.utf8).withUnsafeBufferPointer { base.steps(to: $0) })
                let rest = String(decoding: target.utf8.dropFirst(steps.shared), as: UTF8.self)
                let href = String(repeating: "../", count: steps.climb) + rest
                #expect(href == base.to(target), "\(from) to \(target)")
                var out = ByteSink()
                Array(target.utf8).withUnsafeBufferPointer { base.append($0, to: &out) }
                #expect(String(decoding: out.bytes, as: UTF8.self) == href)
            }
        }
        #expect(Base("wiki/b/a.html").to("wiki/b/c.html") == "c.html" && Base("wiki/b/a.html").to("wiki/c.html") == "../c.html")
        #expect(Base("wiki/b/a.html").to("tags/x.html") == "../../tags/x.html" && Base("a.html").to("wiki/a.html") == "wiki/a.html")
        #expect(Array("a.html".utf8).withUnsafeBufferPointer { Base(rootPath: "/r/").steps(to: $0) } == nil)
    }
}
