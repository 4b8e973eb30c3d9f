/// Colours, type styles and glyphs of the brand, read from the one token file (`templates/tokens.json`, DTCG 2025.10).
///
/// Nothing else in the project holds a colour value. Complete when made: what the file lacks is an error of `init`.
public struct Theme: Sendable {
    /// Colours of both themes in the order of the file, without the derived ones.
    public let colors: [ColorToken]
    /// Colours that are computed from the file's, each with its reason, in a fixed order.
    public let derived: [DerivedColor]
    public let gradients: [GradientToken]
    public let shadows: [ShadowToken]
    /// `x1` to `x9`.
    public let spacing: [DimensionToken]
    public let radii: [DimensionToken]
    public let fontSizes: [DimensionToken]
    public let sans: [String]
    public let mono: [String]
    public let textStyles: [TextStyle]
    public let motion: MotionTokens
    public let wordmarkWeight: Double
    /// In em.
    public let wordmarkTracking: Double

    private let lookup: [String: ColorToken]

    /// Reads the token file; `name` is what messages call it.
    ///
    /// - Parameter replacing: colours instead of the file's; those of names that it does not have are passed over.
    public init(tokens: [UInt8], name: String = "tokens.json", replacing: [ColorReplacement] = []) throws(ThemeError) {
        let file = try TokenFile(tokens, name: name)
        colors = ColorReplacement.apply(replacing, to: try Theme.readColors(file))
        gradients = try Theme.readGradients(file)
        derived = Theme.derive(colors: colors)
        var lookup: [String: ColorToken] = [:]
        for color in colors { lookup[color.name] = color }
        for color in derived { lookup[color.name] = color.token }
        self.lookup = lookup
        shadows = try Theme.readShadows(file)
        spacing = try Theme.readDimensions(file, "space")
        radii = try Theme.readDimensions(file, "radius")
        fontSizes = try Theme.readDimensions(file, "font-size")
        sans = try file.fontFamily(file.token("font.sans").value, of: "font.sans")
        mono = try file.fontFamily(file.token("font.mono").value, of: "font.mono")
        textStyles = try Theme.readTextStyles(file)
        motion = try Theme.readMotion(file)
        wordmarkWeight = try file.number(file.token("wordmark.weight").value, of: "wordmark.weight")
        wordmarkTracking = try file.number(file.token("wordmark.tracking").value, of: "wordmark.tracking")
    }

    /// A colour by its token path below `light` or `dark`: `surface.bg`, `text.text-muted`, `type.concept`, `community.3`, and the derived
    /// `type.concept-strong`, `type.concept-soft`, `community.3-strong`, `border.border-strong`, `semantic.red-strong`.
    ///
    /// `init` has made sure of every name that the program uses; a name that the file does not have is a fault of the program, found by
    /// the tests. It gives the colour of text.
    public func color(_ token: String, _ appearance: Appearance) -> RGB {
        if let found = lookup[token] { return found.value(appearance) }
        assertionFailure("no colour token \(token)")
        return (lookup["text.text"] ?? colors[0]).value(appearance)
    }

    /// The style of a page type; a type that the brand does not know gets one of the six jewel colours by a stable hash of its name.
    public func style(ofType type: String?) -> TypeStyle { TypeStyle(ofType: type) }

    /// Communities cycle through the twelve colours; −1 is the unassigned grey.
    public func communityToken(_ community: Int) -> String { community < 0 ? "community.unassigned" : "community.\(community % 12)" }

    /// A variant of a colour that reaches `ratio` against `ground`, by the smallest change of lightness; the colour itself where it does
    /// already. Hue stays, chroma gives way only where sRGB ends. Never pure black.
    public func strengthened(_ color: RGB, on ground: RGB, to ratio: Double) -> RGB { color.strengthened(on: [ground], to: ratio) }

    /// The same against several grounds at once.
    public func strengthened(_ color: RGB, on grounds: [RGB], to ratio: Double) -> RGB { color.strengthened(on: grounds, to: ratio) }
}

public enum Appearance: String, Sendable, CaseIterable { case light, dark }
