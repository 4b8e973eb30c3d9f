internal import Canvas
internal import Theme

/// Writes a scene as SVG: real text, one style sheet, named pages as links, groups by community.
struct SVGPoster {
    let scene: Scene
    let palette: Palette
    /// Address of each page, from the root of the site.
    let addresses: [String]
    let linkPrefix: String?

    /// From this many links on, all links of one style are one path.
    private static let mostLines = 20_000

    func svg() -> [UInt8] {
        var body = SVGWriter()
        draw(scene.ground, "ground", &body)
        regions(&body)
        for (index, layer) in scene.links.enumerated() { links(layer, index, &body) }
        pages(&body)
        names(&body)
        draw(scene.furniture, "legend", &body)

        var out = SVGWriter()
        head(&out)
        out.raw("<style>\n")
        out.raw(
            "text{font-family:\(Self.families);white-space:pre}\na{text-decoration:none}\na:hover circle,a:focus circle{stroke-width:3}\n")
        for style in body.classes { out.raw(".\(style.name){\(style.declarations)}\n") }
        out.raw("</style>\n")
        definitions(&out)
        return out.bytes + body.bytes + Array("</svg>\n".utf8)
    }

    /// The same fonts as pango gets, quoted as CSS wants it.
    private static let families = TextShaper.families.split(separator: ",").map { family in
        let name = family.drop { $0 == " " }
        return name.contains(" ") ? "\"\(name)\"" : String(name)
    }.joined(separator: ",")

    private func head(_ out: inout SVGWriter) {
        let (width, height) = (Int(scene.sheet.width), Int(scene.sheet.height))
        out.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"")
        out.raw(" viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" height=\"\(height)\"")
        out.attribute("xml:lang", scene.language)
        out.raw(" role=\"img\" aria-labelledby=\"title desc\">\n<title id=\"title\">")
        out.escaped(scene.title)
        out.raw("</title>\n<desc id=\"desc\">")
        out.escaped(scene.description)
        out.raw("</desc>\n")
    }

    // MARK: - Styles

    private func fill(_ ink: Ink, _ out: inout SVGWriter) -> String {
        out.use("f-\(ink.className)", "fill:\(palette.rgb(ink).hex)" + (ink.alpha < 1 ? ";fill-opacity:\(decimal(ink.alpha))" : ""))
    }

    private func stroke(_ ink: Ink, _ out: inout SVGWriter) -> String {
        out.use(
            "s-\(ink.className)",
            "fill:none;stroke-linecap:round;stroke-linejoin:round;stroke:\(palette.rgb(ink).hex)"
                + (ink.alpha < 1 ? ";stroke-opacity:\(decimal(ink.alpha))" : ""))
    }

    private func text(_ item: TextItem, _ out: inout SVGWriter) -> String {
        let (weight, tracking) = (item.line.font.weight, item.line.font.tracking)
        let size = SVGWriter.tenths(item.size)
        let name = "t-\(size)-\(weight)" + (tracking == 0 ? "" : tracking > 0 ? "-wide" : "-tight")
        let style = out.use(
            name,
            "font-size:\(decimal(Double(size) / 10))px;font-weight:\(weight)"
                + (tracking == 0 ? "" : ";letter-spacing:\(decimal(tracking))em"))
        return style + " " + fill(item.ink, &out)
    }

    private func halo(_ width: Double, _ out: inout SVGWriter) -> String {
        let tenths = SVGWriter.tenths(2 * width)
        return out.use(
            "halo-\(tenths)",
            "paint-order:stroke;stroke:\(palette.rgb(.sea).hex);stroke-width:\(decimal(Double(tenths) / 10))px;stroke-linejoin:round")
    }

    /// At most three decimals, no exponent.
    private func decimal(_ value: Double) -> String {
        let thousandths = Int((value * 1000).rounded())
        var digits = String(abs(thousandths) % 1000)
        digits = String(repeating: "0", count: 3 - digits.count) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        return (thousandths < 0 ? "-" : "") + String(abs(thousandths) / 1000) + (digits.isEmpty ? "" : ".\(digits)")
    }

    // MARK: - Parts

    private func definitions(_ out: inout SVGWriter) {
        out.raw("<defs>\n")
        for (index, region) in scene.regions.enumerated() {
            out.raw("<clipPath id=\"land-\(index)\"><path")
            out.pathData(region.outline)
            out.raw("/></clipPath>\n")
        }
        for (index, item) in scene.furniture.enumerated() {
            guard case .blend(_, let blend, let from, let to, _) = item else { continue }
            out.raw("<linearGradient id=\"blend-\(index)\" gradientUnits=\"userSpaceOnUse\"")
            for (name, value) in [("x1", from.x), ("y1", from.y), ("x2", to.x), ("y2", to.y)] { out.attribute(name, value) }
            out.raw(">")
            for stop in palette.stops(blend) {
                let bytes = stop.color.bytes
                out.raw(
                    "<stop offset=\"\(decimal(stop.offset))\" stop-color=\"\(RGB(red: bytes.red, green: bytes.green, blue: bytes.blue).hex)\""
                )
                if stop.color.alpha < 1 { out.raw(" stop-opacity=\"\(decimal(stop.color.alpha))\"") }
                out.raw("/>")
            }
            out.raw("</linearGradient>\n")
        }
        out.raw("</defs>\n")
    }

    private func draw(_ items: [Item], _ id: String, _ out: inout SVGWriter) {
        out.raw("<g id=\"\(id)\">\n")
        for (index, item) in items.enumerated() {
            switch item {
            case .fill(let path, let ink):
                out.raw("<path class=\"\(fill(ink, &out))\"")
                out.pathData(path)
                out.raw("/>\n")
            case .stroke(let path, let ink, let stroke):
                out.raw("<path class=\"\(self.stroke(ink, &out))\"")
                out.attribute("stroke-width", stroke.width)
                dash(stroke.dash, &out)
                out.pathData(path)
                out.raw("/>\n")
            case .blend(let path, _, _, _, let stroke):
                if let stroke {
                    out.raw("<path fill=\"none\" stroke-linecap=\"round\" stroke=\"url(#blend-\(index))\"")
                    out.attribute("stroke-width", stroke.width)
                } else {
                    out.raw("<path fill=\"url(#blend-\(index))\"")
                }
                out.pathData(path)
                out.raw("/>\n")
            case .text(let item): line(item, &out)
            }
        }
        out.raw("</g>\n")
    }

    private func dash(_ dash: [Double], _ out: inout SVGWriter) {
        guard !dash.isEmpty else { return }
        out.raw(" stroke-linecap=\"butt\" stroke-dasharray=\"")
        out.number(dash[0])
        for length in dash.dropFirst() { out.nextTenths(SVGWriter.tenths(length)) }
        out.raw("\"")
    }

    private func line(_ item: TextItem, _ out: inout SVGWriter) {
        out.raw("<text class=\"\(text(item, &out))")
        if item.halo > 0 { out.raw(" \(halo(item.halo, &out))") }
        out.raw("\"")
        if item.anchor != .start { out.raw(" text-anchor=\"\(anchor(item))\"") }
        out.attribute("x", item.anchorX)
        out.attribute("y", item.origin.y)
        out.raw(">")
        out.escaped(item.line.text)
        out.raw("</text>\n")
    }

    /// SVG's start is where the text begins to be read: on the right for right-to-left scripts.
    private func anchor(_ item: TextItem) -> String { item.anchor.rawValue }

    private func regions(_ out: inout SVGWriter) {
        let unit = scene.sheet.unit
        out.raw("<g id=\"regions\">\n")
        for (index, region) in scene.regions.enumerated() {
            let land = fill(.paper, &out)
            let wash = fill(region.ink.faded(region.wash), &out)
            let band = stroke(region.ink.faded(RegionStyle.bandAlpha), &out)
            let border = stroke(region.ink.faded(RegionStyle.borderAlpha), &out)
            out.raw("<g><title>")
            out.escaped(region.name)
            out.raw("</title>")
            for style in [land, wash] {
                out.raw("<path class=\"\(style)\"")
                out.pathData(region.outline)
                out.raw("/>")
            }
            out.raw("<path class=\"\(band)\" clip-path=\"url(#land-\(index))\"")
            out.attribute("stroke-width", RegionStyle.band * unit)
            out.pathData(region.outline)
            out.raw("/><path class=\"\(border)\"")
            out.attribute("stroke-width", RegionStyle.border * unit)
            out.pathData(region.outline)
            out.raw("/></g>\n")
        }
        out.raw("</g>\n")
    }

    /// Links by strength, so that a style sheet of a few widths says what each is.
    private func links(_ layer: LinkLayer, _ index: Int, _ out: inout SVGWriter) {
        let steps = 4
        let opacity = min(0.9, scene.tone.single * 1.15)
        let ink = palette.rgb(layer.ink).hex
        out.raw("<g id=\"links-\(index)\"><title>")
        out.escaped(layer.kind)
        out.raw("</title>\n")
        var byStep = [[LinkLayer.Line]](repeating: [], count: steps)
        for line in layer.lines { byStep[min(steps - 1, Int(line.strength * Double(steps)))].append(line) }
        for (step, lines) in byStep.enumerated() where !lines.isEmpty {
            let width = layer.width((Double(step) + 0.5) / Double(steps))
            var style = "fill:none;stroke:\(ink);stroke-opacity:\(decimal(opacity));stroke-width:\(decimal(width))"
            if let dash = layer.dash { style += ";stroke-dasharray:\(decimal(dash.on)) \(decimal(dash.off))" }
            let name = out.use("l\(index)-\(step)", style)
            if layer.lines.count > Self.mostLines {
                out.raw("<path class=\"\(name)\" d=\"")
                for line in lines { segment(line, &out) }
                out.raw("\"/>\n")
            } else {
                out.raw("<g class=\"\(name)\">\n")
                for line in lines {
                    out.raw("<path d=\"")
                    segment(line, &out)
                    out.raw("\"/>\n")
                }
                out.raw("</g>\n")
            }
        }
        out.raw("</g>\n")
    }

    private func segment(_ line: LinkLayer.Line, _ out: inout SVGWriter) {
        let (x, y) = (SVGWriter.tenths(line.from.x), SVGWriter.tenths(line.from.y))
        out.raw("M")
        out.tenths(x)
        out.nextTenths(y)
        out.raw("l")
        out.tenths(SVGWriter.tenths(line.to.x) - x)
        out.nextTenths(SVGWriter.tenths(line.to.y) - y)
    }

    private func pages(_ out: inout SVGWriter) {
        let named = Set(scene.labels.compactMap { if case .node(let node) = $0.subject { node } else { nil } })
        out.raw("<g id=\"pages\">\n")
        let byCommunity = Dictionary(grouping: scene.nodes, by: \.community)
        for community in byCommunity.keys.sorted() {
            out.raw("<g id=\"\(community < 0 ? "unassigned" : "community-\(community)")\">\n")
            for node in byCommunity[community] ?? [] { page(node, isNamed: named.contains(node.node), &out) }
            out.raw("</g>\n")
        }
        out.raw("</g>\n")
    }

    private func page(_ node: NodeMark, isNamed: Bool, _ out: inout SVGWriter) {
        let unit = scene.sheet.unit
        let link = isNamed ? href(node.page) : nil
        if let link {
            out.raw("<a")
            out.attribute("href", link)
            out.raw(">")
        }
        var style = fill(node.ink, &out)
        if let rim = NodeStyle.rim(node.radius, unit) {
            let tenths = SVGWriter.tenths(2 * rim)
            style +=
                " "
                + out.use(
                    "rim-\(tenths)", "paint-order:stroke;stroke:\(palette.rgb(.paper).hex);stroke-width:\(decimal(Double(tenths) / 10))px")
        }
        out.raw("<circle class=\"\(style)\"")
        out.attribute("cx", node.center.x)
        out.attribute("cy", node.center.y)
        out.attribute("r", node.radius)
        out.raw("><title>")
        out.escaped(node.note)
        out.raw("</title></circle>")
        if let glyph = node.glyph {
            out.raw("<path class=\"\(stroke(.paper, &out))\"")
            out.attribute("stroke-width", NodeStyle.glyphStroke(node.radius))
            out.pathData(glyph)
            out.raw("/>")
        } else if node.radius >= NodeStyle.smallestSign * unit, node.sign != .solid {
            out.raw("<path class=\"\(fill(.paper, &out))\"")
            out.pathData(node.sign.cutout(node.center, node.radius))
            out.raw("/>")
        }
        out.raw(link == nil ? "\n" : "</a>\n")
    }

    private func names(_ out: inout SVGWriter) {
        let pages = Dictionary(scene.nodes.map { ($0.node, $0) }) { first, _ in first }
        out.raw("<g id=\"names\">\n")
        for label in scene.labels {
            var link: String?
            if case .node(let node) = label.subject, let mark = pages[node] {
                link = href(mark.page)
                out.raw(link == nil ? "<g>" : "<a")
                if let link {
                    out.attribute("href", link)
                    out.raw(">")
                }
                out.raw("<title>")
                out.escaped(mark.note)
                out.raw("</title>\n")
                for item in label.lines { line(item, &out) }
                out.raw(link == nil ? "</g>\n" : "</a>\n")
            } else {
                for item in label.lines { line(item, &out) }
            }
        }
        out.raw("</g>\n")
    }

    /// The page's address from the poster's place, percent-encoded (RFC 3986, 3.3) component by component.
    private func href(_ page: Int) -> String? {
        guard let linkPrefix, addresses.indices.contains(page) else { return nil }
        var encoded = linkPrefix
        for byte in addresses[page].utf8 {
            let isPlain =
                byte < 0x80
                && (byte == 0x2F || "-._~!$&'()*+,;=:@".utf8.contains(byte) || Character(UnicodeScalar(byte)).isLetter
                    || Character(UnicodeScalar(byte)).isNumber)
            if isPlain {
                encoded.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }
}
