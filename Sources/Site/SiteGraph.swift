/// The published part of the graph: stored coordinates, private pages and their edges gone, degrees counted again.
public struct SiteGraph: Sendable, Equatable {
    public struct Node: Sendable, Equatable {
        public var page: PageIndex
        public var title: String
        public var type: String?
        public var x: Double
        public var y: Double
        /// The server's size.
        public var size: Double
        /// Edges to other published nodes.
        public var degree: Int
        public var community: Int
        public var domain: String?
        public init(
            page: PageIndex, title: String, type: String?, x: Double, y: Double, size: Double, degree: Int, community: Int,
            domain: String? = nil
        ) {
            self.page = page
            self.title = title
            self.type = type
            self.x = x
            self.y = y
            self.size = size
            self.degree = degree
            self.community = community
            self.domain = domain
        }
    }

    public struct Edge: Sendable, Equatable {
        /// Indices into `nodes`, `source < target`; no self-edges, no pair twice with one kind.
        public var source: Int32
        public var target: Int32
        public var weight: Double
        public var kind: String
        public init(source: Int32, target: Int32, weight: Double, kind: String) {
            self.source = source
            self.target = target
            self.weight = weight
            self.kind = kind
        }
    }

    /// Sorted by page.
    public var nodes: [Node]
    public var edges: [Edge]
    /// Labels of communities by id, those of one page included.
    public var labels: [Int: String]

    public init(nodes: [Node] = [], edges: [Edge] = [], labels: [Int: String] = [:]) {
        self.nodes = nodes
        self.edges = edges
        self.labels = labels
    }

    /// With the domain of each node's page, page by page: the page's own word goes before the graph's.
    func taking(domains: [String?]) -> SiteGraph {
        var graph = self
        for index in graph.nodes.indices { graph.nodes[index].domain = domains[graph.nodes[index].page] }
        return graph
    }
}
