extension SnapshotFormat {
    static func encode(_ manifest: Manifest, _ counts: SnapshotCounts, _ files: [SnapshotFile]) -> [UInt8] {
        var members: [String: JSONValue] = [
            "format": .string(name),
            "format_version": .int(manifest.formatVersion),
            "vault": .string(manifest.vault),
            "title": .string(manifest.title),
            "server_version": .string(manifest.serverVersion),
            "data_version": .int(manifest.dataVersion),
            "source": .string(manifest.source),
            "consistent": .bool(manifest.consistent),
            "root_hash": .string(manifest.rootHash),
            "counts": .object([
                "pages": .int(counts.pages), "bodies": .int(counts.bodies), "sources": .int(counts.sources), "nodes": .int(counts.nodes),
                "edges": .int(counts.edges), "communities": .int(counts.communities),
            ]),
            "files": .array(
                files.map { .object(["path": .string($0.path), "bytes": .int($0.bytes), "sha256": .string($0.sha256)]) }),
        ]
        members["manifest_sha256"] = .string(manifestHash(JSONValue.object(members).document()))
        return JSONValue.object(members).document()
    }

    static func encode(_ pages: [PageRecord]) -> [UInt8] {
        JSONValue.array(
            pages.map { page in
                var row: [String: JSONValue] = ["id": .string(page.id), "path": .string(page.path)]
                row["title"] = page.title.map { .string($0) }
                row["type"] = page.type.map { .string($0) }
                if !page.sources.isEmpty { row["sources"] = .array(page.sources.map { .string($0) }) }
                if !page.tags.isEmpty { row["tags"] = .array(page.tags.map { .string($0) }) }
                row["created"] = page.created.map { .string($0.description) }
                row["updated"] = page.updated.map { .string($0.description) }
                switch page.body {
                case .present: break
                case .gone: row["body"] = "gone"
                case .unavailable(let reason): row["body"] = .object(["unavailable": .string(reason)])
                }
                return .object(row)
            }
        ).document()
    }

    static func encode(_ graph: VaultGraph) -> [UInt8] {
        let kinds = Set(graph.edges.map(\.kind)).sorted(by: VaultPath.precedes)
        let index = Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($1, $0) })
        var members: [String: JSONValue] = [
            "kinds": .array(kinds.map { .string($0) }),
            "nodes": .array(graph.nodes.map(row)),
            "edges": .array(
                graph.edges.map { edge in
                    .array([.int(Int(edge.source)), .int(Int(edge.target)), .double(edge.weight), .int(index[edge.kind] ?? 0)])
                }),
            "communities": .array(graph.communities.map(row)),
        ]
        members["layout"] = graph.layout.map(row)
        return JSONValue.object(members).document()
    }

    private static func row(_ layout: VaultGraph.Layout) -> JSONValue {
        var row: [String: JSONValue] = [:]
        row["method"] = layout.method.map { .string($0) }
        row["night"] = layout.night.map { .string($0.description) }
        row["sha256"] = layout.hash.map { .string($0) }
        return .object(row)
    }

    private static func row(_ node: VaultGraph.Node) -> JSONValue {
        var row: [String: JSONValue] = [
            "id": .string(node.id), "x": .double(node.x), "y": .double(node.y), "size": .double(node.size), "degree": .int(node.degree),
            "community": .int(node.community),
        ]
        row["title"] = node.title.map { .string($0) }
        row["type"] = node.type.map { .string($0) }
        row["domain"] = node.domain.map { .string($0) }
        return .object(row)
    }

    private static func row(_ community: VaultGraph.Community) -> JSONValue {
        var row: [String: JSONValue] = [
            "id": .int(community.id), "label": .string(community.label), "size": .int(community.size),
            "cohesion": .double(community.cohesion),
        ]
        row["domain"] = community.domain.map { .string($0) }
        row["top_page"] = community.topPage.map { .string($0) }
        return .object(row)
    }

    static func encode(_ sources: [SourceFile]) -> [UInt8] {
        JSONValue.array(
            sources.map { .object(["path": .string($0.path), "bytes": .int($0.bytes), "present": .bool($0.present)]) }
        ).document()
    }

    static func encode(_ dashboard: Dashboard) -> [UInt8] {
        JSONValue.object([
            "review": .object(dashboard.reviewByKind.mapValues { .int($0) }),
            "lint": .object(dashboard.lintByKind.mapValues { .int($0) }),
        ]).document()
    }

    static func encode(_ findings: [Finding]) -> [UInt8] {
        JSONValue.array(
            findings.map { finding in
                var row: [String: JSONValue] = [
                    "code": .string(finding.code), "severity": .string(finding.severity.rawValue), "message": .string(finding.message),
                ]
                if !finding.path.isEmpty { row["path"] = .string(finding.path) }
                if finding.line > 0 { row["line"] = .int(finding.line) }
                if finding.column > 0 { row["column"] = .int(finding.column) }
                return .object(row)
            }
        ).document()
    }
}
