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

/// What changed from an older site to a newer one, as a list (`changes.json`) and as posters of the newer one.
public func changePosters(
    of site: Site, since old: Site, _ difference: GraphDifference, theme: Theme, request: PosterRequest
) -> [Artifact] {
    var request = request
    (request.tiers, request.scopes, request.hasTiles) = ([.detail], [.vault], false)
    return PosterSet(site, theme, request, older: (old, difference)).artifacts
}

private struct PosterSet {
    /// One part of the graph, at all tiers that are wanted.
    struct View {
        var scope: PosterScope
        var plan: Once<MapPlan>
        var scenes: [(tier: Tier, name: String, scene: Once<Scene>, links: Once<LinkRaster>)]
    }

    let site: Site
    let request: PosterRequest
    let older: (site: Site, difference: GraphDifference)?
    let views: [View]
    let drawings: [(poster: Poster, view: String, name: String, drawing: PosterDrawing)]
    let pyramid: TilePyramid?

    private var base: String { request.folder.isEmpty ? "" : request.folder + "/" }

    init(_ site: Site, _ theme: Theme, _ request: PosterRequest, older: (Site, GraphDifference)? = nil) {
        self.site = site
        self.request = request
        self.older = older.map { (site: $0.0, difference: $0.1) }
        let marks = older.map { ChangeMarks($0.1, from: $0.0, to: site) }
        views = request.scopes.map { scope in
            let plan = Once { MapPlan(site, theme: theme, request: request, scope: scope, changes: marks) }
            let scenes = request.tiers.map { tier in
                let scene = Once { try SceneBuilder(plan: try plan.value(), tier: tier, typesetter: try Typesetter()).scene() }
                let name = marks == nil ? scope.prefix(site) + tier.rawValue : "changes"
                return (tier: tier, name: name, scene: scene, links: Once { LinkRaster(try scene.value()) })
            }
            return View(scope: scope, plan: plan, scenes: scenes)
        }
        let addresses = PageAddresses(site, prefix: request.linkPrefix)
        let colors = request.appearances.map { ($0, PaintBox(Palette(theme: theme, appearance: $0))) }
        drawings = Self.drawings(views, request, addresses, colors)
        pyramid = request.hasTiles ? TilePyramid(site, theme, request, colors, addresses) : nil
    }

    private static func drawings(
        _ views: [View], _ request: PosterRequest, _ addresses: PageAddresses, _ colors: [(Appearance, PaintBox)]
    ) -> [(poster: Poster, view: String, name: String, drawing: PosterDrawing)] {
        let base = request.folder.isEmpty ? "" : request.folder + "/"
        var drawings: [(Poster, String, String, PosterDrawing)] = []
        for view in views {
            for (tier, name, scene, links) in view.scenes {
                for (appearance, colors) in colors {
                    for format in request.formats {
                        let poster = Poster(
                            scope: view.scope, tier: tier, format: format, appearance: appearance, width: request.width,
                            height: request.height, path: "\(base)\(name)-\(appearance.rawValue).\(format.rawValue)")
                        let drawing = PosterDrawing {
                            let scene = try scene.value()
                            switch format {
                            case .png:
                                return try RasterPoster(scene: scene, links: try links.value(), colors: colors).png(dpi: request.dpi)
                            case .svg: return SVGPoster(scene: scene, palette: colors.palette, addresses: addresses).svg()
                            case .pdf: return try PDFPoster(scene: scene, colors: colors, addresses: addresses, dpi: request.dpi).pdf()
                            }
                        }
                        drawings.append((poster, Self.name(of: view.scope), name, drawing))
                    }
                }
            }
        }
        return drawings
    }

    private static func name(of scope: PosterScope) -> String {
        switch scope {
        case .vault: "vault"
        case .community(let id): "community \(id)"
        case .around(_, let hops): "around, \(hops) hops"
        }
    }

    var artifacts: [Artifact] {
        let posters = drawings.map { drawn in Artifact(drawn.poster.path, .rendered { Rendering(try drawn.drawing.bytes()) }) }
        let list = older.map { older in
            [Artifact("\(base)changes.json", .rendered { Rendering(try GraphDifferenceList(older.difference).json()) })]
        }
        let all = posters + (list ?? []) + (pyramid?.artifacts ?? []) + [Artifact("\(base)posters.json", .rendered { try manifest() })]
        guard older == nil else { return all }
        let key = Once { [site] in site.posterKey }
        return all.map { artifact in
            var artifact = artifact
            artifact.key = { try? key.value() }
            return artifact
        }
    }

    private func manifest() throws -> Rendering {
        var tiers: [PosterManifest.TierEntry] = []
        var findings = Set<Finding>()
        var faults = Chart.Faults()
        for view in views {
            faults = try view.plan.value().chart.faults
            // Tiers show the same titles: each is told once.
            findings.formUnion(faults.findings)
            for (tier, name, scene, _) in view.scenes {
                let report = try scene.value().report
                tiers.append(.init(report, view: Self.name(of: view.scope), tier: older == nil ? tier.rawValue : name))
                findings.formUnion(report.findings { site.pages.indices.contains($0) ? site.pages[$0].path : "" })
            }
        }
        let files = try drawings.map { drawn in
            let (poster, digest) = (drawn.poster, try drawn.drawing.digest())
            return PosterManifest.File(
                path: String(poster.path.dropFirst(base.count)), view: drawn.view, tier: older == nil ? poster.tier.rawValue : drawn.name,
                appearance: poster.appearance.rawValue, format: poster.format.rawValue, width: poster.width, height: poster.height,
                bleed: Int(request.bleed.rounded()), bytes: digest.bytes, sha256: digest.sha256)
        }
        let manifest = PosterManifest(
            vault: site.info.vault, dataVersion: site.info.dataVersion, date: site.info.date?.description, input: site.graphDigest,
            older: older?.site.graphDigest, tiers: tiers, faults: .init(faults), posters: files, pyramids: try pyramid?.entries() ?? [])
        return Rendering(try manifest.json(), findings: findings.sorted())
    }
}

extension Site {
    /// Stands for all of the site that posters show: the graph, where its pages lie, and what is told of the vault.
    fileprivate var posterKey: ArtifactKey {
        var writer = ByteWriter()
        for text in [graphDigest, info.title, info.vault, info.serverVersion, info.language] { writer.write(text) }
        writer.write(info.layoutMethod)
        writer.write(info.layoutNight)
        writer.write(info.date)
        writer.write(info.dataVersion)
        writer.write(pages.map(\.address))
        return ArtifactKey(of: writer.bytes)
    }

    /// SHA-256 over everything of the graph that a poster depends on, line by line.
    fileprivate var graphDigest: String {
        var text = "\(info.title)\n"
        for node in graph.nodes {
            let path = pages.indices.contains(node.page) ? pages[node.page].path : ""
            text +=
                "\(path)\t\(node.title)\t\(node.type ?? "")\t\(node.x)\t\(node.y)\t\(node.size)\t\(node.community)\t\(node.domain ?? "")\n"
        }
        for edge in graph.edges { text += "\(edge.source)\t\(edge.target)\t\(edge.weight)\t\(edge.kind)\n" }
        for community in graph.labels.keys.sorted() { text += "\(community)\t\(graph.labels[community] ?? "")\n" }
        return sha256Hex(text.utf8)
    }
}
