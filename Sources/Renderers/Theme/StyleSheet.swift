/// A CSS custom property that the theme defines.
public struct ThemeVariable: Sendable, Equatable {
    /// With its dashes: `--surface-bg`.
    public var name: String
    /// `surface`, `space`, `text style`, …
    public var group: String
    public var light: String
    public var dark: String

    public func value(_ appearance: Appearance) -> String { appearance == .light ? light : dark }
}

extension Theme {
    /// Every custom property, in the order of the style sheet. Names are formed from the token's path; see `ColorToken.variable`.
    public var variables: [ThemeVariable] { colorVariables + gradientVariables + shadowVariables + measureVariables + textVariables }

    /// The generated style sheet of custom properties: light on `:root`, dark by `prefers-color-scheme` and `data-theme`.
    ///
    /// `data-theme` works on any element, so that a page can show both themes side by side.
    public func css() -> String {
        let variables = variables
        let themed = variables.filter { $0.light != $0.dark }
        let fixed = variables.filter { $0.light == $0.dark }
        let dark = "color-scheme:dark;" + declarations(themed, .dark)
        return ":root{\(declarations(fixed, .light))}\n"
            + ":root,[data-theme=light]{color-scheme:light;\(declarations(themed, .light))}\n"
            + "@media (prefers-color-scheme:dark){:root:not([data-theme=light]){\(dark)}}\n" + "[data-theme=dark]{\(dark)}\n"
    }

    /// The same for a site that has one theme only.
    public func css(pinned appearance: Appearance) -> String {
        ":root{color-scheme:\(appearance.rawValue);\(declarations(variables, appearance))}\n"
    }

    /// Eight hexadecimal digits that change with any value: tells one state of the tokens from another, proves nothing.
    public var fingerprint: String {
        let digits = String(fnv1a(css()), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    private func declarations(_ variables: [ThemeVariable], _ appearance: Appearance) -> String {
        variables.map { "\($0.name):\($0.value(appearance))" }.joined(separator: ";")
    }

    private var colorVariables: [ThemeVariable] {
        (colors + derived.map(\.token)).map {
            ThemeVariable(name: $0.variable, group: $0.group, light: shortHex($0.light), dark: shortHex($0.dark))
        }
    }

    private var gradientVariables: [ThemeVariable] {
        var result: [ThemeVariable] = []
        for gradient in gradients {
            // `x-dark` beside `x` is the dark form of `x`, not a gradient of its own.
            if gradient.name.hasSuffix("-dark"), gradients.contains(where: { "\($0.name)-dark" == gradient.name }) { continue }
            let dark = gradients.first { $0.name == "\(gradient.name)-dark" } ?? gradient
            let name = "--gradient-\(gradient.name)"
            result.append(ThemeVariable(name: name, group: "gradient", light: css(gradient), dark: css(dark)))
            guard gradient.name == "brand" else { continue }
            let light = css(gradientForText(gradient, .light))
            let strong = css(gradientForText(dark, .dark))
            result.append(ThemeVariable(name: "\(name)-strong", group: "gradient", light: light, dark: strong))
        }
        return result
    }

    private var shadowVariables: [ThemeVariable] {
        shadows.map { ThemeVariable(name: "--shadow-\($0.name)", group: "shadow", light: css($0.light), dark: css($0.dark)) }
    }

    private func fixed(_ name: String, _ group: String, _ value: String) -> ThemeVariable {
        ThemeVariable(name: name, group: group, light: value, dark: value)
    }

    private var measureVariables: [ThemeVariable] {
        spacing.map { fixed("--space-\($0.name.drop { $0 == "x" })", "space", $0.value.css) }
            + radii.map { fixed("--radius-\($0.name)", "radius", $0.value.css) }
            + motion.durations.map { fixed("--motion-\($0.name)", "motion", "\(decimal($0.milliseconds))ms") }
            + [fixed("--motion-ease", "motion", "cubic-bezier(\(motion.ease.map(decimal).joined(separator: ",")))")]
    }

    private var textVariables: [ThemeVariable] {
        func family(_ names: [String]) -> String { names.map { $0.contains(" ") ? "\"\($0)\"" : $0 }.joined(separator: ",") }
        return [fixed("--font-sans", "font", family(sans)), fixed("--font-mono", "font", family(mono))]
            + fontSizes.map { fixed("--font-size-\($0.name)", "font size", $0.value.css) }
            + [
                fixed("--wordmark-weight", "wordmark", decimal(wordmarkWeight)),
                fixed("--wordmark-tracking", "wordmark", "\(decimal(wordmarkTracking))em"),
            ]
            + textStyles.flatMap { style in
                [
                    fixed("--text-size-\(style.name)", "text style", style.size.css),
                    fixed("--text-line-\(style.name)", "text style", decimal(style.lineHeight)),
                    fixed("--text-weight-\(style.name)", "text style", decimal(style.weight)),
                    fixed("--text-tracking-\(style.name)", "text style", style.tracking.css),
                ]
            }
    }

    private func css(_ gradient: GradientToken) -> String {
        let stops = gradient.stops.map { stop in "\(shortHex(stop.color)) \(decimal(stop.position * 100))%" }
        return "linear-gradient(to top right,\(stops.joined(separator: ",")))"
    }

    private func css(_ layers: [ShadowLayer]) -> String {
        layers.map { layer in
            let lengths = [layer.x, layer.y, layer.blur, layer.spread].map(\.css).joined(separator: " ")
            let color = layer.color
            return "\(lengths) rgb(\(color.red) \(color.green) \(color.blue)/\(decimal(layer.alpha * 100))%)"
        }.joined(separator: ",")
    }

    /// `#fff` where three digits say the same.
    private func shortHex(_ color: RGB) -> String {
        let digits = Array(color.hex.utf8)
        guard digits[1] == digits[2], digits[3] == digits[4], digits[5] == digits[6] else { return color.hex }
        return String(decoding: [digits[0], digits[1], digits[3], digits[5]], as: UTF8.self)
    }
}
