internal import CCairo

/// A pixel surface and the pen that draws on it. Owns the C objects; one task at a time.
///
/// Coordinates are those of the whole drawing; a canvas may show a band of it, from `origin` on.
public final class Canvas {
    public enum Format: Sendable {
        /// Starts transparent; premultiplied ARGB.
        case transparent
        /// Has no alpha.
        case opaque
        /// Coverage alone, a byte a pixel: what is drawn with one ink at any alpha. Starts empty.
        case coverage
    }

    public enum LineCap: Sendable { case butt, round }

    public struct Stroke: Sendable, Hashable {
        public var width: Double
        public var cap: LineCap
        /// Lengths of dash and gap; empty for a solid line.
        public var dash: [Double]

        public init(_ width: Double, cap: LineCap = .round, dash: [Double] = []) {
            self.width = width
            self.cap = cap
            self.dash = dash
        }
    }

    public let width: Int
    public let height: Int
    public let origin: Point
    let isTransparent: Bool
    /// Whether the surface keeps fonts of its own, which are let go with it.
    private let keepsFonts: Bool
    private let surface: OpaquePointer
    private let context: OpaquePointer

    /// - Parameters:
    ///   - width: pixels, at most 32,767 (cairo's own limit for image surfaces).
    ///   - origin: the drawing's coordinates of the canvas's top left corner.
    public init(width: Int, height: Int, origin: Point = Point(0, 0), format: Format = .opaque) throws(CanvasError) {
        self.width = width
        self.height = height
        self.origin = origin
        isTransparent = format != .opaque
        keepsFonts = false
        let cairoFormat =
            switch format {
            case .opaque: CAIRO_FORMAT_RGB24
            case .transparent: CAIRO_FORMAT_ARGB32
            case .coverage: CAIRO_FORMAT_A8
            }
        // "This function always returns a valid pointer, but it will return a pointer to a nil surface if an error such as out of memory occurs."
        guard let surface = cairo_image_surface_create(cairoFormat, Int32(clamping: width), Int32(clamping: height)),
            let context = cairo_create(surface)
        else { throw CanvasError(operation: "cairo image surface", reason: "none could be made") }
        self.surface = surface
        self.context = context
        try check(cairo_surface_status(surface), "cairo image surface \(width) × \(height)")
        try check(cairo_status(context), "cairo context")
        cairo_translate(context, -origin.x, -origin.y)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    }

    /// Draws on a surface that has no pixels; takes it over.
    init(_ surface: OpaquePointer, width: Int, height: Int, scale: Double) throws(CanvasError) {
        guard let context = cairo_create(surface) else { throw CanvasError(operation: "cairo context", reason: "none could be made") }
        (self.width, self.height, origin, isTransparent, keepsFonts) = (width, height, Point(0, 0), false, true)
        self.surface = surface
        self.context = context
        try check(cairo_status(context), "cairo context")
        cairo_scale(context, scale, scale)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    }

    deinit {
        if keepsFonts { FontLock.hold { release() } } else { release() }
    }

    private func release() {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    /// The part of the drawing that the canvas shows.
    public var bounds: Rect { Rect(x: origin.x, y: origin.y, width: Double(width), height: Double(height)) }

    public func paint(_ color: Color) {
        set(color)
        cairo_paint(context)
    }

    public func fill(_ path: Path, _ color: Color) {
        trace(path)
        set(color)
        cairo_fill(context)
    }

    public func stroke(_ path: Path, _ color: Color, _ stroke: Stroke) {
        trace(path)
        set(color)
        apply(stroke)
        cairo_stroke(context)
    }

    public func disc(_ center: Point, radius: Double, _ color: Color) {
        cairo_new_path(context)
        cairo_arc(context, center.x, center.y, radius, 0, 2 * Double.pi)
        set(color)
        cairo_fill(context)
    }

    /// Fills, or strokes where `stroke` says how, with a gradient from `start` to `end`; stops are offset and colour.
    public func blend(_ path: Path, from start: Point, to end: Point, stops: [(offset: Double, color: Color)], stroke: Stroke? = nil) {
        trace(path)
        let pattern = cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
        defer { cairo_pattern_destroy(pattern) }
        for stop in stops {
            cairo_pattern_add_color_stop_rgba(
                pattern, stop.offset, stop.color.red, stop.color.green, stop.color.blue, stop.color.alpha)
        }
        cairo_set_source(context, pattern)
        if let stroke {
            apply(stroke)
            cairo_stroke(context)
        } else {
            cairo_fill(context)
        }
    }

    /// Draws with everything outside `path` masked away.
    public func clipped(to path: Path, _ draw: () -> Void) {
        cairo_save(context)
        trace(path)
        cairo_clip(context)
        draw()
        cairo_restore(context)
    }

    /// Draws a shaped line from its pen origin `at`, `size` pixels an em, over a halo of `halo.width` pixels on each side where one is asked for.
    public func draw(
        _ line: ShapedLine, _ store: GlyphStore, at origin: Point, size: Double, _ color: Color, halo: (color: Color, width: Double)? = nil
    ) {
        trace(line, store, at: origin, size: size)
        if let halo, halo.width > 0 {
            set(halo.color)
            apply(Stroke(2 * halo.width))
            cairo_stroke_preserve(context)
        }
        set(color)
        cairo_fill(context)
        for glyph in line.glyphs {
            guard case .picture(let picture) = store.shapes[Int(glyph.shape)] else { continue }
            draw(picture, at: Point(origin.x + Double(glyph.x) * size, origin.y + Double(glyph.y) * size), size: size)
        }
    }

    /// The halo of a shaped line without its letters.
    public func halo(_ line: ShapedLine, _ store: GlyphStore, at origin: Point, size: Double, _ color: Color, width: Double) {
        trace(line, store, at: origin, size: size)
        set(color)
        apply(Stroke(2 * width))
        cairo_stroke(context)
    }

    /// Lays another canvas into a box.
    public func place(_ picture: Canvas, in box: Rect) {
        cairo_save(context)
        cairo_translate(context, box.x, box.y)
        cairo_scale(context, box.width / Double(picture.width), box.height / Double(picture.height))
        cairo_set_source_surface(context, picture.surface, 0, 0)
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
        cairo_paint(context)
        cairo_restore(context)
    }

    /// Gives cairo's pen to `body`, moved to a place and scaled.
    func withContext(at place: Point, scale: Double, _ color: Color? = nil, _ body: (OpaquePointer) -> Void) {
        cairo_save(context)
        if let color { set(color) }
        cairo_translate(context, place.x, place.y)
        cairo_scale(context, scale, scale)
        cairo_move_to(context, 0, 0)
        body(context)
        cairo_restore(context)
    }

    /// Gives the rows to `body` as native 32-bit words, 0xAARRGGBB, `stride` words a row.
    public func withPixels<R>(_ body: (UnsafeMutableBufferPointer<UInt32>, _ stride: Int) -> R) throws(CanvasError) -> R {
        try check(cairo_status(context), "drawing")
        // "A call to cairo_surface_flush() is required before accessing the pixel data to ensure that all pending drawing operations are finished."
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else { throw CanvasError(operation: "pixels of a surface", reason: "none") }
        let stride = Int(cairo_image_surface_get_stride(surface)) / 4
        let result = data.withMemoryRebound(to: UInt32.self, capacity: stride * height) {
            body(UnsafeMutableBufferPointer(start: $0, count: stride * height), stride)
        }
        cairo_surface_mark_dirty(surface)
        return result
    }

    /// Gives the rows of a canvas of coverage to `body`, `stride` bytes a row.
    public func withCoverage<R>(_ body: (UnsafeBufferPointer<UInt8>, _ stride: Int) -> R) throws(CanvasError) -> R {
        try check(cairo_status(context), "drawing")
        cairo_surface_flush(surface)
        guard cairo_image_surface_get_format(surface) == CAIRO_FORMAT_A8, let data = cairo_image_surface_get_data(surface) else {
            throw CanvasError(operation: "coverage of a surface", reason: "none")
        }
        let stride = Int(cairo_image_surface_get_stride(surface))
        return body(UnsafeBufferPointer(start: data, count: stride * height), stride)
    }

    /// Throws what went wrong in any call since the canvas was made; cairo keeps the first failure.
    public func finish() throws(CanvasError) { try check(cairo_status(context), "drawing") }

    func copyPixels() throws(CanvasError) -> [UInt32] {
        try withPixels { pixels, stride in (0..<height).flatMap { row in pixels[row * stride..<row * stride + width] } }
    }

    func showGlyph(_ glyph: UInt32, _ font: OpaquePointer, at place: Point) throws(CanvasError) {
        cairo_set_scaled_font(context, font)
        var one = cairo_glyph_t(index: UInt(glyph), x: place.x, y: place.y)
        cairo_show_glyphs(context, &one, 1)
        try finish()
    }

    // MARK: - C calls

    private func set(_ color: Color) { cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha) }

    private func apply(_ stroke: Stroke) {
        cairo_set_line_width(context, stroke.width)
        cairo_set_line_cap(context, stroke.cap == .round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
        cairo_set_dash(context, stroke.dash, Int32(stroke.dash.count), 0)
    }

    private func trace(_ path: Path) {
        cairo_new_path(context)
        append(path, scale: 1, at: Point(0, 0))
    }

    private func trace(_ line: ShapedLine, _ store: GlyphStore, at origin: Point, size: Double) {
        cairo_new_path(context)
        for glyph in line.glyphs {
            guard case .outline(let path) = store.shapes[Int(glyph.shape)] else { continue }
            append(path, scale: size, at: Point(origin.x + Double(glyph.x) * size, origin.y + Double(glyph.y) * size))
        }
    }

    private func append(_ path: Path, scale k: Double, at d: Point) {
        for element in path.elements {
            switch element {
            case .move(let p): cairo_move_to(context, p.x * k + d.x, p.y * k + d.y)
            case .line(let p): cairo_line_to(context, p.x * k + d.x, p.y * k + d.y)
            case .curve(let a, let b, let p):
                cairo_curve_to(context, a.x * k + d.x, a.y * k + d.y, b.x * k + d.x, b.y * k + d.y, p.x * k + d.x, p.y * k + d.y)
            case .close: cairo_close_path(context)
            }
        }
    }

    private func draw(_ picture: GlyphStore.Picture, at place: Point, size: Double) {
        var pixels = picture.pixels
        let k = size / picture.scale
        pixels.withUnsafeMutableBytes { bytes in
            let image = cairo_image_surface_create_for_data(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(picture.width), Int32(picture.height),
                Int32(picture.width * 4))
            cairo_save(context)
            cairo_translate(context, place.x - picture.origin.x * k, place.y - picture.origin.y * k)
            cairo_scale(context, k, k)
            cairo_set_source_surface(context, image, 0, 0)
            cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
            cairo_paint(context)
            cairo_restore(context)
            cairo_surface_destroy(image)
        }
    }
}
