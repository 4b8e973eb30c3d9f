internal import Canvas
internal import Site
internal import Theme

/// What all tiers of a set share: where everything stands, how large it is, and whose land it is.
struct MapPlan: Sendable {
    let info: SiteInfo
    let chart: Chart
    let classes: Classification
    let sheet: Sheet
    let projection: Projection
    let scale: NodeScale
    /// Pixels, by node of the chart.
    let places: [Point]
    let radii: [Double]
    let territories: [Territory]
    /// By node: whether it stands in another community's region.
    let isAbroad: [Bool]
    /// Names of communities.
    let labels: [Int: String]
    /// Communities with two pages or more.
    let communityCount: Int
    /// Tokens of communities, by id.
    let communityToken: @Sendable (Int) -> String

    init(_ site: Site, theme: Theme, request: PosterRequest) {
        info = site.info
        let chart = Chart(site.graph)
        let sheet = Sheet(width: request.width, height: request.height, dpi: request.dpi)
        let scale = NodeScale(chart, map: sheet.map, unit: sheet.unit)
        let margin = scale.largest + 46 * sheet.unit
        let tight = Projection(chart, into: sheet.map, margin: margin)
        // The outermost page's land must end before the frame does.
        let reach = TerritoryMap.reach(chart.nodes.map { tight($0.x, $0.y) }, map: sheet.map)
        let projection = Projection(chart, into: sheet.map, margin: max(margin, reach + 6 * sheet.unit))
        places = chart.nodes.map { projection($0.x, $0.y) }
        radii = chart.nodes.map { scale.radius($0.degree) }
        (territories, isAbroad) = TerritoryMap.territories(chart, places, map: sheet.map)
        classes = Classification(chart, theme: theme, mode: request.color, labels: site.graph.labels)
        labels = site.graph.labels
        var sizes: [Int: Int] = [:]
        for node in site.graph.nodes where node.community >= 0 { sizes[node.community, default: 0] += 1 }
        communityCount = sizes.count { $0.value >= 2 }
        communityToken = { theme.communityToken($0) }
        self.chart = chart
        self.sheet = sheet
        self.scale = scale
        self.projection = projection
    }

    func communityName(_ id: Int) -> String { labels[id].flatMap { $0.isEmpty ? nil : $0 } ?? "Community \(id)" }
}
