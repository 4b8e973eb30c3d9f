internal import Canvas

/// A scene's links, made ready to be counted: shared by all parts and both appearances of a poster.
struct LinkRaster: Sendable {
    struct Layer: Sendable {
        var segments: [LineDensity.Segment]
        var dash: LineDensity.Dash?
        var ink: Ink
    }

    let ramp: ToneRamp
    private let layers: [Layer]
    /// Where the drawing is cut into rows: the segments that reach into each, by layer.
    private var rows: [[[LineDensity.Segment]]] = []
    private var pitch = 0

    init(_ scene: Scene) {
        ramp = ToneRamp(single: scene.tone.single, most: scene.tone.most, densest: scene.tone.densest)
        layers = scene.links.map { layer in
            Layer(
                segments: layer.lines.map { LineDensity.Segment($0.from, $0.to, width: layer.width($0.strength)) }, dash: layer.dash,
                ink: layer.ink)
        }
    }

    /// Ready for many small parts: each row of them sees only what can lie in it.
    init(_ scene: Scene, rowsOf pitch: Int, reach: Int) {
        self.init(scene)
        self.pitch = pitch
        let count = max(1, (Int(scene.sheet.height) + pitch - 1) / pitch)
        rows = Array(repeating: Array(repeating: [], count: layers.count), count: count)
        for (index, layer) in layers.enumerated() {
            for segment in layer.segments {
                let slack = Int(segment.width) / 256 + 2 + reach
                let first = max(0, (Int(min(segment.y0, segment.y1)) / 256 - slack) / pitch)
                let last = min(count - 1, (Int(max(segment.y0, segment.y1)) / 256 + slack) / pitch)
                for row in first...max(first, last) where row < count { rows[row][index].append(segment) }
            }
        }
    }

    /// Counts what lies in a part of the drawing.
    func densities(left: Int, top: Int, width: Int, height: Int) -> [(density: LineDensity, ink: Ink)] {
        layers.indices.map { index in
            var density = LineDensity(width: width, height: height, left: left, top: top)
            // A part that overlaps the row before begins a little above its own.
            let segments = rows.isEmpty ? layers[index].segments : rows[min(rows.count - 1, (top + height / 2) / pitch)][index]
            density.add(segments, dash: layers[index].dash)
            return (density, layers[index].ink)
        }
    }
}
