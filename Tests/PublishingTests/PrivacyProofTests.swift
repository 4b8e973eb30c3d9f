import Canvas
import Foundation
import Snapshot
import Testing

@testable import Publishing

/// Traces of private pages in published files: each kind, planted and found, and what is none.
@Suite struct PrivacyProofTests {
    private static let files = [
        "wiki/open.md":
            "---\ntitle: Open page\n---\n\nSee [[Secret plan]] and [[wiki/secret-plan|the other one]]. Plain words everywhere.\n",
        "wiki/secret-plan.md": """
        ---
        title: Secret plan
        aliases: [Projekt Äther]
        publish: false
        sources: [raw/sources/invoice.pdf]
        ---

        The *hidden* treasure of Captain “Flint” lies under seven palms. See https://pad.example.net/x1?id=9 and ![[raw/sources/invoice.pdf]].
        """,
        "raw/sources/invoice.pdf": "%PDF secret bytes", "raw/sources/open.pdf": "%PDF open bytes",
    ]

    private static func snapshot(_ change: (inout [String: String]) -> Void = { _ in }) -> VaultSnapshot {
        var files = Self.files
        change(&files)
        let paths = files.keys.sorted()
        let stored = files
        let sources = paths.filter { $0.hasPrefix("raw/") }.map { SourceFile(path: $0, bytes: stored[$0]!.utf8.count) }
        return VaultSnapshot(
            manifest: Manifest(vault: "v", title: "V", serverVersion: "", dataVersion: 0, source: "folder"),
            pages: paths.filter { $0.hasPrefix("wiki/") }.map { PageRecord(id: "0b2b8021-fc47-8672-\($0.utf8.count)", path: $0) },
            graph: VaultGraph(), sources: sources, dashboard: Dashboard(), findings: [],
            read: { (path) throws(SnapshotError) in Array((stored[path] ?? "").utf8) })
    }

    private func leaks(_ name: String, _ bytes: [UInt8], snapshot: VaultSnapshot = snapshot()) throws -> [Finding] {
        let folder = try TemporaryFolder()
        let site = "\(folder.path)/site"
        for (name, bytes) in [("index.html", Array("<h1>Open page</h1><a>Search</a>".utf8)), (name, bytes)] {
            let url = URL(filePath: "\(site)/\(name)")
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: url)
        }
        return try checkPrivacy(of: site, against: snapshot, RunContext()).leaks
    }

    private func codes(_ name: String, _ text: String) throws -> [String] { try leaks(name, Array(text.utf8)).map(\.code) }

    @Test(arguments: [
        ("a.html", "<p>The <em>hidden</em> treasure of Captain &#8220;Flint&#8221; lies</p>", "private-words"),
        ("a.html", "<p title=\"hidden treasure of captain &quot;flint&quot; lies\">", "private-words"),
        ("a.html", "<a href=\"x\">Secret plan</a>", "private-title"), ("a.html", "<title>SECRET&#x20;PLAN</title>", "private-title"),
        ("a.html", "<img alt=\"Projekt &#196;ther\">", "private-title"), ("a.html", "<a href=\"projekt%20%C3%A4ther\">", "private-title"),
        ("b.svg", "<svg><title>secret-plan</title></svg>", "private-title"), ("feed.xml", "<title>Secret_Plan</title>", "private-title"),
        ("data.js", "load(\"Secret\\u0020plan\")", "private-title"), ("data.json", "{\"t\": \"Secret\\nplan\"}", "private-title"),
        ("data.js", "load(\"\(Data("x\0Secret plan\0 and more of it".utf8).base64EncodedString())\")", "private-title"),
        ("robots.txt", "Disallow: /secret-plan", "private-title"), ("notes/secret-plan.png", "x", "private-title"),
        ("a.html", "<a data-id=\"0b2b8021-fc47-8672-19\">", "private-id"),
        ("a.html", "<a href=\"https://pad.example.net/x1?id=9\">", "private-link"),
        ("a.html", "<a href=\"raw/invoice.pdf\">", "private-attachment"), ("raw/other-name.pdf", "%PDF secret bytes", "private-attachment"),
    ])
    func aPlantedTraceIsFound(_ name: String, _ text: String, _ code: String) throws {
        #expect(try codes(name, text).contains(code))
    }

    @Test func thePagesOwnFileIsFound() throws {
        #expect(try codes("secret-plan.html", "nothing").contains("private-address"))
        #expect(try codes("Secret-Plan.html", "nothing").contains("private-address"))
    }

    @Test func textInAPictureIsFound() throws {
        let chunk: [UInt8] = [0, 0, 0, 20] + Array("tEXt".utf8) + Array("Title\0Secret plan 1.".utf8) + [0, 0, 0, 0]
        let pixels: [UInt8] = [0, 0, 0, 12] + Array("IDAT".utf8) + Array("Secret plan ".utf8) + [0, 0, 0, 0]
        let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        #expect(try leaks("p.png", head + chunk).map(\.code) == ["private-title"])
        #expect(try leaks("p.png", head + pixels).isEmpty)
        #expect(try leaks("p.png", head + [0xFF, 0xFF, 0xFF, 0xFF] + Array("tEXt".utf8)).isEmpty)
    }

    /// A search index whose texts are written in codes: with so few pieces each is one character.
    @Test func theSearchIndexIsRead() throws {
        let folder = try TemporaryFolder()
        for (name, text) in [
            ("symbols.js", #"SynapseSearch.add("symbols","Secret\t plan\thello");"#), ("t0.js", #"SynapseSearch.add("t0"," !");"#),
            ("t1.js", #"SynapseSearch.add("t1","!!");"#),
        ] { try folder.write(text, to: "site/assets/search/0f/\(name)") }
        let leaks = try checkPrivacy(of: folder("site"), against: Self.snapshot(), RunContext()).leaks
        #expect(leaks.map(\.path) == ["assets/search/0f/t0.js"] && leaks.map(\.code) == ["private-title"])
    }

    /// Packed text of a picture: a stream of zlib with one stored block (RFC 1951, section 3.2.4).
    @Test func packedTextInAPictureIsFound() throws {
        let text = Array("Secret plan".utf8)
        let packed: [UInt8] = [0x78, 0x01, 0x01, 11, 0, 0xF4, 0xFF] + text + [0, 0, 0, 0]
        let content = Array("Title\0\0".utf8) + packed
        let chunk: [UInt8] = [0, 0, 0, UInt8(content.count)] + Array("zTXt".utf8) + content + [0, 0, 0, 0]
        let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        #expect(try leaks("p.png", head + chunk).map(\.code) == ["private-title"])
    }

    private static func document(title: String = "Open", text: String = "Open page", link: String? = nil, entry: String? = nil) throws
        -> [UInt8]
    {
        let pdf = try PDFDocument(
            width: 400, height: 200, dpi: 72, .init(title: title, subject: "", date: "2026-11-12T00:00:00Z"))
        let line = try TextShaper().shape(text)
        pdf.text(line, at: Point(20, 60), size: 20, Color(red: 50, green: 50, blue: 50))
        if let link { pdf.link(to: link, in: Rect(x: 20, y: 40, width: 100, height: 30)) }
        if let entry { pdf.outline(entry, at: Point(20, 60)) }
        return try pdf.finish()
    }

    /// Text of a page, its title, a link and an outline's entry, each in a document of its own.
    @Test func textInADocumentIsFound() throws {
        #expect(try leaks("p.pdf", try Self.document(link: "https://open.example.net/")) == [])
        #expect(try leaks("p.pdf", try Self.document(text: "The secret plan of it")).map(\.code) == ["private-title"])
        #expect(try leaks("p.pdf", try Self.document(text: "See Projekt \u{C4}ther")).map(\.code) == ["private-title"])
        #expect(try leaks("p.pdf", try Self.document(text: "hidden treasure of Captain Flint lies")).map(\.code) == ["private-words"])
        #expect(try leaks("p.pdf", try Self.document(title: "Projekt \u{C4}ther")).map(\.code) == ["private-title"])
        #expect(try leaks("p.pdf", try Self.document(link: "https://w.example.net/secret-plan.html")).map(\.code) == ["private-title"])
        #expect(try leaks("p.pdf", try Self.document(entry: "Secret plan")).map(\.code) == ["private-title"])
    }

    /// A document that a public page rests on is published as it is, whatever it says.
    @Test func aPublicDocumentMayNameThings() throws {
        let (base, pdf) = (Self.snapshot(), try Self.document(text: "The secret plan of it"))
        let vault = VaultSnapshot(
            manifest: base.manifest, pages: base.pages, graph: VaultGraph(), sources: base.sources, dashboard: Dashboard(), findings: [],
            read: { (path) throws(SnapshotError) in path == "raw/sources/open.pdf" ? pdf : try base.read(path) })
        #expect(try leaks("raw/open.pdf", pdf, snapshot: vault) == [])
        #expect(try leaks("raw/open.pdf", try Self.document(text: "A secret plan"), snapshot: vault).map(\.code) == ["private-title"])
    }

    /// Words that only the private page has, in the search index's lexicon: in order, and spelt backwards.
    @Test(arguments: [("l0.js", "trap", "reasure"), ("b0.js", "eru", "saert")]) func theLexiconIsRead(
        _ name: String, _ first: String, _ rest: String
    ) throws {
        let folder = try TemporaryFolder()
        let shared: UInt8 = name == "l0.js" ? 1 : 3
        let shard: [UInt8] =
            [0, UInt8(first.utf8.count)] + Array(first.utf8) + [shared | 0x20, UInt8(rest.utf8.count) | 0x40] + Array(rest.utf8)
        try folder.write(#"SynapseSearch.add("symbols","a\tb");"#, to: "site/assets/search/0f/symbols.js")
        let padding: [UInt8] = [0, 20] + Array("aaaaaaaaaaaaaaaaaaaa".utf8)
        try folder.write(
            #"SynapseSearch.add("x","\#(Data(padding + shard).base64EncodedString())");"#, to: "site/assets/search/0f/\(name)")
        let leaks = try checkPrivacy(of: folder("site"), against: Self.snapshot(), RunContext()).leaks
        #expect(leaks.map(\.path) == ["assets/search/0f/\(name)"] && leaks.map(\.code) == ["private-words"])
    }

    /// The graph viewer's data says only where nodes are; a place that no public page has is a trace.
    @Test func aNodeInTheGraphIsFound() throws {
        var vault = Self.snapshot()
        let ids = vault.pages.map(\.id)
        let graph = VaultGraph(nodes: [
            VaultGraph.Node(id: ids[0], x: 1.5, y: -2), VaultGraph.Node(id: ids[1], x: 300.25, y: 8),
        ])
        vault = VaultSnapshot(
            manifest: vault.manifest, pages: vault.pages, graph: graph, sources: vault.sources, dashboard: Dashboard(), findings: [],
            read: vault.read)
        func data(_ places: [(Float, Float)]) -> String {
            func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) } }
            var data = Array("SYG1".utf8) + bytes(UInt32(places.count)) + bytes(0) + bytes(0)
            for place in places { data += bytes(place.0.bitPattern) }
            for place in places { data += bytes(place.1.bitPattern) }
            return "synapseGraph.data(\"\(Data(data).base64EncodedString())\",{});"
        }
        #expect(try leaks("assets/graph-data.js", Array(data([(1.5, -2)]).utf8), snapshot: vault) == [])
        #expect(
            try leaks("assets/graph-data.js", Array(data([(1.5, -2), (300.25, 8)]).utf8), snapshot: vault).map(\.code) == ["private-node"])
    }

    @Test(arguments: [
        ("a.html", "<p>See the other one. Plain words everywhere. Open page.</p><a href=\"raw/open.pdf\">open.pdf</a>"),
        ("a.html", "<p>A secret. A plan. The hidden treasure of Captain Cook</p>"),
        ("data.js", "load(\"aGVsbG8gd29ybGQgaGVsbG8gd29ybGQ=\")"),
        ("a.html", "<p>&unfinished &#xZZ; %zz \\u12</p>"), ("a.json", "\"\\"), ("font.woff2", "Secret plan"),
    ])
    func whatIsNoTrace(_ name: String, _ text: String) throws { #expect(try codes(name, text) == []) }

    /// "Search" is an alias of the private page, and a word that the site itself has on every page.
    @Test func aSingleWordOnEveryPageIsTheSitesOwn() throws {
        let vault = Self.snapshot {
            $0["wiki/secret-plan.md"] = $0["wiki/secret-plan.md"]?.replacingOccurrences(of: "[Projekt", with: "[Search, Projekt")
        }
        #expect(try leaks("a.html", Array("<a>Search</a>".utf8), snapshot: vault) == [])
        let folder = try TemporaryFolder()
        for (name, text) in [("a.html", "<p>Search</p>"), ("b.html", "<p>Home</p>")] {
            try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/\(name)"))
        }
        let proof = try checkPrivacy(of: folder.path, against: vault, RunContext(jobs: 3))
        #expect(proof.leaks.map(\.path) == ["a.html"] && proof.leaks.map(\.code) == ["private-title"])
        #expect(proof.privatePages == 1 && proof.files == 2 && proof.names >= 6 && proof.runs > 10)
    }

    /// An author who writes the same words in a public page has published them.
    @Test func whatAPublicPageSaysIsNoTrace() throws {
        let said = Self.snapshot { $0["wiki/open.md"]! += "The secret plan: the hidden treasure of Captain Flint lies under seven palms." }
        #expect(
            try leaks(
                "a.html", Array("<p>The secret plan</p><p>hidden treasure of Captain Flint lies under seven palms".utf8), snapshot: said)
                == [])
        let id = try leaks("a.html", Array("0b2b8021-fc47-8672-19".utf8), snapshot: said)
        #expect(id.map(\.code) == ["private-id"])
    }

    @Test func aSecondOpinionOnWhatIsPrivate() {
        for text in ["---\ntitle: a: b: c\n\tpublish: false\n---\n", "---\nPublish : \"False\"\n---\n", "---\ndraft: true\n---\n"] {
            #expect(PrivateTraces.isPrivate(Array(text.utf8)), "\(text)")
        }
        for text in ["publish: false\n", "---\npublish: true\n---\npublish: false\n", ""] {
            #expect(!PrivateTraces.isPrivate(Array(text.utf8)), "\(text)")
        }
    }

    @Test func aVaultWithoutPrivatePagesHasNoTraces() throws {
        let open = Self.snapshot { $0["wiki/secret-plan.md"] = nil }
        #expect(try leaks("a.html", Array("Secret plan".utf8), snapshot: open) == [])
        #expect(throws: PublishingError.self) { try checkPrivacy(of: "/nowhere", against: open, RunContext()) }
    }
}
