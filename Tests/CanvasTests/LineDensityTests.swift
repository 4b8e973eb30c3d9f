import Canvas
import TestSupport
import Testing

@Suite struct LineDensityTests {
    private func segments(_ count: Int, seed: UInt64) -> [LineDensity.Segment] {
        var dice = SplitMix(seed: seed)
        func place() -> Point { Point(.random(in: -20...220, using: &dice), .random(in: -20...220, using: &dice)) }
        return (0..<count).map { _ in LineDensity.Segment(place(), place(), width: .random(in: 0.4...4, using: &dice)) }
    }

    private func density(_ segments: [LineDensity.Segment], dash: LineDensity.Dash? = nil) -> [UInt16] {
        var density = LineDensity(width: 200, height: 200)
        density.add(segments, dash: dash)
        return density.counts
    }

    @Test(arguments: 1...8) func orderDoesNotMatter(seed: UInt64) {
        let lines = segments(200, seed: seed)
        var dice = SplitMix(seed: seed + 100)
        #expect(density(lines) == density(lines.shuffled(using: &dice)))
    }

    @Test(arguments: [nil, LineDensity.Dash(on: 7, off: 4)]) func bandsAndColumnsGiveTheSamePixels(dash: LineDensity.Dash?) {
        let lines = segments(150, seed: 3)
        let whole = density(lines, dash: dash)
        var joined = [UInt16](repeating: 0, count: whole.count)
        for (top, rows) in [(0, 7), (7, 93), (100, 100)] {
            for (left, columns) in [(0, 64), (64, 1), (65, 135)] {
                var part = LineDensity(width: columns, height: rows, left: left, top: top)
                part.add(lines, dash: dash)
                for y in 0..<rows { for x in 0..<columns { joined[(top + y) * 200 + left + x] = part.counts[y * columns + x] } }
            }
        }
        #expect(joined == whole)
    }

    @Test(arguments: [
        (Point(20, 30), Point(180, 30)), (Point(20, 20), Point(150, 170)), (Point(40, 190), Point(60, 10)), (Point(9, 50), Point(9, 150)),
    ])
    func coverageIsLengthTimesWidth(from: Point, to: Point) {
        for width in [0.5, 1, 2.5, 6] {
            let sum = density([LineDensity.Segment(from, to, width: width)]).reduce(0) { $0 + Int($1) }
            let area = (to - from).length * width
            #expect(abs(Double(sum) / Double(LineDensity.full) - area) < area * 0.02 + 1)
        }
    }

    @Test func dashesCoverTheirShare() {
        let line = [LineDensity.Segment(Point(0, 100), Point(199, 100), width: 2)]
        let solid = density(line).reduce(0) { $0 + Int($1) }
        let dashed = density(line, dash: .init(on: 6, off: 4)).reduce(0) { $0 + Int($1) }
        #expect(abs(Double(dashed) / Double(solid) - 0.6) < 0.03)
    }

    @Test func sumsStopAtTheTop() {
        let line = LineDensity.Segment(Point(0, 100.5), Point(199, 100.5), width: 2)
        let counts = density([LineDensity.Segment](repeating: line, count: 700))
        #expect(counts[100 * 200 + 100] == .max)
    }

    @Test func endlessAndEmptyLinesAreSafe() {
        let wild = [
            LineDensity.Segment(Point(-.infinity, 3), Point(.infinity, 5), width: 1),
            LineDensity.Segment(Point(1e300, 3), Point(-1e300, -1e300), width: 1),
            LineDensity.Segment(Point(50, 50), Point(50, 50), width: 1), LineDensity.Segment(Point(1, 1), Point(199, 1), width: 0),
        ]
        #expect(density(wild).count == 40_000)
    }

    @Test func oneLineHasTheRampsFirstAlphaAndMoreLinesNeverLess() {
        let ramp = ToneRamp(single: 0.25, most: 0.75, densest: 40)
        #expect(ramp.alpha[0] == 0)
        #expect(ramp.alpha[LineDensity.full] == 64)
        #expect(ramp.alpha[LineDensity.full * 40] == 192)
        #expect(zip(ramp.alpha, ramp.alpha.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(ramp.alpha.last == 192)
    }

    @Test func kindsShareTheColourWhateverTheirOrder() throws {
        let (a, b) = (segments(60, seed: 5), segments(60, seed: 6))
        func picture(_ kinds: [([LineDensity.Segment], Color)]) throws -> [UInt32] {
            let canvas = try Canvas(width: 200, height: 200)
            canvas.paint(Color(red: 240, green: 240, blue: 250))
            let densities = kinds.map { lines, color in
                var density = LineDensity(width: 200, height: 200)
                density.add(lines)
                return (density: density, color: color)
            }
            try canvas.composite(densities, ToneRamp(single: 0.3, most: 0.8, densest: 9), clip: Rect(x: 10, y: 10, width: 150, height: 120))
            return try canvas.withPixels { pixels, _ in Array(pixels) }
        }
        let (ink, teal) = (Color(red: 15, green: 23, blue: 41), Color(red: 14, green: 154, blue: 146))
        let one = try picture([(a, ink), (b, teal)])
        #expect(try one == picture([(b, teal), (a, ink)]))
        // Nothing outside the clip.
        #expect(one[5 * 200 + 100] & 0xFFFFFF == 0xF0F0FA)
        #expect(one[60 * 200 + 170] & 0xFFFFFF == 0xF0F0FA)
    }
}
