import HTML
import Testing

@Suite struct FileRoleTests {
    /// A file that gets another name shows here.
    @Test func everyFileOfASiteHasItsRole() throws {
        let site = try BuiltSite(["wiki/a.md": "---\ntype: concept\n---\n[[b]]", "wiki/b.md": "---\ntype: concept\n---\n[[a]]"])
        let roles = Dictionary(grouping: site.files.keys.sorted(), by: FileRole.init)
        #expect(roles[.home] == ["index.html"] && roles[.worker] == nil)
        #expect(roles[.list] == ["assets/nav.js", "feed.xml", "llms.txt", "types/concept.xml"])
        #expect(roles[.page] == site.files.keys.filter { $0.hasSuffix(".html") && $0 != "index.html" }.sorted())
        for name in ["site", "theme", "search"] {
            #expect(roles[.lasting]?.contains { $0.hasPrefix("assets/\(name).") } == true, "\(name)")
        }
    }

    @Test(arguments: [
        ("sw.js", FileRole.worker), ("assets/graph-data.js", .list), ("assets/search/index.js", .list),
        ("assets/search/0a1b2c3d/t0.js", .lasting), ("assets/offline.json", .list),
        ("assets/Inter.0a1b2c3d.woff2", .lasting), ("raw/x.0a1b2c3d.svg", .asset), ("sitemap-1.xml", .list), ("raw/feed.xml", .asset),
        ("a.html.br", .page), ("index.html.gz", .home), ("assets/history/a.html", .page), ("assets/mini.js", .asset),
        ("a/index.html", .page),
    ]) func aRoleIsThatOfThePath(_ path: String, _ role: FileRole) {
        #expect(FileRole(path) == role)
    }
}
