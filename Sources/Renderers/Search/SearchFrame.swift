/// What the query engine shows around results, in the site's language.
public struct SearchFrame: Sendable {
    /// How a page type looks.
    public struct TypeLook: Sendable {
        /// As pages carry it; empty for pages without one.
        public var type: String
        public var label: String
        /// Classes of its colour and of its glyph: `t-KEY`, `g-GLYPH`.
        public var key: String
        public var glyph: String

        public init(type: String, label: String, key: String, glyph: String) {
            self.type = type
            self.label = label
            self.key = key
            self.glyph = glyph
        }
    }

    /// In the order in which they are offered as filters.
    public var types: [TypeLook]
    /// By name; in a text `{n}` is the number of results.
    public var words: [(name: String, text: String)]

    public init(types: [TypeLook] = [], words: [(name: String, text: String)] = []) {
        self.types = types
        self.words = words
    }
}
