public import Canvas
public import Theme

/// Two pictures of one state of a screen, pixel by pixel.
public struct PictureComparison: Sendable {
    /// A pixel has changed when one of its channels differs by more than this, of 255: below it lie the edges of letters and curves
    /// that two runs may round differently.
    public static let pixelThreshold = 8
    /// A picture has changed when more than this share of its pixels has: one in ten thousand.
    public static let pictureThreshold = 0.0001

    /// Pixels that changed, of all; 1 where the sizes differ.
    public let share: Double
    /// The new picture pale, what changed in the colour that says so; nil where the sizes differ or nothing changed.
    public let mask: [UInt8]?

    public var isChange: Bool { share > Self.pictureThreshold }

    /// The thresholds in words, for pages and help.
    public static let thresholdWords =
        "A pixel counts as changed when a channel differs by more than \(pixelThreshold) of 255, a picture when more than 0.01 % of its pixels do."

    /// - Parameters:
    ///   - before: PNG. after: PNG.
    ///   - sign: what changed is painted with. ground: the rest is mixed into it.
    public init(before: [UInt8], after: [UInt8], sign: RGB, ground: RGB) throws(CanvasError) {
        if before == after {
            (share, mask) = (0, nil)
            return
        }
        let base = Color(red: ground.red, green: ground.green, blue: ground.blue)
        let (old, new) = (try Canvas(png: before, on: base), try Canvas(png: after, on: base))
        guard old.width == new.width, old.height == new.height else {
            (share, mask) = (1, nil)
            return
        }
        let count = try Self.mark(old, new, sign: Self.word(sign), ground: ground)
        share = Double(count) / Double(max(new.width * new.height, 1))
        guard count > 0 else {
            mask = nil
            return
        }
        let encoder = try PNGEncoder(width: new.width, height: new.height, dpi: 192)
        try encoder.add(new)
        mask = try encoder.finish()
    }

    /// Turns `new` into the mask. Returns how many pixels changed.
    private static func mark(_ old: Canvas, _ new: Canvas, sign: UInt32, ground: RGB) throws(CanvasError) -> Int {
        let (width, height) = (new.width, new.height)
        let under = [UInt32(ground.red), UInt32(ground.green), UInt32(ground.blue)]
        let counted = try old.withPixels { before, oldStride -> Result<Int, CanvasError> in
            do throws(CanvasError) {
                return .success(
                    try new.withPixels { after, stride in
                        var count = 0
                        for y in 0..<height {
                            for x in 0..<width {
                                let (left, right) = (before[y * oldStride + x], after[y * stride + x])
                                if left != right, differ(left, right) {
                                    count += 1
                                    after[y * stride + x] = sign
                                } else {
                                    after[y * stride + x] = pale(right, under)
                                }
                            }
                        }
                        return count
                    })
            } catch {
                return .failure(error)
            }
        }
        return try counted.get()
    }

    private static func word(_ color: RGB) -> UInt32 { 255 << 24 | UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue) }

    private static func differ(_ left: UInt32, _ right: UInt32) -> Bool {
        for shift: UInt32 in [0, 8, 16] {
            if abs(Int(left >> shift & 255) - Int(right >> shift & 255)) > pixelThreshold { return true }
        }
        return false
    }

    /// A quarter of the pixel's colour.
    private static func pale(_ pixel: UInt32, _ under: [UInt32]) -> UInt32 {
        func channel(_ shift: UInt32, _ index: Int) -> UInt32 { (((pixel >> shift) & 255) + under[index] * 3) / 4 }
        return 255 << 24 | channel(16, 0) << 16 | channel(8, 1) << 8 | channel(0, 2)
    }
}
