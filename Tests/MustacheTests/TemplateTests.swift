import Mustache
import Testing

@Suite struct TemplateTests {
    static func compile(
        _ text: String, names: [String]? = nil, partials: [String: String] = [:], options: TemplateSet.Options = .init()
    ) throws -> TemplateSet {
        var sources = [(name: "main", source: Array(text.utf8))]
        for name in partials.keys.sorted() { sources.append((name, Array((partials[name] ?? "").utf8))) }
        return try TemplateSet(sources, vocabulary: names.map { Vocabulary($0) } ?? Vocabulary(), options: options)
    }

    static func render(_ set: TemplateSet, _ data: [String: Any] = [:]) throws -> String {
        let out = try set.render("main", JSON.value(data, set.vocabulary))
        return String(decoding: out, as: UTF8.self)
    }

    @Test(arguments: [
        ("a\n{{#b}}\n", 2, "b is opened and never closed"),
        ("{{/b}}", 1, "closes nothing"),
        ("{{#a}}\n\n{{/b}}", 3, "{{/a}} is due, opened on line 1"),
        ("\n{{title", 2, "never closed"),
        ("\n\n{{}}", 3, "without a name"),
        ("{{=only=}}", 1, "delimiters"),
        ("x\n{{> nowhere}}", 2, "there is no template nowhere.mustache"),
        ("\n{{titel}}", 2, "did you mean title?"),
        ("{{!\n\n}}\n{{page.zzzzz}}", 4, "there is nothing called zzzzz"),
    ])
    func errorsNameFileAndLine(text: String, line: Int, part: String) {
        do {
            _ = try Self.compile(text, names: ["title", "page", "a", "b"])
            Issue.record("compiled")
        } catch let error as TemplateError {
            #expect(error.file == "main.mustache")
            #expect(error.line == line)
            #expect(error.message.contains(part), "\(error)")
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func endlessPartialsAreAnError() throws {
        let set = try Self.compile("{{> again}}", partials: ["again": "{{> again}}"])
        #expect(throws: TemplateError.self) { try Self.render(set) }
    }

    @Test func valuesAreEscapedOnceAndMarkupIsNot() throws {
        struct Markup: View {
            func value(_ symbol: Int) -> Value { symbol == 0 ? .markup(Array("<b>&amp;</b>".utf8)) : .text("<\"&'>é") }
        }
        let set = try Self.compile("{{html}} {{{html}}} {{text}} {{{text}}} {{&text}}", names: ["html", "text"])
        let out = try set.render("main", .view(Markup()))
        #expect(
            String(decoding: out, as: UTF8.self)
                == "<b>&amp;</b> <b>&amp;</b> &lt;&quot;&amp;'&gt;é <\"&'>é <\"&'>é")
    }

    @Test func compactTemplatesKeepInlineSpaces() throws {
        let set = try Self.compile(
            "<ul>\n    {{#items}}\n        <li>a {{.}} b</li>\n\n    {{/items}}\n</ul>\n", options: .init(isCompact: true))
        #expect(try Self.render(set, ["items": ["1", "2"]]) == "<ul>\n<li>a 1 b</li>\n<li>a 2 b</li>\n</ul>\n")
    }

    @Test func emptyTextIsFalseInASection() throws {
        let set = try Self.compile("{{#a}}yes{{/a}}{{^a}}no{{/a}}")
        #expect(try Self.render(set, ["a": ""]) == "no")
        #expect(try Self.render(set, ["a": "x"]) == "yes")
    }

    @Test func numbersAreWrittenWhole() throws {
        struct Number: View {
            let number: Int
            func value(_ symbol: Int) -> Value { .number(number) }
        }
        let set = try Self.compile("{{n}}", names: ["n"])
        for number in [0, 9, 10, -1, 12_345, Int.min, Int.max] {
            let out = try set.render("main", .view(Number(number: number)))
            #expect(String(decoding: out, as: UTF8.self) == String(number))
        }
    }

    /// Rows that write their texts themselves, or leave all of it to `value`: a template cannot tell which.
    private final class Names: Rows {
        private let names: [String]
        private let writes: Bool

        init(_ names: [String], writes: Bool) {
            (self.names, self.writes) = (names, writes)
            super.init(count: names.count)
        }

        override func value(_ symbol: Int, at place: Int) -> Value { symbol == 0 ? .text(names[place]) : .absent }

        override func write(_ symbol: Int, at place: Int, to out: inout ByteSink) -> Bool {
            guard writes, symbol == 0 else { return false }
            out.append(escaping: names[place])
            return true
        }

        override func isFilled(_ symbol: Int, at place: Int) -> Bool? { writes && symbol == 0 ? !names[place].isEmpty : nil }
    }

    @Test(arguments: [
        ("{{#rows}}<{{name}}>{{/rows}}", "<a&amp;b><><&lt;>"), ("{{#rows}}{{{name}}};{{/rows}}", "a&b;;<;"),
        ("{{#rows}}{{#name}}[{{name}}]{{/name}}{{^name}}-{{/name}}{{/rows}}", "[a&amp;b]-[&lt;]"),
        ("{{#rows}}{{#name}}[{{.}}]{{/name}}{{/rows}}", "[a&amp;b][&lt;]"),
        ("{{#rows}}{{#.}}{{name}}{{/.}}{{outer}};{{/rows}}", "a&amp;bo;o;&lt;o;"),
        ("{{#rows}}{{#outer}}{{name}}{{.}},{{/outer}}{{/rows}}", "a&amp;bo,o,&lt;o,"),
        ("{{#rows}}\n  {{> one}}\n{{/rows}}", "  a&amp;b\n  \n  &lt;\n"), ("{{^rows}}none{{/rows}}{{rows}}", ""),
    ])
    func rowsAreAListOfViews(template: String, expected: String) throws {
        struct Root: View {
            let rows: Rows
            func value(_ symbol: Int) -> Value { symbol == 1 ? .list(List(rows)) : symbol == 2 ? .text("o") : .absent }
        }
        let set = try Self.compile(template, names: ["name", "rows", "outer"], partials: ["one": "{{name}}\n"])
        for writes in [true, false] {
            let out = try set.render("main", .view(Root(rows: Names(["a&b", "", "<"], writes: writes))))
            #expect(String(decoding: out, as: UTF8.self) == expected, "\(writes)")
        }
    }
}
