internal import Canvas
internal import Theme

/// Classes of the one style sheet: a colour by its meaning, a text by its size and weight.
extension SVGPoster {
    func fill(_ ink: Ink, _ out: inout SVGWriter) -> String {
        out.use("f-\(ink.className)", "fill:\(palette.rgb(ink).hex)" + (ink.alpha < 1 ? ";fill-opacity:\(decimal(ink.alpha))" : ""))
    }

    func stroke(_ ink: Ink, _ out: inout SVGWriter) -> String {
        out.use(
            "s-\(ink.className)",
            "fill:none;stroke-linecap:round;stroke-linejoin:round;stroke:\(palette.rgb(ink).hex)"
                + (ink.alpha < 1 ? ";stroke-opacity:\(decimal(ink.alpha))" : ""))
    }

    func text(_ item: TextItem, _ out: inout SVGWriter) -> String {
        let (weight, tracking) = (item.line.font.weight, item.line.font.tracking)
        let size = SVGWriter.tenths(item.size)
        let name = "t-\(size)-\(weight)" + (tracking == 0 ? "" : tracking > 0 ? "-wide" : "-tight")
        let style = out.use(
            name,
            "font-size:\(decimal(Double(size) / 10))px;font-weight:\(weight)"
                + (tracking == 0 ? "" : ";letter-spacing:\(decimal(tracking))em"))
        return style + " " + fill(item.ink, &out)
    }

    func halo(_ width: Double, _ out: inout SVGWriter) -> String {
        let tenths = SVGWriter.tenths(2 * width)
        return out.use(
            "halo-\(tenths)",
            "paint-order:stroke;stroke:\(palette.rgb(.sea).hex);stroke-width:\(decimal(Double(tenths) / 10))px;stroke-linejoin:round")
    }

    /// At most three decimals, no exponent.
    func decimal(_ value: Double) -> String {
        let thousandths = Int((value * 1000).rounded())
        var digits = String(abs(thousandths) % 1000)
        digits = String(repeating: "0", count: 3 - digits.count) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        return (thousandths < 0 ? "-" : "") + String(abs(thousandths) / 1000) + (digits.isEmpty ? "" : ".\(digits)")
    }
}
