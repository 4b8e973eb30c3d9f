internal import Snapshot

/// What follows from the stored graph and from what pages say of themselves, whatever their links.
struct SiteShape: Sendable {
    let graph: SiteGraph
    let domains: Domains
    /// Without addresses as yet.
    let types: [TypeGroup]
    let neighbours: Neighbours
    let near: RelatedPages
    let findings: [Finding]

    /// - Parameter order: page by page its place when all are sorted by title.
    init(_ material: SiteMaterial, _ order: [Int]) {
        var own = material
        own.findings = []
        graph = own.graph()
        findings = own.findings
        domains = material.domains(graph)
        types = material.types(order)
        neighbours = Neighbours(order: types, pages: material.drafts.count)
        near = RelatedPages(graph, pages: material.drafts.count)
    }
}

/// Item by item its place when all are sorted by their keys; items with one key stay as they are.
func places(ofSorted keys: [[UInt8]]) -> [Int] {
    let sorted = keys.indices.sorted { keys[$0] != keys[$1] ? keys[$0].lexicographicallyPrecedes(keys[$1]) : $0 < $1 }
    var places = [Int](repeating: 0, count: keys.count)
    for (place, item) in sorted.enumerated() { places[item] = place }
    return places
}
