import Canvas
import Testing
import Theme

@testable import Gallery

@Suite struct PictureComparisonTests {
    private static let sign = RGB(red: 200, green: 30, blue: 40)
    private static let ground = RGB(red: 255, green: 255, blue: 255)

    /// A picture of one grey, with some pixels of another.
    private func picture(_ width: Int, _ height: Int, grey: UInt32 = 100, except: [(Int, Int)] = [], by step: UInt32 = 0) throws -> [UInt8]
    {
        let canvas = try Canvas(width: width, height: height)
        try canvas.withPixels { pixels, stride in
            for y in 0..<height { for x in 0..<width { pixels[y * stride + x] = 0xff00_0000 | grey << 16 | grey << 8 | grey } }
            for (x, y) in except { pixels[y * stride + x] += step << 16 }
        }
        let encoder = try PNGEncoder(width: width, height: height, dpi: 96)
        try encoder.add(canvas)
        return try encoder.finish()
    }

    private func compare(_ before: [UInt8], _ after: [UInt8]) throws -> PictureComparison {
        try PictureComparison(before: before, after: after, sign: Self.sign, ground: Self.ground)
    }

    @Test func theSamePictureIsNoChange() throws {
        let one = try picture(40, 30)
        let same = try compare(one, one)
        #expect(same.share == 0 && !same.isChange && same.mask == nil)
    }

    @Test func aChannelMayDifferByTheThreshold() throws {
        let one = try picture(100, 100)
        let threshold = UInt32(PictureComparison.pixelThreshold)
        let below = try compare(one, picture(100, 100, except: [(3, 4), (50, 60)], by: threshold))
        #expect(below.share == 0 && below.mask == nil)
        let above = try compare(one, picture(100, 100, except: [(3, 4), (50, 60)], by: threshold + 1))
        #expect(above.share == 0.0002 && above.isChange && above.mask != nil)
    }

    @Test func onePixelInTenThousandIsNoChangeYet() throws {
        let one = try picture(100, 100)
        #expect(try !compare(one, picture(100, 100, except: [(0, 0)], by: 90)).isChange)
        #expect(try compare(one, picture(100, 100, except: [(0, 0), (99, 99)], by: 90)).isChange)
    }

    @Test func theMaskSaysWhere() throws {
        let compared = try compare(picture(20, 10), picture(20, 10, except: [(7, 3)], by: 120))
        let mask = try Canvas(png: #require(compared.mask), on: Color(red: 255, green: 255, blue: 255))
        #expect(mask.width == 20 && mask.height == 10)
        try mask.withPixels { pixels, stride in
            for y in 0..<10 {
                for x in 0..<20 {
                    // What stayed is a quarter of its grey over white.
                    #expect(pixels[y * stride + x] == (x == 7 && y == 3 ? 0xffc8_1e28 : 0xffd8_d8d8), "\(x) \(y)")
                }
            }
        }
    }

    @Test func anotherSizeIsAChangeAsAWhole() throws {
        let compared = try compare(picture(20, 10), picture(20, 11))
        #expect(compared.share == 1 && compared.isChange && compared.mask == nil)
    }

    @Test func whatIsNoPictureIsRefused() throws {
        let good = try picture(64, 64)
        for bad in [[], Array("no picture".utf8), Array(good.prefix(good.count / 2)), Array(good.prefix(30))] as [[UInt8]] {
            #expect(throws: CanvasError.self) { try compare(good, bad) }
        }
        // A header that asks for 30,000 by 30,000 pixels of which none follow.
        var huge = good
        for at in [16, 20] { huge.replaceSubrange(at..<at + 4, with: [0, 0, 0x75, 0x30]) }
        #expect(throws: CanvasError.self) { try compare(good, huge) }
    }
}
