import Foundation
import Mustache
import Site
import Snapshot
import Theme

/// What a decision about a screen was made on: three hashes that change when the screen does.
public struct Evidence: Sendable, Hashable, Codable {
    /// Id of the screen: `home`.
    public var screen: String
    public var title: String
    /// SHA-256 over the documents of the screen, each state in both themes: what is seen.
    public var content: String
    /// SHA-256 over the screen's template and those that it calls.
    public var template: String
    /// SHA-256 over the values of the tokens that the screen uses, in both themes.
    public var tokens: String

    public init(screen: String, title: String, content: String, template: String, tokens: String) {
        self.screen = screen
        self.title = title
        self.content = content
        self.template = template
        self.tokens = tokens
    }

    /// Name of the file in a gallery that lists it, one screen a line.
    public static let fileName = "evidence.json"
}

/// Works out the evidence of every screen.
struct EvidenceMaker: Sendable {
    let app: AppModels
    let theme: Theme
    let styles: GalleryStyles
    let assets: GalleryAssets

    func all() throws -> [Evidence] {
        let rules = styleRules(of: styles.siteSheet) + styleRules(of: assets.style("app.css"))
        return try Catalogue.screens.map { screen in
            let documents = try screen.documents.map { state, appearance in
                try document(AppModels.Request(screen: screen, state: state, appearance: appearance))
            }
            return Evidence(
                screen: screen.id, title: screen.title, content: sha256Hex(documents.joined(separator: [0])),
                template: sha256Hex(source(of: screen.template)), tokens: sha256Hex(values(used(in: documents, rules)).utf8))
        }
    }

    private func document(_ request: AppModels.Request) throws -> [UInt8] {
        var out: [UInt8] = []
        try assets.templates.render(request.screen.template, .view(app.document(request)), into: &out)
        return out
    }

    /// A template's source with those of the partials and parents that it calls, each once, in the order met.
    private func source(of name: String) -> [UInt8] {
        var order = [name]
        var next = 0
        var bytes: [UInt8] = []
        while next < order.count {
            let source = assets.sources[order[next]] ?? []
            bytes += source
            let text = String(decoding: source, as: UTF8.self)
            for tag in (text.components(after: "{{>") + text.components(after: "{{<")) {
                let called = String(tag.drop { $0 == " " }.prefix { $0 != "}" && $0 != " " })
                if !order.contains(called) { order.append(called) }
            }
            next += 1
        }
        return bytes
    }

    /// Custom properties that the rules which meet these documents use: a rule meets them when they have all classes of one of its
    /// selectors.
    private func used(in documents: [[UInt8]], _ rules: [StyleRule]) -> Set<String> {
        var classes: Set<Substring> = []
        let texts = documents.map { String(decoding: $0, as: UTF8.self) }
        for value in texts.flatMap({ $0.components(after: " class=\"") }) {
            classes.formUnion(value.prefix { $0 != "\"" }.split(separator: " "))
        }
        var used: Set<String> = []
        for rule in rules where !rule.variables.isEmpty {
            if rule.selectors.contains(where: { Self.classes(of: $0).isSubset(of: classes) }) { used.formUnion(rule.variables) }
        }
        return used
    }

    private static func classes(of selector: String) -> Set<Substring> {
        // Whatever stands in brackets is a condition of another kind: `:is(…)`, `:not(…)`, `[class*=…]`.
        var plain = ""
        var depth = 0
        for character in selector {
            if character == "(" || character == "[" { depth += 1 }
            if depth == 0 { plain.append(character) }
            if character == ")" || character == "]" { depth -= 1 }
        }
        return Set(
            plain.components(after: ".").map { $0.prefix { $0 == "-" || $0 == "_" || $0.isLetter || $0.isNumber } }.filter { !$0.isEmpty })
    }

    private func values(_ used: Set<String>) -> String {
        theme.variables.filter { used.contains($0.name) }.map { "\($0.name) \($0.light) \($0.dark)\n" }.joined()
    }
}

/// JSON with sorted keys on one line.
func jsonLine(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(value))
}
