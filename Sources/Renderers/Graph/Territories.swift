internal import Canvas

/// Where a community lives on the map.
///
/// Regions are cut like countries: each place belongs to the community whose pages stand densest there, so that regions never lie over each other and
/// colours never add up. A community can have several parts; a stray page in another's land makes no part of its own.
struct Territory: Sendable, Equatable {
    var community: Int
    /// Pages of the community, those outside its land included.
    var pages: Int
    var outline: Path
    /// Square pixels.
    var area: Double
    /// Places for the name, deepest inland first.
    var nameSpots: [NameSpot]

    struct NameSpot: Sendable, Equatable {
        var place: Point
        /// Pixels to the nearest border.
        var depth: Double
    }
}

struct TerritoryMap {
    /// More regions than this have no colours that can be told apart.
    static let most = 24
    /// Land ends where the density falls below this part of a lone page's.
    private static let shore: Float = 0.28
    /// A border runs where one density is this many times the other, which leaves a thin river.
    private static let river: Float = 1.05

    /// Largest community first.
    private(set) var territories: [Territory] = []
    private let field: DensityField
    private let members: [(community: Int, places: [Point])]
    private var densities: [[Float]]
    /// Index into `members` for each cell, −1 for sea.
    private var owner: [Int] = []
    /// The highest density, and the highest of a community that is not the owner.
    private var best: [Float] = []
    private var rival: [Float] = []

    /// - Parameter settlers: where pages of which community stand.
    init(_ settlers: [(community: Int, place: Point)], map: Rect) {
        members = Self.communities(settlers)
        field = DensityField(map: map, spread: Self.spread(of: settlers.map(\.place), map: map))
        let field = field
        densities = members.map { field.density(of: $0.places) }
        guard !members.isEmpty else { return }
        settle()
        dropStrays()
        settle()
        territories = members.indices.compactMap { territory($0) }
    }

    /// Whose land a place is.
    func owner(of place: Point) -> Int? {
        guard !owner.isEmpty else { return nil }
        let member = owner[field.index(of: place)]
        return member < 0 ? nil : members[member].community
    }

    /// How far, in pixels, the shore can lie from the outermost page: where the densities of three pages on one spot fall to `shore`.
    static func reach(_ places: [Point], map: Rect) -> Double { 2.2 * spread(of: places, map: map) }

    /// Width of the bell that stands for one page, in pixels: wider where pages are few.
    private static func spread(of places: [Point], map: Rect) -> Double {
        guard let first = places.first else { return 0 }
        let extent = places.reduce(Rect(x: first.x, y: first.y, width: 0, height: 0)) {
            $0.union(Rect(x: $1.x, y: $1.y, width: 0, height: 0))
        }
        let spacing = (max(extent.area, 1) / Double(places.count)).squareRoot()
        return min(max(0.6 * spacing, map.width * 0.019), map.width * 0.045)
    }

    /// Communities of three pages and more, largest first.
    private static func communities(_ settlers: [(community: Int, place: Point)]) -> [(community: Int, places: [Point])] {
        var byCommunity: [Int: [Point]] = [:]
        for settler in settlers where settler.community >= 0 { byCommunity[settler.community, default: []].append(settler.place) }
        let large = byCommunity.filter { $0.value.count >= 3 }.map { (community: $0.key, places: $0.value) }
        return Array(large.sorted { ($1.places.count, $0.community) < ($0.places.count, $1.community) }.prefix(most))
    }

    private mutating func settle() {
        let count = field.columns * field.rows
        owner = [Int](repeating: -1, count: count)
        rival = [Float](repeating: 0, count: count)
        best = [Float](repeating: 0, count: count)
        for (member, density) in densities.enumerated() {
            for cell in 0..<count {
                if density[cell] > best[cell] {
                    rival[cell] = best[cell]
                    best[cell] = density[cell]
                    owner[cell] = member
                } else if density[cell] > rival[cell] {
                    rival[cell] = density[cell]
                }
            }
        }
        for cell in 0..<count where best[cell] < Self.shore { owner[cell] = -1 }
    }

    /// A part of a region with hardly a page of its own is given back.
    private mutating func dropStrays() {
        var pages = [Int](repeating: 0, count: owner.count)
        for (member, group) in members.enumerated() {
            for place in group.places where owner[field.index(of: place)] == member { pages[field.index(of: place)] += 1 }
        }
        var seen = [Bool](repeating: false, count: owner.count)
        for start in owner.indices where owner[start] >= 0 && !seen[start] {
            let part = flood(from: start, &seen)
            let member = owner[start]
            let inside = part.reduce(0) { $0 + pages[$1] }
            if inside < max(3, members[member].places.count / 9) { for cell in part { densities[member][cell] = 0 } }
        }
    }

    private func flood(from start: Int, _ seen: inout [Bool]) -> [Int] {
        var part = [start]
        var at = 0
        seen[start] = true
        while at < part.count {
            let cell = part[at]
            at += 1
            let column = cell % field.columns
            for next in [
                cell - field.columns, cell + field.columns, column > 0 ? cell - 1 : -1, column < field.columns - 1 ? cell + 1 : -1,
            ]
            where owner.indices.contains(next) && !seen[next] && owner[next] == owner[start] {
                seen[next] = true
                part.append(next)
            }
        }
        return part
    }

    private func territory(_ member: Int) -> Territory? {
        let contour = Contour(columns: field.columns, values: lead(of: member))
        // Rings are cut out of the grid; what is smaller than a few cells is noise, hole or island.
        let rings = contour.rings().filter { abs($0.doubleArea) > 2 * 12 }
        guard !rings.isEmpty else { return nil }
        var outline = Path()
        for ring in rings { outline.elements += ring.map { field.point($0.x, $0.y) }.smoothRing(stride: 2).elements }
        let area = abs(rings.reduce(0) { $0 + $1.doubleArea }) / 2 * field.cell * field.cell
        return Territory(
            community: members[member].community, pages: members[member].places.count, outline: outline, area: area,
            nameSpots: nameSpots(member))
    }

    /// How far the community is ahead of all others and of the sea; negative outside its land and along the border of the grid.
    private func lead(of member: Int) -> [Float] {
        let (columns, rows) = (field.columns, field.rows)
        var lead = densities[member]
        for cell in lead.indices {
            let (column, row) = (cell % columns, cell / columns)
            if column == 0 || row == 0 || column == columns - 1 || row == rows - 1 {
                lead[cell] = -1
            } else {
                lead[cell] -= max(Self.shore, (owner[cell] == member ? rival[cell] : best[cell]) * Self.river)
            }
        }
        return lead
    }

    /// The part of the region with most cells: the name stands there.
    private func mainland(_ member: Int) -> [Bool] {
        var seen = [Bool](repeating: false, count: owner.count)
        var largest: [Int] = []
        for start in owner.indices where owner[start] == member && !seen[start] {
            let part = flood(from: start, &seen)
            if part.count > largest.count { largest = part }
        }
        var land = [Bool](repeating: false, count: owner.count)
        for cell in largest { land[cell] = true }
        return land
    }

    /// Cells far from any border first: a chamfer distance (3 straight, 4 diagonal) inside the region.
    private func nameSpots(_ member: Int) -> [Territory.NameSpot] {
        let (columns, rows) = (field.columns, field.rows)
        let land = mainland(member)
        var depth = land.map { $0 ? Int32.max / 2 : 0 }
        for row in 1..<rows - 1 {
            for column in 1..<columns - 1 {
                let i = row * columns + column
                depth[i] = min(depth[i], depth[i - 1] + 3, depth[i - columns] + 3, depth[i - columns - 1] + 4, depth[i - columns + 1] + 4)
            }
        }
        for row in (1..<rows - 1).reversed() {
            for column in (1..<columns - 1).reversed() {
                let i = row * columns + column
                depth[i] = min(depth[i], depth[i + 1] + 3, depth[i + columns] + 3, depth[i + columns + 1] + 4, depth[i + columns - 1] + 4)
            }
        }
        // A lattice is enough: names are much larger than cells.
        var spots: [(depth: Int32, cell: Int)] = []
        for row in stride(from: 2, to: rows - 2, by: 4) {
            for column in stride(from: 2, to: columns - 2, by: 4) {
                let i = row * columns + column
                if depth[i] > 3 { spots.append((depth[i], i)) }
            }
        }
        spots.sort { ($1.depth, $0.cell) < ($0.depth, $1.cell) }
        return spots.prefix(400).map {
            Territory.NameSpot(
                place: field.point(Double($0.cell % columns), Double($0.cell / columns)), depth: Double($0.depth) / 3 * field.cell)
        }
    }
}
