internal import Canvas

/// A coarse grid over the map with a smooth density of pages on it: what regions are made from.
struct DensityField: Sendable {
    let columns: Int
    let rows: Int
    /// Pixels a cell.
    let cell: Double
    let origin: Point
    /// Cells that the blur reaches on each side, three times over.
    let radius: Int

    /// - Parameter spread: standard deviation of the bell that a page makes, in pixels.
    init(map: Rect, spread: Double) {
        cell = max(map.width, map.height) / 300
        origin = Point(map.x - 3 * cell, map.y - 3 * cell)
        columns = Int((map.width / cell).rounded(.up)) + 7
        rows = Int((map.height / cell).rounded(.up)) + 7
        // Three box blurs of radius r come close to a bell with variance r(r + 1) cells (the central limit theorem).
        let variance = (spread / cell) * (spread / cell)
        radius = max(1, Int(((1 + 4 * variance).squareRoot() - 1) / 2 + 0.5))
    }

    func index(of p: Point) -> Int {
        let column = min(max(Int((p.x - origin.x) / cell + 0.5), 0), columns - 1)
        let row = min(max(Int((p.y - origin.y) / cell + 0.5), 0), rows - 1)
        return row * columns + column
    }

    func point(_ column: Double, _ row: Double) -> Point { Point(origin.x + column * cell, origin.y + row * cell) }

    /// Density of the places, 1 at the place of a page that stands alone.
    func density(of places: [Point]) -> [Float] {
        var grid = [Float](repeating: 0, count: columns * rows)
        for place in places { grid[index(of: place)] += 1 }
        for _ in 0..<3 { blur(&grid, columns: columns, rows: rows) }
        // What one page has at its middle: the middle of a box folded with itself twice, in both directions.
        let side = Float(2 * radius + 1)
        let r = Float(radius)
        let middle = (3 * r * (r + 1) + 1) / (side * side * side)
        let peak = middle * middle
        for index in grid.indices { grid[index] /= peak }
        return grid
    }

    private func blur(_ grid: inout [Float], columns: Int, rows: Int) {
        var line = [Float](repeating: 0, count: max(columns, rows))
        for row in 0..<rows { average(&grid, start: row * columns, step: 1, count: columns, &line) }
        for column in 0..<columns { average(&grid, start: column, step: columns, count: rows, &line) }
    }

    private func average(_ grid: inout [Float], start: Int, step: Int, count: Int, _ line: inout [Float]) {
        var sum: Float = 0
        for i in 0..<min(radius, count) { sum += grid[start + i * step] }
        let width = Float(2 * radius + 1)
        for i in 0..<count {
            if i + radius < count { sum += grid[start + (i + radius) * step] }
            line[i] = max(0, sum / width)
            if i - radius >= 0 { sum -= grid[start + (i - radius) * step] }
        }
        for i in 0..<count { grid[start + i * step] = line[i] }
    }
}
