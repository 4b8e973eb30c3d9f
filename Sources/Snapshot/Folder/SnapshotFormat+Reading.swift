extension SnapshotFormat {
    static func manifest(_ cursor: inout JSONCursor) throws(JSONFailure) -> (
        manifest: Manifest, files: [SnapshotFile], ownHash: String?
    ) {
        var format: String?
        var manifest = Manifest(formatVersion: 0, vault: "", title: "", serverVersion: "", dataVersion: 0, source: "")
        var files: [SnapshotFile] = []
        var ownHash: String?
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "format": format = try cursor.string()
            case "format_version": manifest.formatVersion = try cursor.int()
            case "vault": manifest.vault = try cursor.string()
            case "title": manifest.title = try cursor.string()
            case "server_version": manifest.serverVersion = try cursor.string()
            case "data_version": manifest.dataVersion = try cursor.int()
            case "source": manifest.source = try cursor.string()
            case "consistent": manifest.consistent = try cursor.bool()
            case "root_hash": manifest.rootHash = try cursor.string()
            case "manifest_sha256": ownHash = try cursor.string()
            case "files": try cursor.array { (cursor) throws(JSONFailure) in files.append(try file(&cursor)) }
            default: try cursor.skip()
            }
        }
        guard format == name else { throw cursor.failure("not a snapshot's manifest") }
        return (manifest, files, ownHash)
    }

    private static func file(_ cursor: inout JSONCursor) throws(JSONFailure) -> SnapshotFile {
        var path = ""
        var bytes = -1
        var sha256 = ""
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "path": path = try cursor.string()
            case "bytes": bytes = try cursor.int()
            case "sha256": sha256 = try cursor.string()
            default: try cursor.skip()
            }
        }
        guard VaultPath.isSafe(path), bytes >= 0, sha256.utf8.count == 64 else { throw cursor.failure("an unusable entry for a file") }
        return SnapshotFile(path: path, bytes: bytes, sha256: sha256)
    }

    static func pages(_ cursor: inout JSONCursor) throws(JSONFailure) -> [PageRecord] {
        var pages: [PageRecord] = []
        try cursor.array { (cursor) throws(JSONFailure) in
            var page = PageRecord(id: "", path: "")
            try cursor.object { (cursor, key) throws(JSONFailure) in
                switch key {
                case "id": page.id = try cursor.string()
                case "path": page.path = try cursor.string()
                case "title": page.title = try cursor.string()
                case "type": page.type = try cursor.string()
                case "sources": page.sources = try strings(&cursor)
                case "tags": page.tags = try strings(&cursor)
                case "created": page.created = try date(&cursor)
                case "updated": page.updated = try date(&cursor)
                case "body": page.body = try body(&cursor)
                default: try cursor.skip()
                }
            }
            guard !page.id.isEmpty, VaultPath.isSafe(page.path) else { throw cursor.failure("a page without a usable id and path") }
            pages.append(page)
        }
        return pages
    }

    private static func strings(_ cursor: inout JSONCursor) throws(JSONFailure) -> [String] {
        var strings: [String] = []
        try cursor.array { (cursor) throws(JSONFailure) in strings.append(try cursor.string()) }
        return strings
    }

    static func date(_ cursor: inout JSONCursor) throws(JSONFailure) -> CalendarDate {
        guard let date = CalendarDate(iso: try cursor.string()) else { throw cursor.failure("a date that is none") }
        return date
    }

    private static func body(_ cursor: inout JSONCursor) throws(JSONFailure) -> PageRecord.Body {
        if cursor.peek() == UInt8(ascii: "\"") {
            guard try cursor.string() == "gone" else { throw cursor.failure("an unknown state of a body") }
            return .gone
        }
        var reason = ""
        try cursor.object { (cursor, key) throws(JSONFailure) in
            if key == "unavailable" { reason = try cursor.string() } else { try cursor.skip() }
        }
        return .unavailable(reason)
    }

    static func sources(_ cursor: inout JSONCursor) throws(JSONFailure) -> [SourceFile] {
        var sources: [SourceFile] = []
        try cursor.array { (cursor) throws(JSONFailure) in
            var source = SourceFile(path: "", bytes: 0)
            try cursor.object { (cursor, key) throws(JSONFailure) in
                switch key {
                case "path": source.path = try cursor.string()
                case "bytes": source.bytes = try cursor.int()
                case "present": source.present = try cursor.bool()
                default: try cursor.skip()
                }
            }
            guard VaultPath.isSafe(source.path) else { throw cursor.failure("a source without a usable path") }
            sources.append(source)
        }
        return sources
    }

    static func dashboard(_ cursor: inout JSONCursor) throws(JSONFailure) -> Dashboard {
        var dashboard = Dashboard()
        try cursor.object { (cursor, key) throws(JSONFailure) in
            switch key {
            case "review": dashboard.reviewByKind = try counts(&cursor)
            case "lint": dashboard.lintByKind = try counts(&cursor)
            default: try cursor.skip()
            }
        }
        return dashboard
    }

    private static func counts(_ cursor: inout JSONCursor) throws(JSONFailure) -> [String: Int] {
        var counts: [String: Int] = [:]
        try cursor.object { (cursor, key) throws(JSONFailure) in counts[key] = try cursor.int() }
        return counts
    }

    static func findings(_ cursor: inout JSONCursor) throws(JSONFailure) -> [Finding] {
        var findings: [Finding] = []
        try cursor.array { (cursor) throws(JSONFailure) in
            var finding = Finding("", message: "")
            try cursor.object { (cursor, key) throws(JSONFailure) in
                switch key {
                case "code": finding.code = try cursor.string()
                case "severity":
                    guard let severity = Finding.Severity(rawValue: try cursor.string()) else {
                        throw cursor.failure("an unknown severity")
                    }
                    finding.severity = severity
                case "path": finding.path = try cursor.string()
                case "line": finding.line = try cursor.int()
                case "column": finding.column = try cursor.int()
                case "message": finding.message = try cursor.string()
                default: try cursor.skip()
                }
            }
            findings.append(finding)
        }
        return findings
    }
}
