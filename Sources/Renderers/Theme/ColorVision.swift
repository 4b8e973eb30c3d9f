/// Dichromatic colour vision: one kind of cone is missing.
public enum ColorVision: String, Sendable, CaseIterable {
    case protanopia, deuteranopia, tritanopia

    /// Linear RGB to linear RGB, row by row, for full severity: Machado, Oliveira, Fernandes, "A Physiologically-based Model for
    /// Simulation of Color Vision Deficiency", IEEE TVCG 15(6), 2009, table of the supplementary material.
    fileprivate var matrix: [Double] {
        switch self {
        case .protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998]
        case .deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881]
        case .tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900]
        }
    }
}

extension RGB {
    /// How a person with this colour vision sees the colour.
    public func seen(with vision: ColorVision) -> RGB {
        let matrix = vision.matrix
        let light = [SRGB.linear[Int(red)], SRGB.linear[Int(green)], SRGB.linear[Int(blue)]]
        func channel(_ row: Int) -> UInt8 {
            let sum = matrix[row * 3] * light[0] + matrix[row * 3 + 1] * light[1] + matrix[row * 3 + 2] * light[2]
            return SRGB.byte(min(max(sum, 0), 1)) ?? 0
        }
        return RGB(red: channel(0), green: channel(1), blue: channel(2))
    }

    /// Distance in OKLab times 100: below about 4 two discs side by side are hard to tell apart, 2 is about the least that is seen.
    public func difference(from other: RGB) -> Double {
        let (left, right) = (OKLab(self), OKLab(other))
        let (l, a, b) = (left.lightness - right.lightness, left.a - right.a, left.b - right.b)
        return (l * l + a * a + b * b).squareRoot() * 100
    }
}
