import Mustache
import Site
import Theme

/// What every page of the gallery's own has: bar, footer, the way to its root.
struct GalleryLayout: Sendable {
    let site: Site
    let tokensHash: String

    enum Chapter: String, CaseIterable {
        case screens, posters, components, tokens, proof, review
        var href: String { self == .screens ? "index.html" : "\(rawValue).html" }
        var label: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
    }

    func model(_ title: String, in chapter: Chapter, root: String = "") -> Model {
        Model([
            .title: .text(title), .siteTitle: .text(site.info.title), .root: .text(root), .dataVersion: .number(site.info.dataVersion),
            .date: Value(site.info.date?.description), .tokensHash: .text(tokensHash),
            .chapters: .models(
                Chapter.allCases.map {
                    Model([.href: .text($0.href), .label: .text($0.label), .current: .flag($0 == chapter)])
                }),
        ])
    }

    /// The two halves of a stage.
    static func sides(_ make: (Appearance) -> Model) -> Value {
        .models(
            Appearance.allCases.map { appearance in
                make(appearance).adding([
                    .appearance: .text(appearance.rawValue),
                    .glyphSVG: .markup(Array((appearance == .light ? Glyph.sun : .moon).svg().utf8)),
                ])
            })
    }

    static func name(_ appearance: Appearance) -> String { appearance == .light ? "Light" : "Dark" }
}
