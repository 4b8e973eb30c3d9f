import Snapshot

/// The app's own words in one language, as far as the gallery shows it.
struct AppWords: Sendable {
    enum Language: String, Sendable, CaseIterable {
        case english = "en", italian = "it", japanese = "ja", arabic = "ar"

        var ownName: String {
            switch self {
            case .english: "English"
            case .italian: "Italiano"
            case .japanese: "日本語"
            case .arabic: "العربية"
            }
        }
    }

    enum Word: Int, CaseIterable {
        case home, wiki, chat, graph, more, sections, recent, pages, sources, links, search, domains, communities, review, live, refreshing
        case related, linkedFrom, updated, all, contents, neighbourhood
    }

    let language: Language

    var direction: String { language == .arabic ? "rtl" : "ltr" }

    func callAsFunction(_ word: Word) -> String { Self.table[language]?[word.rawValue] ?? "" }

    /// In the order of `Word`.
    private static let table: [Language: [String]] = [
        .english: [
            "Home", "Wiki", "Chat", "Graph", "More", "Sections", "Recently updated", "Pages", "Sources", "Links", "Search", "Domains",
            "Communities", "Review", "Live", "Refreshing", "Related", "Linked from", "Updated", "All", "Contents",
            "Neighbourhood",
        ],
        .italian: [
            "Home", "Wiki", "Chat", "Grafo", "Altro", "Sezioni", "Aggiornate di recente", "Pagine", "Fonti", "Collegamenti", "Cerca",
            "Domini", "Comunità", "Revisione", "In linea", "Aggiornamento", "Correlate", "Citata da", "Aggiornata", "Tutte", "Indice",
            "Dintorni",
        ],
        .japanese: [
            "ホーム", "ウィキ", "チャット", "グラフ", "その他", "セクション", "最近の更新", "ページ", "ソース", "リンク", "検索", "領域",
            "コミュニティ", "レビュー", "接続中", "更新中", "関連", "リンク元", "更新日", "すべて", "目次", "近隣",
        ],
        .arabic: [
            "الرئيسية", "ويكي", "محادثة", "الرسم البياني", "المزيد", "الأقسام", "حُدّثت مؤخرًا", "صفحات", "مصادر", "روابط", "بحث",
            "المجالات", "المجموعات", "المراجعة", "متصل", "جارٍ التحديث", "ذات صلة", "مرتبطة من", "آخر تحديث", "الكل", "المحتويات", "الجوار",
        ],
    ]

    /// A page type in the plural; a type that the app does not know keeps its name.
    func plural(_ type: String?) -> String {
        guard let type, let index = TypeNames.order.firstIndex(of: type) else {
            return type.map(capitalized) ?? TypeNames.untyped(language)
        }
        return TypeNames.plurals[language]?[index] ?? type
    }

    /// In the singular, English only: chips of a page.
    func singular(_ type: String?) -> String { capitalized(type ?? "page") }

    private func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    func number(_ value: Int) -> String {
        let digits = String(value)
        guard digits.count > 3 else { return digits }
        let separator = language == .italian ? "." : ","
        var result = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { result += separator }
            result.append(digit)
        }
        return result
    }

    func count(_ value: Int, _ noun: Word) -> String {
        let word = self(noun)
        guard language == .english else { return language == .japanese ? "\(word) \(number(value))" : "\(number(value)) \(word)" }
        return "\(number(value)) \(value == 1 ? String(word.dropLast()).lowercased() : word.lowercased())"
    }

    func date(_ date: CalendarDate) -> String {
        switch language {
        case .english: "\(date.day) \(TypeNames.months[0][date.month - 1]) \(date.year)"
        case .italian: "\(date.day) \(TypeNames.months[1][date.month - 1]) \(date.year)"
        case .japanese: "\(date.year)年\(date.month)月\(date.day)日"
        case .arabic: "\(date.day) \(TypeNames.months[2][date.month - 1]) \(date.year)"
        }
    }
}

private enum TypeNames {
    static let order = ["concept", "entity", "source", "synthesis", "comparison", "query", "overview", "index", "log"]
    static let plurals: [AppWords.Language: [String]] = [
        .english: ["Concepts", "Entities", "Sources", "Syntheses", "Comparisons", "Queries", "Overviews", "Indexes", "Logs"],
        .italian: ["Concetti", "Entità", "Fonti", "Sintesi", "Confronti", "Domande", "Panoramiche", "Indici", "Registri"],
        .japanese: ["概念", "エンティティ", "ソース", "統合", "比較", "質問", "概要", "索引", "ログ"],
        .arabic: ["المفاهيم", "الكيانات", "المصادر", "التوليفات", "المقارنات", "الأسئلة", "نظرات عامة", "الفهارس", "السجلات"],
    ]
    static let months = [
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
        ["gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic"],
        ["يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"],
    ]
    static func untyped(_ language: AppWords.Language) -> String {
        switch language {
        case .english: "Untyped"
        case .italian: "Senza tipo"
        case .japanese: "型なし"
        case .arabic: "بلا نوع"
        }
    }
}
