public import Theme

/// One picture to be taken: a state of a screen in one theme, on one device.
public struct Shot: Sendable, Equatable {
    /// `home-filled-light`; of a larger device `home-tablet-light`.
    public var name: String
    public var screen: String
    public var appearance: Appearance
    /// The document, from the gallery's root.
    public var document: String
    /// Of the window, in CSS pixels.
    public var width: Int
    public var height: Int
    /// Pixels of the picture a CSS pixel: phones are taken at two.
    public var scale: Int

    /// Where its picture lies in a gallery.
    public var path: String { "pictures/\(name).png" }

    /// Every picture of the screens, in their order.
    ///
    /// - Parameter screens: ids; nil for all.
    public static func all(_ screens: Set<String>? = nil) -> [Shot] {
        Catalogue.screens.filter { screens?.contains($0.id) ?? true }.flatMap(\.shots)
    }

    /// Ids of all screens, in the gallery's order.
    public static var screenNames: [String] { Catalogue.screens.map(\.id) }
}

extension Screen {
    var shots: [Shot] { (states + Device.states).flatMap { state in Appearance.allCases.map { shot(state, $0) } } }

    func shot(_ state: ScreenState, _ appearance: Appearance) -> Shot {
        let device = Device(state.form)
        return Shot(
            name: "\(id)-\(state.key)-\(appearance.rawValue)", screen: id, appearance: appearance,
            document: livePath(state, appearance.rawValue), width: device.width, height: device.height, scale: device.scale)
    }
}

/// The sizes that screens are shown at.
struct Device: Sendable {
    var width: Int
    var height: Int
    var scale: Int

    init(_ form: String?) {
        (width, height, scale) =
            switch form {
            case "small": (320, 640, 2)
            case "large": (430, 932, 2)
            case "tablet": (768, 1024, 1)
            case "desktop": (1280, 800, 1)
            default: (390, 844, 2)
            }
    }

    /// Every screen as it is most days on every other device.
    static let states: [ScreenState] = [
        .device("small", "Small phone", "320 × 640: the narrowest that is promised."),
        .device("large", "Large phone", "430 × 932: more rows, not larger ones."),
        .device("tablet", "Tablet", "768 × 1024: the tabs become a rail at the side."),
        .device("desktop", "Desktop", "1280 × 800: rail, a column to read in, and what surrounds it beside it."),
    ]
}

/// Rules for the camera, after all others: nothing moves, no caret blinks, and the site's own font comes first whatever is installed.
public func stillStyles(_ theme: Theme) -> [UInt8] {
    let families = theme.variables.first { $0.name == "--font-sans" }?.light.split(separator: ",").map { $0.drop { $0 == " " } } ?? []
    let own = families.drop { $0 != "Inter" }.joined(separator: ",")
    return Array(
        (":root{--font-sans:\(own.isEmpty ? "Inter,sans-serif" : own)}"
            + "*,*::before,*::after{animation:none!important;transition:none!important;caret-color:transparent!important}\n").utf8)
}
