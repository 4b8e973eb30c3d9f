import Mustache
import Site
import Snapshot
import Theme

/// Works out the evidence of every screen.
struct EvidenceMaker: Sendable {
    let app: AppModels
    let theme: Theme
    let styles: GalleryStyles
    let assets: GalleryAssets
    /// By the shot's name; empty where none were taken.
    let pictures: [String: [UInt8]]

    func all() throws -> [Evidence] {
        let rules = styleRules(of: styles.siteSheet) + styleRules(of: assets.style("app.css"))
        return try Catalogue.screens.map { screen in
            let documents = try screen.documents.map { state, appearance in
                try document(AppModels.Request(screen: screen, state: state, appearance: appearance))
            }
            let taken = screen.shots.compactMap { shot in pictures[shot.name].map { (shot.name, sha256Hex($0)) } }
            let values = values(used(in: documents, rules))
            return Evidence(
                screen: screen.id, title: screen.title, content: sha256Hex(documents.joined(separator: [0])),
                template: sha256Hex(source(of: screen.template)),
                tokens: sha256Hex(values.map { "\($0.name) \($0.light) \($0.dark)\n" }.joined().utf8),
                pictures: Dictionary(taken, uniquingKeysWith: { first, _ in first }),
                values: Dictionary(values.map { ($0.name, Self.words($0)) }, uniquingKeysWith: { first, _ in first }))
        }
    }

    /// `#ffffff` where both themes have one value, else `#ffffff / #0b1020`.
    static func words(_ variable: ThemeVariable) -> String {
        variable.light == variable.dark ? variable.light : "\(variable.light) / \(variable.dark)"
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

    /// Custom properties that the rules which meet these documents use: a rule meets them when they have all classes and elements of one
    /// of its selectors.
    private func used(in documents: [[UInt8]], _ rules: [StyleRule]) -> Set<String> {
        var names: Set<String> = []
        let texts = documents.map { String(decoding: $0, as: UTF8.self) }
        for value in texts.flatMap({ $0.components(after: " class=\"") }) {
            names.formUnion(value.prefix { $0 != "\"" }.split(separator: " ").map { ".\($0)" })
        }
        for tag in texts.flatMap({ $0.components(after: "<") }) { names.insert(String(tag.prefix { $0.isLetter || $0.isNumber })) }
        var used: Set<String> = []
        for rule in rules where !rule.variables.isEmpty {
            if rule.selectors.contains(where: { Self.names(in: $0).isSubset(of: names) }) { used.formUnion(rule.variables) }
        }
        return used
    }

    /// Elements (`a`) and classes (`.chip`) that a selector asks for. Whatever stands in brackets is a condition of another kind, as are
    /// states: `:is(…)`, `[class*=…]`, `:hover`, `::before`.
    private static func names(in selector: String) -> Set<String> {
        var names: Set<String> = []
        var name = ""
        var depth = 0
        for character in selector + " " {
            let isPart = character.isLetter || character.isNumber || character == "-" || character == "_"
            if depth == 0, isPart {
                name.append(character)
                continue
            }
            if name.first.map({ $0 == "." || $0.isLetter }) ?? false, name != "." { names.insert(name) }
            name = depth == 0 && [".", ":", "#"].contains(character) ? String(character) : ""
            if character == "(" || character == "[" { depth += 1 }
            if character == ")" || character == "]" { depth -= 1 }
        }
        return names
    }

    private func values(_ used: Set<String>) -> [ThemeVariable] { theme.variables.filter { used.contains($0.name) } }
}
