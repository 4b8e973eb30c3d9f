import Foundation
import Testing

@testable import Snapshot

@Suite struct JSONValueTests {
    private func text(_ value: JSONValue) -> String { String(decoding: value.document(), as: UTF8.self) }

    @Test func membersAreSortedAndHaveALineEach() {
        let value = JSONValue.object([
            "b": 1, "a": "x", "ä": true, "C": .array([.object(["z": 1, "y": .double(0.5)]), .array([1, 2])]), "e": .array([]),
        ])
        #expect(text(value) == "{\n\"C\": [\n{\"y\":0.5,\"z\":1},\n[1,2]\n],\n\"a\": \"x\",\n\"b\": 1,\n\"e\": [],\n\"ä\": true\n}\n")
    }

    @Test func emptyDocuments() {
        #expect(text(.object([:])) == "{}\n")
        #expect(text(.array([])) == "[]\n")
    }

    @Test(arguments: [
        ("a\"b\\c/", #""a\"b\\c/""#), ("\n\r\t\u{1}\u{1F}\u{7F}", #""\n\r\t\u0001\u001f\u007f""#), ("🔋 § ä", "\"🔋 § ä\""), ("", "\"\""),
        ("\u{2028}", "\"\u{2028}\""),
    ])
    func textIsEscapedNoMoreThanNeeded(_ value: String, _ expected: String) {
        #expect(text(.array([.string(value)])) == "[\n\(expected)\n]\n")
    }

    @Test(arguments: [
        (0.0, "0"), (-0.0, "0"), (1.0, "1.0"), (-2.5, "-2.5"), (0.1, "0.1"), (1e21, "1e+21"), (.leastNonzeroMagnitude, "5e-324"),
        (8.933071036777093, "8.933071036777093"),
    ])
    func doublesHaveTheFewestDigits(_ value: Double, _ expected: String) {
        #expect(text(.double(value)) == expected + "\n")
    }

    @Test func whatIsWrittenIsReadBackByFoundationToo() throws {
        let strings = ["", "\"", "\\", "\u{0}\u{7}", "e\u{301}", "é", "🧑‍🚀", "النسخ", "</script>"]
        let bytes = JSONValue.array(strings.map { .string($0) }).document()
        let read = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String])
        #expect(read.map { Array($0.utf8) } == strings.map { Array($0.utf8) })
    }
}

@Suite struct SHA256Tests {
    // FIPS 180-4 examples.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    ])
    func knownValues(_ text: String, _ expected: String) {
        #expect(sha256Hex(Array(text.utf8)) == expected)
        #expect(sha256Hex(text.utf8) == expected)
        #expect(sha256Hex(AnySequence(text.utf8)) == expected)
    }

    @Test func piecesMakeTheSameHash() {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let hash = SHA256()
        for start in stride(from: 0, to: bytes.count, by: 777) { hash.update(bytes[start..<min(start + 777, bytes.count)]) }
        #expect(hash.hex() == sha256Hex(bytes))
    }
}

@Suite struct VaultPathTests {
    @Test(arguments: [
        "wiki/a.md", "wiki/C++ vs C#.md", "wiki/🔋-battery.md", "wiki/§ 147 AO.md", "wiki/.net.md", "wiki/...", "wiki/a\\b.md", "x",
        "wiki/ベクトル検索.md",
        "wiki/ a .md", "wiki/..a/b..md", "wiki/%2e%2e/x",
    ])
    func namesAreTaken(_ path: String) { #expect(VaultPath.isSafe(path)) }

    @Test(arguments: [
        "", "/etc/passwd", "../x", "wiki/../../x", "wiki/..", "..", ".", "wiki/./x", "wiki//x", "wiki/", "/", "wiki/a\nb.md", "wiki/a\0b",
        "wiki/\u{7F}",
        String(repeating: "a/", count: 3000) + "b",
    ])
    func pathsOutOfTheFolderAreNot(_ path: String) { #expect(!VaultPath.isSafe(path)) }

    @Test func pagesAndSources() {
        #expect(VaultPath.isPage("wiki/concepts/x.md"))
        for path in ["raw/sources/x.md", "raw/x.md", "purpose.md", "schema.md", "wiki/.obsidian/app.json", ".obsidian/x"] {
            #expect(!VaultPath.isPage(path))
        }
        #expect(VaultPath.isSource("raw/sources/books/x.md"))
        for path in ["raw/x.md", "wiki/raw/sources/x.md", "raw/sources/.obsidian/x"] { #expect(!VaultPath.isSource(path)) }
    }
}
