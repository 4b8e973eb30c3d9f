import Mustache
import Site
import Theme

/// Every value of the token file and every derived one, in both themes.
struct TokenSheet: Sendable {
    let layout: GalleryLayout
    let theme: Theme
    let styles: GalleryStyles

    func model() -> Model {
        let toc =
            Self.groups.map { ($0.name, $0.title) } + [
                ("types", "Page types"), ("communities", "Communities"), ("derived", "Derived values"), ("gradient", "Gradient"),
                ("styles", "Text styles"),
                ("measure", "Spacing and radii"), ("shadow", "Shadows"), ("motion", "Motion"), ("mark", "The mark"), ("glyphs", "Glyphs"),
            ]
        return layout.model("Tokens", in: .tokens).adding([
            .number: .number(theme.variables.count), .toc: .models(toc.map { Model([.id: .text($0.0), .label: .text($0.1)]) }),
            .groups: .models(Self.groups.map(group)),
            .sides: GalleryLayout.sides { appearance in
                Model([
                    .label: .text(GalleryLayout.name(appearance)), .types: .models(types(appearance)),
                    .communities: .models(communities(appearance)),
                    .shadows: .models(shadows(appearance)), .marks: .models(GalleryStyles.markSizes.map { Model([.size: .number($0)]) }),
                    .construction: .text(Self.construction),
                ])
            },
            .derived: .models(theme.derived.map(derived)), .gradients: .models(gradients),
        ]).adding(measures).adding(glyphs)
    }

    // MARK: Colours

    private static let groups: [(name: String, title: String, note: String)] = [
        ("surface", "Surfaces", "Grounds, from the page to what lies on it. The figure is that of text on them."),
        ("text", "Text", "Ink is a blue-biased near-black; nothing is ever pure black."),
        ("accent", "Accent", "Brand blue, kept for what is live, interactive or selected."),
        ("border", "Borders", "Hairlines that part things. What can be operated has the strong edge, which is derived."),
        ("semantic", "Signals", "Good, waiting, bad; never without a glyph or a word."),
        ("notice", "Notices", "Grounds and edges of callouts."),
        ("misc", "Helpers", "The base that tints are mixed into, and the scroll bar."),
    ]

    private func group(_ group: (name: String, title: String, note: String)) -> Model {
        let derived = theme.derived.map(\.token).filter { $0.group == group.name && group.name != "type" }
        let tokens = theme.colors.filter { $0.group == group.name } + derived
        return Model([
            .id: .text(group.name), .title: .text(group.title), .note: .text(group.note), .tokens: .models(tokens.map(swatch)),
        ])
    }

    /// What reads on something else than the page.
    private static let grounds = ["accent.on-accent": "sw-accent", "accent.on-gradient": "gr-gradient-brand-strong"]

    private func swatch(_ token: ColorToken) -> Model {
        let name = Swatches.name(token.variable)
        let isInk =
            ["text", "semantic"].contains(token.group) || token.group == "accent" && token.name != "accent.accent-soft"
        return Model([
            .name: .text(String(token.name.drop { $0 != "." }.dropFirst())), .variable: .text(token.variable),
            .uses: .text(styles.uses(of: token.variable)),
            .sides: GalleryLayout.sides { appearance in
                figure(token, appearance).adding([
                    .value: .text(token.value(appearance).hex), .isInk: .flag(isInk),
                    .className: .text(isInk ? "in-\(name)" : "sw-\(name)"),
                    .ground: .text(Self.grounds[token.name] ?? ""),
                ])
            },
        ])
    }

    /// Contrast with what the token meets: text on a ground, a ground under text.
    private func figure(_ token: ColorToken, _ appearance: Appearance) -> Model {
        let color = token.value(appearance)
        let isGround =
            token.group == "surface" || token.name.hasSuffix("-bg") || token.name.hasSuffix("-soft") || token.name == "misc.mix-base"
        let other =
            switch token.name {
            case "accent.on-accent": theme.color("accent.accent", appearance)
            case "accent.on-gradient": theme.heroGradient(appearance).stops.last?.color ?? color
            default: theme.color(isGround ? "text.text" : "surface.bg", appearance)
            }
        let ratio = color.contrast(with: other)
        let advice = isGround ? other.readability(on: color) : color.readability(on: other)
        let (verdict, label) = isGround ? ("text", "under text") : Verdict.words(ratio)
        return Model([
            .ratio: .text(Figure.ratio(ratio)), .verdict: .text(verdict), .label: .text(label), .advice: .text(Figure.lightness(advice)),
        ])
    }

    private func types(_ appearance: Appearance) -> [Model] {
        TypeStyle.known.map { glyph in
            let name = "type.\(glyph.rawValue)"
            return Model([
                .typeKey: .text(glyph.rawValue), .glyph: .text(glyph.rawValue),
                .label: .text(glyph.rawValue.prefix(1).uppercased() + glyph.rawValue.dropFirst()),
                .value: .text(theme.color(name, appearance).hex),
                .strong: .text(theme.color("\(name)-strong", appearance).hex), .soft: .text(theme.color("\(name)-soft", appearance).hex),
                .ratio: .text(
                    Figure.ratio(theme.color("\(name)-strong", appearance).contrast(with: theme.color("\(name)-soft", appearance)))),
            ])
        }
    }

    private func communities(_ appearance: Appearance) -> [Model] {
        Swatches.communityTokens.map { token in
            let color = theme.color(token, appearance)
            let name = String(token.drop { $0 != "." }.dropFirst())
            return Model([
                .className: .text("cm-community-\(name)"), .label: .text(name == "unassigned" ? "−1" : name), .value: .text(color.hex),
                .ratio: .text(Figure.ratio(color.contrast(with: theme.color("surface.bg", appearance)))),
            ])
        }
    }

    private func derived(_ color: DerivedColor) -> Model {
        Model([
            .variable: .text(color.token.variable), .base: .text(color.base), .note: .text(color.reason),
            .sides: GalleryLayout.sides { appearance in
                let isUnchanged = color.isUnchanged(appearance, in: theme)
                return Model([
                    .className: .text("sw-\(Swatches.name(color.token.variable))"),
                    .value: .text(isUnchanged ? "as it is" : color.token.value(appearance).hex),
                ])
            },
        ])
    }

    // MARK: Gradient, shadow

    private var gradients: [Model] {
        func panel(_ name: String, _ variable: String, _ appearance: Appearance, _ stops: [GradientToken.Stop], isInk: Bool) -> Model {
            Model([
                .appearance: .text(appearance.rawValue), .className: .text("gr-\(Swatches.name(variable))"), .name: .text(name),
                .isInk: .flag(isInk),
                .stops: .models(stops.map { Model([.value: .text($0.color.hex)]) }),
            ])
        }
        func stops(_ name: String) -> [GradientToken.Stop] { theme.gradients.first { $0.name == name }?.stops ?? [] }
        return [
            panel("Brand, light", "--gradient-brand", .light, stops("brand"), isInk: false),
            panel("Brand, dark", "--gradient-brand", .dark, stops("brand-dark"), isInk: false),
            panel("Strong, dark: under small text", "--gradient-brand-strong", .dark, theme.heroGradient(.dark).stops, isInk: true),
            panel("Icon ground, dark", "--gradient-icon-dark-ground", .dark, stops("icon-dark-ground"), isInk: false),
            panel("Icon mark, dark", "--gradient-icon-dark-mark", .dark, stops("icon-dark-mark"), isInk: false),
        ]
    }

    private func shadows(_ appearance: Appearance) -> [Model] {
        theme.shadows.map { shadow in
            let text = shadow.layers(appearance).map { layer in
                "\(Figure.plain(layer.x.pixels)) \(Figure.plain(layer.y.pixels)) \(Figure.plain(layer.blur.pixels)) \(Figure.plain(layer.spread.pixels)) \(layer.color.hex) \(Figure.plain(layer.alpha * 100)) %"
            }
            return Model([
                .name: .text(shadow.name), .className: .text("sh-shadow-\(shadow.name)"), .value: .text(text.joined(separator: ", ")),
            ])
        }
    }
}

/// What a contrast is good for.
enum Verdict {
    static func words(_ ratio: Double) -> (name: String, label: String) {
        ratio >= Theme.textRatio ? ("text", "text") : (ratio >= Theme.markRatio ? ("mark", "marks") : ("ground", "ground only"))
    }
}

/// Numbers as the sheets write them.
enum Figure {
    /// Two places, cut and not rounded: 4.499 is not 4.50.
    static func ratio(_ value: Double) -> String {
        let hundredths = Int(value * 100)
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }

    static func lightness(_ value: Double) -> String { "Lc \(Int(abs(value).rounded()))" }

    /// At most one place.
    static func plain(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
