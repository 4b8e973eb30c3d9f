import Site
import Snapshot
import Testing

@testable import Publishing

struct ShardTests {
    @Test(arguments: ["1/1", "3/8", "10000/10000"]) func numbersAreRead(text: String) throws {
        let shard = try #require(Shard(text))
        #expect("\(shard.number)/\(shard.count)" == text)
    }

    @Test(arguments: ["", "1", "0/3", "4/3", "1/0", "-1/3", "+1/3", "1/+3", "1/2/3", "1/10001", " 1/3", "1/3 ", "a/b", "/", "１/３"])
    func whatIsNoShardIsNone(text: String) {
        #expect(Shard(text) == nil)
    }

    @Test(arguments: [(0, 0), (1, 0), (300, 13), (25_000, 13), (40_000, 0)], [1, 2, 3, 7, 50])
    func everyArtifactFallsToOnePartAndAllHaveAsMuch(_ plan: (artifacts: Int, posters: Int), shards: Int) {
        let numbers = ShardAssignment(artifacts: plan.artifacts, posters: plan.posters, shards: shards).numbers
        #expect(numbers.count == plan.artifacts && numbers.allSatisfy { (1...shards).contains($0) })
        #expect(numbers.prefix(plan.posters).allSatisfy { $0 == 1 }, "what is drawn of one scene is drawn once")
        let loads = numbers.dropFirst(plan.posters).reduce(into: [Int](repeating: 0, count: shards)) { $0[$1 - 1] += 1 }
        let others = loads.dropFirst()
        if let most = others.max(), let least = others.min() { #expect(most - least <= 2) }
        #expect(plan.posters > 0 || loads[0] + 2 >= (others.max() ?? 0))
    }

    /// A page and its backlinks stand side by side in a plan.
    @Test func kindsThatAlternateAreSpread() {
        for shards in [2, 4] {
            let numbers = ShardAssignment(artifacts: 4000, posters: 0, shards: shards).numbers
            for part in 1...shards {
                let even = numbers.indices.filter { numbers[$0] == part && $0.isMultiple(of: 2) }.count
                #expect(abs(even * 2 * shards - 4000) <= 2 * shards)
            }
        }
    }

    @Test func theKeyIsOfAllThatDecides() throws {
        struct Inner: Sendable {
            var names: Set<String>
            var table: [String: [Int]]
            var bytes: [UInt8]
            var choice: Choice
            var text: String?
        }
        enum Choice: Sendable { case one, two(Int), three(name: String) }
        let value = Inner(
            names: ["a", "b", "c", "d"], table: ["x": [1], "y": [2, 3], "z": []], bytes: [1, 2], choice: .two(1), text: nil)
        // Another value with the same content has its sets and tables in another order.
        let again = Inner(
            names: Set(["d", "c", "b", "a"]), table: Dictionary(uniqueKeysWithValues: [("z", []), ("y", [2, 3]), ("x", [1])]),
            bytes: [1, 2], choice: .two(1), text: nil)
        #expect(canonicalText(value) == canonicalText(again))
        var others: [Inner] = []
        for change: (inout Inner) -> Void in [
            { $0.names.remove("a") }, { $0.table["y"] = [3, 2] }, { $0.table["z"] = nil }, { $0.bytes = [1, 3] }, { $0.choice = .one },
            { $0.choice = .two(2) }, { $0.choice = .three(name: "1") }, { $0.text = "" }, { $0.text = "nil" },
        ] {
            var copy = value
            change(&copy)
            others.append(copy)
        }
        let texts = Set(others.map { canonicalText($0) } + [canonicalText(value)])
        #expect(texts.count == others.count + 1)
    }

    @Test func optionsOfASiteAreInItsKey() {
        let request = SiteRequest()
        var others: [SiteRequest] = []
        for change: (inout SiteRequest) -> Void in [
            { $0.rules.title = "x" }, { $0.rules.language = "de" }, { $0.rules.selection.only.types = ["a"] },
            { $0.rules.sources = .embed },
            { $0.appearances = [.dark] }, { $0.posters = nil }, { $0.posters?.lettering = 2 }, { $0.hasSearch = false },
            { $0.hasMarkdown = false }, { $0.previews = .pages }, { $0.codings = [.gzip] }, { $0.codings = [.brotli] },
            { $0.offline = .all }, { $0.offline = .visited }, { $0.base = BaseURL("https://a.example/") }, { $0.mermaid = "mmdc" },
            { $0.history = HistoryRequest(store: "x") }, { $0.settings.footer = SiteSettings.Footer(text: "x") },
        ] {
            var copy = request
            change(&copy)
            others.append(copy)
        }
        #expect(Set(([request] + others).map { canonicalText($0) }).count == others.count + 1)
    }
}
