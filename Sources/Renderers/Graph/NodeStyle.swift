internal import Canvas
internal import Foundation
internal import Theme

/// How large a page's disc is: its area grows with the links, less than in proportion, so that one page that is linked from everywhere leaves the
/// others their size.
struct NodeScale: Sendable, Equatable {
    let smallest: Double
    let largest: Double
    let mostLinks: Int
    /// Of the area by the links: lower where few pages have nearly all of them.
    let exponent: Double

    init(_ chart: Chart, map: Rect, unit: Double) {
        let degrees = chart.nodes.filter { !$0.isContext }.map(\.degree).sorted()
        mostLinks = max(1, degrees.last ?? 1)
        let usual = max(1, degrees.isEmpty ? 1 : degrees[degrees.count * 95 / 100])
        let spread = log10(max(1, Double(mostLinks) / Double(usual) / 4))
        exponent = 0.8 - 0.3 * min(1, spread)
        // The room that a page has on average decides, so that ten pages and ten thousand both fill their map.
        let spacing = (map.area / Double(max(1, chart.nodes.count))).squareRoot()
        smallest = min(max(spacing * 0.055, 1.2 * unit), 6.5 * unit)
        largest = min(max(spacing * 0.26, 11 * unit), 31 * unit)
    }

    func radius(_ links: Int) -> Double {
        let part = pow(Double(min(links, mostLinks)) / Double(mostLinks), exponent)
        return (smallest * smallest + (largest * largest - smallest * smallest) * part).squareRoot()
    }

    /// To one digit, then zeros.
    private static func rounded(_ value: Double) -> Int {
        var unit = 1.0
        while unit * 10 <= value { unit *= 10 }
        return Int((value / unit).rounded() * unit)
    }

    /// Round numbers for the legend, smallest first.
    var samples: [Int] {
        var samples = [1]
        for wished in [Self.rounded(Double(mostLinks) / 4), mostLinks] where wished > (samples.last ?? 0) { samples.append(wished) }
        return samples
    }
}

/// Colour, glyph and sign of each kind of page that the vault has, in the legend's order.
struct Classification: Sendable {
    struct Class: Sendable, Equatable {
        var name: String
        var ink: Ink
        var sign: Sign
        var glyph: Path?
        var count: Int
    }

    private(set) var classes: [Class] = []
    /// Index into `classes` for each node of the chart, then for the unplaced ones.
    private(set) var ofNode: [Int] = []

    /// Below this size a disc carries a sign, from it on a glyph: smaller strokes run together.
    static let glyphRadius = 8.5

    init(_ chart: Chart, theme: Theme, mode: ColorMode, labels: [Int: String], _ words: Words) {
        let all = chart.nodes + chart.unplaced
        // Pages around a part have no class of their own on its poster.
        let isCounted = all.map { !$0.isContext }
        switch mode {
        case .type: classify(all.map { $0.type ?? "" }, isCounted, order: Self.typeOrder) { name, _ in Self.type(name, theme, words) }
        case .domain: classify(all.map { $0.domain ?? "" }, isCounted, order: { _ in 0 }) { Self.domain($0, $1, words) }
        case .community:
            classify(all.map { String($0.community) }, isCounted, order: { _ in 0 }) { name, _ in
                Self.community(name, theme, labels, words)
            }
        }
    }

    /// By what changed; unlike types, these keep their order and their signs.
    init(_ changes: ChangeMarks, _ chart: Chart) {
        let all = chart.nodes + chart.unplaced
        let kinds = all.map { changes.kind(of: $0.page) }
        let words = Words(changes.language)
        for kind in ChangeMarks.Kind.allCases {
            let count = kinds.count { $0 == kind }
            classes.append(
                Class(name: words.change(kind), ink: Ink(token: kind.token, alpha: kind.alpha), sign: kind.sign, glyph: nil, count: count))
        }
        ofNode = kinds.map { ChangeMarks.Kind.allCases.firstIndex(of: $0) ?? 0 }
    }

    private mutating func classify(_ keys: [String], _ isCounted: [Bool], order: (String) -> Int, _ make: (String, Int) -> Class) {
        var counts: [String: Int] = [:]
        for (key, isCounted) in zip(keys, isCounted) where isCounted { counts[key, default: 0] += 1 }
        let sorted = counts.sorted { a, b in
            let (orderA, orderB) = (a.key.isEmpty ? Int.max : order(a.key), b.key.isEmpty ? Int.max : order(b.key))
            if orderA != orderB { return orderA < orderB }
            return a.value != b.value ? a.value > b.value : a.key.utf8.lexicographicallyPrecedes(b.key.utf8)
        }
        var index: [String: Int] = [:]
        for (position, entry) in sorted.enumerated() {
            index[entry.key] = position
            var made = make(entry.key, position)
            made.count = entry.value
            classes.append(made)
        }
        ofNode = keys.map { index[$0] ?? 0 }
        giveSigns()
    }

    /// Types that the brand does not know share a glyph: the first keeps it, the others show their signs at any size.
    private mutating func giveSigns() {
        var used = Set<Sign>()
        var glyphs = Set<Path>()
        for position in classes.indices {
            if let glyph = classes[position].glyph, !glyphs.insert(glyph).inserted { classes[position].glyph = nil }
            if used.contains(classes[position].sign), let free = Sign.allCases.first(where: { !used.contains($0) }) {
                classes[position].sign = free
            }
            used.insert(classes[position].sign)
        }
    }

    private static let brandTypes = ["concept", "entity", "source", "synthesis", "comparison", "query", "overview", "index", "log"]

    private static func typeOrder(_ type: String) -> Int { brandTypes.firstIndex(of: type) ?? brandTypes.count }

    private static func type(_ name: String, _ theme: Theme, _ words: Words) -> Class {
        let style = theme.style(ofType: name.isEmpty ? nil : name)
        return Class(
            name: words.type(name), ink: Ink(token: style.token), sign: sign(of: style.glyph),
            glyph: Path(style.glyph.steps),
            count: 0)
    }

    private static func domain(_ name: String, _ position: Int, _ words: Words) -> Class {
        Class(
            name: name.isEmpty ? words.noDomain : name,
            ink: Ink(token: name.isEmpty ? "community.unassigned" : "community.\(position % 12)"),
            sign: Sign.allCases[position % Sign.allCases.count], glyph: nil, count: 0)
    }

    private static func community(_ name: String, _ theme: Theme, _ labels: [Int: String], _ words: Words) -> Class {
        let id = Int(name) ?? -1
        return Class(
            name: labels[id] ?? (id < 0 ? words.unassigned : words.community(id)), ink: Ink(token: theme.communityToken(id)),
            sign: Sign.allCases[max(0, id) % Sign.allCases.count], glyph: nil, count: 0)
    }

    private static func sign(of glyph: Glyph) -> Sign {
        switch glyph {
        case .concept: .solid
        case .entity: .hole
        case .source: .bar
        case .synthesis: .cross
        case .comparison: .half
        case .query: .ring
        case .overview, .index: .post
        default: .wedge
        }
    }
}
