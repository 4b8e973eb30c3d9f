/// Colours, type styles and glyphs of the brand, read from the one token file (`templates/tokens.json`, DTCG 2025.10).
///
/// Nothing else in the project holds a colour value.
public struct Theme: Sendable {
    /// Reads the token file.
    public init(tokens: [UInt8]) throws(ThemeError) {}

    /// A colour by its token path below `light` or `dark`: `surface.bg`, `text.text-muted`, `type.concept`, `community.3`.
    /// A name that the file does not have is a fault of the program, found by the tests.
    public func color(_ token: String, _ appearance: Appearance) -> RGB { RGB(hex: 0x808080) }

    /// The style of a page type; a type that the brand does not know gets one of the six jewel colours by a stable hash of its name.
    public func style(ofType type: String?) -> TypeStyle {
        TypeStyle(key: type ?? "other", token: "type.other", glyph: .other)
    }

    /// Communities cycle through the twelve colours; −1 is the unassigned grey.
    public func communityToken(_ community: Int) -> String { community < 0 ? "community.unassigned" : "community.\(community % 12)" }

    /// A variant of a colour that reaches `ratio` against `ground`, by the smallest change of lightness; the colour itself where it does already.
    public func strengthened(_ color: RGB, on ground: RGB, to ratio: Double) -> RGB { color }

    /// The generated style sheet of custom properties: light on `:root`, dark by `prefers-color-scheme` and `data-theme`.
    public func css() -> String { "" }
}

public enum Appearance: String, Sendable, CaseIterable { case light, dark }

public struct ThemeError: Error, Sendable, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
}

public struct RGB: Sendable, Hashable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    public init(hex: UInt32) { self.init(red: UInt8(hex >> 16 & 255), green: UInt8(hex >> 8 & 255), blue: UInt8(hex & 255)) }

    /// WCAG 2.2 relative contrast, 1 to 21.
    public func contrast(with other: RGB) -> Double { 1 }
}

public struct TypeStyle: Sendable, Equatable {
    /// Lowercase name used in class names and data attributes, safe in both: `concept`, `other`.
    public var key: String
    /// Token of its colour: `type.concept`.
    public var token: String
    public var glyph: Glyph

    public init(key: String, token: String, glyph: Glyph) {
        self.key = key
        self.token = token
        self.glyph = glyph
    }
}

/// The brand's glyphs on a 24 px grid: stroke 1.75, round caps and joins, no fill.
public enum Glyph: String, Sendable, CaseIterable {
    case concept, entity, source, synthesis, comparison, query, overview, index, log, other
    case home, wiki, chat, graph, more, search, sun, moon, chevron, external, link

    /// SVG path data of its strokes.
    public var path: String { "" }
}
