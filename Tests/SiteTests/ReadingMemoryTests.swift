import Snapshot
import Synchronization
import Testing

@testable import Site

/// What is kept of pages between builds: what was read, all of it, and nothing that damage could turn into something else.
@Suite struct ReadingMemoryTests {
    private static let files = [
        "wiki/a.md": """
        ---
        title: "Alpha: α"
        type: Concept
        tags: [one, domain/Two]
        aliases: [First, エー]
        sources: [raw/sources/x.csv, https://example.org, "[[Beta]]"]
        related: ["[[Beta]]"]
        created: 2026-01-02
        updated: 2026-02-03
        lang: de
        summary: A line.
        ---
        # Alpha

        See [[Beta#Part|b]], ![[Beta]], [c](b.md#^x) and ![p](raw/sources/p.png). #tag

        ## Part ^block

        <a id="here">raw</a> <script>x</script> [[Nowhere]]
        """,
        "wiki/b.md": "---\ntitle: Beta\npublish: true\n---\n# Beta\n\n## Part\n\nText. ^x\n\n[[Gamma]] [[Hidden]]",
        "wiki/c.md": "---\ntitle: Gamma\ndraft: true\n---\n[[Alpha]] #secret", "wiki/d.md": "---\ntitle: [broken\n---\nNo title",
        "wiki/hidden.md": "---\ntitle: Hidden\npublish: false\nsources: [raw/sources/x.csv]\n---\n[[Alpha]]", "wiki/e.md": "",
    ]

    /// What a run keeps: readings one after the other, and by page where each begins; where links led; what stands for the names.
    private struct Kept: Sendable {
        var bytes: [UInt8] = []
        var readings: [Int: Range<Int>] = [:]
        var ends: [Int: [UInt8]] = [:]
        var names: UInt64 = 0
        var asked = 0
    }

    /// The site, what was kept, and how often a page was read.
    ///
    /// - Parameter remembers: whether the bytes can be read back later.
    private func made(
        _ earlier: Kept, _ files: [String: String] = files, changed: Set<Int> = [], remembers: Bool = true, nearlyWhole: Bool = false
    ) -> (site: Site, kept: Kept, reads: Int) {
        let all = Mutex(Kept())
        let reads = Atomic(0)
        let whole = vault(files, sources: ["raw/sources/x.csv": "a", "raw/sources/p.png": "b"])
        let counting = VaultSnapshot(
            manifest: whole.manifest, pages: whole.pages, graph: whole.graph, sources: whole.sources, dashboard: whole.dashboard,
            findings: [],
            read: { (path) throws(SnapshotError) in
                reads.add(1, ordering: .relaxed)
                return try whole.read(path)
            })
        var memory = ReadingMemory(
            isNearlyWhole: nearlyWhole,
            earlier: { page in
                guard !changed.contains(page), let range = earlier.readings[page] else { return nil }
                return RememberedBytes(Array(earlier.bytes[range]), at: remembers ? range.lowerBound : nil)
            },
            keep: { page, bytes in
                all.withLock { all in
                    // Behind those of the earlier run, as one file has them.
                    if all.bytes.isEmpty { all.bytes = earlier.bytes }
                    all.bytes += bytes
                    all.readings[page] = (all.bytes.count - bytes.count)..<all.bytes.count
                    return remembers ? all.bytes.count - bytes.count : nil
                }
            })
        memory.earlierEnds = { page in
            all.withLock { $0.asked += 1 }
            return changed.contains(page) ? nil : earlier.ends[page]
        }
        memory.keepEnds = { page, bytes in all.withLock { $0.ends[page] = bytes } }
        memory.haveSameNames = { names in
            all.withLock { $0.names = names }
            return names == earlier.names
        }
        var spool = TextSpool(keep: { _ in nil }, read: { _ in nil })
        spool.readRemembered = { range in all.withLock { Array(($0.bytes.isEmpty ? earlier.bytes : $0.bytes)[range]) } }
        let site = makeSite(counting, spool: spool, memory: memory)
        return (site, all.withLock { $0 }, reads.load(ordering: .relaxed))
    }

    private func said(_ site: Site) -> String {
        var text = ""
        dump(site.pages, to: &text)
        dump(site.findings, to: &text)
        dump(site.sources, to: &text)
        return text + site.allSentences
    }

    @Test(arguments: [(true, false), (true, true), (false, false), (false, true)])
    func whatWasKeptGivesTheSameSite(_ remembers: Bool, _ nearlyWhole: Bool) {
        let (first, kept, reads) = made(Kept(), remembers: remembers, nearlyWhole: nearlyWhole)
        #expect(kept.readings.count == Self.files.count)
        #expect(kept.ends.count == first.pages.count)
        let (second, again, rereads) = made(kept, remembers: remembers, nearlyWhole: nearlyWhole)
        #expect(said(first) == said(second))
        #expect(again.readings.isEmpty && again.ends.isEmpty && again.asked == first.pages.count)
        // Only the page that names a private one is read: without that name.
        #expect(reads == Self.files.count + 1)
        #expect(rereads == 1)
    }

    /// Another title, heading, alias or mark anywhere: links may lead elsewhere, and all are asked again.
    @Test(arguments: [
        ("wiki/b.md", "title: Beta", "title: Bete"), ("wiki/b.md", "## Part", "## Parts"), ("wiki/b.md", "^x", "^y"),
        ("wiki/a.md", "aliases: [First,", "aliases: [Nowhere,"), ("wiki/hidden.md", "title: Hidden", "title: Hid"),
        ("wiki/a.md", "<a id=\"here\">", "<a id=\"there\">"), ("wiki/a.md", "A line.", "Another line."),
    ])
    func aNameThatIsAnotherLeadsAllLinksAgain(_ path: String, _ old: String, _ new: String) throws {
        let (_, kept, _) = made(Kept())
        var files = Self.files
        let text = try #require(files[path])
        #expect(text.contains(old))
        files[path] = text.replacing(old, with: new)
        let place = try #require(files.keys.sorted().firstIndex(of: path))
        let (whole, _, _) = made(Kept(), files)
        let (again, after, _) = made(kept, files, changed: [place])
        #expect(said(whole) == said(again))
        // A summary is no name.
        #expect((after.asked == 0) == (old != "A line."))
        #expect(after.ends.count == (old == "A line." ? 1 : whole.pages.count))
    }

    @Test func endsAreReadAsTheyWereWritten() throws {
        let (site, kept, _) = made(Kept())
        for bytes in kept.ends.values {
            let ends = try #require(PageEnds(bytes, pages: site.pages.count, sources: site.sources.count))
            #expect(ends.bytes == bytes)
            for length in 0..<bytes.count { #expect(PageEnds(Array(bytes[..<length]), pages: 9, sources: 9) == nil) }
            #expect(PageEnds(bytes + [0], pages: 9, sources: 9) == nil)
        }
        let all = PageEnds(
            links: PageLinks(
                links: [
                    .page(1, .none), .page(0, .id("α")), .embed(2, .whole), .embed(2, .file), .embed(1, .section(3)),
                    .embed(0, .block("b")),
                    .source(1), .media(0), .media(1, fragment: "page=3"), .preview(0), .external("https://x.example"),
                    .dangling(reason: "none"), .withheld,
                ], findings: [Finding("f", path: "p", message: "m")], pointsAtPrivate: true),
            references: PageReferences(sources: [.file(1), .page(2), .url("u"), .name("n")], related: [0, 2], findings: []))
        let read = try #require(PageEnds(all.bytes, pages: 3, sources: 2))
        #expect(read.links.links == all.links.links && read.links.findings == all.links.findings && read.links.pointsAtPrivate)
        #expect(read.references.sources == all.references.sources && read.references.related == [0, 2])
        // A site with fewer pages or sources never had them.
        #expect(PageEnds(all.bytes, pages: 2, sources: 2) == nil && PageEnds(all.bytes, pages: 3, sources: 1) == nil)
    }

    @Test func damageIsSeenOrChangesNothingElse() {
        func reading(_ bytes: [UInt8]) -> PageReading? { PageReading(RememberedBytes(bytes, at: 7), record: 0) }
        let (_, kept, _) = made(Kept())
        var read = 0
        for bytes in kept.readings.values.map({ Array(kept.bytes[$0]) }) {
            for length in 0..<bytes.count { #expect(reading(Array(bytes[..<length])) == nil, "cut at \(length)") }
            #expect(reading(bytes + [0]) == nil)
            for place in bytes.indices {
                var other = bytes
                other[place] ^= 0x81
                if reading(other) != nil { read += 1 }
            }
        }
        // Other letters are other letters: the hash beside the bytes tells them. Nothing traps.
        #expect(read > 0)
    }
}
