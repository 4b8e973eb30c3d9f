import Testing

@testable import Archive

@Suite("Patterns over paths")
struct PathPatternTests {
    @Test(
        arguments: [
            ("site/index.html", "site/index.html", true), ("site/*.html", "site/index.html", true),
            ("site/*.html", "site/a/index.html", false),
            ("site", "site/a/index.html", true), ("site/", "site/a/index.html", true), ("sit", "site/a", false), ("**", "a/b/c", true),
            ("**/*.md", "snapshot/vault/wiki/x.md", true), ("**/*.md", "x.md", true), ("**/x.md", "ax.md", false),
            ("snapshot/**/x.md", "snapshot/x.md", true), ("snapshot/**/x.md", "snapshot/a/b/x.md", true), ("a/**", "a/b/c", true),
            ("?.md", "x.md", true), ("?.md", "/.md", false), ("[a-c]x", "bx", true), ("[!a-c]x", "bx", false), ("[!a-c]x", "dx", true),
            ("[]a]", "]", true), ("\\*", "*", true), ("\\*", "x", false), ("*", "ベクトル検索", true), ("*/*", "a/b/c", true), ("", "a", false),
        ] as [(String, String, Bool)])
    func matching(pattern: String, path: String, expected: Bool) throws {
        #expect(try #require(PathPattern(pattern)).matches(LogicalPath(path)) == expected)
    }

    @Test("A pattern made to be slow is not", .timeLimit(.minutes(1)))
    func hostile() throws {
        let pattern = try #require(PathPattern(String(repeating: "a*", count: 200) + "b"))
        #expect(!pattern.matches(LogicalPath(String(repeating: "a", count: 4000))))
    }

    @Test("A set without an end is no pattern") func unfinished() {
        #expect(PathPattern("[a") == nil)
        #expect(PathPattern("[z-a]") == nil)
    }
}
