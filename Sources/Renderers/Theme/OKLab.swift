/// Björn Ottosson's perceptual colour space (bottosson.github.io/posts/oklab, 2020): equal steps of `lightness` look equal.
struct OKLab {
    /// 0 to 1.
    var lightness: Double
    var a: Double
    var b: Double

    init(lightness: Double, a: Double, b: Double) {
        self.lightness = lightness
        self.a = a
        self.b = b
    }

    init(_ color: RGB) {
        let r = SRGB.linear[Int(color.red)]
        let g = SRGB.linear[Int(color.green)]
        let b = SRGB.linear[Int(color.blue)]
        let long = SRGB.root(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b, 3)
        let medium = SRGB.root(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b, 3)
        let short = SRGB.root(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b, 3)
        self.lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
        self.a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
        self.b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
    }

    /// Nil where sRGB does not reach.
    private var inGamut: RGB? {
        func cube(_ value: Double) -> Double { value * value * value }
        let long = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
        let medium = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
        let short = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
        guard let red = SRGB.byte(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
            let green = SRGB.byte(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
            let blue = SRGB.byte(-0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short)
        else { return nil }
        return RGB(red: red, green: green, blue: blue)
    }

    /// The colour of this lightness and hue, its chroma lowered as far as sRGB demands.
    var rgb: RGB {
        if let exact = inGamut { return exact }
        var low = 0.0
        var high = 1.0
        let grey = SRGB.byte(min(max(lightness * lightness * lightness, 0), 1)) ?? 0
        var best = RGB(red: grey, green: grey, blue: grey)
        for _ in 0..<16 {
            let share = (low + high) / 2
            if let color = OKLab(lightness: lightness, a: a * share, b: b * share).inGamut {
                best = color
                low = share
            } else {
                high = share
            }
        }
        return best
    }
}

extension RGB {
    /// The same hue at the smallest change of perceptual lightness that reaches `ratio` against every one of `grounds`; the colour
    /// itself where it does already. Steps of 1/1024; never pure black. Where no lightness reaches it, the one that comes nearest.
    func strengthened(on grounds: [RGB], to ratio: Double) -> RGB {
        func worst(_ color: RGB) -> Double { grounds.reduce(21) { min($0, color.contrast(with: $1)) } }
        if worst(self) >= ratio { return self }
        let lab = OKLab(self)
        let start = Int((lab.lightness * 1024).rounded())
        func at(_ step: Int) -> RGB { OKLab(lightness: Double(step) / 1024, a: lab.a, b: lab.b).rgb }
        func search(towards end: Int) -> (change: Int, color: RGB)? {
            guard worst(at(end)) >= ratio else { return nil }
            // Contrast grows with the distance once the colour has left the grounds' side, so the least change is found by halving.
            var near = 0
            var far = abs(end - start)
            let sign = end < start ? -1 : 1
            while far - near > 1 {
                let middle = (near + far) / 2
                if worst(at(start + sign * middle)) >= ratio { far = middle } else { near = middle }
            }
            return (far, at(start + sign * far))
        }
        // 100/1024 is the darkest grey that is surely not pure black.
        let darkest = min(start, 100)
        let found = [search(towards: darkest), search(towards: 1024)].compactMap { $0 }.min { $0.change < $1.change }
        if let found { return found.color }
        return worst(at(darkest)) >= worst(at(1024)) ? at(darkest) : at(1024)
    }
}
