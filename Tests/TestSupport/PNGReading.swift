internal import CSpng

/// A PNG read back by the library, for tests.
public struct DecodedPNG {
    public var width: Int
    public var height: Int
    /// RGB, three bytes a pixel.
    public var pixels: [UInt8]
    /// Pixels a metre.
    public var resolution: UInt32

    public init?(_ file: [UInt8]) {
        guard let context = spng_ctx_new(0) else { return nil }
        defer { spng_ctx_free(context) }
        guard spng_set_png_buffer(context, file, file.count) == 0 else { return nil }
        var header = spng_ihdr()
        var phys = spng_phys()
        var size = 0
        guard spng_get_ihdr(context, &header) == 0, spng_decoded_image_size(context, Int32(SPNG_FMT_RGB8.rawValue), &size) == 0 else {
            return nil
        }
        pixels = [UInt8](repeating: 0, count: size)
        guard spng_decode_image(context, &pixels, size, Int32(SPNG_FMT_RGB8.rawValue), 0) == 0 else { return nil }
        resolution = spng_get_phys(context, &phys) == 0 ? phys.ppu_x : 0
        (width, height) = (Int(header.width), Int(header.height))
    }

    public subscript(x: Int, y: Int) -> [UInt8] { Array(pixels[(y * width + x) * 3..<(y * width + x) * 3 + 3]) }

    public var holdsPureBlack: Bool {
        stride(from: 0, to: pixels.count, by: 3).contains { pixels[$0] == 0 && pixels[$0 + 1] == 0 && pixels[$0 + 2] == 0 }
    }
}
