import Snapshot
import Testing

@testable import Search

/// SplitMix64: the same numbers each time.
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

struct DigestFileTests {
    static let frame = SearchFrame(
        types: [SearchFrame.TypeLook(type: "concept", label: "Begriff", key: "concept", glyph: "ring")],
        words: [("results", "{n} Ergebnisse"), ("none", "")])

    static func builder(_ inputs: [SearchInput], jobs: Int = 1) -> SearchIndexBuilder {
        let builder = SearchIndexBuilder(frame)
        _ = parallelMap(inputs.count, jobs: jobs) { builder.add(inputs[$0]) }
        return builder
    }

    static func files(_ builder: SearchIndexBuilder) -> [String: [UInt8]] {
        builder.artifacts().reduce(into: [:]) { $0[$1.path] = IndexTests.made($1) }
    }

    /// Everything that a page can have or lack.
    static var inputs: [SearchInput] {
        IndexTests.inputs(40) + [
            SearchInput(page: 40, address: "bare.html", title: ""),
            SearchInput(
                page: 41, address: "überall.html", title: "Wörter und 言葉, كلمات", aliases: ["言葉", "x", ""], tags: ["a/b/c", "ä"],
                text: Array("Erster Satz。Zweiter Satz. \n".utf8) + [0xFF, 0xC3, 10],
                sections: [.init(heading: "", id: "", end: 5), .init(heading: "Über 言葉", id: "ü", end: 9999)]),
            SearchInput(
                page: 42, address: "long.html", title: String(repeating: "long ", count: 300),
                text: Array((String(repeating: "z", count: 500) + " end").utf8), sections: [.init(heading: "", id: "", end: 504)]),
        ]
    }

    @Test(arguments: [1, 2, 3, 7, 50])
    func partsGiveTheIndexOfTheWhole(count: Int) throws {
        let inputs = Self.inputs
        let merged = SearchIndexBuilder(try DigestFile(Self.builder([]).encoded()).frame)
        for part in 0..<count {
            let own = inputs.filter { $0.page % count == part }.shuffled()
            try merged.add(try DigestFile(Self.builder(own).encoded()))
        }
        #expect(Self.files(merged) == Self.files(Self.builder(inputs)))
    }

    @Test func theSameBytesWhateverTheThreadsAndTheOrder() throws {
        let bytes = try Self.builder(Self.inputs).encoded()
        #expect(try Self.builder(Self.inputs.shuffled(), jobs: 4).encoded() == bytes)
        let again = SearchIndexBuilder(Self.frame)
        try again.add(try DigestFile(bytes))
        #expect(try again.encoded() == bytes)
    }

    @Test func encodingTakesNothingAway() throws {
        let builder = Self.builder(Self.inputs, jobs: 3)
        let bytes = try builder.encoded()
        #expect(try builder.encoded() == bytes)
        #expect(Self.files(builder) == Self.files(Self.builder(Self.inputs)))
    }

    /// A later run has some of the pages, at other places, and others besides.
    @Test func pagesMoveAndGo() throws {
        let inputs = Self.inputs
        let kept = try DigestFile(Self.builder(inputs).encoded())
        var later = inputs.filter { $0.page % 3 != 0 }
        later.insert(SearchInput(page: 0, address: "new.html", title: "New", text: Array("fresh words".utf8)), at: 5)
        later[9].title = "Changed"
        for index in later.indices { later[index].page = index }
        let unchanged = Dictionary(uniqueKeysWithValues: later.filter { ![5, 9].contains($0.page) }.map { ($0.address, $0.page) })
        let builder = SearchIndexBuilder(Self.frame)
        try builder.add(kept) { unchanged[inputs[$0].address] }
        builder.add(later[5])
        builder.add(later[9])
        #expect(Self.files(builder) == Self.files(Self.builder(later)))
    }

    @Test func theFrameComesAlong() throws {
        let frame = try DigestFile(Self.builder([]).encoded()).frame
        #expect(frame.types.map(\.label) == ["Begriff"])
        #expect(frame.words.map(\.name) == ["results", "none"] && frame.words.map(\.text) == ["{n} Ergebnisse", ""])
    }

    @Test func whatIsCutIsRefused() throws {
        let bytes = try Self.builder(Array(Self.inputs.suffix(6))).encoded()
        for length in 0..<bytes.count {
            #expect(throws: DigestFileError.self, "\(length) bytes") { try DigestFile(Array(bytes.prefix(length))) }
        }
        #expect(throws: DigestFileError.self) { try DigestFile(bytes + [0]) }
    }

    @Test func everyFlippedBitIsNoticed() throws {
        let bytes = try Self.builder(Array(Self.inputs.suffix(3))).encoded()
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << UInt8(bit)
                #expect(throws: DigestFileError.self, "bit \(bit) of byte \(index)") { try DigestFile(damaged) }
            }
        }
    }

    @Test func anotherVersionIsTold() throws {
        var bytes = try Self.builder([]).encoded()
        bytes[DigestFile.head.count - 2] += 1
        #expect(throws: DigestFileError(ByteReader.Damage("it is no file of pages' digests of this version"))) { try DigestFile(bytes) }
    }

    /// Damage under a checksum that is right: it is refused, or what it says can be made an index of. Nothing crashes.
    @Test func wrongContentUnderARightChecksumDoesNoHarm() throws {
        let bytes = try Self.builder(Array(Self.inputs.suffix(5))).encoded()
        var refused = 0
        var generator = Seeded(state: 7)
        for _ in 0..<400 {
            var damaged = Array(bytes.dropLast(8))
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = Int.random(in: DigestFile.head.count..<damaged.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: damaged[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 1: damaged[index] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
                case 2: damaged.remove(at: index)
                default: damaged.insert(UInt8.random(in: 0...255, using: &generator), at: index)
                }
            }
            var writer = ByteWriter()
            writer.bytes.append(contentsOf: damaged)
            writer.write(word: DigestFile.checksum(damaged[...]))
            do {
                let builder = SearchIndexBuilder()
                try builder.add(try DigestFile(writer.bytes))
                #expect(!builder.artifacts().isEmpty)
            } catch {
                refused += 1
            }
        }
        #expect(refused > 60)
    }

    /// A page has a term once, and the index counts on it.
    @Test func aTermTwiceOnAPageIsRefused() throws {
        var digests: [PageDigest] = []
        var maker = DigestMaker()
        maker.add(SearchInput(page: 0, address: "a.html", title: "two words"))
        digests = maker.digests
        digests[0].terms[1] = digests[0].terms[0]
        let file = try DigestFile(DigestFile.encode(digests, maker.vocabulary, SearchFrame(), nil))
        #expect(throws: DigestFileError(damaged("a page's term"))) { try SearchIndexBuilder().add(file) }
    }
}
