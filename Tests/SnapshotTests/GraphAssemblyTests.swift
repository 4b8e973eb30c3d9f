import Testing

@testable import Snapshot

@Suite struct GraphAssemblyTests {
    private let paths = ["a": "wiki/a.md", "b": "wiki/b.md", "c": "wiki/c.md"]

    private func assemble(_ json: String) throws -> GraphAssembly {
        let graph = try Array(json.utf8).withBytes { (bytes) throws(JSONFailure) in
            try JSONCursor.read(bytes, acceptsNonFinite: true, WireFormat.graph)
        }
        return GraphAssembly(graph, paths: paths)
    }

    private func node(_ id: String, _ rest: String = #""x":1,"y":2"#) -> String { #"{"id":"\#(id)",\#(rest)}"# }

    @Test(arguments: [
        #""x":null,"y":2"#, #""x":NaN,"y":2"#, #""x":1,"y":Infinity"#, #""x":-Infinity,"y":2"#, #""x":1e999,"y":2"#, #""y":2"#, #""x":1"#,
        #""title":"t""#,
        #""x":1e300,"y":2"#,
    ])
    func aNodeWithoutAPlaceIsLeftOutWithItsEdges(_ place: String) throws {
        let assembly = try assemble(
            #"{"nodes":[\#(node("a")),\#(node("b", place)),\#(node("c"))],"edges":[{"source":"a","target":"b","weight":1},{"source":"c","target":"a","weight":2}]}"#
        )
        #expect(assembly.graph.nodes.map(\.id) == ["a", "c"])
        #expect(assembly.graph.edges == [VaultGraph.Edge(source: 0, target: 1, weight: 2, kind: "link")])
        #expect(assembly.findings.map(\.code).sorted() == ["edge-without-node", "node-without-position"])
        #expect(assembly.findings.allSatisfy { $0.path == "wiki/b.md" })
    }

    @Test func nodesAndEdgesAreSortedWhateverTheServersOrder() throws {
        let nodes = ["c", "a", "b"].map { node($0) }
        let edges = [
            #"{"source":"c","target":"a","weight":3}"#, #"{"source":"a","target":"b","weight":0.5,"kind":"source"}"#,
            #"{"source":"b","target":"a","weight":1}"#,
        ]
        let first = try assemble(#"{"nodes":[\#(nodes.joined(separator: ","))],"edges":[\#(edges.joined(separator: ","))]}"#)
        let second = try assemble(
            #"{"edges":[\#(edges.reversed().joined(separator: ","))],"nodes":[\#(nodes.reversed().joined(separator: ","))]}"#)
        #expect(first.graph == second.graph)
        #expect(first.graph.nodes.map(\.id) == ["a", "b", "c"])
        #expect(
            first.graph.edges == [
                VaultGraph.Edge(source: 0, target: 1, weight: 1, kind: "link"),
                VaultGraph.Edge(source: 0, target: 1, weight: 0.5, kind: "source"),
                VaultGraph.Edge(source: 0, target: 2, weight: 3, kind: "link"),
            ])
        #expect(first.findings == [])
    }

    @Test func awkwardEdges() throws {
        let edges = [
            #"{"source":"a","target":"a","weight":1}"#, #"{"source":"a","target":"z","weight":1}"#,
            #"{"source":"z","target":"a","weight":1}"#,
            #"{"source":"a","target":"b","weight":1}"#, #"{"source":"b","target":"a","weight":7}"#,
            #"{"source":"b","target":"c","weight":-1e30}"#,
            #"{"source":"a","target":"c","weight":null}"#,
        ]
        let assembly = try assemble(#"{"nodes":[\#(node("a")),\#(node("b")),\#(node("c"))],"edges":[\#(edges.joined(separator: ","))]}"#)
        #expect(assembly.graph.edges.map(\.weight) == [7, 1, -1e30])
        #expect(
            assembly.findings == [
                Finding("self-edge", .note, path: "wiki/a.md", message: "the graph links this page to itself; such a link is not drawn"),
                Finding("edge-without-node", message: "2 of the graph's edges end at z, which is not a node; they were left out"),
                Finding(
                    "duplicate-edge", .note, path: "wiki/a.md", message: "the graph has the edge to wiki/b.md twice; the heavier was taken"),
            ])
    }

    @Test func aNodeThatIsNoPageIsLeftOut() throws {
        let assembly = try assemble(#"{"nodes":[\#(node("a")),\#(node("deleted", #""x":1,"y":1,"title":"Secret""#))]}"#)
        #expect(assembly.graph.nodes.map(\.id) == ["a"])
        #expect(assembly.findings.map(\.code) == ["node-without-page"])
        #expect(!assembly.findings[0].message.contains("Secret"))
    }

    @Test func aPageTwice() throws {
        let assembly = try assemble(#"{"nodes":[\#(node("a")),\#(node("a", #""x":5,"y":5"#))]}"#)
        #expect(assembly.graph.nodes.count == 1)
        #expect(assembly.findings.map(\.code) == ["duplicate-node"])
    }

    @Test func oneNodeWithNothingButAPlace() throws {
        let assembly = try assemble(
            #"{"nodes":[\#(node("a", #""x":0,"y":-0.0,"title":null,"size":null,"degree":null,"community":null"#))]}"#)
        #expect(assembly.graph.nodes == [VaultGraph.Node(id: "a", x: 0, y: 0, size: 8, degree: 0, community: -1)])
        #expect(assembly.findings == [])
    }

    @Test func communities() throws {
        let assembly = try assemble(
            #"""
            {"nodes":[\#(node("a"))],"communities":[{"id":2,"size":1,"label":"B","cohesion":0.5,"dominant_domain":null,"top_page":{"id":"gone"}},
            {"id":-1,"size":3,"label":null,"cohesion":NaN,"top_page":null},{"id":0,"size":1,"label":"A","dominant_domain":"D","top_page":{"id":"a","title":"x"}},
            {"id":0,"size":9,"label":"Z"}]}
            """#)
        #expect(
            assembly.graph.communities == [
                VaultGraph.Community(id: -1, label: "", size: 3, cohesion: 0),
                VaultGraph.Community(id: 0, label: "A", size: 1, cohesion: 0, domain: "D", topPage: "a"),
                VaultGraph.Community(id: 2, label: "B", size: 1, cohesion: 0.5),
            ])
    }
}

@Suite struct WantedFilesTests {
    private func reading(_ paths: [String], sources: SourceListing? = SourceListing()) -> VaultReading {
        var reading = VaultReading(status: ServerStatus(vault: "v", dataVersion: 1, version: "2.1.7"))
        reading.rows = paths.enumerated().map { PageRow(id: "p\($0)", path: $1) }
        reading.sources = sources
        return reading
    }

    @Test func pathsOutOfTheVaultAreLeftOutAndSaid() {
        let wanted = WantedFiles(reading(["../../etc/passwd", "/etc/passwd", "wiki/a.md", "wiki/\u{1B}[2J.md", "wiki/../../x.md"]))
        #expect(wanted.items.map(\.path) == ["wiki/a.md"])
        #expect(wanted.findings.map(\.code) == Array(repeating: "unsafe-path", count: 4))
        #expect(wanted.findings.allSatisfy { !$0.message.contains("\u{1B}") })
    }

    @Test func rowsThatAreNoPages() {
        let wanted = WantedFiles(
            reading(["raw/sources/x.md", "purpose.md", "schema.md", "wiki/.obsidian/app.json", "raw/notes.md", "wiki/a.md"]))
        #expect(wanted.items.map(\.path) == ["wiki/a.md"])
        #expect(wanted.findings == [])
    }

    @Test func onePathTwice() {
        let wanted = WantedFiles(reading(["wiki/a.md", "wiki/a.md", "wiki/A.md", "wiki/e\u{301}.md", "wiki/\u{E9}.md"]))
        #expect(wanted.items.map(\.row?.id) == ["p2", "p0", "p3", "p4"])
        #expect(wanted.findings.map(\.message) == ["two entries have this path; the one with id p0 was taken"])
    }

    @Test func sourcesComeFromTheirListWithTheRowsOfThePageList() {
        let listing = SourceListing(files: [
            SourceFile(path: "raw/sources/b.png", bytes: 5), SourceFile(path: "raw/sources/a.md", bytes: 7),
            SourceFile(path: "raw/sources/../../x", bytes: 1),
        ])
        let wanted = WantedFiles(reading(["raw/sources/a.md", "raw/sources/unlisted.md"], sources: listing))
        #expect(wanted.items.map(\.path) == ["raw/sources/a.md", "raw/sources/b.png"])
        #expect(wanted.items.map(\.row?.id) == ["p0", nil])
        #expect(wanted.findings.map(\.code) == ["unsafe-path"])
    }

    @Test func aListOfSourcesThatIsCutIsCompletedFromThePageList() {
        let listing = SourceListing(files: [SourceFile(path: "raw/sources/a.md", bytes: 7)], isTruncated: true)
        let wanted = WantedFiles(reading(["raw/sources/a.md", "raw/sources/z.md"], sources: listing))
        #expect(wanted.items.map(\.path) == ["raw/sources/a.md", "raw/sources/z.md"])
        #expect(wanted.findings.map(\.code) == ["sources-truncated"])
        #expect(WantedFiles(reading(["raw/sources/z.md"], sources: nil)).items.map(\.path) == ["raw/sources/z.md"])
    }
}

@Suite struct VaultTitleTests {
    private func title(_ overview: String?, project: String? = nil) -> String {
        VaultTitle.title(projectName: project, overview: overview.map { Array($0.utf8) }, vault: "vault-id")
    }

    @Test(arguments: [
        ("---\ntitle: Overview\n---\n\n# Overview\n\n**Homelab Knowledge** describes a lab.\n", "Homelab Knowledge"),
        ("---\ntitle: My Garden\n---\n\n# Overview\n", "My Garden"), ("# Überblick über alles\n", "Überblick über alles"),
        ("---\ntitle: Overview — Rust Brain\n---\n", "Rust Brain"), ("---\ntitle: Synapse Overview\n---\n\n<!-- stub -->\n\n", "vault-id"),
        ("# Overview\n\nPlain text. **Bold** later.\n", "vault-id"), ("# Overview\n\n**[[Link]]** text\n", "vault-id"),
        ("# Overview\n\n**unclosed\n", "vault-id"),
        ("---\ntitle: Secret Plan\npublish: false\n---\n\n# Secret Plan\n\n**Secret**\n", "vault-id"), ("", "vault-id"),
        ("---\ntitle: \(String(repeating: "x", count: 100))\n---\n", "vault-id"),
    ])
    func theOverviewPageNamesTheVault(_ page: String, _ expected: String) {
        #expect(title(page) == expected)
        #expect(title(page, project: "Named") == "Named")
    }

    @Test(arguments: [
        (#"{"projects":[{"id":"a","name":"Alpha","path":"/srv/a"},{"id":"b","name":"Beta"}],"active_id":"b"}"#, "Beta"),
        (#"{"projects":[{"id":"a","name":"a"}],"active_id":"a"}"#, nil),
        (#"{"projects":[{"id":"a","name":"/srv/vault"}],"active_id":"a"}"#, nil),
        (#"{"projects":[],"active_id":null}"#, nil), (#"{"active_id":"a","projects":[{"id":"a","name":""}]}"#, nil),
    ])
    func theProjectsName(_ json: String, _ expected: String?) throws {
        let name = try Array(json.utf8).withBytes { (bytes) throws(JSONFailure) in try JSONCursor.read(bytes, WireFormat.projectName) }
        #expect(name == expected)
    }
}
