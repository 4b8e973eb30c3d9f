import Testing

@testable import Search

struct TokenizerTests {
    struct Collector: TermSink {
        var terms: [String] = []
        var uncounted: [String] = []
        var hashes: [UInt32] = []

        mutating func take(_ term: FoldedTerm, counts: Bool) {
            if counts {
                terms.append(String(decoding: term.bytes, as: UTF8.self))
            } else {
                uncounted.append(String(decoding: term.bytes, as: UTF8.self))
            }
            hashes.append(term.hash)
            let again = FoldedTerm(term.bytes)
            #expect(term.hash == again.hash && term.key == again.key)
        }
    }

    static func collect(_ bytes: [UInt8]) -> Collector {
        var tokenizer = Tokenizer()
        var collector = Collector()
        bytes.withUnsafeBufferPointer { tokenizer.scan($0, into: &collector) }
        return collector
    }

    static func terms(_ text: String) -> [String] { collect(Array(text.utf8)).terms }

    @Test(arguments: [
        ("Hello, World! x_1 a-b", ["hello", "world", "x", "1", "a", "b"]),
        ("Über die Straße, Æsir, Łódź, ﬁne", ["uber", "die", "strasse", "aesir", "lodz", "fine"]),
        ("e\u{301}te\u{301} İstanbul ΣΟΦΟΣ ёлка", ["ete", "istanbul", "σοφοσ", "елка"]),
        ("C++ vs C# and c+ or Abc++ and C#1 C++言語", ["c++", "vs", "c#", "and", "c", "or", "abc", "and", "c", "1", "c++", "言語"]),
        ("don\u{AD}t l’eau 2½ ㎏", ["dont", "l", "eau", "21", "2", "kg"]),
        ("🔋 Battery ☂", ["🔋", "battery", "☂"]),
        ("", []), (" \n\t—…", []),
    ])
    func latinAndSigns(text: String, expected: [String]) {
        #expect(Self.terms(text) == expected)
    }

    /// Alef forms, teh marbuta, alef maksura, tatweel, vowel points and the article do not count; digits are those of ASCII.
    @Test func arabic() {
        #expect(Self.terms("الذَّاكِرَة") == Self.terms("ذاكره"))
        #expect(Self.terms("أحمد إحمد آحمد ٱحمد") == Array(repeating: "احمد", count: 4))
        #expect(Self.terms("كـــتاب مستشفى") == ["كتاب", "مستشفي"])
        #expect(Self.terms("ال الم ١٢٣ ۴۵۶ २४") == ["ال", "الم", "123", "456", "24"])
    }

    @Test func pairs() {
        let japanese = Self.collect(Array("日本語 の".utf8))
        #expect(japanese.terms == ["日本", "本語", "の"])
        #expect(japanese.uncounted == ["語"])
        #expect(Self.terms("한국어abc") == ["한국", "국어", "abc"])
        #expect(Self.terms("ﾃﾞｰﾀ") == Self.terms("データ"))
        #expect(Self.terms("\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}") == Self.terms("한국"))
        #expect(Self.terms("か\u{3099}き") == Self.terms("がき"))
        #expect(Self.terms("ประเทศ").count == 5)
        #expect(Self.terms("हिन्दी") == ["हिन्दी"])
    }

    @Test func longWordsAreCutBetweenCharacters() {
        #expect(Self.terms(String(repeating: "a", count: 500)) == [String(repeating: "a", count: 60)])
        let cut = Self.terms("x" + String(repeating: "ж", count: 100))
        #expect(cut == ["x" + String(repeating: "ж", count: 29)])
    }

    /// Bytes that are no UTF-8 separate words and harm nothing.
    @Test func invalidBytes() {
        #expect(Self.collect([0x61, 0xFF, 0x62, 0xE3, 0x81]).terms == ["a", "b"])
        #expect(Self.collect([0xF4, 0x90, 0x80, 0x80, 0xED, 0xA0, 0x80, 0xC0, 0x80]).terms == [])
        var seed: UInt64 = 7
        for _ in 0..<2000 {
            let bytes = (0..<40).map { _ in
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: seed >> 56)
            }
            for term in Self.collect(bytes).terms { #expect(!term.contains("\u{FFFD}") && term.utf8.count <= TermTable.longest + 8) }
        }
    }

    /// Folding what is folded changes nothing, for every scalar there is.
    @Test func foldingIsIdempotent() {
        for value in stride(from: UInt32(0x80), to: 0x3_0000, by: 1) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for folded in FoldTable.entry(scalar).scalars where FoldTable.kind(ofFolded: folded) != .separator {
                if FoldTable.entry(folded).scalars != [folded] && folded.value >= 0x80 {
                    Issue.record("\(String(value, radix: 16)) folds to \(folded), which folds to \(FoldTable.entry(folded).scalars)")
                }
            }
        }
    }
}
