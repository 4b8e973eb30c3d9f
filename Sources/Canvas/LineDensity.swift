internal import Foundation

/// How much line lies over each pixel of a band: exact sums in integers, so neither order nor threads nor bands change a bit of it.
///
/// A line is walked along its longer axis; at each step its cross-section is spread over the pixels that it covers, in 1/128 of a pixel.
/// All arithmetic is fixed point from the line's own start, so a pixel gets the same coverage whatever part of the drawing the band shows.
public struct LineDensity: Sendable {
    /// A straight line in 1/256 pixel. Coordinates are kept within ±16,384 pixels.
    public struct Segment: Sendable, Hashable {
        public var x0: Int32
        public var y0: Int32
        public var x1: Int32
        public var y1: Int32
        /// Full width in 1/256 pixel.
        public var width: Int32

        public init(_ a: Point, _ b: Point, width: Double) {
            func fixed(_ v: Double) -> Int32 { Int32((min(max(v, -16384), 16384) * 256).rounded()) }
            (x0, y0, x1, y1, self.width) = (fixed(a.x), fixed(a.y), fixed(b.x), fixed(b.y), fixed(width))
        }
    }

    /// Lengths in pixels along the line.
    public struct Dash: Sendable, Hashable {
        public var on: Double
        public var off: Double

        public init(on: Double, off: Double) {
            self.on = on
            self.off = off
        }
    }

    /// Coverage of a pixel that lies wholly under one line. 65,535 is where the sum stops: 511 lines.
    public static let full = 128

    public let width: Int
    public let height: Int
    public let left: Int
    public let top: Int
    public private(set) var counts: [UInt16]

    /// - Parameters left, top: pixel coordinates of the band's first pixel in the drawing.
    public init(width: Int, height: Int, left: Int = 0, top: Int = 0) {
        self.width = width
        self.height = height
        self.left = left
        self.top = top
        counts = [UInt16](repeating: 0, count: width * height)
    }

    public mutating func clear() {
        counts.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    }

    public mutating func add(_ segments: [Segment], dash: Dash? = nil) {
        let (left, top, width, height) = (Int64(left), Int64(top), Int64(width), Int64(height))
        counts.withUnsafeMutableBufferPointer { counts in
            for s in segments {
                let reach = Int64(s.width) + 512
                let (low, high) = (Int64(min(s.y0, s.y1)) - reach, Int64(max(s.y0, s.y1)) + reach)
                if high < top << 8 || low > (top + height) << 8 { continue }
                if abs(Int64(s.x1) - Int64(s.x0)) >= abs(Int64(s.y1) - Int64(s.y0)) {
                    let walk = Walk(s.x0, s.y0, s.x1, s.y1, s.width)
                    walk.run(counts, major: left, majorCount: width, minor: top, minorCount: height, strides: (1, Int(width)), dash)
                } else {
                    let walk = Walk(s.y0, s.x0, s.y1, s.x1, s.width)
                    walk.run(counts, major: top, majorCount: height, minor: left, minorCount: width, strides: (Int(width), 1), dash)
                }
            }
        }
    }
}

/// One line along its longer axis, from low to high. `u` runs along it, `v` across; 16 fractional bits unless said otherwise.
private struct Walk {
    var u0: Int64
    var u1: Int64
    /// `v` at u = 0 and its change a pixel, with 32 fractional bits: `v(i) = base + i · slope` is exact for every i.
    var base: Int64
    var slope: Int64
    /// Half the extent across, with 32 fractional bits.
    var half: Int64
    /// Length a step.
    var stretch: Double

    init(_ a0: Int32, _ b0: Int32, _ a1: Int32, _ b1: Int32, _ width: Int32) {
        var (a0, b0, a1, b1) = (Int64(a0) << 8, Int64(b0) << 8, Int64(a1) << 8, Int64(b1) << 8)
        if a1 < a0 { (a0, b0, a1, b1) = (a1, b1, a0, b0) }
        (u0, u1) = (a0, a1)
        slope = a1 == a0 ? 0 : ((b1 - b0) << 31) / (a1 - a0) * 2
        base = (b0 << 16) + (((32768 - a0) * slope) >> 16)
        let ratio = Double(slope) / 4_294_967_296
        stretch = (1 + ratio * ratio).squareRoot()
        half = Int64(Double(Int64(width) << 23) * stretch)
    }

    func run(
        _ counts: UnsafeMutableBufferPointer<UInt16>, major: Int64, majorCount: Int64, minor: Int64, minorCount: Int64,
        strides: (major: Int, minor: Int), _ dash: LineDensity.Dash?
    ) {
        var first = max(u0 >> 16, major)
        var last = min(u1 >> 16, major + majorCount - 1)
        guard first <= last else { return }
        if slope != 0 {
            // Where the line is inside the band across; two pixels of slack, the loop looks at each pixel itself.
            let (a, b) = ((((minor - 2) << 32) - half - base) / slope, (((minor + minorCount + 2) << 32) + half - base) / slope)
            first = max(first, min(a, b) - 2)
            last = min(last, max(a, b) + 2)
            guard first <= last else { return }
        }
        let period = dash.map { Int64(($0.on + $0.off) * 65536) } ?? 0
        let on = dash.map { Int64($0.on * 65536) } ?? 0
        let step = Int64(stretch * 65536)
        var v = base + first * slope
        for i in first...last {
            defer { v += slope }
            if period > 0, ((i - (u0 >> 16)) * step) % period >= on { continue }
            // The first and the last pixel are covered in part.
            let covered = min(u1, (i + 1) << 16) - max(u0, i << 16)
            let (low, high) = (v - half, v + half)
            let end = min(high >> 32, minor + minorCount - 1)
            var row = max(low >> 32, minor)
            var at = Int(i - major) * strides.major + Int(row - minor) * strides.minor
            while row <= end {
                var coverage = (min(high, (row + 1) << 32) - max(low, row << 32)) >> 25
                if covered < 65536 { coverage = (coverage * covered) >> 16 }
                let sum = UInt32(counts[at]) + UInt32(truncatingIfNeeded: coverage)
                counts[at] = UInt16(min(sum, 65535))
                at += strides.minor
                row += 1
            }
        }
    }
}

/// How dense lines become ink: alpha by coverage.
///
/// Up to one line it grows in proportion, to `single`; from there with the logarithm up to `most` at `densest` lines. So one line is never lost, however
/// dense the densest place is.
public struct ToneRamp: Sendable {
    /// Alpha in 1/256 for each coverage.
    public let alpha: [UInt16]

    public init(single: Double, most: Double, densest: Double) {
        let full = Double(LineDensity.full)
        let range = log2(max(2, densest))
        alpha = (0...65535).map { count in
            let lines = Double(count) / full
            let a = lines <= 1 ? single * lines : single + (most - single) * min(1, log2(lines) / range)
            return UInt16((min(max(a, 0), 1) * 256).rounded())
        }
    }
}

extension Canvas {
    /// Lays lines of several kinds over the drawing; nothing outside `clip`.
    ///
    /// All kinds together give the alpha, each has its share of the colour: no kind covers another, and their order does not matter.
    public func composite(_ kinds: [(density: LineDensity, color: Color)], _ ramp: ToneRamp, clip: Rect) throws(CanvasError) {
        guard let first = kinds.first?.density else { return }
        let inks = kinds.map { Ink($0.color) }
        let rows = max(first.top, Int(clip.y))..<max(first.top, min(first.top + first.height, Int(clip.maxY.rounded(.up))))
        let columns = max(first.left, Int(clip.x))..<max(first.left, min(first.left + first.width, Int(clip.maxX.rounded(.up))))
        guard !rows.isEmpty, !columns.isEmpty else { return }
        let (dx, dy) = (Int(origin.x), Int(origin.y))
        try withPixels { pixels, stride in
            ramp.alpha.withUnsafeBufferPointer { alpha in
                for y in rows {
                    let start = (y - first.top) * first.width - first.left + columns.lowerBound
                    let target = UnsafeMutableBufferPointer(
                        rebasing: pixels[((y - dy) * stride - dx + columns.lowerBound)...].prefix(columns.count))
                    if inks.count == 1 {
                        lay(first.counts, from: start, inks[0], alpha, on: target)
                    } else {
                        lay(kinds.map(\.density.counts), from: start, inks, alpha, on: target)
                    }
                }
            }
        }
    }

    private struct Ink {
        let red: Int32
        let green: Int32
        let blue: Int32

        init(_ color: Color) {
            let bytes = color.bytes
            (red, green, blue) = (Int32(bytes.red), Int32(bytes.green), Int32(bytes.blue))
        }

        init(red: Int32, green: Int32, blue: Int32) { (self.red, self.green, self.blue) = (red, green, blue) }
    }

    private func lay(
        _ counts: [UInt16], from start: Int, _ ink: Ink, _ alpha: UnsafeBufferPointer<UInt16>, on row: UnsafeMutableBufferPointer<UInt32>
    ) {
        counts.withUnsafeBufferPointer { counts in
            for x in row.indices {
                let count = counts[start + x]
                if count != 0 { mix(&row[x], ink, Int32(alpha[Int(count)])) }
            }
        }
    }

    private func lay(
        _ kinds: [[UInt16]], from start: Int, _ inks: [Ink], _ alpha: UnsafeBufferPointer<UInt16>,
        on row: UnsafeMutableBufferPointer<UInt32>
    ) {
        for x in row.indices {
            var (total, red, green, blue): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
            for kind in kinds.indices {
                let count = Int32(kinds[kind][start + x])
                if count == 0 { continue }
                total += count
                red += inks[kind].red * count
                green += inks[kind].green * count
                blue += inks[kind].blue * count
            }
            if total == 0 { continue }
            let share = Ink(red: red / total, green: green / total, blue: blue / total)
            mix(&row[x], share, Int32(alpha[Int(min(total, 65535))]))
        }
    }

    @inline(__always)
    private func mix(_ pixel: inout UInt32, _ ink: Ink, _ alpha: Int32) {
        let red = Int32(pixel >> 16 & 255)
        let green = Int32(pixel >> 8 & 255)
        let blue = Int32(pixel & 255)
        let r = red + (((ink.red - red) * alpha) >> 8)
        let g = green + (((ink.green - green) * alpha) >> 8)
        let b = blue + (((ink.blue - blue) * alpha) >> 8)
        pixel = 0xFF00_0000 | UInt32(truncatingIfNeeded: r << 16 | g << 8 | b)
    }
}
