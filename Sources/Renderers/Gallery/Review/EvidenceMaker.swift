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

    /// A rule that uses custom properties.
    private struct Rule {
        var selectors: [Selector]
        var variables: [String]

        init?(_ rule: StyleRule) {
            variables = rule.variables
            if variables.isEmpty { return nil }
            selectors = Selector.list(rule.selector)
        }
    }

    func all() throws -> [Evidence] {
        let rules = (styleRules(of: styles.siteSheet) + styleRules(of: assets.style("app.css"))).compactMap { Rule($0) }
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
        try assets.templates.render(request.screen.template, .view(app.document(request)))
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

    /// Custom properties of the rules that match an element of these documents.
    private func used(in documents: [[UInt8]], _ rules: [Rule]) -> Set<String> {
        let trees = documents.map { ElementTree($0) }
        var used: Set<String> = []
        for rule in rules where !used.isSuperset(of: rule.variables) {
            if rule.selectors.contains(where: { selector in trees.contains { selector.isMet(in: $0) } }) { used.formUnion(rule.variables) }
        }
        return used
    }

    private func values(_ used: Set<String>) -> [ThemeVariable] { theme.variables.filter { used.contains($0.name) } }
}
