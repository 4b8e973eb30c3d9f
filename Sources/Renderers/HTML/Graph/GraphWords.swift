/// Words that the viewer writes by itself. `{a}` to `{d}` stand for numbers.
enum GraphWord: String, Sendable, CaseIterable {
    case shown, links, link, rank, none, unassigned, noDomain, fewer, faded, neighbourhood, noType
}

extension Language {
    /// The site's words for the viewer.
    func graphWord(_ word: GraphWord) -> String {
        let words = Self.graphWords(word)
        return switch code {
        case "it": words.it
        case "de": words.de
        case "ja": words.ja
        case "ar": words.ar
        default: words.en
        }
    }

    /// One string a language: a missing one does not compile.
    private static func graphWords(_ word: GraphWord) -> (en: String, it: String, de: String, ja: String, ar: String) {
        switch word {
        case .shown:
            (
                "{a} of {b} pages · {c} of {d} links", "{a} di {b} pagine · {c} di {d} collegamenti",
                "{a} von {b} Seiten · {c} von {d} Verweisen", "{b} ページ中 {a} · {d} リンク中 {c}",
                "{a} من {b} صفحة · {c} من {d} رابط"
            )
        case .links: ("{a} links", "{a} collegamenti", "{a} Verweise", "{a} リンク", "الروابط: {a}")
        case .link: ("1 link", "1 collegamento", "1 Verweis", "1 リンク", "رابط واحد")
        case .rank: ("{a} of {b}", "{a} di {b}", "{a} von {b}", "{b} 件中 {a} 番目", "{a} من {b}")
        case .none: ("Nothing found", "Nessun risultato", "Nichts gefunden", "見つかりません", "لا نتائج")
        case .unassigned: ("No community", "Nessuna comunità", "Ohne Gruppe", "コミュニティなし", "بلا مجموعة")
        case .noDomain: ("No domain", "Nessun dominio", "Ohne Bereich", "分野なし", "بلا مجال")
        case .noType: ("Untyped", "Senza tipo", "Ohne Typ", "種類なし", "بلا نوع")
        case .fewer:
            (
                "Weak links appear when a page is pointed at", "I collegamenti deboli appaiono indicando una pagina",
                "Schwache Verweise erscheinen, wenn auf eine Seite gezeigt wird", "弱いリンクはページを指すと現れます",
                "تظهر الروابط الضعيفة عند الإشارة إلى صفحة"
            )
        case .faded: ("Selection cleared", "Selezione annullata", "Auswahl aufgehoben", "選択を解除しました", "أُلغي التحديد")
        case .neighbourhood:
            ("{a} pages around {b}", "{a} pagine attorno a {b}", "{a} Seiten um {b}", "{b} の周りの {a} ページ", "الصفحات حول {b}: {a}")
        }
    }
}
