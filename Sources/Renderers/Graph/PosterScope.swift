public import Site

/// Which part of the graph a poster shows.
public enum PosterScope: Sendable, Hashable {
    case vault
    /// The pages of one community; pages that they are linked with stand around them, pale.
    case community(Int)
    /// The pages at most so many links away from one.
    case around(PageIndex, hops: Int)

    /// How the names of its files begin: empty for the vault, otherwise with a hyphen at the end.
    func prefix(_ site: Site) -> String {
        switch self {
        case .vault: return ""
        case .community(let id): return id < 0 ? "unassigned-" : "community-\(id)-"
        case .around(let page, _):
            let address = site.pages.indices.contains(page) ? site.pages[page].address : ""
            let stem = address.split(separator: "/").last.map { $0.hasSuffix(".html") ? $0.dropLast(5) : $0 } ?? ""
            return "around-\(stem.isEmpty ? "page" : String(decoding: stem.utf8.prefix(100), as: UTF8.self))-"
        }
    }
}

extension Site {
    /// The pages that a name may mean: a vault path with or without `wiki/` and `.md`, an address, or a title in any case.
    ///
    /// The most exact kind of match wins; several pages come back only where they share a title.
    public func pages(called name: String) -> [PageIndex] {
        let rules: [(Page) -> Bool] = [
            { $0.path == name || $0.address == name },
            { $0.path == "wiki/\(name)" || $0.path == "\(name).md" || $0.path == "wiki/\(name).md" },
            { $0.title == name }, { $0.title.lowercased() == name.lowercased() },
            { $0.path.lowercased().hasSuffix("/\(name.lowercased()).md") },
        ]
        for rule in rules {
            let found = pages.indices.filter { rule(pages[$0]) }
            if !found.isEmpty { return found }
        }
        return []
    }
}

extension Chart {
    /// The part of the graph that a poster shows. Degrees stay those of the whole graph; what stands around is marked as context.
    func restricted(to scope: PosterScope) -> Chart {
        switch scope {
        case .vault: return self
        case .community(let id):
            let isMember = nodes.map { $0.community == id }
            var isKept = isMember
            for link in links where isMember[link.a] || isMember[link.b] { (isKept[link.a], isKept[link.b]) = (true, true) }
            return keeping(isKept, focus: isMember, unplaced: { $0.community == id }) { isMember[$0.a] || isMember[$0.b] }
        case .around(let page, let hops):
            let isNear = near(page, hops)
            return keeping(isNear, focus: isNear, unplaced: { $0.page == page }) { isNear[$0.a] && isNear[$0.b] }
        }
    }

    private func near(_ page: Int, _ hops: Int) -> [Bool] {
        var isNear = nodes.map { $0.page == page }
        for _ in 0..<max(0, hops) {
            var next = isNear
            for link in links where isNear[link.a] || isNear[link.b] { (next[link.a], next[link.b]) = (true, true) }
            if next == isNear { break }
            isNear = next
        }
        return isNear
    }

    private func keeping(
        _ isKept: [Bool], focus: [Bool], unplaced isWanted: (Node) -> Bool, links isShown: (Link) -> Bool
    ) -> Chart {
        var part = Chart()
        var place = [Int](repeating: -1, count: nodes.count)
        for index in nodes.indices where isKept[index] {
            place[index] = part.nodes.count
            var node = nodes[index]
            node.isContext = !focus[index]
            part.nodes.append(node)
        }
        part.unplaced = unplaced.filter(isWanted)
        part.links = links.filter(isShown).map {
            Link(a: place[$0.a], b: place[$0.b], strength: $0.strength, kind: $0.kind)
        }
        part.kinds = kinds
        let kept = ranking.filter { isKept[$0] }
        part.ranking = (kept.filter { focus[$0] } + kept.filter { !focus[$0] }).map { place[$0] }
        part.rank = [Int](repeating: 0, count: part.nodes.count)
        for (position, node) in part.ranking.enumerated() { part.rank[node] = position }
        part.faults = faults
        part.faults.onOnePoint = part.nodes.count > 1 && part.nodes.allSatisfy { $0.x == part.nodes[0].x && $0.y == part.nodes[0].y }
        return part
    }
}
