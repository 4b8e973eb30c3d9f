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

    /// The site, what `keep` was given, and how often a page was read.
    private func made(_ kept: [Int: [UInt8]]) -> (site: Site, kept: [Int: [UInt8]], reads: Int) {
        let all = Mutex<[Int: [UInt8]]>([:])
        let reads = Atomic(0)
        let whole = vault(Self.files, sources: ["raw/sources/x.csv": "a", "raw/sources/p.png": "b"])
        let counting = VaultSnapshot(
            manifest: whole.manifest, pages: whole.pages, graph: whole.graph, sources: whole.sources, dashboard: whole.dashboard,
            findings: [],
            read: { (path) throws(SnapshotError) in
                reads.add(1, ordering: .relaxed)
                return try whole.read(path)
            })
        let memory = ReadingMemory(earlier: { kept[$0] }, keep: { page, bytes in all.withLock { $0[page] = bytes } })
        let site = makeSite(counting, memory: memory)
        return (site, all.withLock { $0 }, reads.load(ordering: .relaxed))
    }

    private func said(_ site: Site) -> String {
        var text = ""
        dump(site.pages, to: &text)
        dump(site.findings, to: &text)
        dump(site.sources, to: &text)
        return text + site.allSentences
    }

    @Test func whatWasKeptGivesTheSameSite() {
        let (first, kept, reads) = made([:])
        #expect(kept.count == Self.files.count)
        let (second, again, rereads) = made(kept)
        #expect(said(first) == said(second))
        #expect(again.isEmpty)
        // Only the page that names a private one is read: without that name.
        #expect(reads == Self.files.count + 1)
        #expect(rereads == 1)
    }

    @Test func damageIsSeenOrChangesNothingElse() {
        let (_, kept, _) = made([:])
        var read = 0
        for bytes in kept.values {
            for length in 0..<bytes.count { #expect(PageReading(Array(bytes[..<length]), record: 0) == nil, "cut at \(length)") }
            #expect(PageReading(bytes + [0], record: 0) == nil)
            for place in bytes.indices {
                var other = bytes
                other[place] ^= 0x81
                if PageReading(other, record: 0) != nil { read += 1 }
            }
        }
        // Other letters are other letters: the hash beside the bytes tells them. Nothing traps.
        #expect(read > 0)
    }
}
