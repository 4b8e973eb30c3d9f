internal import Canvas

/// The lines where a field on a grid is zero, inside on the left hand of their way, as closed rings: marching squares.
///
/// Saddles join the two low corners, so that regions never touch in a point.
struct Contour {
    private let columns: Int
    private let rows: Int
    private let values: [Float]

    /// - Parameter values: row by row; must be negative along the border of the grid.
    init(columns: Int, values: [Float]) {
        self.columns = columns
        rows = values.count / columns
        self.values = values
    }

    /// Rings in grid coordinates, in the order of the first cell that they pass.
    func rings() -> [[Point]] {
        var next: [Int: Int] = [:]
        var starts: [Int] = []
        for row in 0..<rows - 1 {
            for column in 0..<columns - 1 {
                for (from, to) in steps(row * columns + column) {
                    next[from] = to
                    starts.append(from)
                }
            }
        }
        var rings: [[Point]] = []
        for start in starts where next[start] != nil {
            var ring: [Point] = []
            var edge = start
            while let following = next.removeValue(forKey: edge) {
                ring.append(crossing(edge))
                edge = following
            }
            rings.append(ring)
        }
        return rings
    }

    /// Ways through one cell: from the edge where the line comes in to the one where it goes out.
    private func steps(_ a: Int) -> [(Int, Int)] {
        let (b, c, d) = (a + 1, a + columns + 1, a + columns)
        let code = (values[a] > 0 ? 1 : 0) | (values[b] > 0 ? 2 : 0) | (values[c] > 0 ? 4 : 0) | (values[d] > 0 ? 8 : 0)
        // Edges of the grid are numbered: twice the index of their left or upper end, plus 1 for those that go down.
        let (top, right, bottom, left) = (2 * a, 2 * b + 1, 2 * d, 2 * a + 1)
        switch code {
        case 1: return [(top, left)]
        case 2: return [(right, top)]
        case 3: return [(right, left)]
        case 4: return [(bottom, right)]
        case 5: return [(top, left), (bottom, right)]
        case 6: return [(bottom, top)]
        case 7: return [(bottom, left)]
        case 8: return [(left, bottom)]
        case 9: return [(top, bottom)]
        case 10: return [(right, top), (left, bottom)]
        case 11: return [(right, bottom)]
        case 12: return [(left, right)]
        case 13: return [(top, right)]
        case 14: return [(left, top)]
        default: return []
        }
    }

    private func crossing(_ edge: Int) -> Point {
        let from = edge / 2
        let to = edge % 2 == 0 ? from + 1 : from + columns
        let (low, high) = (Double(values[from]), Double(values[to]))
        let t = low / (low - high)
        let (column, row) = (Double(from % columns), Double(from / columns))
        return edge % 2 == 0 ? Point(column + t, row) : Point(column, row + t)
    }
}

extension Array where Element == Point {
    /// Twice the signed area of the ring.
    var doubleArea: Double {
        var sum = 0.0
        for i in indices {
            let (a, b) = (self[i], self[(i + 1) % count])
            sum += a.x * b.y - b.x * a.y
        }
        return sum
    }

    /// A smooth closed curve around the ring: the quadratic B-spline of every `stride`-th point, written as cubics.
    func smoothRing(stride step: Int) -> Path {
        let points = count >= step * 6 ? Swift.stride(from: 0, to: count, by: step).map { self[$0] } : self
        guard points.count > 2 else { return Path() }
        var path = Path()
        func middle(_ i: Int) -> Point { (points[i % points.count] + points[(i + 1) % points.count]) * 0.5 }
        let first = middle(points.count - 1)
        path.move(first.x, first.y)
        var from = first
        for i in points.indices {
            let (control, to) = (points[i], middle(i))
            path.curve(from + (control - from) * (2 / 3), to + (control - to) * (2 / 3), to)
            from = to
        }
        path.close()
        return path
    }
}
