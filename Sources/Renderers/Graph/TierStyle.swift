internal import Canvas

/// What sets the tiers apart, in design units (see `Sheet.unit`).
struct TierStyle: Sendable, Equatable {
    struct Rank: Sendable, Equatable {
        /// How many pages may have this rank.
        var most: Int
        var size: Double
        var font: Font
        /// Ways to set the name: widest line in em and how many lines; tried in this order.
        var shapes: [Shape]
        /// Whether the label may lie over discs of lower rank.
        var mayCover: Bool
        var ink = Ink.text
    }

    struct Shape: Sendable, Equatable {
        var width: Double
        var lines: Int
    }

    var communitySize: Double
    var ranks: [Rank]
    /// Line width of the weakest and the strongest link.
    var linkWidth: ClosedRange<Double>
    /// Alpha of a single link, and of the densest place.
    var single: Double
    var most: Double
    /// Alpha of a region's ground, and of its colour over the links: the land stays seen where they are dense.
    var wash: Double
    var veil: Double

    /// Alpha of a single link that is seen on any ground: contrast about 1.25.
    static let faintest = 0.12

    private static let hub = Font(weight: 600, tracking: -0.005)
    private static let page = Font(weight: 500)
    private static let plain = Font(weight: 400)
    private static let hubShapes = [Shape(width: 11, lines: 2), Shape(width: 20, lines: 1), Shape(width: 7, lines: 3)]
    private static let pageShapes = [Shape(width: 11, lines: 2)]
    private static let plainShapes = [Shape(width: 10, lines: 3)]

    /// Pages around the part of the graph that a poster is about.
    static let context = Rank(most: .max, size: 12, font: plain, shapes: plainShapes, mayCover: false, ink: .muted)

    /// - Parameter pages: how many there are: in a crowd, only few can be loud.
    static func of(_ tier: Tier, pages: Int, isNarrow: Bool) -> TierStyle {
        var style = of(tier, pages: pages)
        if isNarrow {
            style.communitySize = 17
            style.ranks = [Rank(most: tier == .overview ? 6 : .max, size: 13, font: hub, shapes: hubShapes, mayCover: true)]
            style.linkWidth = style.linkWidth.lowerBound * 0.5...style.linkWidth.upperBound * 0.5
        }
        return style
    }

    private static func of(_ tier: Tier, pages: Int) -> TierStyle {
        let loud = min(24, max(8, Int((Double(pages) * 0.6).squareRoot())))
        switch tier {
        case .overview:
            return TierStyle(
                communitySize: 34, ranks: [Rank(most: 18, size: 22, font: hub, shapes: hubShapes, mayCover: true)],
                linkWidth: 0.7...1.8, single: 0.24, most: 0.5, wash: 0.2, veil: 0.1)
        case .regions:
            return TierStyle(
                communitySize: 25,
                ranks: [
                    Rank(most: loud, size: 20, font: hub, shapes: hubShapes, mayCover: true),
                    Rank(most: 90, size: 16, font: page, shapes: pageShapes, mayCover: false),
                ],
                linkWidth: 0.8...2.4, single: 0.3, most: 0.52, wash: 0.15, veil: 0.08)
        case .detail:
            return TierStyle(
                communitySize: 19,
                ranks: [
                    Rank(most: loud, size: 17, font: hub, shapes: hubShapes, mayCover: true),
                    Rank(most: 4 * loud, size: 14.5, font: page, shapes: pageShapes, mayCover: false),
                    Rank(most: .max, size: 12.5, font: plain, shapes: plainShapes, mayCover: false, ink: Ink.text.faded(0.86)),
                ],
                linkWidth: 0.8...2.4, single: 0.34, most: 0.54, wash: 0.12, veil: 0.08)
        }
    }

    /// One level of a pyramid: from a thumbnail without words to a map on which every page has its name.
    static func level(side: Int) -> TierStyle {
        var style = of(side < 1500 ? .overview : side < 3500 ? .regions : .detail, pages: 500)
        let growth = min(1, Double(side) / 2048)
        style.communitySize = side < 200 ? 0 : 12 + 10 * growth
        let names = max(0, Int(growth * growth * 24))
        switch side {
        case ..<400: style.ranks = []
        case ..<3500:
            style.ranks = [Rank(most: names, size: 14, font: hub, shapes: hubShapes, mayCover: true)]
            if side >= 1500 { style.ranks.append(Rank(most: .max, size: 13, font: page, shapes: pageShapes, mayCover: false)) }
        default:
            style.ranks = [
                Rank(most: 40, size: 16, font: hub, shapes: hubShapes, mayCover: true),
                Rank(most: .max, size: 13.5, font: page, shapes: plainShapes, mayCover: false),
            ]
        }
        // Lines thinner than a pixel stay seen as tone.
        style.linkWidth = max(0.3, 0.9 * growth)...max(0.6, 2.2 * growth)
        return style
    }
}
