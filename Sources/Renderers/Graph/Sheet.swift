internal import Canvas

/// How the paper is divided: the map in its frame and the place of the legend. The same for all tiers of one poster set.
struct Sheet: Sendable, Equatable {
    enum Arrangement: Sendable {
        /// The legend beside the map, under it, under it in two columns where the paper is narrow, or nowhere.
        case side, foot, narrow, bare
    }

    /// Pixels, bleed included.
    var width: Double
    var height: Double
    /// What is cut off at each side after printing.
    var bleed = 0.0
    /// One length unit of the design in pixels: 1 on the default sheet of 2048 × 1536.
    var unit: Double
    var arrangement: Arrangement
    /// Inside of the map's frame.
    var map: Rect
    /// Where title and legend go.
    var legend: Rect
    /// Room between the outermost disc and the frame.
    var edge: Double

    /// - Parameters:
    ///   - dpi: pixels an inch; more of them make lines and letters take more pixels, not less paper.
    ///   - lettering: factor of all lengths of the design but the map's.
    ///   - margin: pixels around everything; nil for what suits the sheet.
    init(width: Int, height: Int, dpi: Double, lettering: Double = 1, margin: Double? = nil, bleed: Double = 0) {
        let (w, h) = (Double(width), Double(height))
        self.width = w
        self.height = h
        self.bleed = min(bleed, w / 8, h / 8)
        let paper = Rect(x: 0, y: 0, width: w, height: h).inset(self.bleed)
        unit = Self.unit(paper, dpi) * lettering
        let isNarrow = paper.width < 1000 * unit
        edge = (isNarrow ? 16 : 46) * unit
        let inner = paper.inset(min(margin ?? (isNarrow ? 30 : 60) * unit, min(paper.width, paper.height) * 0.2))
        if isNarrow {
            arrangement = .narrow
            let foot = min(480 * unit, inner.height * 0.52)
            legend = Rect(x: inner.x, y: inner.maxY - foot, width: inner.width, height: foot)
            map = Rect(left: inner.x, top: inner.y, right: inner.maxX, bottom: inner.maxY - foot - 30 * unit)
        } else if paper.width > paper.height * 1.12 {
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

    /// For who reads from right to left: a legend beside the map stands on its right.
    var mirrored: Sheet {
        var sheet = self
        sheet.map.x = width - map.maxX
        sheet.legend.x = width - legend.maxX
        return sheet
    }

    /// What discs are measured in: letters that are large for a small screen leave the map its room.
    var discUnit: Double { arrangement == .narrow ? 0.55 * unit : unit }

    init(_ request: PosterRequest) {
        self.init(
            width: request.width, height: request.height, dpi: request.dpi, lettering: request.lettering, margin: request.margin,
            bleed: request.bleed)
    }

    /// A map and nothing around it, for one level of a pyramid: letters keep their size while the map grows.
    init(bareWidth width: Int, height: Int) {
        (self.width, self.height) = (Double(width), Double(height))
        unit = 1
        arrangement = .bare
        map = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
        legend = Rect(x: 0, y: 0, width: 0, height: 0)
        edge = 0.02 * Double(max(width, height))
    }

    /// The default sheet is 10.7 × 8 inches. A sheet of twice the size is looked at from further away: letters grow with the square root.
    private static func unit(_ paper: Rect, _ dpi: Double) -> Double {
        let inches = paper.area.squareRoot() / dpi
        let reference = (2048.0 * 1536.0).squareRoot() / PosterRequest.defaultDPI
        let wished = dpi / PosterRequest.defaultDPI * (inches / reference).squareRoot()
        // The legend needs its room on any sheet, however small.
        return min(wished, max(paper.width / 2048, paper.height / 2048) * 1.25, max(min(paper.width, paper.height), 1) / 900)
    }
}

/// From stored coordinates to the map: moved and scaled alike in x and y, never turned, never bent.
struct Projection: Sendable, Equatable {
    /// Pixels a stored unit.
    var scale: Double
    private var offset: Point

    init(_ nodes: [Chart.Node], into map: Rect, margin: Double) {
        let inner = map.inset(min(margin, min(map.width, map.height) * 0.45))
        let (xs, ys) = (nodes.map(\.x), nodes.map(\.y))
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

extension Rect {
    /// The part of a line that lies inside (Liang and Barsky, 1984); nil where there is none.
    func clip(_ a: Point, _ b: Point) -> (Point, Point)? {
        if contains(a), contains(b) { return (a, b) }
        var (start, end) = (0.0, 1.0)
        let d = b - a
        for (p, q) in [(-d.x, a.x - x), (d.x, maxX - a.x), (-d.y, a.y - y), (d.y, maxY - a.y)] {
            if p == 0 {
                if q < 0 { return nil }
            } else if p < 0 {
                start = max(start, q / p)
            } else {
                end = min(end, q / p)
            }
        }
        return start < end ? (a + d * start, a + d * end) : nil
    }
}
