import Foundation
import Testing

@testable import Snapshot

@Suite struct FrontmatterTests {
    private func read(_ text: String) -> Frontmatter { Frontmatter(of: Array(text.utf8)) }

    @Test func aPlainBlockIsReadWhole() {
        let front = read(
            """
            ---
            type: concept
            title: Snapshot
            lang: en
            created: 2026-01-12
            updated: 2026-11-12 17:02:02
            tags: [domain/Storage, "zfs"]
            sources: [raw/sources/a.md, "[[b|c]]"]
            related: ["[[static-publishing]]", bagit]
            aliases:
              - Snap
              - Schnappschuss
            ---

            # Snapshot
            """)
        #expect(front.title == "Snapshot")
        #expect(front.type == "concept")
        #expect(front.language == "en")
        #expect(front.created?.description == "2026-01-12")
        #expect(front.updated?.description == "2026-11-12")
        #expect(front.tags == ["domain/Storage", "zfs"])
        #expect(front.sources == ["raw/sources/a.md", "b"])
        #expect(front.related == ["static-publishing", "bagit"])
        #expect(front.aliases == ["Snap", "Schnappschuss"])
        #expect(front.bodyLine == 14)
        #expect(front.problems.isEmpty)
        #expect(!front.isPrivate)
    }

    @Test func bodyBeginsAfterTheFenceWhateverTheLineEnds() {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["---", "title: A", "---", "body"].joined(separator: end)
            let front = read(text)
            #expect(front.title == "A")
            #expect(String(decoding: Array(text.utf8)[front.bodyOffset...], as: UTF8.self) == "body")
            #expect(front.bodyLine == 4)
        }
    }

    @Test func aByteOrderMarkIsNotText() {
        let front = Frontmatter(of: [0xEF, 0xBB, 0xBF] + Array("---\ntitle: A\n---\nx".utf8))
        #expect(front.title == "A")
        #expect(Frontmatter(of: [0xEF, 0xBB, 0xBF] + Array("text".utf8)).bodyOffset == 3)
    }

    @Test func scalarsStayText() {
        #expect(read("---\ntitle: NO\n---\n").title == "NO")
        #expect(read("---\ntitle: 1.10\n---\n").title == "1.10")
        #expect(read("---\ntitle: null\n---\n").title == nil)
        #expect(read("---\ntitle: 'null'\n---\n").title == "null")
    }

    @Test func aWikilinkWithoutQuotesIsAListInAList() { #expect(read("---\nrelated: [[index]]\n---\n").related == ["index"]) }

    @Test func anUnquotedColonKeepsTitleTypeAndLists() {
        let front = read(
            "---\ntype: concept\ntitle: Archival package: what belongs inside\ntags: [domain/Publishing, archival]\nsources:\n  - raw/sources/a.pdf\n---\nx"
        )
        #expect(front.title == "Archival package: what belongs inside")
        #expect(front.type == "concept")
        #expect(front.tags == ["domain/Publishing", "archival"])
        #expect(front.sources == ["raw/sources/a.pdf"])
        #expect(front.problems.count == 1)
        #expect(front.problems.first?.line == 3)
        #expect(front.bodyLine == 8)
    }

    @Test func severalWikilinksOnOneLineAreRecovered() {
        #expect(read("---\nrelated: [[a]], [[b c|d]]\n---\n").related == ["a", "b c"])
    }

    @Test(arguments: [
        "publish: false", "publish: no", "publish: \"false\"", "publish: 0", "published: off", "draft: true", "draft: yes", "private: true",
        "Publish: False", "title: a: b\npublish: false", "title: \"unclosed\n  publish: false", "{publish: false",
        "- publish: false\n  x: [", "publish: false, for now", "publish: false\n  or later", "draft: Yes!",
    ])
    func privatePagesStayPrivateAlsoInBrokenBlocks(_ block: String) { #expect(read("---\n\(block)\n---\ntext").isPrivate) }

    /// What `make fuzz` has found. Each was a fault once.
    @Test func findsOfTheFuzzerStayMended() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/finds/frontmatter")
        // No folder: nothing was found yet.
        let finds = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        for find in finds {
            #expect(FrontmatterCheck.faults([UInt8](try Data(contentsOf: find))) == [], "\(find.lastPathComponent)")
        }
    }

    @Test(arguments: ["publish: true", "draft: false", "title: publish nothing false", "tags: [private]", "title: Draft"])
    func publicPagesStayPublic(_ block: String) { #expect(!read("---\n\(block)\n---\ntext").isPrivate) }

    @Test func anUnclosedBlockIsTextAndAProblem() {
        let front = read("---\ntitle: A\npublish: false\n\ntext")
        #expect(front.bodyOffset == 0)
        #expect(front.problems.count == 1)
        #expect(front.isPrivate)
        #expect(!read("---\n\nA rule, then prose.\ndraft: true").isPrivate)
        #expect(read("---").bodyOffset == 0)
    }

    @Test func placeholdersAndOddShapesAreProblemsAndNotFailures() {
        #expect(read("---\ntitle: {{title}}\ntype: note\n---\n").type == "note")
        #expect(read("---\ntitle: <% tp.file.title %>\n---\n").title == "<% tp.file.title %>")
        #expect(read("---\ntitle: [a, b]\n---\n").title == "a")
        #expect(read("---\ntitle: A\ntitle: B\n---\n").title == "A")
        #expect(read("---\n? [a]\n: b\ntitle: A\n---\n").title == "A")
        #expect(read("---\n\ttitle: A\n---\n").title == "A")
        #expect(read("---\ntitle: \"a\\qb\"\n---\n").problems.count == 1)
        #expect(read("---\njust text\n---\nx").problems.count == 1)
        #expect(read("---\n---\nx").problems.isEmpty)
    }

    @Test func datesNeverShift() {
        #expect(read("---\nupdated: 2023-12-31T23:30:00-11:00\n---\n").updated?.description == "2023-12-31")
        #expect(read("---\nupdated: 0001-01-01\n---\n").updated?.description == "0001-01-01")
        for wrong in ["0", "2023-02-30", "yesterday", "2023-1-1"] {
            let front = read("---\nupdated: \(wrong)\n---\n")
            #expect(front.updated == nil)
            #expect(front.problems.count == 1)
        }
    }

    @Test func tagsAsPeopleWriteThem() {
        #expect(read("---\ntags: a, b c, #d/e\n---\n").tags == ["a", "b c"])  // YAML: what follows " #" is a comment.
        #expect(read("---\ntags: \"a, #d/e\"\n---\n").tags == ["a", "d/e"])
        #expect(read("---\ntags:\n  - 🔋\n  - x y\n---\n").tags == ["🔋", "x y"])
        #expect(read("---\ntags:\n---\n").tags == [])
    }

    @Test func bombsAndGiantsAreBounded() {
        var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...12 {
            bomb += "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ") + "]\n"
        }
        #expect(read("---\n\(bomb)title: T\n---\n").title == "T")
        let giant = "---\ntitle: Giant\nx: " + String(repeating: "y", count: 5_000_000) + "\n---\nbody"
        let front = read(giant)
        #expect(front.title == "Giant")
        #expect(front.bodyLine == 5)
        let deep = "---\ntitle: Deep\nx: " + String(repeating: "[", count: 10_000) + "\n---\n"
        #expect(read(deep).title == "Deep")
    }
}
