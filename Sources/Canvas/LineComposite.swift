extension Canvas {
    /// Lays lines of several kinds over the drawing, or onto a transparent canvas that is still empty; nothing outside `clip`.
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
                if count != 0 { lay(ink, Int32(alpha[Int(count)]), &row[x]) }
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
            lay(share, Int32(alpha[Int(min(total, 65535))]), &row[x])
        }
    }

    @inline(__always)
    private func lay(_ ink: Ink, _ alpha: Int32, _ pixel: inout UInt32) {
        if isTransparent { set(&pixel, ink, alpha) } else { mix(&pixel, ink, alpha) }
    }

    /// Premultiplied, on an empty pixel.
    @inline(__always)
    private func set(_ pixel: inout UInt32, _ ink: Ink, _ alpha: Int32) {
        let (r, g, b) = ((ink.red * alpha) >> 8, (ink.green * alpha) >> 8, (ink.blue * alpha) >> 8)
        pixel = UInt32(truncatingIfNeeded: ((255 * alpha) >> 8) << 24 | r << 16 | g << 8 | b)
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
