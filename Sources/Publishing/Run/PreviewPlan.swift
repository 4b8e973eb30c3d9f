import Graph
import HTML
import Site
import Theme

/// Which documents have a picture of their own for where their address is shared.
public enum PreviewPictures: String, Sendable {
    case none
    /// Home, each type, each community.
    case groups
    /// These and every page.
    case pages
}

/// The pictures, and for the address of each document that has one, the picture's path.
func previews(of site: Site, theme: Theme, _ wanted: PreviewPictures) -> (paths: [String: String], artifacts: [Artifact]) {
    guard wanted != .none else { return ([:], []) }
    let looks = typeLooks(of: site, theme: theme)
    var nodesOfPage: [PageIndex: Int] = [:]
    for (node, entry) in site.graph.nodes.enumerated() { nodesOfPage[entry.page] = node }
    func nodes(_ pages: [PageIndex]) -> Set<Int> { Set(pages.compactMap { nodesOfPage[$0] }) }
    func path(_ address: String) -> String { "previews/" + address.dropLast(5) + ".png" }

    var cards = [(address: "index.html", card: PreviewCard(path: path("index.html"), title: site.info.title))]
    for (group, look) in zip(site.types, looks) {
        let card = PreviewCard(path: path(group.address), title: look.plural, note: look.count, nodes: nodes(group.pages))
        cards.append((group.address, card))
    }
    for group in site.communities {
        cards.append((group.address, PreviewCard(path: path(group.address), title: group.label, nodes: nodes(group.pages))))
    }
    if wanted == .pages {
        let labels = Dictionary(zip(site.types.map(\.type), looks.map(\.label)), uniquingKeysWith: { first, _ in first })
        for (index, page) in site.pages.enumerated() {
            let shining = nodes([index] + page.related.map(\.page))
            let card = PreviewCard(path: path(page.address), title: page.title, kind: labels[page.type] ?? "", nodes: shining)
            cards.append((page.address, card))
        }
    }
    let paths = Dictionary(cards.map { ($0.address, $0.card.path) }, uniquingKeysWith: { first, _ in first })
    return (paths, previewCards(cards.map(\.card), of: site, theme: theme))
}
