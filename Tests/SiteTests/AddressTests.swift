import Testing

@testable import Site

@Suite struct AddressTests {
    private func addresses(_ paths: [String]) -> [String] {
        var book = AddressBook()
        return paths.map { book.page($0, AddressBook.name(ofPage: $0)) }
    }

    @Test func plainNames() {
        #expect(addresses(["wiki/concepts/snapshot.md", "notes/v1.2 notes.md"]) == ["concepts/snapshot.html", "notes/v1.2-notes.html"])
        #expect(addresses(["wiki/concepts/ベクトル検索.md"]) == ["concepts/ベクトル検索.html"])
        #expect(addresses(["wiki/comparisons/c++-vs-c#.md"]) == ["comparisons/c---vs-c-.html"])
    }

    @Test func noTwoPagesShareAPlace() {
        let twins = addresses([
            "wiki/C#.md", "wiki/C+.md", "wiki/Foo.md", "wiki/foo.md", "wiki/caf\u{e9}.md", "wiki/cafe\u{301}.md", "wiki/a/b.md",
            "wiki/a.md",
        ])
        #expect(Set(twins.map { $0.lowercased() }).count == 8)
        #expect(twins[0] == "C-.html")
        #expect(twins[1].hasPrefix("C-~") && twins[1].hasSuffix(".html"))
        #expect(twins[6...] == ["a/b.html", "a.html"])
    }

    @Test func theSitesOwnPlacesAreKept() {
        let pages = addresses(["wiki/index.md", "wiki/search.md", "wiki/assets/x.md", "wiki/Graph.md", "wiki/con.md", "wiki/aux.h/y.md"])
        for page in pages {
            #expect(!AddressBook.reserved.contains(page.lowercased()))
            #expect(!AddressBook.reserved.contains(page.split(separator: "/")[0].lowercased()))
        }
        #expect(pages[4].hasPrefix("con~"))
        #expect(pages[5].hasPrefix("aux.h~"))
    }

    @Test(arguments: [
        "%", "#", "?", "&", "+x", "a\"b", "a'b", "(x)", "<b>", ".hidden", "x.", "x ", "..", "a\\b", "a:b", "🔋 é", "§ 147", "\u{1}",
    ])
    func everyNameIsSafe(_ name: String) {
        let address = addresses(["wiki/\(name).md"])[0]
        #expect(address.hasSuffix(".html"))
        for byte in address.utf8 {
            #expect(byte >= 0x80 || "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~/".utf8.contains(byte))
        }
        #expect(!address.hasPrefix(".") && !address.contains("/.") && !address.contains(".."))
    }

    @Test func longNamesAreCutAtACharacterAndStayApart() {
        let long = String(repeating: "漢", count: 100)
        let pair = addresses(["wiki/\(long)a.md", "wiki/\(long)b.md"])
        #expect(pair[0] != pair[1])
        for address in pair {
            #expect(address.utf8.count <= 120 + 9 + 5 + 9)
            #expect(!address.unicodeScalars.contains("\u{FFFD}"))
        }
    }
}
