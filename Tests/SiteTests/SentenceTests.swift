import Markdown
import Snapshot
import Synchronization
import Testing

@testable import Site

/// Sentences around links, put in the order of the pages that they lead to.
@Suite struct SentenceTests {
    /// Keeps what it is given in memory; `refuses` says which of its readings and keepings fail, by their number.
    private final class Store: Sendable {
        let bytes = Mutex<[UInt8]>([])
        let calls = Atomic(0)

        func spool(partBytes: Int, refusingKeeps: @escaping @Sendable (Int) -> Bool = { _ in false }) -> TextSpool {
            var spool = TextSpool(
                keep: { [self] new in
                    if refusingKeeps(calls.add(1, ordering: .relaxed).oldValue) { return nil }
                    return bytes.withLock { all in
                        all += new
                        return (all.count - new.count)..<all.count
                    }
                },
                read: { [self] range in bytes.withLock { range.upperBound <= $0.count ? Array($0[range]) : nil } })
            spool.partBytes = partBytes
            return spool
        }
    }

    /// Sixty pages that link to one, to their next and to each seventh, by sentences of different lengths.
    private static let files: [String: String] = {
        var files = ["wiki/hub.md": "---\ntitle: Hub\n---\nAll of [[p3]]."]
        for number in 0..<60 {
            let words = String(repeating: "word ", count: number % 11)
            files["wiki/p\(number).md"] =
                "---\ntitle: \(number % 2 == 0 ? "Zed" : "Alpha") \(number)\nrelated: [p\((number + 5) % 60)]\n---\n"
                + "It \(words)goes on to [[p\((number + 1) % 60)]]. And to [[hub]] and [[p\(number * 7 % 60)|Größe \(number)]] in one. ![[p3]]\n"
        }
        return files
    }()

    private func sentences(_ site: Site) -> [[String]] { site.pages.map { site.sentences(of: $0.path) } }

    @Test func leadFromEachPageThatLinks() {
        let site = makeSite(
            vault(["wiki/a.md": "One [[carp]]. Two [[bass]].", "wiki/bass.md": "Only [[carp]] and [[a]]!", "wiki/carp.md": ""]))
        #expect(site.sentences(of: "wiki/carp.md") == ["One carp.", "Only carp and a!"])
        #expect(site.sentences(of: "wiki/bass.md") == ["Two bass."])
        #expect(site.sentences(of: "wiki/a.md") == ["Only carp and a!"])
    }

    @Test(arguments: [1, 50, 300, 2000, 1 << 20]) func areTheSameInASpool(_ partBytes: Int) {
        let store = Store()
        let (kept, spooled) = (makeSite(vault(Self.files)), makeSite(vault(Self.files), jobs: 2, spool: store.spool(partBytes: partBytes)))
        #expect(sentences(kept).joined().count > 180 && sentences(kept) == sentences(spooled))
        #expect(kept.pages.map { $0.backlinks.map(\.page) } == spooled.pages.map { $0.backlinks.map(\.page) })
        #expect(store.bytes.withLock { $0.count } > 0)
    }

    @Test func stayInMemoryWhereTheSpoolIsFull() {
        for refused in [0, 1, 30, 61, 62, 70] {
            let spool = Store().spool(partBytes: 300) { $0 >= refused }
            #expect(sentences(makeSite(vault(Self.files), spool: spool)) == sentences(makeSite(vault(Self.files))))
        }
    }

    @Test func thatAreLostAreAnError() throws {
        var spool = Store().spool(partBytes: 300)
        spool.read = { _ in nil }
        let site = makeSite(vault(Self.files), spool: spool)
        let hub = try #require(site.pages.firstIndex { $0.path == "wiki/hub.md" })
        #expect(throws: SpoolError.self) { try site.sentences(ofBacklinks: site.pages[hub].backlinks.indices, of: hub) }
    }
}
