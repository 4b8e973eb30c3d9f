/// `GET /status`.
struct ServerStatus: Equatable {
    var vault: String
    var dataVersion: Int
    var version: String
    /// Has a clock in it: for `pull.json` only.
    var startedAt: String?
}

/// One row of `GET /pages`.
struct PageRow: Equatable {
    var id = ""
    var path = ""
    var title: String?
    var type: String?
    var sources: [String] = []
    /// SHA-256 that the server noted when it last looked at the file; it can lag behind the disk.
    var hash: String?
    var created: CalendarDate?
    var updated: CalendarDate?
    var isDeleted = false
}

/// One page of `GET /export/data.json`: what the page list lacks.
struct ExportRow: Equatable {
    var id = ""
    var tags: [String] = []
    /// For comparison with the page list; nil where the server gives none.
    var path: String?
    var hash: String?
}

struct ExportData: Equatable {
    var rows: [ExportRow] = []
    /// nil where the export has no list of edges.
    var edges: EdgeSum?
    var dataVersion: Int?
}

/// A sum over a set of edges that does not depend on their order or direction, so that two lists can be compared without keeping one.
struct EdgeSum: Equatable {
    private(set) var count = 0
    private var sum: UInt64 = 0

    mutating func add(_ one: String, _ other: String, _ weight: Double?, _ kind: String) {
        count += 1
        let (first, second) = VaultPath.precedes(one, other) ? (one, other) : (other, one)
        // FNV-1a (RFC 9923) over the ends, the kind and the weight's bits.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        for text in [first, second, kind] {
            for byte in text.utf8 { mix(byte) }
            mix(0)
        }
        withUnsafeBytes(of: (weight ?? 1).bitPattern.littleEndian) { for byte in $0 { mix(byte) } }
        sum &+= hash
    }
}

/// `GET /graph` as the server words it: ends of edges are page ids, coordinates may be missing or not finite.
struct ServerGraph: Equatable {
    struct Node: Equatable {
        var id = ""
        var title: String?
        var type: String?
        var x: Double?
        var y: Double?
        var size: Double?
        var degree: Int?
        var community: Int?
        var domain: String?
    }
    struct Edge: Equatable {
        var source = ""
        var target = ""
        var weight: Double?
        var kind = "link"
    }

    var nodes: [Node] = []
    var edges: [Edge] = []
    var communities: [VaultGraph.Community] = []
    var dataVersion: Int?
}

/// `GET /sources?root=sources`, folders left out. Paths are vault paths.
struct SourceListing: Equatable {
    var files: [SourceFile] = []
    var isTruncated = false
}

/// `GET /pages/{id}/content`.
struct PageContent: Equatable {
    var text = ""
    var tags: [String] = []
    /// SHA-256 of the bytes on the server's disk.
    var hash: String?
}

/// How many items a queue holds, by kind.
struct QueueCounts: Equatable {
    var byKind: [String: Int] = [:]
    var total = 0
    var counted: Int { byKind.values.reduce(0, +) }
}
