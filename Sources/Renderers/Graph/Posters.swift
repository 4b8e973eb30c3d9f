internal import Canvas
public import Site
public import Theme

/// The posters of a site, as artifacts that are drawn when their turn comes, on any thread, in any order, always with the same bytes.
///
/// The places of everything are worked out once, by the first artifact that asks, and shared.
public func posters(
    of site: Site, theme: Theme, request: PosterRequest = PosterRequest()
) -> (posters: [Poster], artifacts: [Artifact]) {
    let plan = Once { MapPlan(site, theme: theme, request: request) }
    let addresses = site.pages.map(\.address)
    var posters: [Poster] = []
    var artifacts: [Artifact] = []
    for tier in request.tiers {
        let scene = Once { try SceneBuilder(plan: try plan.value(), tier: tier, typesetter: try Typesetter()).scene() }
        for appearance in request.appearances {
            let palette = Palette(theme: theme, appearance: appearance)
            for format in request.formats {
                let poster = Poster(
                    tier: tier, format: format, appearance: appearance, width: request.width, height: request.height,
                    path: "\(request.folder)/\(tier.rawValue)-\(appearance.rawValue).\(format.rawValue)")
                posters.append(poster)
                artifacts.append(
                    Artifact(
                        poster.path,
                        .rendered {
                            let scene = try scene.value()
                            switch format {
                            case .png: return Rendering(try RasterPoster(scene: scene, palette: palette, dpi: request.dpi).png())
                            case .svg:
                                return Rendering(
                                    SVGPoster(scene: scene, palette: palette, addresses: addresses, linkPrefix: request.linkPrefix).svg())
                            }
                        }))
            }
        }
    }
    return (posters, artifacts)
}
