/// An sRGB colour with coverage; components from 0 to 1, not premultiplied.
public struct Color: Sendable, Hashable {
    public var red: Double
    public var green: Double
    public var blue: Double
    public var alpha: Double

    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: Double = 1) {
        self.red = Double(red) / 255
        self.green = Double(green) / 255
        self.blue = Double(blue) / 255
        self.alpha = alpha
    }

    public func with(alpha: Double) -> Color {
        var copy = self
        copy.alpha = alpha
        return copy
    }

    /// 8-bit components, rounded.
    public var bytes: (red: UInt8, green: UInt8, blue: UInt8) {
        (UInt8((red * 255).rounded()), UInt8((green * 255).rounded()), UInt8((blue * 255).rounded()))
    }
}
