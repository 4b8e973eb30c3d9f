internal import Canvas
internal import Foundation
internal import Theme

/// Writes a scene as SVG: real text, one style sheet, named pages as links, groups by community.
struct SVGPoster {
    let scene: Scene
    let palette: Palette
    let addresses: PageAddresses

    func svg() -> [UInt8] {
        var body = SVGWriter()
        draw(scene.ground, "ground", &body)
        clipped(&body) { lands(&$0) }
        for (index, layer) in scene.links.enumerated() { links(layer, index, &body) }
        clipped(&body) { borders(&$0) }
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

    private func definitions(_ out: inout SVGWriter) {
        out.raw("<defs>\n<clipPath id=\"map\"><path")
        out.pathData(.rect(scene.sheet.map))
        out.raw("/></clipPath>\n")
        for (index, region) in scene.regions.enumerated() {
            out.raw("<clipPath id=\"land-\(index)\"><path id=\"shore-\(index)\"")
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

    /// Nothing of the land lies outside of the map's frame.
    private func clipped(_ out: inout SVGWriter, _ draw: (inout SVGWriter) -> Void) {
        out.raw("<g clip-path=\"url(#map)\">\n")
        draw(&out)
        out.raw("</g>\n")
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

    func line(_ item: TextItem, _ out: inout SVGWriter) {
        out.raw("<text class=\"\(text(item, &out))")
        if item.halo > 0 { out.raw(" \(halo(item.halo, &out))") }
        out.raw("\"")
        if item.line.isRightToLeft { out.raw(" direction=\"rtl\"") }
        if anchor(item) != .start { out.raw(" text-anchor=\"\(anchor(item).rawValue)\"") }
        out.attribute("x", item.anchorX)
        out.attribute("y", item.origin.y)
        out.raw(">")
        out.escaped(item.line.text)
        out.raw("</text>\n")
    }

    /// SVG's start is where the text begins to be read: on the right for right-to-left scripts.
    private func anchor(_ item: TextItem) -> TextItem.Anchor { item.line.isRightToLeft ? item.anchor.mirrored : item.anchor }
}
