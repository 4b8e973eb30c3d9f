import Canvas
import TestSupport
import Testing

@Suite struct CanvasTests {
    private let ground = Color(red: 244, green: 246, blue: 251)
    private let ink = Color(red: 37, green: 99, blue: 235)

    private func png(_ canvas: Canvas, dpi: Double = 192) throws -> DecodedPNG {
        let encoder = try PNGEncoder(width: canvas.width, height: canvas.height, dpi: dpi)
        try encoder.add(canvas)
        return try #require(DecodedPNG(try encoder.finish()))
    }

    @Test func aPictureComesBackAsItWasDrawn() throws {
        let canvas = try Canvas(width: 40, height: 30)
        canvas.paint(ground)
        canvas.fill(.rect(Rect(x: 10, y: 5, width: 20, height: 10)), ink)
        let picture = try png(canvas)
        #expect((picture.width, picture.height) == (40, 30))
        #expect(picture[0, 0] == [244, 246, 251])
        #expect(picture[10, 5] == [37, 99, 235])
        #expect(picture[29, 14] == [37, 99, 235])
        #expect(picture[30, 14] == [244, 246, 251])
        // 192 pixels an inch.
        #expect(picture.resolution == 7559)
    }

    @Test func bandsTogetherAreThePicture() throws {
        func draw(_ canvas: Canvas) {
            canvas.paint(ground)
            canvas.disc(Point(50, 50), radius: 30, ink)
            canvas.stroke(.roundedRect(Rect(x: 8, y: 8, width: 84, height: 84), radius: 12), ink, Canvas.Stroke(3, dash: [6, 4]))
        }
        let whole = try Canvas(width: 100, height: 100)
        draw(whole)
        let encoder = try PNGEncoder(width: 100, height: 100, dpi: 96)
        for top in stride(from: 0, to: 100, by: 25) {
            let band = try Canvas(width: 100, height: 25, origin: Point(0, Double(top)))
            draw(band)
            try encoder.add(band)
        }
        let joined = try #require(DecodedPNG(try encoder.finish()))
        let expected = try png(whole)
        #expect(joined.pixels == expected.pixels)
    }

    @Test func aFileThatIsEndedTooEarlyIsAnError() throws {
        let encoder = try PNGEncoder(width: 10, height: 10, dpi: 96)
        let half = try Canvas(width: 10, height: 5)
        try encoder.add(half)
        #expect(throws: CanvasError.self) { try encoder.finish() }
    }

    @Test(arguments: [(-1, 10), (40_000, 10), (1 << 40, 1)]) func sizesThatCairoCannotHaveAreErrors(width: Int, height: Int) {
        let error = #expect(throws: CanvasError.self) { try Canvas(width: width, height: height) }
        #expect(error?.operation.contains("image surface") == true)
        #expect(error?.reason.isEmpty == false)
    }

    @Test func clippedDrawingStaysInside() throws {
        let canvas = try Canvas(width: 20, height: 20)
        canvas.paint(ground)
        canvas.clipped(to: .rect(Rect(x: 0, y: 0, width: 10, height: 20))) { canvas.fill(.rect(canvas.bounds), ink) }
        canvas.fill(.rect(Rect(x: 15, y: 0, width: 1, height: 1)), ink)
        let picture = try png(canvas)
        #expect(picture[9, 9] == [37, 99, 235])
        #expect(picture[10, 9] == [244, 246, 251])
        #expect(picture[15, 0] == [37, 99, 235])
    }

    @Test func textLeavesInkInsideItsBoxAndAHaloAround() throws {
        let shaper = try TextShaper()
        let line = try shaper.shape("Hamburg", font: Font(weight: 600))
        func picture(halo: Double) throws -> DecodedPNG {
            let canvas = try Canvas(width: 200, height: 60)
            canvas.paint(ink)
            canvas.draw(line, shaper.store, at: Point(20, 40), size: 30, Color(red: 231, green: 236, blue: 247), halo: (ground, halo))
            return try png(canvas)
        }
        let plain = try picture(halo: 0)
        let box = Rect(x: 20 + line.ink.x * 30, y: 40 + line.ink.y * 30, width: line.ink.width * 30, height: line.ink.height * 30).inset(-1)
        var touched = 0
        for y in 0..<60 {
            for x in 0..<200 where plain[x, y] != [37, 99, 235] {
                touched += 1
                #expect(box.contains(Point(Double(x) + 0.5, Double(y) + 0.5)))
            }
        }
        #expect(touched > 300)
        let haloed = try picture(halo: 3)
        let count = (0..<60).reduce(0) { sum, y in sum + (0..<200).count { haloed[$0, y] != [37, 99, 235] } }
        #expect(count > touched * 3 / 2)
    }

    @Test func anEmojiIsDrawnInItsColours() throws {
        let shaper = try TextShaper()
        let line = try shaper.shape("🔋")
        let canvas = try Canvas(width: 60, height: 60)
        canvas.paint(ground)
        canvas.draw(line, shaper.store, at: Point(10, 45), size: 36, ink)
        let picture = try png(canvas)
        let colors = Set((0..<60).flatMap { y in (0..<60).map { picture[$0, y] } })
        #expect(colors.count > 20)
    }
}

@Suite struct PathTests {
    @Test func boundsHoldAllPoints() {
        #expect(Path().bounds == nil)
        #expect(Path.rect(Rect(x: 1, y: 2, width: 3, height: 4)).bounds == Rect(x: 1, y: 2, width: 3, height: 4))
        let circle = Path.circle(Point(5, 5), radius: 2).bounds
        #expect(circle == Rect(x: 3, y: 3, width: 4, height: 4))
    }

    @Test func scalingMovesAfterwards() {
        let path = Path.segment(Point(1, 1), Point(2, 3)).scaled(10, movedTo: Point(5, 0))
        #expect(path == .segment(Point(15, 10), Point(25, 30)))
    }

    @Test func rectanglesThatTouchDoNotOverlap() {
        let a = Rect(x: 0, y: 0, width: 10, height: 10)
        #expect(!a.overlaps(Rect(x: 10, y: 0, width: 5, height: 5)))
        #expect(a.overlaps(Rect(x: 9.9, y: 0, width: 5, height: 5)))
        #expect(a.overlapsDisc(Point(12, 5), radius: 2.1))
        #expect(!a.overlapsDisc(Point(12, 12), radius: 2.1))
        #expect(a.inset(20).width == 0)
    }
}
