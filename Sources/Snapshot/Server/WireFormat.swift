/// How the server's JSON is read. Members that are not known are passed over; what a person wrote into frontmatter may have any type.
enum WireFormat {
    static func status(_ cursor: inout JSONCursor) throws(JSONFailure) -> ServerStatus {
        var vault: String?
        var dataVersion: Int?
        var version: String?
        var startedAt: String?
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "vault_id": vault = try cursor.optionalString()
            case "data_version": dataVersion = try cursor.int()
            case "version": version = try cursor.optionalString()
            case "started_at": startedAt = try cursor.looseString()
            default: try cursor.skip()
            }
        }
        guard let vault, let dataVersion, let version else { throw cursor.failure("no vault_id, data_version and version") }
        return ServerStatus(vault: vault, dataVersion: dataVersion, version: version, startedAt: startedAt)
    }

    /// A list in pages: `{"items": […], "total": N}`.
    static func listed(
        _ cursor: inout JSONCursor, _ item: (inout JSONCursor) throws(JSONFailure) -> Void
    ) throws(JSONFailure) -> Int {
        var total: Int?
        var hasItems = false
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "items":
                hasItems = true
                try cursor.array(item)
            case "total": total = try cursor.int()
            default: try cursor.skip()
            }
        }
        guard hasItems, let total, total >= 0 else { throw cursor.failure("no items and total") }
        return total
    }

    static func pageRow(_ cursor: inout JSONCursor) throws(JSONFailure) -> PageRow {
        var row = PageRow()
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "id": row.id = try cursor.string()
            case "file_path": row.path = try cursor.string()
            case "title": row.title = try cursor.looseString()
            case "type": row.type = try cursor.looseString()
            case "sources": row.sources = try cursor.looseStrings()
            case "content_hash": row.hash = try cursor.looseString()
            case "created_at": row.created = try cursor.looseString().flatMap { CalendarDate(iso: $0) }
            case "updated_at": row.updated = try cursor.looseString().flatMap { CalendarDate(iso: $0) }
            case "deleted_at": row.isDeleted = try cursor.looseString() != nil
            default: try cursor.skip()
            }
        }
        guard !row.id.isEmpty else { throw cursor.failure("a page without an id") }
        return row
    }

    static func exportData(_ cursor: inout JSONCursor) throws(JSONFailure) -> ExportData {
        var data = ExportData()
        var hasPages = false
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "pages":
                hasPages = true
                try cursor.array { (cursor) throws(JSONFailure) in data.rows.append(try exportRow(&cursor)) }
            case "edges": data.edges = try edgeSum(&cursor)
            case "data_version": data.dataVersion = try cursor.int()
            default: try cursor.skip()
            }
        }
        guard hasPages else { throw cursor.failure("no pages") }
        return data
    }

    private static func exportRow(_ cursor: inout JSONCursor) throws(JSONFailure) -> ExportRow {
        var row = ExportRow()
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "id": row.id = try cursor.string()
            case "tags": row.tags = try cursor.looseStrings()
            case "file_path": row.path = try cursor.looseString()
            case "content_hash": row.hash = try cursor.looseString()
            default: try cursor.skip()
            }
        }
        return row
    }

    private static func edgeSum(_ cursor: inout JSONCursor) throws(JSONFailure) -> EdgeSum? {
        guard cursor.peek() == UInt8(ascii: "[") else {
            try cursor.skip()
            return nil
        }
        var sum = EdgeSum()
        try cursor.array { (cursor) throws(JSONFailure) in
            var edge = ServerGraph.Edge()
            try cursor.object { (cursor, key) throws(JSONFailure) in
                switch key {
                case "source_page_id": edge.source = try cursor.string()
                case "target_page_id": edge.target = try cursor.string()
                case "weight": edge.weight = try number(&cursor)
                case "kind": edge.kind = try cursor.looseString() ?? "link"
                default: try cursor.skip()
                }
            }
            sum.add(edge.source, edge.target, edge.weight, edge.kind)
        }
        return sum
    }

    static func sources(_ cursor: inout JSONCursor) throws(JSONFailure) -> SourceListing {
        var listing = SourceListing()
        var hasEntries = false
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "entries":
                hasEntries = true
                try cursor.array { (cursor) throws(JSONFailure) in
                    if let file = try sourceFile(&cursor) { listing.files.append(file) }
                }
            case "truncated": listing.isTruncated = try cursor.bool()
            default: try cursor.skip()
            }
        }
        guard hasEntries else { throw cursor.failure("no entries") }
        return listing
    }

    private static func sourceFile(_ cursor: inout JSONCursor) throws(JSONFailure) -> SourceFile? {
        var file = SourceFile(path: "", bytes: 0)
        var isFolder = false
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "path": file.path = VaultPath.sourcesFolder + (try cursor.string())
            case "size_bytes": file.bytes = try cursor.null() ? 0 : max(0, cursor.int())
            case "is_dir": isFolder = try cursor.bool()
            default: try cursor.skip()
            }
        }
        return isFolder ? nil : file
    }

    static func content(_ cursor: inout JSONCursor) throws(JSONFailure) -> PageContent {
        var content = PageContent()
        var hasText = false
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "content":
                hasText = true
                content.text = try cursor.string()
            case "tags": content.tags = try cursor.looseStrings()
            case "content_hash": content.hash = try cursor.looseString()
            default: try cursor.skip()
            }
        }
        guard hasText else { throw cursor.failure("no content") }
        return content
    }

    /// The active project's name, where it says more than its id. Paths of the server's disk are passed over.
    static func projectName(_ cursor: inout JSONCursor) throws(JSONFailure) -> String? {
        var names: [String: String] = [:]
        var active: String?
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "active_id": active = try cursor.looseString()
            case "projects":
                try cursor.array { (cursor) throws(JSONFailure) in
                    var id: String?
                    var name: String?
                    try cursor.object { (cursor, key) throws(JSONFailure) in
                        switch key {
                        case "id": id = try cursor.looseString()
                        case "name": name = try cursor.looseString()
                        default: try cursor.skip()
                        }
                    }
                    if let id, let name { names[id] = name }
                }
            default: try cursor.skip()
            }
        }
        guard let active, let name = names[active], name != active, !name.isEmpty, !name.contains("/") else { return nil }
        return name
    }
}
