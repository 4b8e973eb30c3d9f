internal import Canvas

/// The mark: three nodes joined by an S, in a squircle with the brand's gradient.
enum Mark {
    private static let grid = 48.0

    /// - Parameter box: square; drawn upright and undistorted.
    static func items(in box: Rect) -> [Item] {
        let k = box.width / grid
        func place(_ path: Path) -> Path { path.scaled(k, movedTo: Point(box.x, box.y)) }
        func place(_ x: Double, _ y: Double) -> Point { Point(box.x + x * k, box.y + y * k) }
        let ground = Path.roundedRect(Rect(x: 0, y: 0, width: grid, height: grid), radius: grid * 0.22)
        var s = Path()
        s.move(33.5, 13.5)
        s.curve(Point(24, 9.5), Point(13.5, 13), Point(15.5, 19.5))
        s.curve(Point(17.5, 25.5), Point(30.5, 22.5), Point(32.5, 28.5))
        s.curve(Point(34.5, 35), Point(24, 38.5), Point(14.5, 34.5))
        let white = Ink(token: "accent.on-gradient")
        let stops = [
            GradientStop(offset: 0, ink: Ink(token: "gradient.0")), GradientStop(offset: 0.5, ink: Ink(token: "gradient.1")),
            GradientStop(offset: 1, ink: Ink(token: "gradient.2")),
        ]
        return [
            .gradient(place(ground), from: place(0, grid), to: place(grid, 0), stops: stops),
            .stroke(place(s), white, Canvas.Stroke(3.4 * k)),
            .fill(.circle(place(33.5, 13.5), radius: 4.9 * k), white),
            .fill(.circle(place(24, 24), radius: 3.4 * k), white),
            .fill(.circle(place(14.5, 34.5), radius: 4.9 * k), white),
        ]
    }
}
