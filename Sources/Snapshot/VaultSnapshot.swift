/// A whole vault as it was read once: validated, immutable, addressed by vault paths.
///
/// Everything later is computed from this value alone. Nothing in it depends on when it was read.
public struct VaultSnapshot: Sendable {
    public let manifest: Manifest
    /// Every page row of the vault, sorted by the bytes of `path`. Rows of `raw/sources/*` are not pages and are left out.
    public let pages: [PageRecord]
    public let graph: VaultGraph
    /// The listed source files, sorted by the bytes of `path`.
    public let sources: [SourceFile]
    public let dashboard: Dashboard
    /// What the pull noticed (a page that answered 410, an edge without a node, …), sorted.
    public let findings: [Finding]
    /// Reads one file of the vault by its vault path (`wiki/concepts/x.md`, `raw/sources/y.pdf`).
    public let read: @Sendable (_ path: String) throws(SnapshotError) -> [UInt8]
    /// The folder that it was opened from; nil where it has none.
    public let folder: SnapshotFolder?

    public init(
        manifest: Manifest, pages: [PageRecord], graph: VaultGraph, sources: [SourceFile], dashboard: Dashboard, findings: [Finding],
        folder: SnapshotFolder? = nil, read: @escaping @Sendable (_ path: String) throws(SnapshotError) -> [UInt8]
    ) {
        self.manifest = manifest
        self.pages = pages
        self.graph = graph
        self.sources = sources
        self.dashboard = dashboard
        self.findings = findings
        self.folder = folder
        self.read = read
    }

    /// SHA-256 of a file of the vault, by its vault path, as the snapshot lists it; nil where there is no list.
    public func hash(of path: String) -> String? { folder?.file("\(SnapshotFormat.vaultFolder)/\(path)")?.sha256 }
}

/// What identifies a snapshot. The list of files stays in `manifest.json`; see `SnapshotFolder`.
public struct Manifest: Sendable, Equatable {
    /// Version of the snapshot folder's own format.
    public var formatVersion: Int
    /// `vault_id` of `GET /status`.
    public var vault: String
    /// Name for readers: the active project's name where it says more than the vault's id, else the name that the overview page gives
    /// itself, else the id.
    public var title: String
    public var serverVersion: String
    public var dataVersion: Int
    /// Where it came from, without user info, query or token: an address such as `https://wiki.example.org`, `http://localhost` for a
    /// server on the same machine whatever its port, or `folder`, `zip`.
    public var source: String
    /// SHA-256 over all files, in lowercase hex.
    public var rootHash: String
    public var consistent: Bool

    public init(
        formatVersion: Int = 1, vault: String, title: String, serverVersion: String, dataVersion: Int, source: String,
        rootHash: String = "",
        consistent: Bool = true
    ) {
        self.formatVersion = formatVersion
        self.vault = vault
        self.title = title
        self.serverVersion = serverVersion
        self.dataVersion = dataVersion
        self.source = source
        self.rootHash = rootHash
        self.consistent = consistent
    }
}

/// One row of `GET /pages`, joined with what only the export carries.
public struct PageRecord: Sendable, Equatable {
    public enum Body: Sendable, Equatable {
        /// The Markdown file is in the snapshot, at the page's path.
        case present
        /// The server lists the page and has no file for it (HTTP 410).
        case gone
        /// The file could not be had; the reason is for people.
        case unavailable(String)
    }

    public var id: String
    /// Vault path as the server writes it, for example `wiki/concepts/snapshot.md`.
    public var path: String
    public var title: String?
    public var type: String?
    /// The server's list as it stands: paths, names, URLs, `[[x]]`, `manual`, `review:…`, mixed.
    public var sources: [String]
    public var tags: [String]
    public var created: CalendarDate?
    public var updated: CalendarDate?
    public var body: Body

    public init(
        id: String, path: String, title: String? = nil, type: String? = nil, sources: [String] = [], tags: [String] = [],
        created: CalendarDate? = nil, updated: CalendarDate? = nil, body: Body = .present
    ) {
        self.id = id
        self.path = path
        self.title = title
        self.type = type
        self.sources = sources
        self.tags = tags
        self.created = created
        self.updated = updated
        self.body = body
    }
}

/// `GET /graph`: coordinates, sizes and communities as the server computed them. Nodes are sorted by id, edges by their ends.
public struct VaultGraph: Sendable, Equatable {
    public struct Node: Sendable, Equatable {
        /// Page id.
        public var id: String
        public var title: String?
        public var type: String?
        /// Position in the layout's own units, y growing downwards as in the server's viewer. Finite.
        public var x: Double
        public var y: Double
        /// The layout's node size, in the server's units (8 is an isolated page).
        public var size: Double
        public var degree: Int
        /// −1 means unassigned.
        public var community: Int
        public var domain: String?

        public init(
            id: String, title: String? = nil, type: String? = nil, x: Double, y: Double, size: Double = 8, degree: Int = 0,
            community: Int = -1, domain: String? = nil
        ) {
            self.id = id
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
        /// Indices into `nodes`.
        public var source: Int32
        public var target: Int32
        public var weight: Double
        /// `link`, `source`, or what else the server says.
        public var kind: String

        public init(source: Int32, target: Int32, weight: Double, kind: String) {
            self.source = source
            self.target = target
            self.weight = weight
            self.kind = kind
        }
    }

    public struct Community: Sendable, Equatable {
        public var id: Int
        public var label: String
        public var size: Int
        public var cohesion: Double
        public var domain: String?
        /// Page id of the community's hub.
        public var topPage: String?

        public init(id: Int, label: String, size: Int, cohesion: Double, domain: String? = nil, topPage: String? = nil) {
            self.id = id
            self.label = label
            self.size = size
            self.cohesion = cohesion
            self.domain = domain
            self.topPage = topPage
        }
    }

    /// Where places and communities come from, when it is not the server's answer of this very pull.
    public struct Layout: Sendable, Equatable {
        /// How they were computed by us, with the library's version; nil where a server did.
        public var method: String?
        /// The date of the data (its newest page's) for which they were made; nil where no page has one.
        public var night: CalendarDate?
        /// SHA-256 of the `graph.json` of the snapshot that had them first; nil where this is that snapshot.
        public var hash: String?

        public init(method: String? = nil, night: CalendarDate? = nil, hash: String? = nil) {
            self.method = method
            self.night = night
            self.hash = hash
        }
    }

    public var nodes: [Node]
    public var edges: [Edge]
    public var communities: [Community]
    public var layout: Layout?

    public init(nodes: [Node] = [], edges: [Edge] = [], communities: [Community] = [], layout: Layout? = nil) {
        self.nodes = nodes
        self.edges = edges
        self.communities = communities
        self.layout = layout
    }
}

/// A listed file below `raw/sources/`.
public struct SourceFile: Sendable, Equatable {
    /// Vault path, for example `raw/sources/books/cargo-book.md`.
    public var path: String
    public var bytes: Int
    /// Whether the file is in the snapshot (a listed file may have been unreadable).
    public var present: Bool

    public init(path: String, bytes: Int, present: Bool = true) {
        self.path = path
        self.bytes = bytes
        self.present = present
    }
}

/// Figures that only the server knows. What can be counted from the pages is counted from the published ones instead.
public struct Dashboard: Sendable, Equatable {
    /// Open review items by kind (`missing-page`, `duplicate`, …). Texts stay private.
    public var reviewByKind: [String: Int]
    /// Open lint findings by category.
    public var lintByKind: [String: Int]

    public init(reviewByKind: [String: Int] = [:], lintByKind: [String: Int] = [:]) {
        self.reviewByKind = reviewByKind
        self.lintByKind = lintByKind
    }
}
