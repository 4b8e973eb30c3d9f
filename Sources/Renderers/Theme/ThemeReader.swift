extension Theme {
    /// Colours that the program asks for by name; a token file without one of them is refused with its name.
    static let requiredColors: [String] =
        ["bg", "bg-soft", "surface", "surface-raised", "surface-hover", "surface-sunken", "input-bg", "bg-card"].map { "surface.\($0)" }
        + ["border.border", "border.border-subtle", "text.text", "text.text-muted", "text.text-dim"]
        + ["accent", "accent-strong", "accent-soft", "accent2", "on-accent", "on-gradient"].map { "accent.\($0)" }
        + ["green", "amber", "red", "warn-text"].map { "semantic.\($0)" } + TypeStyle.known.map { "type.\($0.rawValue)" }
        + ["info", "success", "warning", "danger"].flatMap { ["notice.\($0)-bg", "notice.\($0)-border"] }
        + ["misc.scrollbar-thumb", "misc.mix-base", "community.unassigned"] + (0..<12).map { "community.\($0)" }

    static func readColors(_ file: TokenFile) throws(ThemeError) -> [ColorToken] {
        var colors: [ColorToken] = []
        for (name, token) in file.group("light") where token.type == "color" {
            let light = try file.color(token.value, of: token.path).rgb
            let other = try file.token("dark.\(name)")
            let dark = try file.color(other.value, of: other.path).rgb
            if light.isPureBlack || dark.isPureBlack {
                throw file.error("\(name): pure black is painted nowhere; take a very dark blue", at: token.value.offset)
            }
            colors.append(ColorToken(name: name, light: light, dark: dark, description: token.description))
        }
        for (name, token) in file.group("dark") where token.type == "color" { _ = try (token, file.token("light.\(name)")) }
        for name in requiredColors where !colors.contains(where: { $0.name == name }) { _ = try file.token("light.\(name)") }
        return colors
    }

    static func readGradients(_ file: TokenFile) throws(ThemeError) -> [GradientToken] {
        var gradients: [GradientToken] = []
        for (name, token) in file.group("gradient") {
            let stops = try file.gradient(token.value, of: token.path)
            gradients.append(GradientToken(name: name, stops: stops, description: token.description))
        }
        for name in ["brand", "brand-dark", "icon-dark-ground", "icon-dark-mark"] { _ = try file.token("gradient.\(name)") }
        return gradients
    }

    static func readShadows(_ file: TokenFile) throws(ThemeError) -> [ShadowToken] {
        var shadows: [ShadowToken] = []
        for (name, token) in file.group("light") where token.type == "shadow" {
            let other = try file.token("dark.\(name)")
            let light = try file.shadow(token.value, of: token.path)
            let dark = try file.shadow(other.value, of: other.path)
            shadows.append(ShadowToken(name: String(name.dropFirst("shadow.".count)), light: light, dark: dark))
        }
        return shadows
    }

    static func readDimensions(_ file: TokenFile, _ group: String) throws(ThemeError) -> [DimensionToken] {
        var tokens: [DimensionToken] = []
        for (name, token) in file.group(group) {
            tokens.append(DimensionToken(name: name, value: try file.dimension(token.value, of: token.path)))
        }
        return tokens
    }

    static func readTextStyles(_ file: TokenFile) throws(ThemeError) -> [TextStyle] {
        var styles: [TextStyle] = []
        for (name, token) in file.group("type") { styles.append(try file.textStyle(name, token.value, of: token.path)) }
        return styles
    }

    static func readMotion(_ file: TokenFile) throws(ThemeError) -> MotionTokens {
        var durations: [(name: String, milliseconds: Double)] = []
        for (name, token) in file.group("motion") where token.type == "duration" {
            durations.append((name, try file.duration(token.value, of: token.path)))
        }
        let token = try file.token("motion.ease")
        var ease: [Double] = []
        for element in try file.elements(token.value, of: token.path) { ease.append(try file.number(element, of: token.path)) }
        guard ease.count == 4 else { throw file.error("motion.ease: expected four numbers", at: token.value.offset) }
        return MotionTokens(durations: durations, ease: ease)
    }
}
