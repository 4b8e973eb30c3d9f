internal import Canvas

extension Sign {
    /// What is cut out of a disc, filled in the ground's colour. Empty for `solid`.
    func cutout(_ c: Point, _ r: Double) -> Path {
        switch self {
        case .solid: return Path()
        case .hole: return .circle(c, radius: r * 0.46)
        case .bar: return .rect(Rect(x: c.x - r * 0.62, y: c.y - r * 0.16, width: r * 1.24, height: r * 0.32))
        case .post: return .rect(Rect(x: c.x - r * 0.16, y: c.y - r * 0.62, width: r * 0.32, height: r * 1.24))
        case .half:
            var path = Path()
            path.move(c.x, c.y - r * 0.68)
            let k = r * 0.68 * 0.5522847498
            path.curve(Point(c.x + k, c.y - r * 0.68), Point(c.x + r * 0.68, c.y - k), Point(c.x + r * 0.68, c.y))
            path.curve(Point(c.x + r * 0.68, c.y + k), Point(c.x + k, c.y + r * 0.68), Point(c.x, c.y + r * 0.68))
            path.close()
            return path
        case .ring:
            // A ring that is cut out leaves a dot: the inner circle runs the other way round.
            var path = Path.circle(c, radius: r * 0.72)
            path.elements += Path.circle(c, radius: r * 0.4).reversedCircle(c).elements
            return path
        case .cross:
            var path = Sign.bar.cutout(c, r)
            path.elements += Path.rect(Rect(x: c.x - r * 0.16, y: c.y - r * 0.62, width: r * 0.32, height: r * 0.46)).elements
            path.elements += Path.rect(Rect(x: c.x - r * 0.16, y: c.y + r * 0.16, width: r * 0.32, height: r * 0.46)).elements
            return path
        case .wedge:
            var path = Path()
            path.move(c.x, c.y - r * 0.56)
            path.line(c.x + r * 0.5, c.y + r * 0.34)
            path.line(c.x - r * 0.5, c.y + r * 0.34)
            path.close()
            return path
        }
    }
}

extension Path {
    /// The same outline run the other way: mirrored left to right, which for a circle is itself.
    fileprivate func reversedCircle(_ c: Point) -> Path {
        func t(_ p: Point) -> Point { Point(2 * c.x - p.x, p.y) }
        return Path(
            elements.map { element in
                switch element {
                case .move(let p): .move(t(p))
                case .line(let p): .line(t(p))
                case .curve(let a, let b, let p): .curve(t(a), t(b), t(p))
                case .close: .close
                }
            })
    }
}
