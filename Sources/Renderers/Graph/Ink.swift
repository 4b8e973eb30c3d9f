internal import Canvas
internal import Synchronization
internal import Theme

/// A colour by its meaning. The scene speaks of inks only; what they look like is decided by a palette, light or dark.
struct Ink: Sendable, Hashable {
    /// Token path, for example `type.concept`.
    var token: String
    /// WCAG contrast that it must have against the land, 0 for the colour as it is.
    var contrast: Double = 0
    var alpha: Double = 1

    static let paper = Ink(token: "surface.surface")
    static let sea = Ink(token: "surface.surface-sunken")
    static let text = Ink(token: "text.text")
    static let muted = Ink(token: "text.text-muted")
    static let hairline = Ink(token: "border.border")
    static let graticule = Ink(token: "border.border-subtle")
    static let neatline = Ink(token: "text.text-dim", alpha: 0.8)

    func readable(_ ratio: Double = 4.5) -> Ink { Ink(token: token, contrast: ratio, alpha: alpha) }
    func faded(_ alpha: Double) -> Ink { Ink(token: token, contrast: contrast, alpha: alpha) }

    /// A name for style classes: `type-concept`, `type-concept-45` where it is strengthened, `type-concept-a30` at 30 % coverage.
    var className: String {
        var name = token.replacing("surface.", with: "").replacing("text.", with: "").replacing("border.", with: "").replacing(
            ".", with: "-")
        if contrast > 0 { name += "-\(Int((contrast * 10).rounded()))" }
        if alpha < 1 { name += "-a\(Int((alpha * 100).rounded()))" }
        return name
    }
}

/// What inks look like in one appearance.
struct Palette: Sendable {
    let theme: Theme
    let appearance: Appearance

    func rgb(_ ink: Ink) -> RGB {
        let plain = theme.color(ink.token, appearance)
        guard ink.contrast > 0 else { return plain }
        return theme.strengthened(plain, on: theme.color(Ink.sea.token, appearance), to: ink.contrast)
    }

    func color(_ ink: Ink) -> Color {
        let rgb = rgb(ink)
        return Color(red: rgb.red, green: rgb.green, blue: rgb.blue, alpha: ink.alpha)
    }

    func stops(_ blend: Blend) -> [(offset: Double, color: Color)] {
        switch blend {
        case .markGround: return gradient(appearance == .light ? "brand" : "icon-dark-ground")
        case .markInk:
            // By day the S stands in one colour on the gradient, by night it carries one itself.
            if appearance == .dark { return gradient("icon-dark-mark") }
            let ink = color(Ink(token: "accent.on-gradient"))
            return [(0, ink), (1, ink)]
        case .tone(let ink, let alphas):
            return alphas.enumerated().map { (Double($0) / Double(max(1, alphas.count - 1)), color(ink.faded($1))) }
        }
    }

    private func gradient(_ name: String) -> [(offset: Double, color: Color)] {
        let stops = theme.gradients.first { $0.name == name }?.stops ?? []
        return stops.map { ($0.position, Color(red: $0.color.red, green: $0.color.green, blue: $0.color.blue)) }
    }
}

/// A palette that remembers: finding a colour that is strong enough takes far longer than drawing with it.
final class PaintBox: Sendable {
    let palette: Palette
    private let known = Mutex<[Ink: Color]>([:])

    init(_ palette: Palette) { self.palette = palette }

    func color(_ ink: Ink) -> Color {
        known.withLock { known in
            if let color = known[ink] { return color }
            let color = palette.color(ink)
            known[ink] = color
            return color
        }
    }

    func stops(_ blend: Blend) -> [(offset: Double, color: Color)] { palette.stops(blend) }
}
