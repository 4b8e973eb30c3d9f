internal import Canvas

/// One ink on a gradient from left to right, in 256 colours: a picture of a byte a pixel, whose rows are much alike.
///
/// The gradient itself has 80 steps, each a shade or two from the next; what ink covers in part is told in 7 steps on 25 of the gradient's.
struct CardPalette: Sendable {
    private static let steps = 80
    private static let coarse = 25
    /// Shares of ink, nearer to each other where it is thin: lines between hubs are.
    private static let shares = [0.05, 0.11, 0.2, 0.32, 0.5, 0.68, 0.86]

    private let colors: [Color]
    /// By pixel of a row.
    private let ground: [UInt8]
    /// By coverage and step of the gradient.
    private let mixed: [UInt8]

    init(stops: [(offset: Double, color: Color)], ink: Color, width: Int) {
        let steps = Self.steps
        func shade(_ step: Int, of count: Int) -> Color { Self.color(at: (Double(step) + 0.5) / Double(count), stops) }
        let thin = (0..<Self.coarse).flatMap { step in
            Self.shares.map { Self.mix(shade(step, of: Self.coarse), ink, $0) }
        }
        colors = (0..<steps).map { shade($0, of: steps) } + thin + [ink]
        ground = (0..<width).map { UInt8($0 * steps / width) }
        mixed = (0..<256).flatMap { coverage in
            (0..<steps).map { Self.index(Double(coverage) / 255, $0) }
        }
    }

    private static func index(_ coverage: Double, _ step: Int) -> UInt8 {
        if coverage < shares[0] / 2 { return UInt8(step) }
        if coverage > (1 + (shares.last ?? 1)) / 2 { return UInt8(steps + coarse * shares.count) }
        let share = shares.indices.min { abs(shares[$0] - coverage) < abs(shares[$1] - coverage) } ?? 0
        return UInt8(steps + step * coarse / steps * shares.count + share)
    }

    func png(of canvas: Canvas, comment: String, words: [String]) throws(CanvasError) -> [UInt8] {
        let encoder = try PNGEncoder(
            width: canvas.width, height: canvas.height, dpi: 96, repeatsRows: true, palette: colors, comment: comment)
        let failure = try canvas.withCoverage { coverage, stride in rows(coverage, stride, width: canvas.width, into: encoder) }
        if let failure { throw failure }
        return try DrawnWords.finish(encoder, words)
    }

    private func rows(_ coverage: UnsafeBufferPointer<UInt8>, _ stride: Int, width: Int, into encoder: PNGEncoder) -> CanvasError? {
        var row = ground
        for start in Swift.stride(from: 0, to: coverage.count, by: stride) {
            ground.withUnsafeBufferPointer { ground in
                mixed.withUnsafeBufferPointer { mixed in
                    row.withUnsafeMutableBufferPointer { row in
                        for x in 0..<width {
                            let ink = Int(coverage[start + x])
                            row[x] = ink == 0 ? ground[x] : mixed[ink * Self.steps + Int(ground[x])]
                        }
                    }
                }
            }
            do throws(CanvasError) { try row.withUnsafeBufferPointer { (row) throws(CanvasError) in try encoder.add(row) } } catch {
                return error
            }
        }
        return nil
    }

    private static func color(at place: Double, _ stops: [(offset: Double, color: Color)]) -> Color {
        guard let after = stops.firstIndex(where: { $0.offset >= place }), after > 0 else {
            return (stops.first { $0.offset >= place } ?? stops.last)?.color ?? Color(red: 255, green: 255, blue: 255)
        }
        let (a, b) = (stops[after - 1], stops[after])
        return mix(a.color, b.color, (place - a.offset) / max(b.offset - a.offset, .ulpOfOne))
    }

    private static func mix(_ a: Color, _ b: Color, _ share: Double) -> Color {
        var color = a
        color.red += (b.red - a.red) * share
        color.green += (b.green - a.green) * share
        color.blue += (b.blue - a.blue) * share
        return color
    }
}
