internal import Canvas

/// One thing to draw, in poster pixels. Raster, SVG and PDF all draw the same list.
enum Item: Sendable, Equatable {
    case fill(Path, Ink)
    case stroke(Path, Ink, Canvas.Stroke)
    /// A gradient along the line between two points; stroked where `stroke` says how.
    case blend(Path, Blend, from: Point, to: Point, stroke: Canvas.Stroke?)
    case text(TextItem)
}

/// Gradients by their meaning.
enum Blend: Sendable, Equatable {
    case markGround
    case markInk
    /// The tone of links from one to the most over a place: alphas from left to right.
    case tone(Ink, [Double])
}

/// One line of text and where its pen starts.
struct TextItem: Sendable, Equatable {
    enum Anchor: String, Sendable { case start, middle, end }

    var line: ShapedLine
    /// Left end of the baseline.
    var origin: Point
    var size: Double
    var ink: Ink
    /// Which point stays where it is when another machine's font is wider or narrower.
    var anchor: Anchor = .start
    var halo: Double = 0

    var width: Double { line.advance * size }

    /// The anchor's x.
    var anchorX: Double {
        switch anchor {
        case .start: origin.x
        case .middle: origin.x + width / 2
        case .end: origin.x + width
        }
    }

    /// Box of the ink, halo left out.
    var inkBox: Rect {
        let ink = line.ink
        return Rect(x: origin.x + ink.x * size, y: origin.y + ink.y * size, width: ink.width * size, height: ink.height * size)
    }
}

extension ShapedLine {
    func item(_ size: Double, _ ink: Ink, at anchor: TextItem.Anchor, x: Double, baseline: Double, halo: Double = 0) -> TextItem {
        let shift =
            switch anchor {
            case .start: 0.0
            case .middle: advance * size / 2
            case .end: advance * size
            }
        return TextItem(line: self, origin: Point(x - shift, baseline), size: size, ink: ink, anchor: anchor, halo: halo)
    }
}
