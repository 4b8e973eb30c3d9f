/// A colour that a component sets on another, and the contrast that it owes (WCAG 2.2 AA).
public struct Pairing: Sendable, Equatable {
    public enum Use: String, Sendable {
        /// Words of any size.
        case text
        /// Glyphs, marks, dots, edges of controls, the focus ring.
        case mark
    }
    /// Token path of what is read.
    public var front: String
    /// Token path of what lies below it.
    public var ground: String
    public var use: Use

    public var required: Double { use == .text ? Theme.textRatio : Theme.markRatio }
    public func ratio(_ appearance: Appearance, in theme: Theme) -> Double {
        theme.color(front, appearance).contrast(with: theme.color(ground, appearance))
    }
}

extension Theme {
    /// What the site, the posters and the gallery may set on what; the tests hold every one to its ratio, in both themes.
    ///
    /// Not allowed, and so not in the list: `text-dim` on raised, hovered or card surfaces (`text-muted` is for those), plain type colours
    /// as words, plain community colours without an outline, `border` as the only edge of a control.
    public var pairings: [Pairing] {
        let surfaces = colors.filter { $0.group == "surface" }.map(\.name)
        func pairs(_ fronts: [String], on grounds: [String], _ use: Pairing.Use) -> [Pairing] {
            fronts.flatMap { front in grounds.map { Pairing(front: front, ground: $0, use: use) } }
        }
        let types = TypeStyle.known.map { "type.\($0.rawValue)" }
        let communities = (0..<12).map { "community.\($0)" } + ["community.unassigned"]
        let notices = ["info", "success", "warning", "danger"].map { "notice.\($0)-bg" }
        return pairs(["text.text", "text.text-muted", "accent.accent", "accent.accent-strong"], on: surfaces, .text)
            + pairs(["text.text-dim"], on: ["surface.bg", "surface.bg-soft", "surface.surface"], .text)
            + pairs(["text.text", "text.text-muted"], on: notices + ["accent.accent-soft"], .text)
            + pairs(["accent.accent", "accent.accent-strong"], on: ["accent.accent-soft"], .text)
            + pairs(["accent.on-accent"], on: ["accent.accent", "accent.accent-strong", "semantic.red"], .text)
            + pairs(["semantic.green-strong"], on: surfaces + ["notice.success-bg"], .text)
            + pairs(["semantic.amber-strong", "semantic.warn-text-strong"], on: surfaces + ["notice.warning-bg"], .text)
            + pairs(["semantic.red-strong"], on: surfaces + ["notice.danger-bg"], .text)
            + types.flatMap { pairs(["\($0)-strong"], on: surfaces + ["\($0)-soft"], .text) }
            + types.flatMap { pairs(["text.text", "text.text-muted"], on: ["\($0)-soft"], .text) }
            + pairs(types, on: ["surface.bg", "surface.surface", "surface.bg-soft"], .mark)
            + communities.flatMap { pairs(["\($0)-strong"], on: surfaces, .mark) }
            + pairs(["border.border-strong", "accent.accent"], on: surfaces, .mark)
            + pairs(["accent.accent2"], on: surfaces, .mark)
    }

    /// The colour that may stand in the middle of the dark gradient and nowhere else.
    public var legacyAccent: RGB? { gradients.first { $0.name == "brand-dark" }.flatMap { $0.stops.count == 3 ? $0.stops[1].color : nil } }

    /// The brand gradient of a theme as it may carry small text (`--gradient-brand-strong`).
    public func heroGradient(_ appearance: Appearance) -> GradientToken {
        let brand = gradients.first { $0.name == "brand" } ?? GradientToken(name: "brand", stops: [], description: "")
        let dark = gradients.first { $0.name == "brand-dark" } ?? brand
        return gradientForText(appearance == .light ? brand : dark, appearance)
    }
}
