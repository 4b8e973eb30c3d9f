import Foundation

extension RGB {
    /// Lightness contrast of this text colour on `ground`, −108 to 106: APCA-W3 0.1.9 (readtech.org/ARC). Advice only; WCAG 2.2 decides.
    ///
    /// Positive for dark text on a light ground, negative for the reverse. About 60 suits body text, 45 large text, 30 marks.
    public func readability(on ground: RGB) -> Double {
        func luminance(_ color: RGB) -> Double {
            func channel(_ value: UInt8) -> Double { pow(Double(value) / 255, 2.4) }
            let sum = 0.2126729 * channel(color.red) + 0.7151522 * channel(color.green) + 0.0721750 * channel(color.blue)
            return sum >= 0.022 ? sum : sum + pow(0.022 - sum, 1.414)
        }
        let text = luminance(self)
        let back = luminance(ground)
        guard abs(back - text) >= 0.0005 else { return 0 }
        if back > text {
            let contrast = (pow(back, 0.56) - pow(text, 0.57)) * 1.14
            return contrast < 0.1 ? 0 : (contrast - 0.027) * 100
        }
        let contrast = (pow(back, 0.65) - pow(text, 0.62)) * 1.14
        return contrast > -0.1 ? 0 : (contrast + 0.027) * 100
    }
}
