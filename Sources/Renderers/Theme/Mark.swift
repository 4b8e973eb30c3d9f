/// The product's mark: nodes joined by a hidden S, in a squircle with a 22 % corner. Not to be rotated, recoloured or stretched.
public struct Mark: Sendable, Equatable {
    /// Three nodes and a slender S; for 24 px and more.
    public static let full = Mark(
        spine: "M45.25 17.5C34.5 10.75 19.5 14.25 19.5 23.25 19.5 32.5 44.5 31.5 44.5 40.75 44.5 49.75 29.5 53.25 18.75 46.5",
        spineWidth: 4.5, outerNode: 6.75, innerNode: 5, nodeX: 45.5, nodeY: 17.5)
    /// The simplified form for less than 24 px: a thicker S, larger nodes.
    public static let small = Mark(
        spine: "M46 17C32.5 8.5 16.5 13.5 16.5 23 16.5 33 47.5 31 47.5 41 47.5 50.5 31.5 55.5 18 47",
        spineWidth: 7, outerNode: 8, innerNode: 6.5, nodeX: 46.5, nodeY: 17.25)

    /// Side of the square that the mark is drawn in.
    public static let grid = 64.0
    /// Corner radius as a share of the side.
    public static let corner = 0.22
    /// Path data of the ground. Its corners leave the edge a little before the radius and pass through the circle's diagonal point, so
    /// that the curvature has no jump.
    public static let ground =
        "M16.9 0H47.1C59.3 0 64 4.7 64 16.9V47.1C64 59.3 59.3 64 47.1 64H16.9C4.7 64 0 59.3 0 47.1V16.9C0 4.7 4.7 0 16.9 0z"

    /// Path data of the S, point-symmetric about the centre.
    public var spine: String
    public var spineWidth: Double
    /// Radii of the two end nodes and of the middle one.
    public var outerNode: Double
    public var innerNode: Double
    /// The upper node; the lower one is its mirror through the centre.
    public var nodeX: Double
    public var nodeY: Double

    /// The form that is right at a size in px.
    public static func form(forSize size: Int) -> Mark { size < 24 ? small : full }

    /// What is drawn above the ground, in `ink` (a colour or `url(#…)`).
    fileprivate func drawing(ink: String) -> String {
        let nodes = [(nodeX, nodeY, outerNode), (64 - nodeX, 64 - nodeY, outerNode), (32, 32, innerNode)]
        return "<path fill=\"none\" stroke=\"\(ink)\" stroke-width=\"\(decimal(spineWidth))\" stroke-linecap=\"round\" d=\"\(spine)\"/>"
            + nodes.map { "<circle cx=\"\(decimal($0.0))\" cy=\"\(decimal($0.1))\" r=\"\(decimal($0.2))\" fill=\"\(ink)\"/>" }.joined()
    }
}

extension Theme {
    /// The mark as an SVG document of one theme: the brand gradient with a white S in light, the night ground with a bright S in dark.
    public func markSVG(_ appearance: Appearance, size: Int) -> String {
        let mark = Mark.form(forSize: size)
        let (ground, ink) = markPaints(appearance)
        let defs = ground.svg(id: "ground", span: (0, 64)) + (ink?.svg(id: "ink", span: (12, 52)) ?? "")
        let paint = ink == nil ? color("accent.on-gradient", appearance).hex : "url(#ink)"
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size)\" height=\"\(size)\" viewBox=\"0 0 64 64\"><defs>\(defs)</defs>"
            + "<path fill=\"url(#ground)\" d=\"\(Mark.ground)\"/>\(mark.drawing(ink: paint))</svg>\n"
    }

    /// The mark as an SVG document that follows the reader's system theme, for favicons (`size` below 24 gives the simplified form).
    public func adaptiveMarkSVG(size: Int) -> String {
        let mark = Mark.form(forSize: size)
        var defs = ""
        var layers = ""
        for appearance in Appearance.allCases {
            let (ground, ink) = markPaints(appearance)
            let name = appearance.rawValue
            defs += ground.svg(id: "\(name)-ground", span: (0, 64)) + (ink?.svg(id: "\(name)-ink", span: (12, 52)) ?? "")
            let paint = ink == nil ? color("accent.on-gradient", appearance).hex : "url(#\(name)-ink)"
            layers += "<g class=\"\(name)\"><path fill=\"url(#\(name)-ground)\" d=\"\(Mark.ground)\"/>\(mark.drawing(ink: paint))</g>"
        }
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size)\" height=\"\(size)\" viewBox=\"0 0 64 64\">"
            + "<style>.dark{display:none}@media (prefers-color-scheme:dark){.dark{display:inline}.light{display:none}}</style>"
            + "<defs>\(defs)</defs>\(layers)</svg>\n"
    }

    /// Ground and ink; no gradient for the ink means `accent.on-gradient`.
    private func markPaints(_ appearance: Appearance) -> (ground: GradientToken, ink: GradientToken?) {
        let empty = GradientToken(name: "", stops: [], description: "")
        func gradient(_ name: String) -> GradientToken { gradients.first { $0.name == name } ?? empty }
        return appearance == .light ? (gradient("brand"), nil) : (gradient("icon-dark-ground"), gradient("icon-dark-mark"))
    }
}

extension GradientToken {
    /// A `<linearGradient>` from bottom left to top right of the square between `span`'s two coordinates.
    func svg(id: String, span: (low: Int, high: Int)) -> String {
        let stops = stops.map { "<stop offset=\"\(decimal($0.position))\" stop-color=\"\($0.color.hex)\"/>" }.joined()
        return "<linearGradient id=\"\(id)\" gradientUnits=\"userSpaceOnUse\" x1=\"\(span.low)\" y1=\"\(span.high)\" "
            + "x2=\"\(span.high)\" y2=\"\(span.low)\">\(stops)</linearGradient>"
    }
}
