import Foundation
import Snapshot
import Testing

@testable import HTML

/// What the viewer is given: right values, no trace of what is private, hostile numbers.
struct GraphDataTests {
    private func page(_ title: String, _ more: String = "") -> String { "---\ntitle: \(title)\ntype: concept\n\(more)---\nText.\n" }

    private func node(_ name: String, _ x: Double, _ y: Double, degree: Int = 0) -> VaultGraph.Node {
        VaultGraph.Node(id: "id:wiki/\(name).md", x: x, y: y, size: 8, degree: degree, community: 0)
    }

    /// The decoded columns of a graph-data.js.
    private struct Decoded {
        let nodes: Int
        let edges: Int
        let scale: Float
        private let bytes: [UInt8]

        init(_ script: String) throws {
            let text = try #require(script.split(separator: "\"", maxSplits: 2).dropFirst().first)
            bytes = [UInt8](try #require(Data(base64Encoded: String(text))))
            let words = bytes
            func word(_ at: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(words[at + $1]) << UInt32(8 * $1) } }
            #expect(word(0) == 0x3147_5953)
            (nodes, edges, scale) = (Int(word(4)), Int(word(8)), Float(bitPattern: word(12)))
            #expect(bytes.count == 16 + 16 * nodes + 9 * edges)
        }

        func float(_ at: Int) -> Float { Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << UInt32(8 * $1) }) }
        func short(_ at: Int) -> Int { Int(bytes[at]) | Int(bytes[at + 1]) << 8 }
        func x(_ i: Int) -> Float { float(16 + 4 * i) }
        func y(_ i: Int) -> Float { float(16 + 4 * nodes + 4 * i) }
        func size(_ i: Int) -> Double { Double(short(16 + 8 * nodes + 2 * i)) / 1024 }
        private var ends: Int { 16 + 16 * nodes }
        func source(_ e: Int) -> Int { short(ends + 2 * e) | Int(bytes[ends + 6 * edges + e]) << 16 }
        func target(_ e: Int) -> Int { short(ends + 2 * edges + 2 * e) | Int(bytes[ends + 7 * edges + e]) << 16 }
        func weight(_ e: Int) -> Float { Float(short(ends + 4 * edges + 2 * e)) / 65535 * scale }
        func kind(_ e: Int) -> UInt8 { bytes[ends + 8 * edges + e] }
    }

    @Test func everyNodeAndEdgeIsThereAsStored() throws {
        let graph = VaultGraph(
            nodes: [node("a", -12.5, 3), node("b", 1e6, -0.125), node("c", 7, 7)],
            edges: [.init(source: 0, target: 1, weight: 4, kind: "link"), .init(source: 2, target: 1, weight: 1, kind: "source")])
        let site = try BuiltSite(
            ["wiki/a.md": page("A \"quoted\" </script>"), "wiki/b.md": page("B"), "wiki/c.md": page("C")], graph: graph)
        let decoded = try Decoded(try #require(site.files["assets/graph-data.js"]))
        #expect((decoded.nodes, decoded.edges) == (3, 2))
        #expect((0..<3).map(decoded.x) == [-12.5, 1e6, 7] && (0..<3).map(decoded.y) == [3, -0.125, 7])
        // The hub has the largest size, and the rule is the server's.
        #expect(abs(decoded.size(1) - 28) < 0.001 && abs(decoded.size(0) - (8 + 20 * 0.5.squareRoot())) < 0.001)
        #expect((decoded.source(0), decoded.target(0), decoded.kind(0)) == (0, 1, 0))
        #expect((decoded.source(1), decoded.target(1), decoded.kind(1)) == (1, 2, 1))
        #expect(decoded.weight(0) == 4 && abs(decoded.weight(1) - 1) < 0.0001)
        let titles = try #require(site.files["assets/graph-titles.js"])
        #expect(titles.contains(#"["A \"quoted\" </script>","B","C"],["a","b","c"]"#))
    }

    @Test func aPrivatePageLeavesNoTrace() throws {
        let open = ["wiki/a.md": page("A"), "wiki/b.md": page("B"), "wiki/c.md": page("C")]
        let link = VaultGraph.Edge(source: 0, target: 1, weight: 2, kind: "link")
        let without = try BuiltSite(open, graph: VaultGraph(nodes: [node("a", 0, 0), node("b", 1, 1), node("c", 2, 0)], edges: [link]))
        // In the vault the private page is the hub, its links are the heaviest, and the server has counted them.
        let nodes = [node("a", 0, 0, degree: 2), node("b", 1, 1, degree: 2), node("c", 2, 0, degree: 1), node("secret", 9, 9, degree: 3)]
        let edges = [link] + (0..<3).map { VaultGraph.Edge(source: $0, target: 3, weight: 50, kind: "hidden-kind") }
        let with = try BuiltSite(
            open.merging(["wiki/secret.md": page("Secret", "publish: false\n")]) { $1 }, graph: VaultGraph(nodes: nodes, edges: edges))
        for name in ["assets/graph-data.js", "assets/graph-titles.js"] { #expect(with.files[name] == without.files[name], "\(name)") }
        #expect(with.files["graph.html"] == without.files["graph.html"])
    }

    @Test func numbersThatCannotBeDrawnDoNoHarm() throws {
        let numbers = [Double.nan, .infinity, -1e300, 1e300, 5]
        let names = ["a", "b", "c", "d", "e"]
        let nodes = zip(names, numbers).map { node($0, $1, 0) }
        let weights = [Double.nan, .infinity, -4, 1e12]
        let edges = weights.enumerated().map { VaultGraph.Edge(source: Int32($0), target: 4, weight: $1, kind: "link") }
        let pages = Dictionary(uniqueKeysWithValues: names.map { ("wiki/\($0).md", page($0)) })
        let decoded = try Decoded(
            try #require(try BuiltSite(pages, graph: VaultGraph(nodes: nodes, edges: edges)).files["assets/graph-data.js"]))
        #expect((0..<4).allSatisfy { decoded.x($0).isNaN } && decoded.x(4) == 5)
        #expect((0..<decoded.edges).map(decoded.weight) == [0, 0, 0, 1_000_000])
    }

    @Test func withoutAGraphThereIsNoData() throws {
        let site = try BuiltSite(["wiki/a.md": page("A")])
        #expect(site.files["assets/graph-data.js"] == nil && site.files["graph.html"]?.contains("graph-data.js") == false)
        #expect(site.files["a.html"]?.contains("mini") == false)
    }

    @Test func thePageOfAWikiHoldsNoneOfTheData() throws {
        let graph = VaultGraph(
            nodes: [node("a", 0, 0), node("b", 1, 1)], edges: [.init(source: 0, target: 1, weight: 2, kind: "link")])
        let site = try BuiltSite(["wiki/a.md": page("A"), "wiki/b.md": page("Neighbour")], graph: graph)
        let html = try #require(site.files["a.html"])
        #expect(html.contains("data-node=\"a\"") && html.contains("assets/mini.js"))
        let place = try #require(html.firstRange(of: "<section class=\"mini"))
        #expect(html[place.lowerBound...].prefix { $0 != ">" }.count < 120)
    }

    @Test func theViewerKeepsItsBudget() throws {
        let site = try BuiltSite(["wiki/a.md": page("A")])
        let viewer = try #require(site.files["assets/graph.js"])
        let mini = try #require(site.files["assets/mini.js"])
        #expect(viewer.utf8.count > 20_000 && viewer.utf8.count + mini.utf8.count <= 40 * 1024)
        let css = try #require(site.files["assets/graph.css"])
        // Every custom property that it uses is declared by one of the two sheets.
        let shared = try #require(site.files.first { $0.key.hasPrefix("assets/site.") && $0.key.hasSuffix(".css") }?.value)
        let declared = css + shared
        let used = Set(css.matches(of: /var\((--[a-z0-9-]+)/).map { String($0.1) })
        #expect(used.count > 5 && used.allSatisfy { declared.contains("\($0):") })
    }
}

struct ViewerScriptTests {
    private func joined(_ source: String, names: String = "") -> String {
        String(decoding: ViewerScript.join([Array(source.utf8)], names: Array(names.utf8)), as: UTF8.self)
    }

    @Test(arguments: [
        ("const total = 1; // why\n\n  total + +total;\n", "let total=1;total+ +total"),
        ("say(\"const  true // here\", 'it\\'s');", "say(\"const  true // here\",'it\\'s')"),
        ("say(`a  ${total} b  ${`c ${total}`}`);", "say(`a  ${total} b  ${`c ${total}`}`)"),
        ("test(/[/ ]  const/g, total / 2);", "test(/[/ ]  const/g,total/2)"),
        ("if (is) { go(true); }", "if(is){go(!0)}"),
        ("const a = 1;\nconst b = { c: 2 }, d = () => { go(); };\nlet e;", "let a=1,b={c:2},d=()=>{go()},e"),
        (
            "go();\nlet a = 1;\nfor (let i = 0; i < 9; i++) { let b = i; go(b); }\nlet c = 2;",
            "go();let a=1;for(let i=0;i<9;i++){let b=i;go(b)}let c=2"
        ),
        ("const a = 1;\nif (a) go();\nconst b = 2;", "let a=1;if(a)go();let b=2"),
        ("class A {\n  one() { return 1; }\n\n  two() {}\n}\nconst a = 1;", "class A{one(){return 1}two(){}}let a=1"),
    ])
    func onlyWhatPeopleReadGoes(source: String, expected: String) {
        #expect(joined(source) == "(function(){\"use strict\";\(expected)})();\n")
    }

    @Test func listedNamesGetTheShortestThatAreFree() {
        let made = joined("const total = a; total.total = { total, kept: `${total} total` };", names: "total kept2")
        #expect(made == "(function(){\"use strict\";let b=a;b.b={b,kept:`${b} total`}})();\n")
    }
}
