internal import CCairo

/// Shapes text with pango: scripts, ligatures, direction, fallback fonts. Owns its font map; never shared between tasks.
///
/// Pango asks for one font map a thread; cairo asks for more (see `FontLock`).
public final class TextShaper {
    /// The brand's sans first; a script that none of them has comes by fontconfig's fallback, emoji too.
    public static let families = "Geist, Inter, Noto Sans, Noto Sans CJK JP, Noto Sans Arabic, sans-serif"

    /// Everything is shaped at this size and kept in em.
    private static let size = 100.0

    private let map: UnsafeMutablePointer<PangoFontMap>
    private let context: OpaquePointer
    private let layout: OpaquePointer
    private let ink: GlyphTracer
    /// Outlines of all lines that this shaper has made.
    public var store: GlyphStore { ink.store }

    public init() throws(CanvasError) {
        ink = try GlyphTracer()
        (map, context, layout) = try Self.makeLayout()
    }

    private static func makeLayout() throws(CanvasError) -> (UnsafeMutablePointer<PangoFontMap>, OpaquePointer, OpaquePointer) {
        guard let map = pango_cairo_font_map_new() else { throw CanvasError(operation: "pango font map", reason: "none could be made") }
        guard let context = pango_font_map_create_context(map) else {
            syn_g_object_unref(map)
            throw CanvasError(operation: "pango context", reason: "none could be made")
        }
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
        pango_context_set_round_glyph_positions(context, 0)
        // Otherwise the language comes from the environment, and the choice of fallback fonts with it.
        pango_context_set_language(context, pango_language_from_string("en"))
        guard let layout = pango_layout_new(context) else {
            syn_g_object_unref(UnsafeMutableRawPointer(context))
            syn_g_object_unref(map)
            throw CanvasError(operation: "pango layout", reason: "none could be made")
        }
        pango_layout_set_single_paragraph_mode(layout, 1)
        return (map, context, layout)
    }

    deinit {
        FontLock.hold {
            syn_g_object_unref(UnsafeMutableRawPointer(layout))
            syn_g_object_unref(UnsafeMutableRawPointer(context))
            syn_g_object_unref(map)
        }
    }

    /// Shapes one line. Line breaks inside are drawn as spaces by callers that clean their text; pango shows them as a sign.
    public func shape(_ text: String, font: Font = Font()) throws(CanvasError) -> ShapedLine {
        try FontLock.hold { () throws(CanvasError) in try shapeLocked(text, font) }
    }

    private func shapeLocked(_ text: String, _ font: Font) throws(CanvasError) -> ShapedLine {
        load(text, font)
        var line = ShapedLine(
            text: text, font: font, advance: 0, ink: Rect(x: 0, y: 0, width: 0, height: 0), glyphs: [], missing: 0, isRightToLeft: false)
        guard let first = pango_layout_get_line_readonly(layout, 0) else { return line }
        line.isRightToLeft = pango_layout_line_get_resolved_direction(first) == PANGO_DIRECTION_RTL
        var inkBox = PangoRectangle()
        var logical = PangoRectangle()
        pango_layout_line_get_extents(first, &inkBox, &logical)
        // Pango takes the spacing before the first and after the last letter away again.
        line.advance = em(logical.width)
        line.ink = Rect(x: em(inkBox.x), y: em(inkBox.y), width: em(inkBox.width), height: em(inkBox.height))
        var pen = 0.0
        var run = first.pointee.runs
        while let node = run {
            if let item = node.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self) { pen = try append(item.pointee, pen, &line) }
            run = node.pointee.next
        }
        return line
    }

    /// Breaks text into lines no wider than `width` em, at the places that Unicode allows.
    ///
    /// - Parameter splitsWords: whether a longer word is broken inside, with a hyphen where it is written with spaces; otherwise it sticks out.
    public func breakLines(_ text: String, font: Font, width: Double, splitsWords: Bool = true) -> [String] {
        var lines: [String] = []
        FontLock.hold { lines = breakLocked(text, font, width, splitsWords) }
        return lines
    }

    private func breakLocked(_ text: String, _ font: Font, _ width: Double, _ splitsWords: Bool) -> [String] {
        load(text, font)
        pango_layout_set_width(layout, Int32(width * Self.size * Double(PANGO_SCALE)))
        pango_layout_set_wrap(layout, splitsWords ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD)
        defer { pango_layout_set_width(layout, -1) }
        let bytes = Array(text.utf8)
        return (0..<pango_layout_get_line_count(layout)).compactMap { index in
            guard let line = pango_layout_get_line_readonly(layout, index) else { return nil }
            let start = Int(line.pointee.start_index)
            let end = start + Int(line.pointee.length)
            let piece = String(decoding: bytes[start..<end], as: UTF8.self)
            return end < bytes.count && isInsideWord(piece, String(decoding: bytes[end...], as: UTF8.self)) ? piece + "‐" : piece.trimmed
        }.filter { !$0.isEmpty }
    }

    /// Letters on both sides, of a script that puts spaces between words.
    private func isInsideWord(_ before: String, _ after: String) -> Bool {
        guard let left = before.unicodeScalars.last, let right = after.unicodeScalars.first else { return false }
        return [left, right].allSatisfy { $0.value < 0x590 && $0.properties.isAlphabetic }
    }

    /// The longest start of the text that with an ellipsis fits into `width` em, cut between characters as people see them.
    public func shorten(_ text: String, font: Font, width: Double) throws(CanvasError) -> String {
        if try shape(text, font: font).advance <= width { return text }
        let characters = Array(text.prefix(400))
        var low = 0
        var high = characters.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            let candidate = String(characters[0..<middle]).trimmed + "…"
            if try shape(candidate, font: font).advance <= width { low = middle } else { high = middle - 1 }
        }
        return String(characters[0..<low]).trimmed + "…"
    }

    /// Draws a line as text that can be searched and copied, where the canvas' surface keeps text; the letters stand where `shape` says.
    func show(_ line: ShapedLine, on canvas: Canvas, at origin: Point, size: Double, _ color: Color) {
        FontLock.hold {
            load(line.text, line.font)
            guard let first = pango_layout_get_line_readonly(layout, 0) else { return }
            canvas.withContext(at: origin, scale: size / Self.size, color) { pango_cairo_show_layout_line($0, first) }
        }
    }

    private func load(_ text: String, _ font: Font) {
        let description = pango_font_description_new()
        defer { pango_font_description_free(description) }
        pango_font_description_set_family(description, Self.families)
        pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(font.weight)))
        pango_font_description_set_absolute_size(description, Self.size * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, description)
        let attributes = pango_attr_list_new()
        if font.tracking != 0 {
            pango_attr_list_insert(attributes, pango_attr_letter_spacing_new(Int32(font.tracking * Self.size * Double(PANGO_SCALE))))
        }
        pango_layout_set_attributes(layout, attributes)
        pango_attr_list_unref(attributes)
        pango_layout_set_text(layout, text, Int32(text.utf8.count))
    }

    private func append(_ run: PangoGlyphItem, _ start: Double, _ line: inout ShapedLine) throws(CanvasError) -> Double {
        guard let glyphs = run.glyphs, let item = run.item, let font = item.pointee.analysis.font else { return start }
        var pen = start
        for index in 0..<Int(glyphs.pointee.num_glyphs) {
            let glyph = glyphs.pointee.glyphs + index
            let geometry = glyph.pointee.geometry
            let (x, y) = (pen + em(geometry.x_offset), em(geometry.y_offset))
            pen += em(geometry.width)
            if syn_glyph_is_empty(glyph) != 0 { continue }
            if syn_glyph_is_unknown(glyph) != 0 {
                line.missing += 1
                line.glyphs.append(.init(shape: ink.placeholder(width: em(geometry.width)), x: Float(x), y: Float(y)))
            } else if let shape = try ink.shape(of: glyph, in: font, size: Self.size) {
                line.glyphs.append(.init(shape: shape, x: Float(x), y: Float(y)))
            }
        }
        return pen
    }

    private func em(_ units: Int32) -> Double { Double(units) / Double(PANGO_SCALE) / Self.size }
}

extension String {
    var trimmed: String {
        func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }
        let bytes = utf8
        guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(self[first...last])
    }
}
