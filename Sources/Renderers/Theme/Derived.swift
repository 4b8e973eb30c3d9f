/// A colour that is computed from the file's, so that text and marks reach the contrast that WCAG 2.2 AA asks.
public struct DerivedColor: Sendable, Equatable {
    public var token: ColorToken
    /// The token that it is made from.
    public var base: String
    /// Why it exists and how it is made, one sentence.
    public var reason: String

    public var name: String { token.name }
    /// Whether the file's own colour was good enough in this theme.
    public func isUnchanged(_ appearance: Appearance, in theme: Theme) -> Bool {
        token.value(appearance) == theme.color(base, appearance)
    }
}

extension Theme {
    /// Text on the surfaces and tints of the site: WCAG 2.2 success criterion 1.4.3.
    public static let textRatio = 4.5
    /// Large text (1.4.3), glyphs, marks and the edges of controls (1.4.11).
    public static let markRatio = 3.0

    /// How much of a type's colour is in its tinted ground.
    public static func tint(_ appearance: Appearance) -> Double { appearance == .light ? 0.11 : 0.16 }

    static func derive(colors: [ColorToken]) -> [DerivedColor] {
        let surfaces = colors.filter { $0.group == "surface" }
        func color(_ name: String, _ appearance: Appearance) -> RGB? { colors.first { $0.name == name }?.value(appearance) }
        func derived(_ name: String, from base: ColorToken, _ reason: String, _ make: (Appearance) -> RGB) -> DerivedColor {
            let token = ColorToken(name: name, light: make(.light), dark: make(.dark), description: reason)
            return DerivedColor(token: token, base: base.name, reason: reason)
        }
        func strong(_ base: ColorToken, _ ratio: Double, tint: ColorToken? = nil, _ reason: String) -> DerivedColor {
            derived("\(base.name)-strong", from: base, reason) { appearance in
                let grounds = (surfaces + (tint.map { [$0] } ?? [])).map { $0.value(appearance) }
                return base.value(appearance).strengthened(on: grounds, to: ratio)
            }
        }
        var result: [DerivedColor] = []
        for base in colors {
            switch base.group {
            case "border" where base.name == "border.border":
                result.append(strong(base, markRatio, "edge of a control: 3:1 on every surface"))
            case "semantic":
                let notice = ["green": "success", "amber": "warning", "red": "danger", "warn-text": "warning"]
                let kind = notice[String(base.name.dropFirst("semantic.".count))] ?? "info"
                let tint = colors.first { $0.name == "notice.\(kind)-bg" }
                result.append(strong(base, textRatio, tint: tint, "words in this colour: 4.5:1 on every surface and on its notice"))
            case "type":
                let soft = derived("\(base.name)-soft", from: base, "tinted ground of chips and glyphs") { appearance in
                    base.value(appearance).mixed(tint(appearance), over: color("misc.mix-base", appearance) ?? base.value(appearance))
                }
                result.append(strong(base, textRatio, tint: soft.token, "small text and glyphs: 4.5:1 on every surface and on its tint"))
                result.append(soft)
            case "community":
                result.append(strong(base, markRatio, "outline of a disc or swatch: 3:1 on every surface"))
            default: break
            }
        }
        return result
    }

    /// The brand gradient with stops that carry small text in `accent.on-gradient`: 4.5:1 all along.
    func gradientForText(_ gradient: GradientToken, _ appearance: Appearance) -> GradientToken {
        var result = gradient
        for index in result.stops.indices {
            let color = result.stops[index].color
            result.stops[index].color = color.strengthened(on: [self.color("accent.on-gradient", appearance)], to: Theme.textRatio)
        }
        return result
    }
}
