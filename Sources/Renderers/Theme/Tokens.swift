/// A length of the token file.
public struct Dimension: Sendable, Equatable {
    public enum Unit: String, Sendable { case px, rem }
    public var value: Double
    public var unit: Unit

    public init(_ value: Double, _ unit: Unit) {
        self.value = value
        self.unit = unit
    }

    /// At a text size of 16 px.
    public var pixels: Double { unit == .px ? value : value * 16 }

    /// For a style sheet: lengths become rem so that they follow the reader's text size; hairlines (up to 2 px) and "as round as
    /// can be" (999 px and more) stay px.
    public var css: String {
        if value == 0 { return "0" }
        guard unit == .px, abs(value) > 2, abs(value) < 999 else { return "\(decimal(value))\(unit.rawValue)" }
        return "\(decimal(value / 16))rem"
    }
}

/// A colour of both themes; `name` is the token path below `light` and `dark`: `surface.bg`.
public struct ColorToken: Sendable, Equatable {
    public var name: String
    public var light: RGB
    public var dark: RGB
    public var description: String

    /// First component of the name: `surface`.
    public var group: String { String(name.prefix { $0 != "." }) }
    public func value(_ appearance: Appearance) -> RGB { appearance == .light ? light : dark }
    /// Name of the custom property: `--surface-bg`.
    public var variable: String { customProperty(name) }
}

/// Stops of a gradient that runs from bottom left to top right.
public struct GradientToken: Sendable, Equatable {
    public struct Stop: Sendable, Equatable {
        public var color: RGB
        /// 0 to 1.
        public var position: Double
    }
    public var name: String
    public var stops: [Stop]
    public var description: String
}

public struct ShadowLayer: Sendable, Equatable {
    public var x: Dimension
    public var y: Dimension
    public var blur: Dimension
    public var spread: Dimension
    public var color: RGB
    public var alpha: Double
}

public struct ShadowToken: Sendable, Equatable {
    public var name: String
    public var light: [ShadowLayer]
    public var dark: [ShadowLayer]
    public func layers(_ appearance: Appearance) -> [ShadowLayer] { appearance == .light ? light : dark }
}

public struct DimensionToken: Sendable, Equatable {
    public var name: String
    public var value: Dimension
}

/// A text style: `large-title`, `body`, `row`.
public struct TextStyle: Sendable, Equatable {
    public var name: String
    public var family: [String]
    public var size: Dimension
    /// A factor of the size.
    public var lineHeight: Double
    public var weight: Double
    public var tracking: Dimension
}

public struct MotionTokens: Sendable, Equatable {
    /// Milliseconds, in the order written: `fast`, `normal`.
    public var durations: [(name: String, milliseconds: Double)]
    /// Control points of a cubic Bézier curve: x1, y1, x2, y2.
    public var ease: [Double]

    public static func == (left: MotionTokens, right: MotionTokens) -> Bool {
        left.ease == right.ease && left.durations.elementsEqual(right.durations, by: ==)
    }
}

/// `surface.bg` → `--surface-bg`; a name that begins with its group's name does not repeat it: `text.text-muted` → `--text-muted`.
func customProperty(_ token: String) -> String {
    let parts = token.split(separator: ".", maxSplits: 1)
    guard parts.count == 2 else { return "--\(token)" }
    return parts[1].hasPrefix(parts[0]) ? "--\(parts[1])" : "--\(parts[0])-\(parts[1])"
}

/// The shortest decimal form with at most four places: `.5`, `-1.25`, `2`.
func decimal(_ value: Double) -> String {
    let scaled = Int((abs(value) * 10_000).rounded())
    var fraction = String(10_000 + scaled % 10_000).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    let whole = scaled / 10_000
    let digits = fraction.isEmpty ? "\(whole)" : (whole == 0 ? ".\(fraction)" : "\(whole).\(fraction)")
    return value < 0 && scaled != 0 ? "-\(digits)" : digits
}
