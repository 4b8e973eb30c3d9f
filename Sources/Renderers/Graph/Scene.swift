internal import Canvas
internal import Foundation
internal import Theme

/// A poster before it is drawn: everything has its place, size and meaning, nothing has a colour yet. One for both appearances and all formats.
struct Scene: Sendable {
    var tier: Tier
    var sheet: Sheet
    /// BCP 47.
    var language: String
    var title: String
    var description: String
    /// ISO 8601, of the data.
    var date: String
    /// Outlines that all text refers to.
    var glyphs: GlyphStore
    /// Paper, sea and the net of coordinates: lies under everything.
    var ground: [Item]
    var regions: [Region]
    var links: [LinkLayer]
    /// How the density of all links becomes ink.
    var tone: Tone
    /// In drawing order: large discs first, so that none is buried.
    var nodes: [NodeMark]
    var labels: [Label]
    /// Frame, title, legend: lies over everything.
    var furniture: [Item]
    var report: TierReport
}

/// A community's land.
struct Region: Sendable, Equatable {
    var community: Int
    var name: String
    var ink: Ink
    var outline: Path
    /// Alpha of the ground, and of the colour over the links.
    var wash: Double
    var veil: Double
}

/// All links of one kind.
struct LinkLayer: Sendable, Equatable {
    struct Line: Sendable, Equatable {
        /// Indices into the chart's nodes.
        var a: Int
        var b: Int
        /// Cut where the map ends.
        var from: Point
        var to: Point
        var strength: Double
        /// Whether it ends at a page with hundreds of others.
        var isFanned = false
    }

    var kind: String
    /// Whether they lead out of the part of the graph that the poster is about.
    var isLeaving = false
    var ink: Ink
    var lines: [Line]
    var widths: ClosedRange<Double>
    var dash: LineDensity.Dash?

    func width(_ strength: Double) -> Double { widths.lowerBound + (widths.upperBound - widths.lowerBound) * strength }
}

/// Alpha of one line, of the densest place, and how many lines lie over one another there.
struct Tone: Sendable, Equatable {
    var single: Double
    var most: Double
    var densest: Double

    /// Links of a page beyond which its lines, laid over one another, would be a solid spot; and their alpha then.
    static let fan = 200
    static let fanned = 0.06

    /// For formats that lay lines over one another where the raster counts them: the densest place must not end in a solid spot, and one line alone must
    /// still be seen.
    var layered: Double {
        let layered = 1 - pow(1 - most, 1 / max(1, densest * 0.6))
        return max(0.08, min(single, layered))
    }
}

/// A page's disc.
struct NodeMark: Sendable, Equatable {
    /// Index into the chart's nodes.
    var node: Int
    var page: Int
    var center: Point
    var radius: Double
    var ink: Ink
    /// What tells the type without its colour.
    var sign: Sign
    /// Large discs carry the type's glyph instead of a sign.
    var glyph: Path?
    var community: Int
    var title: String
    /// The community's colour, as a ring, where the page stands in another one's region.
    var ring: Ink?
    /// Title and what a reader may want to know, for the SVG's tooltips.
    var note: String
}

/// A pattern inside a small disc, as towns of different rank have them on maps.
enum Sign: String, Sendable, CaseIterable {
    case solid, hole, bar, post, half, ring, cross, wedge
}

/// What one tier left out or changed, for the report.
struct TierReport: Sendable, Equatable {
    var tier: Tier
    var pages = 0
    var links = 0
    var regions = 0
    var named = 0
    var leftOut = 0
    /// Communities without a region of their own, or without room for their name.
    var unnamedCommunities = 0
    var shortened = 0
    /// Titles with characters that no installed font has.
    var missingGlyphs: [MissingGlyph] = []

    struct MissingGlyph: Sendable, Equatable {
        var page: Int
        var title: String
    }
}
