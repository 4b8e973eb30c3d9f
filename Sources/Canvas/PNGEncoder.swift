internal import CSpng
internal import Foundation

/// Writes a PNG row by row: 8-bit RGB without alpha or indices of a palette, zlib level 1, the resolution in pHYs.
///
/// Level 1 without filters is several times faster than the usual defaults and, for flat drawings, smaller too. Where rows are much alike,
/// what a row differs by from the one above, in runs of the same byte, is faster and smaller still.
public final class PNGEncoder {
    private let context: OpaquePointer
    private let width: Int
    private var row: [UInt8]
    /// zlib.h: Z_RLE, "almost as fast as Z_HUFFMAN_ONLY, but should give better compression for PNG image data".
    private static let runs: Int32 = 3

    /// - Parameters:
    ///   - dpi: pixels an inch; PNG keeps it as pixels a metre.
    ///   - repeatsRows: for pictures whose rows are much alike.
    ///   - palette: at most 256 colours, which rows name by their position; empty for rows of RGB.
    ///   - comment: Latin letters that stand in the file before its rows; empty for none.
    public init(width: Int, height: Int, dpi: Double, repeatsRows: Bool = false, palette: [Color] = [], comment: String = "")
        throws(CanvasError)
    {
        guard let context = spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue)) else {
            throw CanvasError(operation: "PNG encoder", reason: "out of memory")
        }
        self.context = context
        self.width = width
        row = [UInt8](repeating: 0, count: width * 3)
        try check(spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1))
        try check(spng_set_option(context, SPNG_IMG_COMPRESSION_LEVEL, 1))
        try check(
            spng_set_option(context, SPNG_FILTER_CHOICE, Int32((repeatsRows ? SPNG_FILTER_CHOICE_UP : SPNG_FILTER_CHOICE_NONE).rawValue)))
        if repeatsRows { try check(spng_set_option(context, SPNG_IMG_COMPRESSION_STRATEGY, Self.runs)) }
        var header = spng_ihdr(
            width: UInt32(clamping: width), height: UInt32(clamping: height), bit_depth: 8,
            color_type: UInt8((palette.isEmpty ? SPNG_COLOR_TYPE_TRUECOLOR : SPNG_COLOR_TYPE_INDEXED).rawValue),
            compression_method: 0, filter_method: 0, interlace_method: 0)
        try check(spng_set_ihdr(context, &header))
        let perMetre = UInt32((dpi / 0.0254).rounded())
        var resolution = spng_phys(ppu_x: perMetre, ppu_y: perMetre, unit_specifier: 1)
        try check(spng_set_phys(context, &resolution))
        if !palette.isEmpty { try set(palette) }
        try begin(comment)
    }

    private func set(_ palette: [Color]) throws(CanvasError) {
        var table = spng_plte()
        table.n_entries = UInt32(clamping: palette.count)
        withUnsafeMutableBytes(of: &table.entries) { bytes in
            let entries = bytes.bindMemory(to: spng_plte_entry.self)
            for (place, color) in palette.prefix(entries.count).enumerated() {
                let (red, green, blue) = color.bytes
                entries[place] = spng_plte_entry(red: red, green: green, blue: blue, alpha: 255)
            }
        }
        try check(spng_set_plte(context, &table))
    }

    /// Writes all that comes before the rows; the text is only looked at meanwhile.
    private func begin(_ comment: String) throws(CanvasError) {
        var status: Int32 = 0
        var letters = Array(comment.utf8CString)
        letters.withUnsafeMutableBufferPointer { letters in
            var text = spng_text()
            withUnsafeMutableBytes(of: &text.keyword) { $0.copyBytes(from: "Comment".utf8) }
            text.type = Int32(SPNG_TEXT.rawValue)
            text.text = letters.baseAddress
            text.length = comment.utf8.count
            if !comment.isEmpty { status = spng_set_text(context, &text, 1) }
            if status == 0 {
                status = spng_encode_image(
                    context, nil, 0, Int32(SPNG_FMT_PNG.rawValue), Int32(SPNG_ENCODE_PROGRESSIVE.rawValue | SPNG_ENCODE_FINALIZE.rawValue))
            }
        }
        try check(status)
    }

    deinit { spng_ctx_free(context) }

    /// Adds the rows of a canvas, which must be as wide as the picture.
    public func add(_ canvas: Canvas) throws(CanvasError) {
        let failure = try canvas.withPixels { pixels, stride -> CanvasError? in
            for y in 0..<canvas.height {
                do throws(CanvasError) { try add(UnsafeBufferPointer(rebasing: pixels[y * stride..<y * stride + width])) } catch {
                    return error
                }
            }
            return nil
        }
        if let failure { throw failure }
    }

    /// Adds one row of positions in the palette.
    public func add(_ indices: UnsafeBufferPointer<UInt8>) throws(CanvasError) {
        let status = spng_encode_row(context, indices.baseAddress, indices.count)
        if status != Int32(SPNG_EOI.rawValue) { try check(status) }
    }

    private func add(_ words: UnsafeBufferPointer<UInt32>) throws(CanvasError) {
        let status = row.withUnsafeMutableBufferPointer { bytes in
            var at = 0
            for word in words {
                bytes[at] = UInt8(truncatingIfNeeded: word >> 16)
                bytes[at + 1] = UInt8(truncatingIfNeeded: word >> 8)
                bytes[at + 2] = UInt8(truncatingIfNeeded: word)
                at += 3
            }
            return spng_encode_row(context, bytes.baseAddress, bytes.count)
        }
        // SPNG_EOI is what the last row answers.
        if status != Int32(SPNG_EOI.rawValue) { try check(status) }
    }

    /// The finished file; call once, after all rows.
    public func finish() throws(CanvasError) -> [UInt8] {
        var length = 0
        var status: Int32 = 0
        // "ownership of the buffer is transferred to the caller": free it.
        guard let buffer = spng_get_png_buffer(context, &length, &status) else {
            try check(status)
            throw CanvasError(operation: "PNG encoder", reason: "no buffer")
        }
        defer { free(buffer) }
        return [UInt8](UnsafeRawBufferPointer(start: buffer, count: length))
    }

    private func check(_ status: Int32) throws(CanvasError) {
        if status != 0 { throw CanvasError(operation: "PNG encoder", reason: String(cString: spng_strerror(status))) }
    }
}
