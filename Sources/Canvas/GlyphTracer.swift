internal import CCairo

/// Takes glyphs out of fonts: outlines as paths, colour glyphs as pictures. Each glyph of a font is traced once.
final class GlyphTracer {
    private struct Key: Hashable {
        var font: UnsafeMutablePointer<PangoFont>
        var glyph: UInt32
    }

    private(set) var store = GlyphStore()
    private var known: [Key: Int32] = [:]
    private var placeholders: [Int: Int32] = [:]
    /// Fonts are kept alive, so that an address in a key never comes to mean another font.
    private var fonts: Set<UnsafeMutablePointer<PangoFont>> = []
    private let context: OpaquePointer

    init() throws(CanvasError) {
        let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
        defer { cairo_surface_destroy(surface) }
        guard let context = cairo_create(surface) else { throw CanvasError(operation: "cairo context", reason: "none could be made") }
        self.context = context
        try check(cairo_status(context), "cairo context for glyphs")
    }

    deinit {
        FontLock.hold {
            cairo_destroy(context)
            for font in fonts { syn_g_object_unref(font) }
        }
    }

    /// Nil for a glyph without ink.
    func shape(
        of glyph: UnsafeMutablePointer<PangoGlyphInfo>, in font: UnsafeMutablePointer<PangoFont>, size: Double
    ) throws(CanvasError) -> Int32? {
        let key = Key(font: font, glyph: glyph.pointee.glyph)
        if let shape = known[key] { return shape < 0 ? nil : shape }
        if fonts.insert(font).inserted { syn_g_object_ref(font) }
        guard let scaled = syn_scaled_font(font) else { throw CanvasError(operation: "scaled font", reason: "none for a glyph") }
        try check(cairo_scaled_font_status(scaled), "scaled font")
        let isColor = syn_glyph_is_color(glyph) != 0
        let shape = isColor ? try picture(key.glyph, scaled, size) : try outline(key.glyph, scaled, size)
        known[key] = shape.map(add) ?? -1
        return shape == nil ? nil : known[key]
    }

    /// The empty box that stands for a character without a font.
    func placeholder(width: Double) -> Int32 {
        let key = Int((width * 100).rounded())
        if let shape = placeholders[key] { return shape }
        let outer = Rect(left: 0.06, top: -0.72, right: max(0.2, width - 0.06), bottom: 0)
        var path = Path.rect(outer)
        let inner = outer.inset(0.05)
        // The other way round, so that the winding rule leaves the middle free.
        path.move(inner.x, inner.y)
        path.line(inner.x, inner.maxY)
        path.line(inner.maxX, inner.maxY)
        path.line(inner.maxX, inner.y)
        path.close()
        placeholders[key] = add(.outline(path))
        return placeholders[key] ?? 0
    }

    private func add(_ shape: GlyphStore.Shape) -> Int32 {
        store.shapes.append(shape)
        return Int32(store.shapes.count - 1)
    }

    private func outline(_ glyph: UInt32, _ font: OpaquePointer, _ size: Double) throws(CanvasError) -> GlyphStore.Shape? {
        cairo_new_path(context)
        cairo_set_scaled_font(context, font)
        var one = cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)
        cairo_glyph_path(context, &one, 1)
        try check(cairo_status(context), "outline of glyph \(glyph)")
        guard let copy = cairo_copy_path(context) else { return nil }
        defer { cairo_path_destroy(copy) }
        try check(copy.pointee.status, "outline of glyph \(glyph)")
        let path = Path(cairo: copy, scale: 1 / size)
        return path.isEmpty ? nil : .outline(path)
    }

    private func picture(_ glyph: UInt32, _ font: OpaquePointer, _ size: Double) throws(CanvasError) -> GlyphStore.Shape? {
        var one = cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)
        var extents = cairo_text_extents_t()
        cairo_scaled_font_glyph_extents(font, &one, 1, &extents)
        let (width, height) = (Int(extents.width.rounded(.up)) + 2, Int(extents.height.rounded(.up)) + 2)
        guard width > 2, height > 2, width < 1024, height < 1024 else { return nil }
        let origin = Point((1 - extents.x_bearing).rounded(), (1 - extents.y_bearing).rounded())
        let canvas = try Canvas(width: width, height: height, format: .transparent)
        try canvas.showGlyph(glyph, font, at: origin)
        let pixels = try canvas.copyPixels()
        return .picture(.init(pixels: pixels, width: width, height: height, scale: size, origin: origin))
    }
}

extension Path {
    /// Reads a cairo path ("cairo_path_data_t": a header that tells type and length, then the points).
    init(cairo path: UnsafePointer<cairo_path_t>, scale: Double) {
        self.init()
        guard let data = path.pointee.data else { return }
        var at = 0
        func p(_ offset: Int) -> Point { Point(data[at + offset].point.x * scale, data[at + offset].point.y * scale) }
        while at < Int(path.pointee.num_data) {
            switch syn_path_type(data + at) {
            case CAIRO_PATH_MOVE_TO: elements.append(.move(p(1)))
            case CAIRO_PATH_LINE_TO: elements.append(.line(p(1)))
            case CAIRO_PATH_CURVE_TO: elements.append(.curve(p(1), p(2), p(3)))
            default: elements.append(.close)
            }
            at += Int(syn_path_length(data + at))
        }
        // cairo ends each closed figure with a move to its start; alone at the end it draws nothing.
        if case .move? = elements.last { elements.removeLast() }
    }
}
