internal import Canvas
internal import Foundation
internal import Theme

/// The map itself: regions, links, pages and their names.
extension SVGPoster {
    /// From this many links on, all links of one style are one path.
    private static let mostLines = 20_000

    /// The ground of each region; its outline stands in the definitions.
    func lands(_ out: inout SVGWriter) {
        out.raw("<g id=\"regions\">\n")
        for (index, region) in scene.regions.enumerated() {
            let band = stroke(region.ink.faded(RegionStyle.bandAlpha), &out)
            out.raw("<g><title>")
            out.escaped(region.name)
            out.raw("</title>")
            for ink in [Ink.paper, region.ink.faded(region.wash)] {
                out.raw("<use href=\"#shore-\(index)\" class=\"\(fill(ink, &out))\"/>")
            }
            out.raw("<use href=\"#shore-\(index)\" class=\"\(band)\" clip-path=\"url(#land-\(index))\"")
            out.attribute("stroke-width", RegionStyle.band * scene.sheet.unit)
            out.raw("/></g>\n")
        }
        out.raw("</g>\n")
    }

    /// What of the regions lies over the links.
    func borders(_ out: inout SVGWriter) {
        out.raw("<g id=\"borders\">\n")
        for (index, region) in scene.regions.enumerated() {
            out.raw("<use href=\"#shore-\(index)\" class=\"\(fill(region.ink.faded(region.veil), &out))\"/>")
            out.raw("<use href=\"#shore-\(index)\" class=\"\(stroke(region.ink.faded(RegionStyle.borderAlpha), &out))\"")
            out.attribute("stroke-width", RegionStyle.border * scene.sheet.unit)
            out.raw("/>\n")
        }
        out.raw("</g>\n")
    }

    /// Links by strength, so that a style sheet of a few widths says what each is.
    func links(_ layer: LinkLayer, _ index: Int, _ out: inout SVGWriter) {
        let steps = 4
        let opacity = scene.tone.layered
        let ink = palette.rgb(layer.ink).hex
        out.raw("<g id=\"links-\(index)\"><title>")
        out.escaped(layer.kind)
        out.raw("</title>\n")
        var byStep = [[LinkLayer.Line]](repeating: [], count: 2 * steps)
        for line in layer.lines {
            byStep[min(steps - 1, Int(line.strength * Double(steps))) + (line.isFanned ? steps : 0)].append(line)
        }
        for (step, lines) in byStep.enumerated() where !lines.isEmpty {
            let width = layer.width((Double(step % steps) + 0.5) / Double(steps))
            let opacity = step < steps ? opacity : min(opacity, Tone.fanned)
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

    func pages(_ out: inout SVGWriter) {
        let named = Set(scene.labels.compactMap { if case .node(let node) = $0.subject { node } else { nil } })
        out.raw("<g id=\"pages\">\n")
        let byCommunity = Dictionary(grouping: scene.nodes, by: \.community)
        for community in byCommunity.keys.sorted() {
            out.raw("<g id=\"\(community < 0 ? "unassigned" : "community-\(community)")\">\n")
            // One colour after the other, so that the class stands once for all of them.
            let members = byCommunity[community] ?? []
            for ink in Set(members.map(\.ink)).sorted(by: { $0.className < $1.className }) {
                out.raw("<g class=\"\(fill(ink, &out))\">\n")
                for node in members where node.ink == ink { page(node, isNamed: named.contains(node.node), &out) }
                out.raw("</g>\n")
            }
            out.raw("</g>\n")
        }
        out.raw("</g>\n")
    }

    private func page(_ node: NodeMark, isNamed: Bool, _ out: inout SVGWriter) {
        let unit = scene.sheet.unit
        let link = isNamed ? addresses.href(node.page) : nil
        if let link {
            out.raw("<a")
            out.attribute("href", link)
            out.raw(">")
        }
        if let ring = node.ring, let rim = NodeStyle.rim(node.radius, unit) {
            out.raw("<circle class=\"\(fill(ring, &out))\"")
            out.attribute("cx", node.center.x)
            out.attribute("cy", node.center.y)
            out.attribute("r", node.radius + rim + NodeStyle.ring * unit)
            out.raw("/>")
        }
        out.raw("<circle")
        if let rim = NodeStyle.rim(node.radius, unit) {
            let tenths = SVGWriter.tenths(2 * rim)
            let style = "paint-order:stroke;stroke:\(palette.rgb(.paper).hex);stroke-width:\(decimal(Double(tenths) / 10))px"
            out.raw(" class=\"\(out.use("rim-\(tenths)", style))\"")
        }
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

    func names(_ out: inout SVGWriter) {
        let pages = Dictionary(scene.nodes.map { ($0.node, $0) }) { first, _ in first }
        out.raw("<g id=\"names\">\n")
        for label in scene.labels {
            var link: String?
            if case .node(let node) = label.subject, let mark = pages[node] {
                link = addresses.href(mark.page)
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
}
