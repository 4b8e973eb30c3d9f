internal import Canvas
public import Site
internal import Snapshot
public import Theme

/// The posters of a site, as artifacts that are drawn when their turn comes, on any thread, in any order, always with the same bytes.
///
/// The places of everything are worked out once, by the first artifact that asks, and shared. Last comes `posters.json`, the manifest of the set; the
/// findings are its.
public func posters(
    of site: Site, theme: Theme, request: PosterRequest = PosterRequest()
) -> (posters: [Poster], artifacts: [Artifact]) {
    let set = PosterSet(site, theme, request)
    return (set.drawings.map(\.poster), set.artifacts)
}

private struct PosterSet {
    let site: Site
    let request: PosterRequest
    let plan: Once<MapPlan>
    let scenes: [(tier: Tier, scene: Once<Scene>)]
    let drawings: [(poster: Poster, drawing: PosterDrawing)]

    init(_ site: Site, _ theme: Theme, _ request: PosterRequest) {
        self.site = site
        self.request = request
        let plan = Once { MapPlan(site, theme: theme, request: request) }
        let addresses = site.pages.map(\.address)
        self.plan = plan
        scenes = request.tiers.map { tier in
            (tier, Once { try SceneBuilder(plan: try plan.value(), tier: tier, typesetter: try Typesetter()).scene() })
        }
        var drawings: [(Poster, PosterDrawing)] = []
        for (tier, scene) in scenes {
            for appearance in request.appearances {
                let palette = Palette(theme: theme, appearance: appearance)
                for format in request.formats {
                    let poster = Poster(
                        tier: tier, format: format, appearance: appearance, width: request.width, height: request.height,
                        path: "\(request.folder)/\(tier.rawValue)-\(appearance.rawValue).\(format.rawValue)")
                    let drawing = PosterDrawing {
                        let scene = try scene.value()
                        switch format {
                        case .png: return try RasterPoster(scene: scene, palette: palette, dpi: request.dpi).png()
                        case .svg:
                            return SVGPoster(scene: scene, palette: palette, addresses: addresses, linkPrefix: request.linkPrefix).svg()
                        }
                    }
                    drawings.append((poster, drawing))
                }
            }
        }
        self.drawings = drawings
    }

    var artifacts: [Artifact] {
        let posters = drawings.map { drawn in Artifact(drawn.poster.path, .rendered { Rendering(try drawn.drawing.bytes()) }) }
        return posters + [Artifact("\(request.folder)/posters.json", .rendered { try manifest() })]
    }

    private func manifest() throws -> Rendering {
        let plan = try plan.value()
        let reports = try scenes.map { try $0.scene.value().report }
        let files = try drawings.map { drawn in
            let digest = try drawn.drawing.digest()
            let poster = drawn.poster
            return PosterManifest.File(
                path: String(poster.path.dropFirst(request.folder.count + 1)), tier: poster.tier.rawValue,
                appearance: poster.appearance.rawValue, format: poster.format.rawValue,
                width: poster.width, height: poster.height, bytes: digest.bytes, sha256: digest.sha256)
        }
        let manifest = PosterManifest(
            vault: site.info.vault, dataVersion: site.info.dataVersion, date: site.info.date?.description, input: inputDigest(),
            tiers: reports.map { .init($0) }, faults: .init(plan.chart.faults), posters: files)
        // Tiers show the same titles: each is told once.
        var findings = Set(plan.chart.faults.findings)
        for report in reports { findings.formUnion(report.findings { site.pages.indices.contains($0) ? site.pages[$0].path : "" }) }
        return Rendering(try manifest.json(), findings: findings.sorted())
    }

    /// Everything of the graph that a poster depends on, line by line.
    private func inputDigest() -> String {
        var text = "\(site.info.title)\n"
        for node in site.graph.nodes {
            let path = site.pages.indices.contains(node.page) ? site.pages[node.page].path : ""
            text +=
                "\(path)\t\(node.title)\t\(node.type ?? "")\t\(node.x)\t\(node.y)\t\(node.size)\t\(node.community)\t\(node.domain ?? "")\n"
        }
        for edge in site.graph.edges { text += "\(edge.source)\t\(edge.target)\t\(edge.weight)\t\(edge.kind)\n" }
        for community in site.graph.labels.keys.sorted() { text += "\(community)\t\(site.graph.labels[community] ?? "")\n" }
        return sha256Hex(text.utf8)
    }
}
