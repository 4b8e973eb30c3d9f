public import Theme

/// How close a poster looks. All tiers of a set share one map: a page stands at the same place in each.
public enum Tier: String, Sendable, CaseIterable {
    /// Communities as named regions, the great hubs, links as density.
    case overview
    /// Hubs and pages of second rank named, kinds of links told apart.
    case regions
    /// Every page that has room is named, isolated ones too.
    case detail
}

public enum PosterFormat: String, Sendable, CaseIterable { case png, svg, pdf }

/// What the colour of a page says.
public enum ColorMode: String, Sendable, CaseIterable { case type, community, domain }

/// Which posters to make. The defaults are what `build` and `posters` make without being asked.
public struct PosterRequest: Sendable {
    /// 2048 pixels at this resolution are 10.7 inches.
    public static let defaultDPI = 192.0
    /// The longest side: beyond it lines could not be added up exactly.
    public static let longestSide = 16_384

    public var tiers: [Tier]
    public var formats: [PosterFormat]
    public var appearances: [Appearance]
    /// Pixels, bleed included. Landscape, 4:3, by default: a page shows the whole poster without scrolling, and the column beside a square map holds the
    /// legend.
    public var width: Int
    public var height: Int
    /// Pixels an inch.
    public var dpi: Double
    public var color: ColorMode
    /// One set for each.
    public var scopes: [PosterScope] = [.vault]
    /// Whether the map is made as a pyramid of tiles as well.
    public var hasTiles = false
    /// Factor of letters, signs and lines.
    public var lettering = 1.0
    /// Pixels around everything; nil for what suits the sheet.
    public var margin: Double?
    /// Pixels that will be cut off at each side.
    public var bleed = 0.0
    /// Folder of the posters, from the root of the output.
    public var folder: String
    /// What stands before a page's address in links: `../` leads from `posters/` to the site's root. Nil for no links.
    public var linkPrefix: String?

    public init(
        tiers: [Tier] = Tier.allCases, formats: [PosterFormat] = [.png, .svg], appearances: [Appearance] = Appearance.allCases,
        width: Int = 2048, height: Int = 1536, dpi: Double = defaultDPI, color: ColorMode = .type, folder: String = "posters",
        linkPrefix: String? = "../"
    ) {
        self.tiers = tiers
        self.formats = formats
        self.appearances = appearances
        self.width = width
        self.height = height
        self.dpi = dpi
        self.color = color
        self.folder = folder
        self.linkPrefix = linkPrefix
    }
}

/// One poster that will be among the artifacts.
public struct Poster: Sendable, Equatable {
    public var scope: PosterScope
    public var tier: Tier
    public var format: PosterFormat
    public var appearance: Appearance
    /// Pixels.
    public var width: Int
    public var height: Int
    /// From the root of the output: `posters/overview-light.png`.
    public var path: String
}
