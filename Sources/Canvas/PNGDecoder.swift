internal import CSpng

extension Canvas {
    /// Reads a PNG of any kind as opaque pixels; what is transparent becomes `ground`'s.
    ///
    /// - Throws: `CanvasError` for what is no PNG, is damaged, or has a side longer than a canvas may have.
    public convenience init(png: [UInt8], on ground: Color) throws(CanvasError) {
        guard let context = spng_ctx_new(0) else { throw CanvasError(operation: "PNG decoder", reason: "out of memory") }
        defer { spng_ctx_free(context) }
        func check(_ status: Int32) throws(CanvasError) {
            if status != 0 { throw CanvasError(operation: "PNG decoder", reason: String(cString: spng_strerror(status))) }
        }
        // "width and height default to the specification's limit": a header must not be able to ask for gigabytes.
        try check(spng_set_image_limits(context, 32_767, 32_767))
        try check(spng_set_png_buffer(context, png, png.count))
        var header = spng_ihdr()
        try check(spng_get_ihdr(context, &header))
        var size = 0
        try check(spng_decoded_image_size(context, Int32(SPNG_FMT_RGBA8.rawValue), &size))
        guard size <= 1 << 29 else { throw CanvasError(operation: "PNG decoder", reason: "a picture of \(size) bytes") }
        var bytes = [UInt8](repeating: 0, count: size)
        try check(spng_decode_image(context, &bytes, size, Int32(SPNG_FMT_RGBA8.rawValue), Int32(SPNG_DECODE_TRNS.rawValue)))
        let (width, height) = (Int(header.width), Int(header.height))
        try self.init(width: width, height: height)
        let (red, green, blue) = ground.bytes
        let under = [red, green, blue]
        try withPixels { pixels, stride in
            for y in 0..<height {
                for x in 0..<width {
                    let at = (y * width + x) * 4
                    let alpha = UInt32(bytes[at + 3])
                    func channel(_ index: Int) -> UInt32 {
                        alpha == 255
                            ? UInt32(bytes[at + index])
                            : (UInt32(bytes[at + index]) * alpha + UInt32(under[index]) * (255 - alpha) + 127) / 255
                    }
                    pixels[y * stride + x] = 255 << 24 | channel(0) << 16 | channel(1) << 8 | channel(2)
                }
            }
        }
    }
}
