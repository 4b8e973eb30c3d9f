internal import Canvas

/// Finds what already stands near a place: boxes of labels and furniture, and discs, in square buckets.
struct LabelIndex {
    private let bucket: Double
    private let columns: Int
    private let rows: Int
    private let area: Rect
    private var boxes: [[Rect]]
    private var discs: [[Int32]]
    private let centers: [Point]
    private let radii: [Double]

    /// - Parameter area: where labels may stand at all.
    init(area: Rect, centers: [Point], radii: [Double], bucket: Double) {
        self.area = area
        self.bucket = bucket
        self.centers = centers
        self.radii = radii
        columns = max(1, Int((area.width / bucket).rounded(.up)))
        rows = max(1, Int((area.height / bucket).rounded(.up)))
        boxes = Array(repeating: [], count: columns * rows)
        discs = Array(repeating: [], count: columns * rows)
        for (index, center) in centers.enumerated() {
            let r = radii[index]
            let box = Rect(x: center.x - r, y: center.y - r, width: 2 * r, height: 2 * r)
            for cell in cells(of: box) { discs[cell].append(Int32(index)) }
        }
    }

    mutating func add(_ box: Rect) {
        for cell in cells(of: box) { boxes[cell].append(box) }
    }

    /// Inside the map, and on no other box.
    func isFree(_ box: Rect) -> Bool {
        guard area.contains(box) else { return false }
        for cell in cells(of: box) {
            for other in boxes[cell] where other.overlaps(box) { return false }
        }
        return true
    }

    /// How much of the discs' area the box would hide, in square pixels; nil where it would touch a disc that it must not.
    func hidden(by box: Rect, mustNotTouch: (Int) -> Bool) -> Double? {
        var hidden = 0.0
        for cell in cells(of: box) {
            for disc in discs[cell] {
                let index = Int(disc)
                guard box.overlapsDisc(centers[index], radius: radii[index]) else { continue }
                if mustNotTouch(index) { return nil }
                // A disc in several buckets counts several times: it is a large one, and hiding it is worse.
                hidden += radii[index] * radii[index] * 3
            }
        }
        return hidden
    }

    private func cells(of box: Rect) -> CellRange {
        let left = min(max(Int((box.x - area.x) / bucket), 0), columns - 1)
        let right = min(max(Int((box.maxX - area.x) / bucket), 0), columns - 1)
        let top = min(max(Int((box.y - area.y) / bucket), 0), rows - 1)
        let bottom = min(max(Int((box.maxY - area.y) / bucket), 0), rows - 1)
        return CellRange(left: left, right: right, bottom: bottom, columns: columns, column: left, row: top)
    }

    /// The buckets under a box, without an array made for each question.
    private struct CellRange: Sequence, IteratorProtocol {
        let left: Int
        let right: Int
        let bottom: Int
        let columns: Int
        var column: Int
        var row: Int

        mutating func next() -> Int? {
            guard row <= bottom else { return nil }
            let cell = row * columns + column
            column += 1
            if column > right { (column, row) = (left, row + 1) }
            return cell
        }
    }
}
