internal import Canvas
internal import Site
internal import Snapshot
internal import Theme

/// A map to zoom into: the Deep Zoom format (DZI), tiles of 254 pixels with 1 pixel of overlap. Each level is drawn on its own, with the names that have
/// room there; none is a reduced copy of another.
struct TilePyramid: Sendable {
    static let tile = 254
    static let overlap = 1

    struct Level: Sendable {
        var width: Int
        var height: Int
        var scene: Once<Scene>
        /// Cut into rows of tiles.
        var links: Once<LinkRaster>

        var columns: Int { (width + TilePyramid.tile - 1) / TilePyramid.tile }
        var rows: Int { (height + TilePyramid.tile - 1) / TilePyramid.tile }
    }

    private struct Tile: Sendable {
        /// From the folder of the posters.
        var path: String
        var drawing: PosterDrawing
    }

    let levels: [Level]
    let width: Int
    let height: Int
    private let site: Site
    private let base: String
    private let colors: [(appearance: Appearance, colors: PaintBox)]
    private let addresses: PageAddresses
    private let theme: Theme
    /// By appearance, levels first, then rows.
    private let tiles: [[Tile]]

    init(_ site: Site, _ theme: Theme, _ request: PosterRequest, _ colors: [(Appearance, PaintBox)], _ addresses: PageAddresses) {
        (self.site, self.theme, self.addresses) = (site, theme, addresses)
        self.colors = colors.map { (appearance: $0.0, colors: $0.1) }
        base = request.folder.isEmpty ? "" : request.folder + "/"
        (width, height) = Self.size(site)
        levels = Self.levels(site, theme, request.color, width, height)
        let made = levels
        tiles = colors.map { appearance, colors in
            made.enumerated().flatMap { Self.tiles(of: $1, number: $0, folder: "tiles-\(appearance.rawValue)_files", colors) }
        }
    }

    /// As large as the names of all pages need, in the shape of the stored layout.
    private static func size(_ site: Site) -> (width: Int, height: Int) {
        let nodes = Chart(site.graph).nodes
        var side = 4096
        while side < PosterRequest.longestSide, Double(side) < 210 * Double(nodes.count).squareRoot() { side *= 2 }
        let (xs, ys) = (nodes.map(\.x), nodes.map(\.y))
        let across = max((xs.max() ?? 0) - (xs.min() ?? 0), 1e-9)
        let down = max((ys.max() ?? 0) - (ys.min() ?? 0), 1e-9)
        let aspect = min(max(down / across, 0.5), 2)
        return aspect <= 1 ? (side, Int(Double(side) * aspect)) : (Int(Double(side) / aspect), side)
    }

    /// From one pixel to the whole size.
    private static func levels(_ site: Site, _ theme: Theme, _ color: ColorMode, _ width: Int, _ height: Int) -> [Level] {
        var sizes = [(width, height)]
        while let last = sizes.last, last != (1, 1) { sizes.append(((last.0 + 1) / 2, (last.1 + 1) / 2)) }
        return sizes.reversed().map { width, height in
            let scene = Once {
                let plan = MapPlan(site, theme: theme, color: color, sheet: Sheet(bareWidth: width, height: height))
                let style = TierStyle.level(side: max(width, height))
                return try SceneBuilder(plan: plan, tier: .detail, style: style, typesetter: try Typesetter()).scene()
            }
            return Level(
                width: width, height: height, scene: scene,
                links: Once { LinkRaster(try scene.value(), rowsOf: tile, reach: overlap) })
        }
    }

    private static func tiles(of level: Level, number: Int, folder: String, _ colors: PaintBox) -> [Tile] {
        (0..<level.rows).flatMap { row in
            (0..<level.columns).map { column in
                let left = max(0, column * tile - overlap)
                let top = max(0, row * tile - overlap)
                let right = min(level.width, (column + 1) * tile + overlap)
                let bottom = min(level.height, (row + 1) * tile + overlap)
                let drawing = PosterDrawing {
                    try RasterPoster(scene: try level.scene.value(), links: try level.links.value(), colors: colors)
                        .tile(left: left, top: top, width: right - left, height: bottom - top)
                }
                return Tile(path: "\(folder)/\(number)/\(column)_\(row).png", drawing: drawing)
            }
        }
    }

    /// The level that is also there as one picture.
    private var picture: Level { levels.last { max($0.width, $0.height) <= 2048 } ?? levels[levels.count - 1] }

    var artifacts: [Artifact] {
        var artifacts: [Artifact] = []
        for (tiles, side) in zip(tiles, colors) {
            artifacts += tiles.map { tile in Artifact(base + tile.path, .rendered { Rendering(try tile.drawing.bytes()) }) }
            artifacts.append(Artifact("\(base)tiles-\(side.appearance.rawValue).dzi", .bytes(description)))
            let (picture, colors) = (picture, side.colors)
            artifacts.append(
                Artifact(
                    "\(base)tiles-\(side.appearance.rawValue).png",
                    .rendered {
                        let scene = try picture.scene.value()
                        return Rendering(try RasterPoster(scene: scene, links: LinkRaster(scene), colors: colors).png(dpi: 96))
                    }))
        }
        let page = TilePage(
            site: site, appearances: colors.map(\.appearance), width: width, height: height, levels: levels.count,
            picture: (picture.width, picture.height), addresses: addresses)
        let sheet = colors.count == 1 ? theme.css(pinned: colors[0].appearance) : theme.css()
        return artifacts + [
            Artifact("\(base)tiles.html", .bytes(page.html())), Artifact("\(base)tiles-theme.css", .bytes(Array(sheet.utf8))),
            Artifact("\(base)tiles.css", .publicFile("posters/tiles.css")), Artifact("\(base)tiles.js", .publicFile("posters/tiles.js")),
        ]
    }

    /// The `.dzi` file (Deep Zoom schema of 2008).
    private var description: [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="png" Overlap="\(Self.overlap)" TileSize="\(Self.tile)">\
            <Size Width="\(width)" Height="\(height)"/></Image>

            """.utf8)
    }

    func entries() throws -> [PosterManifest.Pyramid] {
        try zip(tiles, colors).map { tiles, side in
            var (lines, bytes) = ("", 0)
            for tile in tiles {
                let digest = try tile.drawing.digest()
                lines += "\(digest.sha256)  \(tile.path)\n"
                bytes += digest.bytes
            }
            return PosterManifest.Pyramid(
                path: "tiles-\(side.appearance.rawValue).dzi", appearance: side.appearance.rawValue, width: width, height: height,
                levels: levels.count, tiles: tiles.count, bytes: bytes, sha256: sha256Hex(lines.utf8))
        }
    }
}
