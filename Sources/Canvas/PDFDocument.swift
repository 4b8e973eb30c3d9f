internal import CCairo

/// Pages of PDF: what is drawn on `canvas` stays vectors, text stays text with its fonts embedded. For one task; holds no clock.
///
/// The canvas counts pixels; the page has the size that they have at the document's resolution.
public final class PDFDocument {
    /// What viewers show about a document.
    public struct Information: Sendable {
        public var title: String
        public var subject: String
        /// ISO 8601, `2026-11-12T00:00:00Z`: both dates of the document. cairo would take the clock.
        public var date: String

        public init(title: String, subject: String, date: String) {
            (self.title, self.subject, self.date) = (title, subject, date)
        }
    }

    public let canvas: Canvas
    private let surface: OpaquePointer
    private let shaper: TextShaper
    private let output: Output
    /// Points (1/72 inch) a pixel.
    private let scale: Double

    private let hasLinks: Bool

    /// - Parameter hasLinks: false for a document of several pages, which must not call `link`.
    public init(width: Int, height: Int, dpi: Double, _ information: Information, hasLinks: Bool = true) throws(CanvasError) {
        self.hasLinks = hasLinks
        scale = 72 / dpi
        output = Output()
        shaper = try TextShaper()
        let (across, down) = (Double(width) * scale, Double(height) * scale)
        // "user data object" is the document's own buffer, which lives as long as the surface.
        let made = cairo_pdf_surface_create_for_stream(
            { closure, data, length in
                guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
                let output = Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue()
                output.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
                return CAIRO_STATUS_SUCCESS
            }, Unmanaged.passUnretained(output).toOpaque(), across, down)
        guard let surface = made else { throw CanvasError(operation: "PDF surface", reason: "none could be made") }
        self.surface = surface
        canvas = try Canvas(surface, width: width, height: height, scale: scale)
        try check(cairo_surface_status(surface), "PDF surface \(width) × \(height)")
        cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_5)
        for (key, value) in [
            (CAIRO_PDF_METADATA_TITLE, information.title), (CAIRO_PDF_METADATA_SUBJECT, information.subject),
            (CAIRO_PDF_METADATA_CREATOR, "synapse-publish"), (CAIRO_PDF_METADATA_CREATE_DATE, information.date),
            (CAIRO_PDF_METADATA_MOD_DATE, information.date),
        ] { cairo_pdf_surface_set_metadata(surface, key, value) }
    }

    /// A line of real text.
    public func text(_ line: ShapedLine, at origin: Point, size: Double, _ color: Color) {
        shaper.show(line, on: canvas, at: origin, size: size, color)
    }

    /// A box that leads to an address; `uri` must be percent-encoded.
    public func link(to uri: String, in box: Rect) {
        // cairo reads attributes as `name='value'`; a quote in a value is written \'. Rectangles are in the page's points.
        let address = uri.replacing("\\", with: "%5C").replacing("'", with: "%27")
        let corners = [box.x, box.y, box.width, box.height].map { Self.decimal($0 * scale) }.joined(separator: " ")
        canvas.withContext(at: Point(0, 0), scale: 1) { context in
            cairo_tag_begin(context, CAIRO_TAG_LINK, "uri='\(address)' rect=[\(corners)]")
            cairo_tag_end(context, CAIRO_TAG_LINK)
        }
    }

    /// An entry of the outline that leads to a place on the page.
    ///
    /// - Returns: its number, to be the parent of others.
    @discardableResult public func outline(_ title: String, at place: Point, below parent: Int? = nil) -> Int {
        let target = "page=1 pos=[\(Self.decimal(place.x * scale)) \(Self.decimal(place.y * scale))]"
        let flags = parent == nil ? CAIRO_PDF_OUTLINE_FLAG_BOLD : cairo_pdf_outline_flags_t(0)
        return Int(cairo_pdf_surface_add_outline(surface, Int32(parent ?? Int(CAIRO_PDF_OUTLINE_ROOT)), title, target, flags))
    }

    /// Ends the page of a document without links; what is drawn after it stands on the next, of the same size.
    public func nextPage() { cairo_surface_show_page(surface) }

    /// The finished file; call once, after everything is drawn.
    public func finish() throws(CanvasError) -> [UInt8] {
        // Without a structure element of another kind, cairo 1.16 refers to elements of links that it never writes; around the drawing it would
        // crash, and with one it refuses a second page.
        if hasLinks {
            canvas.withContext(at: Point(0, 0), scale: 1) { context in
                cairo_tag_begin(context, "Document", nil)
                cairo_tag_end(context, "Document")
            }
        }
        try canvas.finish()
        // Fonts are cut to the glyphs that were used here.
        FontLock.hold { cairo_surface_finish(surface) }
        try check(cairo_surface_status(surface), "PDF")
        return output.bytes
    }

    /// At most two decimals, a point between them whatever the locale.
    private static func decimal(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let fraction = abs(hundredths) % 100
        return (hundredths < 0 ? "-" : "") + "\(abs(hundredths) / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }

    private final class Output {
        var bytes: [UInt8] = []
    }
}
