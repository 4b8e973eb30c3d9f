internal import Canvas
internal import Site
internal import Theme

/// What all tiers of a set share: where everything stands, how large it is, and whose land it is.
struct MapPlan: Sendable {
    let info: SiteInfo
    let scope: PosterScope
    let chart: Chart
    let classes: Classification
    let mode: ColorMode
    let sheet: Sheet
    let projection: Projection
    let scale: NodeScale
    /// Pixels, by node of the chart; pages around a part of the graph may stand outside of the map.
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
    /// What changed since an older snapshot, where the poster is about that.
    let changes: ChangeMarks?

    init(_ site: Site, theme: Theme, request: PosterRequest, scope: PosterScope = .vault, changes: ChangeMarks? = nil) {
        self.init(
            site, theme: theme, color: request.color,
            sheet: Words(site.info.language).isRightToLeft ? Sheet(request).mirrored : Sheet(request), scope: scope,
            changes: changes)
    }

    init(_ site: Site, theme: Theme, color: ColorMode, sheet: Sheet, scope: PosterScope = .vault, changes: ChangeMarks? = nil) {
        info = site.info
        self.scope = scope
        self.changes = changes
        mode = color
        let whole = Chart(site.graph)
        var chart = whole.restricted(to: scope)
        changes?.lift(&chart)
        let framed = chart.nodes.filter { !$0.isContext }
        let scale = NodeScale(chart, map: sheet.map, unit: sheet.discUnit)
        // A level of a pyramid is the same map at another size: nothing of its frame may depend on what keeps its size.
        let isBare = sheet.arrangement == .bare
        let margin = isBare ? sheet.edge : scale.largest + sheet.edge
        let tight = Projection(framed, into: sheet.map, margin: margin)
        // The outermost page's land must end before the frame does.
        let reach = TerritoryMap.reach(framed.map { tight($0.x, $0.y) }, map: sheet.map)
        let projection = Projection(framed, into: sheet.map, margin: max(margin, reach + (isBare ? 0 : 6 * sheet.unit)))
        places = chart.nodes.map { projection($0.x, $0.y) }
        radii = chart.nodes.map { $0.isContext ? min(scale.radius($0.degree), 5 * sheet.unit) : scale.radius($0.degree) }
        // A community's borders are those with its neighbours, whether they are shown or not.
        let settled = if case .community = scope { whole } else { chart }
        let lands = Self.lands(settled, projection, sheet.map)
        territories = lands.territories
        isAbroad = zip(chart.nodes, places).map { node, place in
            lands.owner(of: place).map { $0 != node.community } ?? false
        }
        classes =
            changes.map { Classification($0, chart) }
            ?? Classification(chart, theme: theme, mode: color, labels: site.graph.labels, Words(site.info.language))
        labels = site.graph.labels
        communityCount = Self.communityCount(chart)
        communityToken = { theme.communityToken($0) }
        self.chart = chart
        self.sheet = sheet
        self.scale = scale
        self.projection = projection
    }

    private static func lands(_ chart: Chart, _ projection: Projection, _ map: Rect) -> TerritoryMap {
        let near = map.inset(-0.1 * max(map.width, map.height))
        let settlers = chart.nodes.map { (community: $0.community, place: projection($0.x, $0.y)) }.filter { near.contains($0.place) }
        return TerritoryMap(settlers, map: map)
    }

    private static func communityCount(_ chart: Chart) -> Int {
        var sizes: [Int: Int] = [:]
        for node in chart.nodes + chart.unplaced where node.community >= 0 && !node.isContext { sizes[node.community, default: 0] += 1 }
        return sizes.count { $0.value >= 2 }
    }

    func communityName(_ id: Int) -> String { labels[id].flatMap { $0.isEmpty ? nil : $0 } ?? Words(info.language).community(id) }

    /// Whether a page's disc is on the map.
    func isShown(_ node: Int) -> Bool { !chart.nodes[node].isContext || sheet.map.inset(radii[node]).contains(places[node]) }

    /// Pages that the poster is about.
    var focusCount: Int { chart.nodes.count { !$0.isContext } }

    /// What stands above everything: the vault's title, or the part's.
    var title: String {
        switch scope {
        case .vault: return info.title
        case .community(let id): return id < 0 ? Words(info.language).unassigned : communityName(id)
        case .around(let page, _):
            return (chart.nodes + chart.unplaced).first { $0.page == page }?.title ?? info.title
        }
    }
}
