import Site
import Theme

extension SiteContext {
    static let graphData = "assets/graph-data.js"
    static let graphTitles = "assets/graph-titles.js"

    /// The graph's data as scripts that call the viewer: what draws the first picture, and apart from it the names.
    func graphFiles() -> [Artifact] {
        guard !site.graph.nodes.isEmpty else { return [] }
        return [
            Artifact(Self.graphData, .rendered { [self] in Rendering(graphDataScript()) }),
            Artifact(Self.graphTitles, .rendered { [self] in Rendering(graphTitlesScript()) }),
        ]
    }

    private func graphDataScript() -> [UInt8] {
        let legend = GraphLegend(self)
        var out = Array("synapseGraph.data(\"".utf8)
        out += base64(GraphBinary(site.graph, legend: legend).bytes)
        out += Array("\",".utf8)
        ScriptText.append(meta(legend), to: &out)
        return out + Array(");\n".utf8)
    }

    /// Titles and addresses by node; an address goes without its `.html` and is not percent-encoded.
    private func graphTitlesScript() -> [UInt8] {
        let pages = site.graph.nodes.map { site.pages[$0.page] }
        var out = Array("synapseGraph.titles(".utf8)
        ScriptText.append(.list(pages.map { .text($0.title) }), to: &out)
        out.append(UInt8(ascii: ","))
        ScriptText.append(.list(pages.map { .text(String($0.address.dropLast(5))) }), to: &out)
        return out + Array(");\n".utf8)
    }

    private func meta(_ legend: GraphLegend) -> ScriptText {
        let types = legend.types.map { index in
            let look = looks[index]
            return ScriptText.object([
                ("id", .text(look.id)), ("color", .text("t-" + look.key)), ("glyph", .text(look.glyph)), ("name", .text(look.plural)),
                ("singular", .text(look.singular)), ("path", .text(Glyph(rawValue: look.glyph)?.path ?? "")),
            ])
        }
        let communities = legend.communities.map { index in
            let group = site.communities[index]
            return ScriptText.object([
                ("id", .text(String(group.id))), ("color", .text("c-" + Swatch.of(group.id))), ("name", .text(group.label)),
            ])
        }
        func plain(_ name: String) -> ScriptText { .object([("id", .text(name)), ("name", .text(name))]) }
        let words = GraphWord.allCases.map { ($0.rawValue, ScriptText.text(language.graphWord($0))) }
        return .object([
            ("types", .list(types)), ("communities", .list(communities)), ("domains", .list(legend.domains.map(plain))),
            ("kinds", .list(legend.kinds.map(plain))), ("words", .object(words)),
        ])
    }
}

/// A value written as JSON into a script.
enum ScriptText {
    case text(String)
    case number(Int)
    case list([ScriptText])
    case object([(String, ScriptText)])

    static func append(_ value: ScriptText, to out: inout [UInt8]) {
        switch value {
        case .text(let text): append(text, to: &out)
        case .number(let number): out += Array(String(number).utf8)
        case .list(let items):
            out.append(UInt8(ascii: "["))
            for (index, item) in items.enumerated() {
                if index > 0 { out.append(UInt8(ascii: ",")) }
                append(item, to: &out)
            }
            out.append(UInt8(ascii: "]"))
        case .object(let fields):
            out.append(UInt8(ascii: "{"))
            for (index, field) in fields.enumerated() {
                if index > 0 { out.append(UInt8(ascii: ",")) }
                append(field.0, to: &out)
                out.append(UInt8(ascii: ":"))
                append(field.1, to: &out)
            }
            out.append(UInt8(ascii: "}"))
        }
    }

    private static func append(_ text: String, to out: inout [UInt8]) {
        out.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                out.append(UInt8(ascii: "\\"))
                out.append(byte)
            case 0..<32:
                let digits = Array("0123456789abcdef".utf8)
                out += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: out.append(byte)
            }
        }
        out.append(UInt8(ascii: "\""))
    }
}
