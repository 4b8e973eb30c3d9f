/// One line of shaped text in units of its font size (em), from the pen's origin on the baseline; y grows downwards.
///
/// A value: it can be drawn at any size, on any thread, without asking a font again. Hinting and rounding are off, so sizes scale exactly.
public struct ShapedLine: Sendable, Hashable {
    public struct Glyph: Sendable, Hashable {
        /// Index into `GlyphStore.shapes`.
        public var shape: Int32
        public var x: Float
        public var y: Float
    }

    public var text: String
    public var font: Font
    /// Width that the pen moves.
    public var advance: Double
    /// The box around all ink; empty for spaces.
    public var ink: Rect
    public var glyphs: [Glyph]
    /// Characters that no installed font can draw.
    public var missing: Int
    public var isRightToLeft: Bool
}

/// What shaping depends on besides the text. Families are the same for all text of a poster.
public struct Font: Sendable, Hashable {
    /// CSS weight, 100 to 900.
    public var weight: Int
    /// Extra space after each character in em.
    public var tracking: Double

    public init(weight: Int = 400, tracking: Double = 0) {
        self.weight = weight
        self.tracking = tracking
    }
}

/// The outlines and pictures that shaped lines refer to.
public struct GlyphStore: Sendable {
    public enum Shape: Sendable {
        case outline(Path)
        case picture(Picture)
    }

    /// A colour glyph (an emoji) as pixels.
    public struct Picture: Sendable {
        /// Premultiplied ARGB in native 32-bit words, `width` a row.
        public var pixels: [UInt32]
        public var width: Int
        public var height: Int
        /// Pixels an em.
        public var scale: Double
        /// The glyph's origin inside the picture, in pixels.
        public var origin: Point
    }

    public internal(set) var shapes: [Shape] = []

    public init() {}
}
