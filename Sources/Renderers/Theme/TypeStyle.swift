/// How a page type looks.
public struct TypeStyle: Sendable, Equatable {
    /// Name of the colour, one of the brand's ten types: `concept`, `other`. Safe in class names and data attributes.
    /// An unknown type has the name of the jewel colour that it was given.
    public var key: String
    /// Token of its colour: `type.concept`.
    public var token: String
    public var glyph: Glyph

    public init(key: String, token: String, glyph: Glyph) {
        self.key = key
        self.token = token
        self.glyph = glyph
    }

    /// Glyphs that name a page type, in the brand's order.
    public static let known: [Glyph] = [.concept, .entity, .source, .synthesis, .comparison, .query, .overview, .index, .log, .other]
    private static let jewels: [Glyph] = [.concept, .entity, .source, .synthesis, .comparison, .query]

    /// The style of a type by its name in any case; nil and "" are pages without a type. A name that the brand does not know gets one
    /// of the six jewel colours by a hash that never changes, and the glyph of `other`.
    public init(ofType type: String?) {
        let name = (type ?? "").lowercased()
        if name.isEmpty {
            self.init(key: "other", token: "type.other", glyph: .other)
        } else if let glyph = TypeStyle.known.first(where: { $0.rawValue == name }) {
            self.init(key: name, token: "type.\(name)", glyph: glyph)
        } else {
            let jewel = TypeStyle.jewels[Int(fnv1a(name) % UInt32(TypeStyle.jewels.count))].rawValue
            self.init(key: jewel, token: "type.\(jewel)", glyph: .other)
        }
    }
}

/// The 32-bit FNV-1a hash of a text's UTF-8 bytes (Fowler, Noll, Vo; draft-eastlake-fnv).
func fnv1a(_ text: String) -> UInt32 {
    text.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
}
