public import Site

/// What changed from one published graph to another. Pages are known by their vault path; each list is sorted by it.
public struct GraphDifference: Sendable, Equatable, Encodable {
    public struct Page: Sendable, Equatable, Encodable {
        public var path: String
        public var title: String
    }

    public struct Move: Sendable, Equatable, Encodable {
        public var path: String
        public var title: String
        /// Names of communities; empty for none.
        public var from: String
        public var to: String
    }

    public struct Degree: Sendable, Equatable, Encodable {
        public var path: String
        public var title: String
        public var from: Int
        public var to: Int
    }

    public var added: [Page] = []
    public var gone: [Page] = []
    public var moved: [Move] = []
    public var degrees: [Degree] = []
    /// Pairs of pages.
    public var linksAdded = 0
    public var linksGone = 0

    public var isEmpty: Bool { added.isEmpty && gone.isEmpty && moved.isEmpty && degrees.isEmpty && linksAdded + linksGone == 0 }

    /// Communities have new numbers after each computation of the layout, so they are matched by the pages that they share, most first.
    public init(from old: Site, to new: Site) {
        let (before, after) = (Side(old), Side(new))
        let match = Self.match(before, after)
        for path in after.pages.keys.sorted(by: Self.byBytes) {
            guard let now = after.pages[path] else { continue }
            guard let then = before.pages[path] else {
                added.append(Page(path: path, title: now.title))
                continue
            }
            if then.community.flatMap({ match[$0] }) != now.community {
                moved.append(
                    Move(path: path, title: now.title, from: before.name(then.community), to: after.name(now.community)))
            }
            if then.degree != now.degree { degrees.append(Degree(path: path, title: now.title, from: then.degree, to: now.degree)) }
        }
        gone = before.pages.filter { after.pages[$0.key] == nil }.map { Page(path: $0.key, title: $0.value.title) }
            .sorted { Self.byBytes($0.path, $1.path) }
        linksAdded = after.links.subtracting(before.links).count
        linksGone = before.links.subtracting(after.links).count
    }

    private static func byBytes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }

    private static func match(_ before: Side, _ after: Side) -> [Int: Int] {
        struct Pair: Hashable {
            var old: Int
            var new: Int
        }
        var shared: [Pair: Int] = [:]
        for (path, now) in after.pages {
            if let new = now.community, let old = before.pages[path]?.community { shared[Pair(old: old, new: new), default: 0] += 1 }
        }
        var match: [Int: Int] = [:]
        var taken: Set<Int> = []
        for (pair, _) in shared.sorted(by: { ($1.value, $0.key.old, $0.key.new) < ($0.value, $1.key.old, $1.key.new) })
        where match[pair.old] == nil && !taken.contains(pair.new) {
            match[pair.old] = pair.new
            taken.insert(pair.new)
        }
        return match
    }

    /// One of the two graphs, by path.
    private struct Side {
        struct Entry {
            var title: String
            /// Nil for a page that stands alone in its community.
            var community: Int?
            var degree: Int
        }

        var pages: [String: Entry] = [:]
        var links: Set<[String]> = []
        let labels: [Int: String]
        private let words: Words

        init(_ site: Site) {
            labels = site.graph.labels
            words = Words(site.info.language)
            var sizes: [Int: Int] = [:]
            for node in site.graph.nodes where node.community >= 0 { sizes[node.community, default: 0] += 1 }
            var degrees = [Int](repeating: 0, count: site.graph.nodes.count)
            func path(_ node: Int) -> String? {
                guard site.graph.nodes.indices.contains(node), site.pages.indices.contains(site.graph.nodes[node].page) else { return nil }
                return site.pages[site.graph.nodes[node].page].path
            }
            for edge in site.graph.edges where edge.source != edge.target {
                guard let source = path(Int(edge.source)), let target = path(Int(edge.target)) else { continue }
                degrees[Int(edge.source)] += 1
                degrees[Int(edge.target)] += 1
                links.insert(byBytes(source, target) ? [source, target] : [target, source])
            }
            for (index, node) in site.graph.nodes.enumerated() {
                guard let path = path(index) else { continue }
                let community = (sizes[node.community] ?? 0) > 1 ? node.community : nil
                pages[path] = Entry(title: node.title, community: community, degree: degrees[index])
            }
        }

        func name(_ community: Int?) -> String {
            community.map { id in labels[id].flatMap { $0.isEmpty ? nil : $0 } ?? words.community(id) } ?? ""
        }
    }
}

/// What a poster of changes says about each page.
struct ChangeMarks: Sendable {
    enum Kind: Int, Sendable, CaseIterable {
        case added, moved, more, fewer, same

        var token: String {
            switch self {
            case .added: "semantic.green"
            case .moved: "accent.accent2"
            case .more: "accent.accent"
            case .fewer: "semantic.amber"
            case .same: "community.unassigned"
            }
        }

        var sign: Sign {
            switch self {
            case .added: .cross
            case .moved: .ring
            case .more: .wedge
            case .fewer: .bar
            case .same: .solid
            }
        }

        /// What did not change stands back.
        var alpha: Double { self == .same ? 0.55 : 1 }
    }

    /// Data version of the older graph.
    let since: Int
    let language: String
    /// Titles of pages that are no more.
    let gone: [String]
    private let kinds: [Int: Kind]

    init(_ difference: GraphDifference, from old: Site, to new: Site) {
        since = old.info.dataVersion
        language = new.info.language
        gone = difference.gone.map(\.title)
        var byPath: [String: Kind] = [:]
        for page in difference.degrees { byPath[page.path] = page.to > page.from ? .more : .fewer }
        for page in difference.moved { byPath[page.path] = .moved }
        for page in difference.added { byPath[page.path] = .added }
        var kinds: [Int: Kind] = [:]
        for (index, page) in new.pages.enumerated() { kinds[index] = byPath[page.path] }
        self.kinds = kinds
    }

    func kind(of page: Int) -> Kind { kinds[page] ?? .same }

    /// What changed is named first.
    func lift(_ chart: inout Chart) {
        let order = chart.ranking
        let kinds = chart.nodes.map { kind(of: $0.page) }
        chart.ranking = Kind.allCases.flatMap { kind in order.filter { kinds[$0] == kind } }
        for (position, node) in chart.ranking.enumerated() { chart.rank[node] = position }
    }
}
