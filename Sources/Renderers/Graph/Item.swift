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
    /// Which end, from left to right.
    enum Anchor: String, Sendable {
        case start, middle, end

        var mirrored: Anchor {
            switch self {
            case .start: .end
            case .middle: .middle
            case .end: .start
            }
        }
    }

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

extension Item {
    /// On the other side of an upright axis, for what is read from right to left; letters are not turned round.
    ///
    /// - Parameter sum: twice the axis' x.
    func mirrored(_ sum: Double) -> Item {
        switch self {
        case .fill(let path, let ink): return .fill(path.mirrored(sum), ink)
        case .stroke(let path, let ink, let stroke): return .stroke(path.mirrored(sum), ink, stroke)
        case .blend(let path, let blend, let from, let to, let stroke):
            return .blend(path.mirrored(sum), blend, from: Point(sum - from.x, from.y), to: Point(sum - to.x, to.y), stroke: stroke)
        case .text(var text):
            text.origin.x = sum - text.origin.x - text.width
            text.anchor = text.anchor.mirrored
            return .text(text)
        }
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
