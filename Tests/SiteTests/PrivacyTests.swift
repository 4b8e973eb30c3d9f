import Snapshot
import Testing

@testable import Site

/// What a page that is published must not tell of one that is not.
@Suite struct PrivacyTests {
    private let secret =
        "---\ntitle: Secret plan\naliases: [Hush]\npublish: false\nsources: [plan.pdf, shared.pdf]\n---\nSee [[notes.txt]].\n"

    @Test(arguments: ["[[Secret plan]]", "[[secret]]", "[[Hush]]", "[[Secret plan#Part]]", "![[Secret plan]]"])
    func theNameOfAPrivatePageIsNowhere(_ link: String) {
        let site = makeSite(
            vault([
                "wiki/a.md": "# On \(link)\n\nThis rests on \(link) and on [[b]], both.\n\n## More \(link)\n", "wiki/b.md": "[[a]]",
                "wiki/secret.md": secret,
            ]))
        #expect(site.pages.count == 2)
        let published = "\(site.pages) \(site.sources) \(site.graph) \(site.communities) \(site.types) \(site.info) \(site.allSentences)"
        for name in ["Secret", "secret", "Hush", "Part"] { #expect(!published.contains(name), "\(name)") }
        #expect(site.sentences(of: "wiki/b.md").first?.hasPrefix("This rests on ") == true)
        #expect(site.page("wiki/a.md")?.links.filter { $0 == .withheld }.count == 3)
    }

    @Test func whatTheAuthorWroteInsteadOfTheNameStays() {
        let site = makeSite(vault(["wiki/a.md": "One [[Secret plan|such page]] and [[b]].", "wiki/b.md": "", "wiki/secret.md": secret]))
        #expect(site.page("wiki/a.md")?.summary == "One such page and b.")
    }

    @Test func headingsWithoutTheNameAreStillFound() {
        let site = makeSite(
            vault([
                "wiki/a.md": "# A\n\n## On [[Secret plan]]\n\n## Rest\n", "wiki/b.md": "[[a#Rest]]", "wiki/secret.md": secret,
            ]))
        let rest = site.page("wiki/a.md")?.headings.last?.id ?? "-"
        #expect(site.ends(of: "wiki/b.md") == ["wiki/a.md → \(rest)"])
    }

    @Test func aSourceThatOnlyPrivatePagesNameIsPrivate() {
        let sources = ["raw/sources/first.txt": "", "raw/sources/notes.txt": "", "raw/sources/plan.pdf": "", "raw/sources/shared.pdf": ""]
        let site = makeSite(
            vault(
                [
                    "wiki/a.md": "---\nsources: [shared.pdf]\n---\nRead [[first.txt]] and ![](../raw/sources/shared.pdf).",
                    "wiki/secret.md": secret,
                ], sources: sources))
        #expect(site.sources.map(\.path) == ["raw/sources/first.txt", "raw/sources/shared.pdf"])
        #expect(site.ends(of: "wiki/a.md") == ["raw/sources/first.txt", "show raw/sources/shared.pdf"])
        #expect(site.page("wiki/a.md")?.sources == [.file(1)])
        #expect(site.sources[1].citedBy == [0])
        #expect(!site.findings.contains { $0.path == "raw/sources/plan.pdf" })
    }

    /// Nobody names it: nothing says that it is private.
    @Test func aSourceThatNobodyNamesStays() {
        let site = makeSite(vault(["wiki/secret.md": secret], sources: ["raw/sources/other.txt": "", "raw/sources/plan.pdf": ""]))
        #expect(site.sources.map(\.path) == ["raw/sources/other.txt"])
    }

    @Test func aPageInUTF16SaysThatItIsPrivateToo() {
        for isBigEndian in [false, true] {
            let bytes: [UInt8] = "\u{FEFF}---\npublish: false\n---\nZanzibar".utf16.flatMap {
                isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
            }
            let site = makeSite(raw(bytes))
            #expect(site.pages.isEmpty)
        }
    }

    @Test func aPageThatIsNotUTF8IsPublishedAndTold() {
        let site = makeSite(raw(Array("# Caf".utf8) + [0xE9]))
        #expect(site.pages.map(\.title) == ["Caf\u{FFFD}"])
        #expect(site.codes(of: "wiki/a.md").contains("invalid-encoding"))
    }

    private func raw(_ bytes: [UInt8]) -> VaultSnapshot {
        VaultSnapshot(
            manifest: Manifest(vault: "test", title: "Test", serverVersion: "2.1.7", dataVersion: 1, source: "folder"),
            pages: [PageRecord(id: "a", path: "wiki/a.md")], graph: VaultGraph(), sources: [], dashboard: Dashboard(), findings: [],
            read: { _ throws(SnapshotError) in bytes })
    }
}
