/// A place on the drawing surface, in pixels, y growing downwards.
public struct Point: Sendable, Hashable {
    public var x: Double
    public var y: Double

    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    public static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
    public static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
    public static func * (a: Point, k: Double) -> Point { Point(a.x * k, a.y * k) }

    public var length: Double { (x * x + y * y).squareRoot() }
}

/// An upright rectangle; `width` and `height` are never negative.
public struct Rect: Sendable, Hashable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = max(0, width)
        self.height = max(0, height)
    }

    public init(left: Double, top: Double, right: Double, bottom: Double) {
        self.init(x: left, y: top, width: right - left, height: bottom - top)
    }

    public var maxX: Double { x + width }
    public var maxY: Double { y + height }
    public var center: Point { Point(x + width / 2, y + height / 2) }
    public var area: Double { width * height }

    public func inset(_ d: Double) -> Rect { Rect(left: x + d, top: y + d, right: maxX - d, bottom: maxY - d) }
    public func offset(_ dx: Double, _ dy: Double) -> Rect { Rect(x: x + dx, y: y + dy, width: width, height: height) }

    /// Touching edges do not overlap.
    public func overlaps(_ other: Rect) -> Bool { x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY }

    public func contains(_ other: Rect) -> Bool { x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY }

    public func contains(_ p: Point) -> Bool { x <= p.x && p.x < maxX && y <= p.y && p.y < maxY }

    /// Whether a disc reaches into the rectangle.
    public func overlapsDisc(_ center: Point, radius: Double) -> Bool {
        let dx = center.x - min(max(center.x, x), maxX)
        let dy = center.y - min(max(center.y, y), maxY)
        return dx * dx + dy * dy < radius * radius
    }

    public func union(_ other: Rect) -> Rect {
        Rect(left: min(x, other.x), top: min(y, other.y), right: max(maxX, other.maxX), bottom: max(maxY, other.maxY))
    }
}
