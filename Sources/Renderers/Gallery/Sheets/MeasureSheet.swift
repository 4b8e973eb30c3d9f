import Mustache
import Site
import Theme

/// Type, measures, motion, mark and glyphs of the token sheet.
extension TokenSheet {
    var measures: [Field: Value] {
        let samples = titles
        return [
            .styles: .models(
                theme.textStyles.enumerated().map { index, style in
                    Model([
                        .name: .text(style.name), .className: .text("ts-\(style.name)"),
                        .sample: .text(samples.isEmpty ? "Synapse" : samples[index % samples.count]),
                        .note: .text(
                            "\(Figure.plain(style.size.pixels)) px · \(Figure.plain(style.weight)) · \(Figure.ratio(style.lineHeight)) · \(style.tracking.css)"
                        ),
                    ])
                }),
            .spaces: .models(theme.spacing.map { measure("space", $0, "sp") }),
            .radii: .models(theme.radii.map { measure("radius", $0, "ra") }),
            .motions: .models(
                theme.motion.durations.map {
                    Model([
                        .name: .text("--motion-\($0.name)"), .value: .text("\(Figure.plain($0.milliseconds)) ms"),
                        .className: .text("mo-motion-\($0.name)"),
                    ])
                }),
            .curve: .text(curve),
            .curveLabel: .text("Easing curve \(theme.motion.ease.map(Figure.plain).joined(separator: ", "))"),
        ]
    }

    private func measure(_ group: String, _ token: DimensionToken, _ prefix: String) -> Model {
        let name = "\(group)-\(token.name.drop { group == "space" && $0 == "x" })"
        return Model([
            .name: .text("--\(name)"), .className: .text("\(prefix)-\(name)"),
            .value: .text(token.value.pixels >= 999 ? "as round as can be" : "\(Figure.plain(token.value.pixels)) px"),
        ])
    }

    /// Titles of middle length, each once, in page order.
    private var titles: [String] {
        layout.site.pages.map(\.title).filter { (14...34).contains($0.count) }.prefix(theme.textStyles.count).map { $0 }
    }

    private var curve: String {
        let ease = theme.motion.ease
        func at(_ x: Double, _ y: Double) -> String { "\(Figure.plain(x * 100)) \(Figure.plain(100 - y * 100))" }
        return "M\(at(0, 0))C\(at(ease[0], ease[1])) \(at(ease[2], ease[3])) \(at(1, 1))"
    }

    /// The mark's geometry in lines: squircle, circle of the corner, centre, nodes, spine.
    static var construction: String {
        let mark = Mark.full
        let (x, y) = (Figure.plain(mark.nodeX), Figure.plain(mark.nodeY))
        let (mirrorX, mirrorY) = (Figure.plain(Mark.grid - mark.nodeX), Figure.plain(Mark.grid - mark.nodeY))
        let corner = Figure.plain(Mark.grid * Mark.corner)
        func circle(_ name: String, _ x: String, _ y: String, _ r: String) -> String {
            "<circle class=\"\(name)\" cx=\"\(x)\" cy=\"\(y)\" r=\"\(r)\"/>"
        }
        return "<path class=\"ga-mark-edge\" d=\"\(Mark.ground)\"/>"
            + "<path class=\"ga-mark-line\" d=\"M-3 32H67M32 -3V67M\(mirrorX) \(mirrorY)L\(x) \(y)\"/>"
            + circle("ga-mark-line", corner, corner, corner)
            + "<path class=\"ga-mark-spine\" d=\"\(mark.spine)\"/>" + circle("ga-mark-node", x, y, Figure.plain(mark.outerNode))
            + circle("ga-mark-node", mirrorX, mirrorY, Figure.plain(mark.outerNode))
            + circle("ga-mark-node", "32", "32", Figure.plain(mark.innerNode))
    }

    var glyphs: [Field: Value] {
        [
            .plates: .models(TypeStyle.known.map { Model([.path: .text($0.path), .name: .text($0.rawValue)]) }),
            .glyphs: .models(Glyph.allCases.map { Model([.glyph: .text($0.rawValue), .name: .text($0.rawValue)]) }),
        ]
    }
}
