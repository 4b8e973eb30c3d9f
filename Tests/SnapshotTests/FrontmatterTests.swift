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

    @Test func anUnclosedBlockEndsBeforeTheTextAndIsAProblem() {
        let text = "---\ntitle: A\npublish: false\n\ntext"
        #expect(body(text) == "\ntext" && read(text).title == "A" && read(text).bodyLine == 4)
        #expect(read(text).problems.count == 1)
        #expect(read(text).isPrivate)
        // A rule further down does not take the text before it away.
        let ruled = "---\ntitle: A\ntype: note\n\nSome text here.\n\n---\n\nMore."
        #expect(body(ruled) == "\nSome text here.\n\n---\n\nMore." && read(ruled).title == "A" && read(ruled).problems.count == 1)
        #expect(!read("---\n\nA rule, then prose.\ndraft: true").isPrivate)
        #expect(read("---").bodyOffset == 0)
        #expect(body("---\nSummary: the cat sat.\n\ntext") == "---\nSummary: the cat sat.\n\ntext")
    }

    private func body(_ text: String) -> String {
        let bytes = pageText(Array(text.utf8))
        return String(decoding: bytes[Frontmatter(of: bytes).bodyOffset...], as: UTF8.self)
    }

    /// A program that put its block before a file's own leaves two, the second after the file's byte order mark.
    @Test func aSecondBlockIsMetadataToo() {
        let text = """
            ---
            type: concept
            title: Faktor
            created: '2026-11-30'
            ---

            \u{FEFF}---
            tags: [estg, faktor]
            sources: [archive/estg.json]
            created: 2026-05-15
            gesetz: EStG
            ---

            # Faktor
            """
        let front = read(text)
        #expect(body(text) == "\n# Faktor" && front.bodyLine == 13)
        #expect(front.title == "Faktor" && front.tags == ["estg", "faktor"] && front.created?.description == "2026-11-30")
        #expect(front.sources == ["archive/estg.json"] && front.sourceLines == [9])
        #expect(front.problems.map(\.line) == [7] && front.problems[0].message.hasPrefix("a second block of frontmatter"))
    }

    private static let heads: [(String, String)] = [
        ("closed at once", "---\ntags: [a, b]\n---\n"), ("after blank lines", "\n \n---\ntags: [a, b]\n---\n"),
        ("a list", "---\ntags:\n- a\n- b\n---\n"), ("broken", "---\ntitle: x: y\ntags: [a, b]\n---\n"),
        ("broken otherwise", "---\ntags: [a, b]\nx: [\n---\n"), ("with a comment", "---\ntags: [a, b]\n# by a tool\n---\n"),
        ("with dots", "---\ntags: [a, b]\n...\n"), ("blank within", "---\ntype: x\n\ntags: [a, b]\n---\n"),
        ("open", "---\ntype: x\ntags: [a, b]\n"), ("with CRLF", "---\r\ntags: [a, b]\r\n---\r\n"),
        ("spaces after", "---  \ntags: [a, b]\n--- \n"),
        ("marked", "\u{FEFF}\u{FEFF}---\ntags: [a, b]\n---\n"), ("on more lines", "---\ntags:\n  [a,\n   b]\n---\n"),
        ("below the heading", "# H\n\n---\ntags: [a, b]\n---\n"), ("in capitals", "---\nTags: [a, b]\n---\n"),
    ]

    @Test(arguments: heads) func blocksOfEveryFormAreTaken(_ head: (String, String)) {
        for first in ["---\ntitle: T\n---\n", "---\ntitle: T\n---\n\n", "---\ntitle: a: b\n---\n", "\n"] {
            let text = first + head.1 + "\nText."
            let bytes = pageText(Array(text.utf8))
            #expect(Frontmatter(of: bytes).tags == ["a", "b"] && !Frontmatter(of: bytes).problems.isEmpty)
            #expect(!body(text).contains("tags") && !body(text).contains("---") && body(text).hasSuffix("\nText."), "\(first)")
            #expect(body(text).contains("# H") == head.1.hasPrefix("# H"))
        }
    }

    @Test(arguments: [
        "---\n\nProse.\n", "---\nProse with a colon: here.\n---\n", "---\n\ntype: x\n\n---\n", "---\nNote: one.\n---\n", "---\n",
        "---\nSummary: the cat sat.\n\n---\n", "---\n- a\n---\n", "---\ntags: [a]\nand prose\n---\n", "***\ntags: [a]\n***\n",
        "Heading\n---\ntags: [a]\n---\n", "```\n---\ntags: [a]\n---\n```\n", "----\ntags: [a]\n----\n",
        "## Two\n\nText.\n\n---\ntags: [a]\n---\n",
    ])
    func aRuleBeforeTextStaysARule(_ rule: String) {
        for first in ["---\ntitle: T\n---\n", "---\ntitle: T\n---\n\n"] {
            #expect(body(first + rule + "Text.").hasSuffix(rule + "Text.") && read(first + rule).problems.isEmpty)
        }
    }

    @Test func aSecondBlockKeepsPrivate() {
        #expect(read("---\ntitle: A\n---\n\n---\npublish: false\n---\ntext").isPrivate)
        #expect(read("---\npublish: true\n---\n---\ntitle: x: y\ndraft: true\n---\ntext").isPrivate)
        #expect(read("---\ntitle: A\n---\n---\ndraft: true\n---\ntext").isOnlyDraft)
        #expect(Frontmatter(of: pageText(Array("# A\n\n---\nprivate: true\n---\ntext".utf8))).isPrivate)
        #expect(read("---\ntitle: A\nbroken: [\n\ntext\npublish: false\n---\ntext").isPrivate)
    }

    /// A mark before the heading alone would make text of it.
    @Test func aMarkWithinTheFileIsNoText() {
        #expect(body("---\ntitle: A\n---\n\n\u{FEFF}# A\n") == "# A\n" && read("---\ntitle: A\n---\n\n\u{FEFF}# A\n").bodyLine == 5)
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
        #expect(read("---\nupdated: 2999-12-31 23:59:59\n---\n").updated?.description == "2999-12-31", "a day in the future is a day")
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

    @Test(arguments: ["0001-01-01", "0987-12-31", "2024-02-29", "9999-10-09"]) func aDayIsWrittenAsItIsRead(text: String) throws {
        #expect(try #require(CalendarDate(iso: text)).description == text)
    }
}
