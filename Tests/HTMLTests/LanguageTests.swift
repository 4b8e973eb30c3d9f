import Foundation
import Snapshot
import Testing

@testable import HTML

@Suite struct LanguageTests {
    @Test(arguments: Language.all.map(\.code)) func everyWordIsThere(_ code: String) {
        let language = Language.named(code)
        #expect(language.code == code)
        var same: [Word] = []
        for word in Word.allCases {
            let (text, english) = (language.text(word), Language.english.text(word))
            #expect(!text.isEmpty && text == text.trimmingCharacters(in: .whitespaces), "\(word)")
            // What a script puts into a text keeps its place.
            #expect(text.contains("{n}") == english.contains("{n}"), "\(word)")
            if text == english { same.append(word) }
        }
        // Names such as Wiki and PDF are the same in some languages; a table that was not translated is not.
        #expect(code == "en" || same.count <= 12, "\(same)")
    }

    @Test func aTagLeadsToItsLanguage() {
        for (tag, code) in [("it", "it"), ("de-AT", "de"), ("JA", "ja"), ("ar-EG", "ar"), ("en-GB", "en"), ("fr", "en"), ("zh-Hant", "en")]
        {
            #expect(Language.named(tag).code == code)
        }
    }

    @Test func numbersDatesAndSizesAsReadersWriteThem() {
        let date = CalendarDate(year: 2026, month: 11, day: 2)
        let texts = Language.all.map { language in
            [date.map(language.date) ?? "", language.number(1_234_567), language.phrase(.bytes(4_200_000)), language.phrase(.bytes(1))]
        }
        #expect(
            texts == [
                ["2 Nov 2026", "1,234,567", "4.2 MB", "1 byte"], ["2 nov 2026", "1.234.567", "4,2 MB", "1 byte"],
                ["2. Nov. 2026", "1.234.567", "4,2 MB", "1 Byte"], ["2026年11月2日", "1,234,567", "4.2 MB", "1 バイト"],
                ["2 نوفمبر 2026", "1,234,567", "4.2 MB", "1 بايت"],
            ])
    }

    /// The six forms of Arabic, in the order of Unicode's plural rules.
    @Test func pluralsFollowTheirLanguage() {
        let arabic = Language.named("ar")
        #expect(
            [0, 1, 2, 3, 10, 11, 99, 100, 102, 103].map { arabic.counted($0, .pages) } == [
                "لا صفحات", "صفحة واحدة", "صفحتان", "3 صفحات", "10 صفحات", "11 صفحة", "99 صفحة", "100 صفحة", "102 صفحة", "103 صفحات",
            ])
        #expect(Language.named("it").counted(1, .pages) == "1 pagina" && Language.named("it").counted(2, .pages) == "2 pagine")
        #expect(Language.named("ja").counted(1, .pages) == Language.named("ja").counted(7, .pages).replacing("7", with: "1"))
    }
}
