/// Straight and cubic segments, as all of cairo, SVG and PDF understand them.
public struct Path: Sendable, Hashable {
    public enum Element: Sendable, Hashable {
        case move(Point)
        case line(Point)
        case curve(Point, Point, Point)
        case close
    }

    public var elements: [Element]

    public init(_ elements: [Element] = []) { self.elements = elements }

    public var isEmpty: Bool { elements.isEmpty }

    public mutating func move(_ x: Double, _ y: Double) { elements.append(.move(Point(x, y))) }
    public mutating func line(_ x: Double, _ y: Double) { elements.append(.line(Point(x, y))) }
    public mutating func curve(_ a: Point, _ b: Point, _ end: Point) { elements.append(.curve(a, b, end)) }
    public mutating func close() { elements.append(.close) }

    /// The box around all points, control points included; nil for an empty path.
    public var bounds: Rect? {
        var left = Double.infinity
        var top = Double.infinity
        var right = -Double.infinity
        var bottom = -Double.infinity
        func add(_ p: Point) {
            left = min(left, p.x)
            right = max(right, p.x)
            top = min(top, p.y)
            bottom = max(bottom, p.y)
        }
        for element in elements {
            switch element {
            case .move(let p), .line(let p): add(p)
            case .curve(let a, let b, let p): [a, b, p].forEach(add)
            case .close: break
            }
        }
        return left <= right ? Rect(left: left, top: top, right: right, bottom: bottom) : nil
    }

    /// Scaled about the origin, then moved.
    public func scaled(_ k: Double, movedTo d: Point = Point(0, 0)) -> Path {
        func t(_ p: Point) -> Point { Point(p.x * k + d.x, p.y * k + d.y) }
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

    /// Every x taken from `sum`: on the other side of the upright axis at half of it.
    public func mirrored(_ sum: Double) -> Path {
        func t(_ p: Point) -> Point { Point(sum - p.x, p.y) }
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

    public static func rect(_ r: Rect) -> Path {
        Path([.move(Point(r.x, r.y)), .line(Point(r.maxX, r.y)), .line(Point(r.maxX, r.maxY)), .line(Point(r.x, r.maxY)), .close])
    }

    public static func segment(_ a: Point, _ b: Point) -> Path { Path([.move(a), .line(b)]) }

    /// How far a cubic's control points stand off for a quarter circle of radius 1 (radial error 0.03 %).
    static let quarter = 0.5522847498

    public static func roundedRect(_ r: Rect, radius: Double) -> Path {
        let q = min(radius, r.width / 2, r.height / 2)
        let k = q * (1 - quarter)
        var path = Path()
        path.move(r.x + q, r.y)
        path.line(r.maxX - q, r.y)
        path.curve(Point(r.maxX - k, r.y), Point(r.maxX, r.y + k), Point(r.maxX, r.y + q))
        path.line(r.maxX, r.maxY - q)
        path.curve(Point(r.maxX, r.maxY - k), Point(r.maxX - k, r.maxY), Point(r.maxX - q, r.maxY))
        path.line(r.x + q, r.maxY)
        path.curve(Point(r.x + k, r.maxY), Point(r.x, r.maxY - k), Point(r.x, r.maxY - q))
        path.line(r.x, r.y + q)
        path.curve(Point(r.x, r.y + k), Point(r.x + k, r.y), Point(r.x + q, r.y))
        path.close()
        return path
    }

    public static func circle(_ c: Point, radius r: Double) -> Path {
        roundedRect(Rect(x: c.x - r, y: c.y - r, width: 2 * r, height: 2 * r), radius: r)
    }
}
