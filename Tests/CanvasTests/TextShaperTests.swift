import Canvas
import Testing

@Suite struct TextShaperTests {
    @Test func aWiderTextAdvancesFurther() throws {
        let shaper = try TextShaper()
        let short = try shaper.shape("snap")
        let long = try shaper.shape("snapshot")
        #expect(short.advance > 1)
        #expect(long.advance > short.advance * 1.5)
        #expect(long.glyphs.count == 8)
        #expect(long.missing == 0)
        #expect(long.ink.maxX <= long.advance + 0.1)
        #expect(long.ink.y < 0)
    }

    @Test func trackingIsAddedBetweenLettersOnly() throws {
        let shaper = try TextShaper()
        let plain = try shaper.shape("abcd", font: Font(weight: 600))
        let wide = try shaper.shape("abcd", font: Font(weight: 600, tracking: 0.1))
        #expect(abs(wide.advance - plain.advance - 0.3) < 0.02)
    }

    @Test func arabicReadsFromTheRightAndJoins() throws {
        let shaper = try TextShaper()
        let line = try shaper.shape("النسخ الاحتياطي")
        #expect(line.isRightToLeft)
        #expect(line.missing == 0)
        // A joined letter is another glyph than the letter alone.
        let alone = try shaper.shape("س")
        let joined = try shaper.shape("نسخ")
        #expect(!joined.glyphs.map(\.shape).contains(alone.glyphs[0].shape))
    }

    @Test(arguments: ["ベクトル検索", "Поиск", "§ 147 AO", "Ünïcödé", "עברית", "สวัสดี"])
    func scriptsHaveGlyphs(text: String) throws {
        #expect(try TextShaper().shape(text).missing == 0)
    }

    @Test func anEmojiOfSeveralCodePointsIsOnePicture() throws {
        let shaper = try TextShaper()
        let line = try shaper.shape("👩🏽‍🔬")
        #expect(line.missing == 0)
        let pictures = line.glyphs.filter { if case .picture = shaper.store.shapes[Int($0.shape)] { true } else { false } }
        #expect(pictures.count == 1)
    }

    @Test func digitsAreNotTakenFromTheEmojiFont() throws {
        let shaper = try TextShaper()
        let line = try shaper.shape("0123456789#*")
        #expect(line.glyphs.allSatisfy { if case .outline = shaper.store.shapes[Int($0.shape)] { true } else { false } })
    }

    @Test func aCharacterWithoutFontIsCountedAndDrawnAsABox() throws {
        let shaper = try TextShaper()
        let line = try shaper.shape("a\u{10FFFD}b")
        #expect(line.missing == 1)
        #expect(line.glyphs.count == 3)
    }

    /// Many more fonts than cairo keeps open at once, on several threads.
    @Test func theSameTextGivesTheSameValuesOnEveryThread() async throws {
        let texts = [
            "Snapshot", "النسخ", "ベクトル検索", "From notes to a static site", "AVAST fi ffl", "עברית", "สวัสดี", "हिन्दी", "বাংলা", "தமிழ்", "ქართული",
            "Հայերեն", "አማርኛ", "ខ្មែរ", "🔋",
        ]
        func all() throws -> [[Double]] {
            let shaper = try TextShaper()
            return try texts.flatMap { text in
                try [400, 600].map { weight in
                    let line = try shaper.shape(text, font: Font(weight: weight))
                    return [line.advance, line.ink.x, line.ink.width] + line.glyphs.map { Double($0.x) }
                }
            }
        }
        let expected = try all()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 { group.addTask { try (0..<6).allSatisfy { _ in try all() == expected } } }
            for try await isSame in group { #expect(isSame) }
        }
    }

    @Test func shortenedTextFitsAndEndsInAnEllipsis() throws {
        let shaper = try TextShaper()
        let short = try shaper.shorten("A restore-first backup strategy for small places", font: Font(), width: 9)
        #expect(short.hasSuffix("…"))
        #expect(try shaper.shape(short).advance <= 9)
        #expect(try shaper.shorten("Short", font: Font(), width: 9) == "Short")
        // Cut between characters as people see them.
        #expect(try shaper.shorten("👩🏽‍🔬👩🏽‍🔬👩🏽‍🔬", font: Font(), width: 2.6) == "👩🏽‍🔬…")
    }

    @Test func linesBreakAtSpacesAndLongWordsGetAHyphen() throws {
        let shaper = try TextShaper()
        #expect(shaper.breakLines("one two three four", font: Font(), width: 5).count > 1)
        let broken = shaper.breakLines("Umsatzsteuervoranmeldungszeitraum", font: Font(), width: 8)
        #expect(broken.count > 1)
        #expect(broken.dropLast().allSatisfy { $0.hasSuffix("‐") })
        #expect(shaper.breakLines("Umsatzsteuervoranmeldung", font: Font(), width: 4, splitsWords: false) == ["Umsatzsteuervoranmeldung"])
        #expect(shaper.breakLines("ベクトル検索の仕組み", font: Font(), width: 5).allSatisfy { !$0.hasSuffix("‐") })
    }

    @Test func emptyTextIsEmpty() throws {
        let line = try TextShaper().shape("")
        #expect(line.advance == 0)
        #expect(line.glyphs.isEmpty)
    }
}
