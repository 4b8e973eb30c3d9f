internal import Canvas
internal import Theme

extension Path {
    init(_ steps: [PathStep]) {
        self.init(
            steps.map { step in
                switch step {
                case .move(let x, let y): .move(Point(x, y))
                case .line(let x, let y): .line(Point(x, y))
                case .curve(let x1, let y1, let x2, let y2, let x, let y): .curve(Point(x1, y1), Point(x2, y2), Point(x, y))
                case .close: .close
                }
            })
    }
}

extension Mark {
    /// The mark in a square box, upright and undistorted.
    func items(in box: Rect) -> [Item] {
        let k = box.width / Mark.grid
        let corner = Point(box.x, box.y)
        func place(_ x: Double, _ y: Double) -> Point { Point(box.x + x * k, box.y + y * k) }
        func disc(_ x: Double, _ y: Double, _ radius: Double) -> Path { .circle(place(x, y), radius: radius * k) }
        let (low, high) = (place(12, 52), place(52, 12))
        let ground = Path(Mark.groundSteps).scaled(k, movedTo: corner)
        let spine = Path(spineSteps).scaled(k, movedTo: corner)
        let discs = [disc(nodeX, nodeY, outerNode), disc(64 - nodeX, 64 - nodeY, outerNode), disc(32, 32, innerNode)]
        return [
            .blend(ground, .markGround, from: place(0, 64), to: place(64, 0), stroke: nil),
            .blend(spine, .markInk, from: low, to: high, stroke: Canvas.Stroke(spineWidth * k)),
        ] + discs.map { .blend($0, .markInk, from: low, to: high, stroke: nil) }
    }
}
