extension Glyph {
    /// An `<svg>` element that takes the colour of the text around it; hidden from assistive technology, as the word beside it says
    /// the same. `size` is in px; without it a class decides.
    public func svg(size: Int? = nil, class name: String = "glyph") -> String {
        let measure = size.map { " width=\"\($0)\" height=\"\($0)\"" } ?? ""
        return "<svg class=\"\(name)\"\(measure) viewBox=\"0 0 24 24\" aria-hidden=\"true\" focusable=\"false\">"
            + "<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"\(Glyph.strokeWidth)\" stroke-linecap=\"round\" "
            + "stroke-linejoin=\"round\" d=\"\(path)\"/></svg>"
    }

    /// A file with one `<symbol id="glyph-…">` each, for `<use href="…#glyph-concept">`.
    public static func sprite(_ glyphs: [Glyph] = allCases) -> String {
        let symbols = glyphs.map { glyph in
            "<symbol id=\"glyph-\(glyph.rawValue)\" viewBox=\"0 0 24 24\"><path fill=\"none\" stroke=\"currentColor\" "
                + "stroke-width=\"\(strokeWidth)\" stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"\(glyph.path)\"/></symbol>\n"
        }
        return "<svg xmlns=\"http://www.w3.org/2000/svg\">\n\(symbols.joined())</svg>\n"
    }
}
