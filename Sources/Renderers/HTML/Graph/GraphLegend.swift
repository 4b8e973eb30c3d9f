import Site
import Theme

/// What the numbers in the graph's binary stand for: its types, communities, domains and kinds of links, in the order they are shown.
struct GraphLegend {
    /// Indices into `SiteContext.looks`, those that the graph has.
    private(set) var types: [Int] = []
    /// Indices into `Site.communities` that the graph has.
    private(set) var communities: [Int] = []
    private(set) var domains: [String] = []
    private(set) var kinds: [String] = []
    /// By node: places in the lists above; the list's count where the page has none.
    private(set) var typeOfNode: [UInt16] = []
    private(set) var communityOfNode: [UInt16] = []
    private(set) var domainOfNode: [UInt16] = []
    private(set) var kindOfEdge: [UInt8] = []

    init(_ context: SiteContext) {
        let graph = context.site.graph
        (types, typeOfNode) = Self.places(graph.nodes.map { context.typeOfPage[$0.page] })
        (communities, communityOfNode) = Self.places(graph.nodes.map { context.communityByID[$0.community] ?? .max })
        let named = graph.nodes.map { context.site.pages[$0.page].domain.flatMap { context.domainByName[$0] } ?? .max }
        let placed = Self.places(named)
        domainOfNode = placed.ofItem
        domains = placed.list.map { context.site.domains[$0].name }
        kinds = Set(graph.edges.map(\.kind)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let place = Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($1, $0) })
        kindOfEdge = graph.edges.map { UInt8(min(place[$0.kind] ?? 0, 255)) }
    }

    /// The numbers that occur, sorted, and each item's place among them; `Int.max` is none, and what finds no room in 16 bits is too.
    private static func places(_ items: [Int]) -> (list: [Int], ofItem: [UInt16]) {
        let list = Array(Set(items).filter { $0 != .max }.sorted().prefix(Int(UInt16.max) - 1))
        let place = Dictionary(uniqueKeysWithValues: list.enumerated().map { ($1, UInt16($0)) })
        return (list, items.map { place[$0] ?? UInt16(list.count) })
    }
}
