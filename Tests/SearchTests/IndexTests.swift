import Site
import Snapshot
import Synchronization
import Testing

@testable import Search

struct IndexTests {
    static let words = "graph note vault memory signal layer index parse render page link anchor cluster vector node edge".split(
        separator: " ")

    /// Pages whose text a small generator makes; the same each time.
    static func inputs(_ count: Int, paragraphs: Int = 12) -> [SearchInput] {
        var seed: UInt64 = 42
        func next(_ bound: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % bound
        }
        func sentence() -> String {
            (0..<12).map { _ in next(20) == 0 ? "rare\(next(5000))" : String(words[next(words.count)]) }.joined(separator: " ") + ". "
        }
        return (0..<count).map { page in
            var text: [UInt8] = []
            var sections: [SearchInput.Section] = []
            for section in 0..<3 {
                for _ in 0..<(paragraphs / 3) { text += Array((0..<4).map { _ in sentence() }.joined().utf8) + [10] }
                sections.append(
                    SearchInput.Section(
                        heading: section == 0 ? "" : "Part \(section)", id: section == 0 ? "" : "part-\(section)", end: text.count))
            }
            return SearchInput(
                page: page, address: "p/\(page).html", title: "Title \(words[page % words.count]) \(page)", aliases: ["alias\(page)"],
                type: ["concept", "entity"][page % 2], domain: "Storage", tags: ["a/b", "c\(page % 3)"], text: text, sections: sections)
        }
    }

    static func files(_ inputs: [SearchInput], jobs: Int = 1) -> [String: [UInt8]] {
        let builder = SearchIndexBuilder()
        _ = parallelMap(inputs.count, jobs: jobs) { builder.add(inputs[$0]) }
        var files: [String: [UInt8]] = [:]
        for artifact in builder.artifacts(jobs: jobs) {
            files[artifact.path] = made(artifact)
        }
        return files
    }

    static func made(_ artifact: Artifact) -> [UInt8]? {
        switch artifact.content {
        case .bytes(let bytes): bytes
        case .rendered(let make): try? make().bytes
        default: nil
        }
    }

    /// Texts wait outside the index's memory where there is a place for them; what cannot be had back is an error, not an empty excerpt.
    @Test func textsWaitInASpool() throws {
        let inputs = Self.inputs(60)
        let kept = Mutex<[UInt8]>([])
        var spool = TextSpool(
            keep: { new in
                kept.withLock { all in
                    all += new
                    return (all.count - new.count)..<all.count
                }
            },
            read: { range in kept.withLock { range.upperBound <= $0.count ? Array($0[range]) : nil } })
        let builder = SearchIndexBuilder(spool: spool)
        for input in inputs { builder.add(input) }
        #expect(kept.withLock { $0.count } == inputs.reduce(0) { $0 + $1.text.count })
        let plain = SearchIndexBuilder()
        for input in inputs { plain.add(input) }
        #expect(try builder.encoded() == plain.encoded())
        let spooled = builder.artifacts().compactMap { file in Self.made(file).map { (file.path, $0) } }
        #expect(Dictionary(uniqueKeysWithValues: spooled) == Self.files(inputs))

        spool.read = { _ in nil }
        let lost = SearchIndexBuilder(spool: spool)
        for input in inputs { lost.add(input) }
        #expect(throws: SpoolError.self) { try lost.encoded() }
        // The other files tell no text.
        let texts = lost.artifacts().filter { $0.path.split(separator: "/").last?.hasPrefix("t") == true }
        #expect(!texts.isEmpty && texts.compactMap(Self.made).isEmpty)
    }

    @Test func sameBytesWhateverTheThreadsAndTheOrder() {
        let inputs = Self.inputs(300)
        let one = Self.files(inputs)
        #expect(one == Self.files(inputs, jobs: 4))
        #expect(one == Self.files(inputs.reversed(), jobs: 2))
        #expect(one.count > 30)
    }

    @Test func anyChangeOfAPageGivesTheBuildAnotherName() {
        let inputs = Self.inputs(5)
        func folder(_ inputs: [SearchInput]) -> Set<String> {
            Set(Self.files(inputs).keys.compactMap { $0.split(separator: "/").dropLast().last.map(String.init) })
        }
        let before = folder(inputs)
        var changed: [[SearchInput]] = []
        for change: (inout SearchInput) -> Void in [
            { $0.title += "x" }, { $0.address += "x" }, { $0.aliases.append("y") }, { $0.type = nil }, { $0.domain = "Other" },
            { $0.tags = [] },
            { $0.text[3] ^= 1 }, { $0.sections[1].heading += "x" }, { $0.sections[1].id += "x" }, { $0.sections[0].end -= 1 },
        ] {
            var copy = inputs
            change(&copy[2])
            changed.append(copy)
        }
        for inputs in changed { #expect(folder(inputs) != before) }
    }

    @Test func emptySites() {
        #expect(Self.files([]).keys.contains("assets/search/index.js"))
        let bare = SearchInput(page: 0, address: "a.html", title: "—")
        #expect(Self.files([bare]).count >= 4)
    }

    @Test func filesAreScriptsThatCallOneFunction() {
        for (path, bytes) in Self.files(Self.inputs(50)) {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.hasPrefix("SynapseSearch.add(\"") && text.hasSuffix(");\n"), "\(path)")
            #expect(text.split(separator: "\n").count == 1, "\(path)")
        }
    }

    @Test func shardsStaySmallAndTheIndexToo() {
        let inputs = Self.inputs(1500, paragraphs: 24)
        let files = Self.files(inputs)
        let text = inputs.reduce(0) { $0 + $1.text.count }
        #expect(text > 4_000_000)
        #expect(files.values.reduce(0) { $0 + $1.count } * 100 < text * 30)
        for (path, bytes) in files {
            let name = path.split(separator: "/").last ?? ""
            if name.hasPrefix("l") || name.hasPrefix("b") { #expect(bytes.count < 4200, "\(path)") }
            if name.hasPrefix("p") { #expect(bytes.count < 8000, "\(path)") }
            if name.hasPrefix("t") { #expect(bytes.count < 9000, "\(path)") }
        }
    }

    /// One word without end, a page of 5 MB, a title of 400 characters, sections that go beyond the text.
    @Test func hostilePages() {
        let text = Array(String(repeating: "data:image/png;base64," + String(repeating: "Qk02", count: 500) + " ", count: 2500).utf8)
        let inputs = [
            SearchInput(
                page: 0, address: "a.html", title: String(repeating: "long ", count: 80), text: text,
                sections: [
                    SearchInput.Section(heading: "x", id: "x", end: 9), SearchInput.Section(heading: "y", id: "y", end: text.count + 99),
                ]),
            SearchInput(page: 1, address: "b.html", title: "No sections", text: Array("lost".utf8)),
            SearchInput(
                page: 2, address: "c.html", title: "Log", text: Array(String(repeating: "- x\n", count: 3000).utf8),
                sections: (0..<3000).map { SearchInput.Section(heading: "2026-01-01 entry \($0)", id: "entry-\($0)", end: $0 * 4 + 4) }),
        ]
        #expect(Self.files(inputs).values.reduce(0) { $0 + $1.count } < 60_000)
    }

    @Test func passagesAreKeptForTheTermsThatFewPagesHave() {
        var digests: [PageDigest] = []
        var maker = DigestMaker()
        var inputs = Self.inputs(40)
        let filler = Array(
            String(repeating: "Graph note vault memory signal layer index parse render page link anchor cluster. ", count: 100).utf8)
        inputs[7].text = filler + Array("Only here stands the word quagga, and nowhere else in all of the pages. ".utf8) + filler
        inputs[7].sections = [SearchInput.Section(heading: "", id: "", end: inputs[7].text.count)]
        for input in inputs { maker.add(input) }
        digests = maker.digests
        let index = InvertedIndex(&digests, maker.vocabulary)
        let excerpts = Excerpts(index: index, share: 0.1)
        let kept = excerpts.choose(digests[7])
        var record: [UInt8] = []
        PageRecord.append(digests[7], inputs[7].text, kept: kept, to: &record)
        #expect(String(decoding: record, as: UTF8.self).contains("quagga"))
        #expect(record.count < filler.count / 4)
    }

    @Test func impactsRiseWithTheField() {
        var frequencies = PageDigest.Frequencies()
        frequencies.count(.body)
        let body = Ranking.impact(frequencies, (1, 2.5))
        frequencies = PageDigest.Frequencies()
        frequencies.count(.heading)
        let heading = Ranking.impact(frequencies, (1, 2.5))
        frequencies = PageDigest.Frequencies()
        frequencies.count(.title)
        let title = Ranking.impact(frequencies, (1, 2.5))
        #expect(1...15 ~= body && body < heading && heading < title && title <= 15)
        for _ in 0..<400 { for field: PageDigest.Frequencies.Field in [.body, .heading, .title, .alias] { frequencies.count(field) } }
        #expect(frequencies.body == 255 && frequencies.heading == 15 && frequencies.title == 3 && frequencies.alias == 3)
        #expect(Ranking.impact(frequencies, (1, 2.5)) == 15)
    }

    @Test func tagsAreFoundUnderTheirParents() {
        #expect(Facet.withParents("a/b/c") == ["a/b/c", "a/b", "a"])
        #expect(Facet.withParents("/a") == ["/a"])
        #expect(Facet.withParents("plain") == ["plain"])
    }

    @Test func wordsBackwardsKeepTheirCharacters() {
        var digests: [PageDigest] = []
        var maker = DigestMaker()
        maker.add(SearchInput(page: 0, address: "a.html", title: "Straße 日本語 слово memory a1b2c3 2024 abc"))
        digests = maker.digests
        let index = InvertedIndex(&digests, maker.vocabulary)
        let shard = Lexicon.backward(index).shards[0]
        var words: [String] = []
        var last: [UInt8] = []
        var at = 0
        while at < shard.count {
            let length = Int(shard[at + 1] & 63)
            last = Array(last.prefix(Int(shard[at] & 31))) + shard[(at + 2)..<(at + 2 + length)]
            words.append(String(decoding: last, as: UTF8.self))
            at += 2 + length
        }
        #expect(words == ["essarts", "yromem", "оволс"])
    }
}
