/// Finds the title that a mistyped name most likely means.
///
/// Optimal string alignment distance on folded scalars, at most 2 (1 for names of up to five letters). Two filters that cost
/// one instruction each, length and a mask of the letters used, leave few names to compare.
struct Nearest: Sendable {
    private struct Name: Sendable {
        var scalars: [UInt32]
        var mask: UInt64
        var title: String
    }

    /// Ordered by title, so that ties are stable.
    private let names: [Name]

    init(_ titles: [String]) {
        var seen: Set<String> = []
        names = titles.filter { seen.insert($0).inserted }.map { title in
            let scalars = Self.fold(title)
            return Name(scalars: scalars, mask: Self.mask(scalars), title: title)
        }
    }

    /// The first in title order among equally near ones; nil where nothing is near enough.
    func title(near text: String) -> String? {
        let wanted = Self.fold(text)
        guard wanted.count >= 3, wanted.count <= 80 else { return nil }
        let mask = Self.mask(wanted)
        var limit = wanted.count <= 5 ? 1 : 2
        var best: String?
        for name in names where abs(name.scalars.count - wanted.count) <= limit && (name.mask ^ mask).nonzeroBitCount <= 2 * limit {
            let distance = Self.distance(name.scalars, wanted, limit: limit)
            guard distance < limit || (distance == limit && best == nil) else { continue }
            best = name.title
            limit = distance
            if distance == 0 { break }
        }
        return best
    }

    private static func fold(_ text: String) -> [UInt32] { Slug.slug(text).unicodeScalars.map(\.value) }

    private static func mask(_ scalars: [UInt32]) -> UInt64 { scalars.reduce(0) { $0 | 1 << UInt64($1 & 63) } }

    /// `limit + 1` stands for anything larger.
    static func distance(_ a: [UInt32], _ b: [UInt32], limit: Int) -> Int {
        var before = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        var row = last
        for i in 0..<a.count {
            row[0] = i + 1
            var smallest = row[0]
            for j in 0..<b.count {
                var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), min(last[j + 1], row[j]) + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
                row[j + 1] = cost
                smallest = min(smallest, cost)
            }
            if smallest > limit { return limit + 1 }
            (before, last, row) = (last, row, before)
        }
        return min(last[b.count], limit + 1)
    }
}
