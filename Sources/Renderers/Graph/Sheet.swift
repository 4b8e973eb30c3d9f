internal import Canvas

/// How the paper is divided: the map in its frame and the place of the legend. The same for all tiers of one poster set.
struct Sheet: Sendable, Equatable {
    enum Arrangement: Sendable { case side, foot }

    var width: Double
    var height: Double
    /// One length unit of the design in pixels: 1 on the default sheet of 2048 × 1536.
    var unit: Double
    var arrangement: Arrangement
    /// Inside of the map's frame.
    var map: Rect
    /// Where title and legend go.
    var legend: Rect

    /// - Parameters:
    ///   - dpi: pixels an inch; more of them make lines and letters take more pixels, not less paper.
    init(width: Int, height: Int, dpi: Double) {
        let (w, h) = (Double(width), Double(height))
        self.width = w
        self.height = h
        // The default sheet is 10.7 × 8 inches. A sheet of twice the size is looked at from further away: letters grow with the square root.
        let inches = (w * h).squareRoot() / dpi
        let reference = (2048.0 * 1536.0).squareRoot() / PosterRequest.defaultDPI
        let wished = dpi / PosterRequest.defaultDPI * (inches / reference).squareRoot()
        // The legend needs its room on any sheet, however small.
        unit = min(wished, max(w / 2048, h / 2048) * 1.25, max(min(w, h), 1) / 900)
        let margin = 60 * unit
        let inner = Rect(x: 0, y: 0, width: w, height: h).inset(margin)
        if w > h * 1.12 {
            arrangement = .side
            let column = 396 * unit
            legend = Rect(x: inner.x, y: inner.y, width: column, height: inner.height)
            map = Rect(left: inner.x + column + 52 * unit, top: inner.y, right: inner.maxX, bottom: inner.maxY)
        } else {
            arrangement = .foot
            let foot = min(430 * unit, inner.height * 0.32)
            legend = Rect(x: inner.x, y: inner.maxY - foot, width: inner.width, height: foot)
            map = Rect(left: inner.x, top: inner.y, right: inner.maxX, bottom: inner.maxY - foot - 44 * unit)
        }
        map = map.inset(10 * unit)
    }
}

/// From stored coordinates to the map: moved and scaled alike in x and y, never turned, never bent.
struct Projection: Sendable, Equatable {
    /// Pixels a stored unit.
    var scale: Double
    private var offset: Point

    init(_ chart: Chart, into map: Rect, margin: Double) {
        let inner = map.inset(margin)
        let (xs, ys) = (chart.nodes.map(\.x), chart.nodes.map(\.y))
        let (left, right) = (xs.min() ?? 0, xs.max() ?? 0)
        let (top, bottom) = (ys.min() ?? 0, ys.max() ?? 0)
        // A single page, or all on one point, has no extent; it stands in the middle.
        let (across, down) = (max(right - left, 1e-9), max(bottom - top, 1e-9))
        scale = min(inner.width / across, inner.height / down)
        if right - left <= 1e-9, bottom - top <= 1e-9 { scale = 1 }
        offset = Point(inner.center.x - (left + right) / 2 * scale, inner.center.y - (top + bottom) / 2 * scale)
    }

    func callAsFunction(_ x: Double, _ y: Double) -> Point { Point(offset.x + x * scale, offset.y + y * scale) }

    /// Stored coordinates of a place on the map.
    func inverse(_ p: Point) -> Point { Point((p.x - offset.x) / scale, (p.y - offset.y) / scale) }
}
