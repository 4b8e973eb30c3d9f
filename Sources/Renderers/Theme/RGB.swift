/// A colour in sRGB, eight bits a channel.
public struct RGB: Sendable, Hashable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    public init(hex: UInt32) { self.init(red: UInt8(hex >> 16 & 255), green: UInt8(hex >> 8 & 255), blue: UInt8(hex & 255)) }

    /// A colour as a style sheet writes it: `#` and 3, 4, 6 or 8 digits, or `rgb()`/`rgba()` with whole numbers; alpha is passed over.
    public init?(css text: String) {
        if text.hasPrefix("#") {
            let digits = text.dropFirst().compactMap(\.hexDigitValue)
            guard digits.count == text.count - 1 else { return nil }
            switch digits.count {
            case 3, 4: self.init(red: UInt8(digits[0] * 17), green: UInt8(digits[1] * 17), blue: UInt8(digits[2] * 17))
            case 6, 8:
                self.init(
                    red: UInt8(digits[0] * 16 + digits[1]), green: UInt8(digits[2] * 16 + digits[3]),
                    blue: UInt8(digits[4] * 16 + digits[5]))
            default: return nil
            }
            return
        }
        guard text.hasPrefix("rgb"), let open = text.firstIndex(of: "(") else { return nil }
        let numbers = text[open...].split(whereSeparator: { !$0.isNumber && $0 != "." }).prefix(3).compactMap { UInt8($0) }
        guard numbers.count == 3 else { return nil }
        self.init(red: numbers[0], green: numbers[1], blue: numbers[2])
    }

    /// `#2563eb`.
    public var hex: String {
        let value = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        let digits = String(value, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// WCAG 2.2 relative luminance, 0 to 1.
    public var luminance: Double {
        0.2126 * SRGB.linear[Int(red)] + 0.7152 * SRGB.linear[Int(green)] + 0.0722 * SRGB.linear[Int(blue)]
    }

    /// WCAG 2.2 contrast ratio, 1 to 21.
    public func contrast(with other: RGB) -> Double {
        let (a, b) = (luminance, other.luminance)
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    /// `share` of this colour laid over `base`, channel by channel as a browser lays a translucent colour.
    public func mixed(_ share: Double, over base: RGB) -> RGB {
        func channel(_ top: UInt8, _ bottom: UInt8) -> UInt8 {
            UInt8((Double(bottom) + (Double(top) - Double(bottom)) * min(max(share, 0), 1)).rounded())
        }
        return RGB(red: channel(red, base.red), green: channel(green, base.green), blue: channel(blue, base.blue))
    }

    /// What the brand forbids everywhere.
    public var isPureBlack: Bool { red == 0 && green == 0 && blue == 0 }
}

/// The transfer curve of sRGB (IEC 61966-2-1), built from additions, multiplications and divisions only: IEEE 754 gives those the
/// same bits on every machine, `pow` does not.
enum SRGB {
    /// Linear light of each of the 256 values.
    static let linear: [Double] = (0..<256).map { byte in
        let value = Double(byte) / 255
        // WCAG 2.2 says 0.04045 since 2023 (it was 0.03928); no eight-bit value lies between.
        if value <= 0.04045 { return value / 12.92 }
        let base = (value + 0.055) / 1.055
        let fifth = root(base, 5)
        return base * base * fifth * fifth
    }

    /// The value whose light is nearest; nil outside the gamut by more than half a step.
    static func byte(_ light: Double) -> UInt8? {
        if light < -0.0002 || light > 1.005 { return nil }
        var low = 0
        var high = 255
        while low < high {
            let middle = (low + high) / 2
            if (linear[middle] + linear[middle + 1]) / 2 < light { low = middle + 1 } else { high = middle }
        }
        return UInt8(low)
    }

    /// The `degree`-th root of a number, by Newton's method; 0 for 0, odd degrees only.
    static func root(_ value: Double, _ degree: Int) -> Double {
        if value == 0 { return 0 }
        let magnitude = abs(value)
        var estimate = max(1, magnitude)
        for _ in 0..<200 {
            var power = 1.0
            for _ in 1..<degree { power *= estimate }
            let better = estimate - (estimate - magnitude / power) / Double(degree)
            if better >= estimate { break }
            estimate = better
        }
        return value < 0 ? -estimate : estimate
    }
}
