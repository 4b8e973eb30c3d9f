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
        let (rows, columns) = (top..<top + height, left..<left + width)
        counts.withUnsafeMutableBufferPointer { counts in
            let upright = Cells(counts: counts, step: width, low: Int64(rows.lowerBound), high: Int64(rows.upperBound))
            let level = Cells(counts: counts, step: 1, low: Int64(columns.lowerBound), high: Int64(columns.upperBound))
            for segment in segments where segment.reaches(rows: rows) {
                let walk = Walk(segment)
                if walk.isFlat {
                    walk.run(upright, along: columns, step: 1, dash)
                } else {
                    walk.run(level, along: rows, step: width, dash)
                }
            }
        }
    }
}

extension LineDensity.Segment {
    /// Whether any of it can lie in these pixel rows: a line is never further from its axis than its width.
    fileprivate func reaches(rows: Range<Int>) -> Bool {
        let reach = Int(width) + 256
        return Int(max(y0, y1)) + reach >= rows.lowerBound << 8 && Int(min(y0, y1)) - reach < rows.upperBound << 8
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

    /// Whether it is walked along x.
    var isFlat: Bool

    init(_ s: LineDensity.Segment) {
        isFlat = abs(Int(s.x1) - Int(s.x0)) >= abs(Int(s.y1) - Int(s.y0))
        let ends = isFlat ? (s.x0, s.y0, s.x1, s.y1) : (s.y0, s.x0, s.y1, s.x1)
        var (a0, b0, a1, b1) = (Int64(ends.0) << 8, Int64(ends.1) << 8, Int64(ends.2) << 8, Int64(ends.3) << 8)
        if a1 < a0 { (a0, b0, a1, b1) = (a1, b1, a0, b0) }
        (u0, u1) = (a0, a1)
        slope = a1 == a0 ? 0 : ((b1 - b0) << 31) / (a1 - a0) * 2
        base = (b0 << 16) + (((32768 - a0) * slope) >> 16)
        let ratio = Double(slope) / 4_294_967_296
        stretch = (1 + ratio * ratio).squareRoot()
        half = Int64(Double(Int64(s.width) << 23) * stretch)
    }

    /// - Parameters:
    ///   - pixels: those along the axis that may be walked.
    ///   - next: distance of two of them in memory.
    func run(_ cells: Cells, along pixels: Range<Int>, step next: Int, _ dash: LineDensity.Dash?) {
        let major = Int64(pixels.lowerBound)
        var first = max(u0 >> 16, major)
        var last = min(u1 >> 16, Int64(pixels.upperBound) - 1)
        guard first <= last else { return }
        if slope != 0 {
            // Where the line is near the cells; two pixels of slack, each step looks for itself.
            let (a, b) = ((((cells.low - 2) << 32) - half - base) / slope, (((cells.high + 2) << 32) + half - base) / slope)
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
            let covered = i << 16 >= u0 && (i + 1) << 16 <= u1 ? 65536 : min(u1, (i + 1) << 16) - max(u0, i << 16)
            cells.add(from: (v - half) >> 25, to: (v + half) >> 25, covered, at: Int(i - major) * next)
        }
    }
}

/// A row or a column of pixels that lines cross.
private struct Cells {
    let counts: UnsafeMutableBufferPointer<UInt16>
    /// Distance of neighbours in memory.
    let step: Int
    /// First pixel, and the one after the last.
    let low: Int64
    let high: Int64

    /// Spreads a cross-section over the pixels: from and to in 1/128 pixel, `share` of it in 1/65,536.
    @inline(__always)
    func add(from: Int64, to: Int64, _ share: Int64, at start: Int) {
        var row = from >> 7
        let last = to >> 7
        guard row < high, last >= low else { return }
        var at = start + Int(row - low) * step
        if row == last {
            if row >= low { put(to - from, share, at) }
            return
        }
        if row >= low { put(128 - (from & 127), share, at) }
        row += 1
        at += step
        while row < last {
            if row >= low, row < high { put(128, share, at) }
            row += 1
            at += step
        }
        if last < high { put(to & 127, share, at) }
    }

    @inline(__always)
    private func put(_ coverage: Int64, _ share: Int64, _ at: Int) {
        let sum = UInt32(counts[at]) + UInt32(truncatingIfNeeded: (coverage * share) >> 16)
        counts[at] = UInt16(truncatingIfNeeded: min(sum, 65535))
    }
}

/// How dense lines become ink: alpha by coverage.
///
/// Up to one line it grows in proportion, to `single`; from there with the logarithm up to `most` at `densest` lines. So one line is never lost, however
/// dense the densest place is. There are 64 steps: nobody sees more in thin lines, and fewer colours make a smaller PNG.
public struct ToneRamp: Sendable {
    /// Alpha in 1/256, a multiple of 4, for each coverage.
    public let alpha: [UInt16]

    public init(single: Double, most: Double, densest: Double) {
        let full = Double(LineDensity.full)
        let range = log2(max(2, densest))
        alpha = (0...65535).map { count in
            let lines = Double(count) / full
            let a = lines <= 1 ? single * lines : single + (most - single) * min(1, log2(lines) / range)
            return UInt16((min(max(a, 0), 1) * 64).rounded()) * 4
        }
    }
}
