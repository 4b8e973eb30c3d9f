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
    /// Alpha of a region's ground.
    var wash: Double

    /// Alpha of a single link that is seen on any ground: contrast about 1.25.
    static let faintest = 0.12

    static func of(_ tier: Tier) -> TierStyle {
        let hub = Font(weight: 600, tracking: -0.005)
        let page = Font(weight: 500)
        let plain = Font(weight: 400)
        let hubShapes = [Shape(width: 11, lines: 2), Shape(width: 20, lines: 1), Shape(width: 7, lines: 3)]
        switch tier {
        case .overview:
            return TierStyle(
                communitySize: 34, ranks: [Rank(most: 18, size: 23, font: hub, shapes: hubShapes, mayCover: true)],
                linkWidth: 0.9...2.0, single: 0.26, most: 0.62, wash: 0.2)
        case .regions:
            return TierStyle(
                communitySize: 25,
                ranks: [
                    Rank(most: 24, size: 21, font: hub, shapes: hubShapes, mayCover: true),
                    Rank(most: 90, size: 17, font: page, shapes: [Shape(width: 11, lines: 2)], mayCover: false),
                ],
                linkWidth: 0.9...2.6, single: 0.32, most: 0.64, wash: 0.14)
        case .detail:
            return TierStyle(
                communitySize: 19,
                ranks: [
                    Rank(most: 24, size: 18, font: hub, shapes: hubShapes, mayCover: true),
                    Rank(most: 120, size: 15, font: page, shapes: [Shape(width: 11, lines: 2)], mayCover: false),
                    Rank(most: .max, size: 13, font: plain, shapes: [Shape(width: 10, lines: 3)], mayCover: false),
                ],
                linkWidth: 0.8...2.4, single: 0.38, most: 0.64, wash: 0.1)
        }
    }
}
