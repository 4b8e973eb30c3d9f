internal import Canvas
internal import Site

/// The words on a poster, in the site's language: English where there is none of it.
struct Words: Sendable {
    enum Tongue: String, Sendable, CaseIterable { case english = "en", italian = "it", german = "de", japanese = "ja", arabic = "ar" }

    let tongue: Tongue

    init(_ language: String) {
        tongue = Tongue(rawValue: language.lowercased().split(separator: "-").first.map(String.init) ?? "") ?? .english
    }

    /// Whether a legend in these words is set from right to left.
    var isRightToLeft: Bool { tongue == .arabic }

    /// One string a language: a missing one does not compile.
    private func pick(_ english: String, it italian: String, de german: String, ja japanese: String, ar arabic: String) -> String {
        switch tongue {
        case .english: english
        case .italian: italian
        case .german: german
        case .japanese: japanese
        case .arabic: arabic
        }
    }

    var graph: String { pick("knowledge graph", it: "grafo della conoscenza", de: "Wissensgraph", ja: "知識グラフ", ar: "الرسم المعرفي") }
    var pageTypes: String { pick("Page types", it: "Tipi di pagina", de: "Seitentypen", ja: "ページの種類", ar: "أنواع الصفحات") }
    var domains: String { pick("Domains", it: "Domini", de: "Bereiche", ja: "分野", ar: "المجالات") }
    var communities: String { pick("Communities", it: "Comunità", de: "Gruppen", ja: "コミュニティ", ar: "المجموعات") }
    var discSize: String {
        pick(
            "Disc size: links of a page", it: "Disco: collegamenti di una pagina", de: "Scheibe: Verweise einer Seite",
            ja: "円の大きさ：ページのリンク数", ar: "حجم الدائرة: روابط الصفحة")
    }
    var links: String { pick("Links", it: "Collegamenti", de: "Verweise", ja: "リンク", ar: "الروابط") }
    var density: String {
        pick("lines over one place", it: "linee in un punto", de: "Linien übereinander", ja: "重なる線の数", ar: "خطوط فوق نقطة")
    }
    var version: String { pick("data version", it: "versione dei dati", de: "Datenstand", ja: "データ版", ar: "إصدار البيانات") }
    var withoutPosition: String {
        pick(
            "Without a stored position", it: "Senza posizione salvata", de: "Ohne gespeicherte Lage", ja: "位置の保存なし", ar: "بلا موضع محفوظ")
    }
    /// Where the places come from.
    func stored(_ info: SiteInfo) -> String {
        if let method = info.layoutMethod {
            let computed = pick(
                "Positions computed when the vault was read", it: "Posizioni calcolate alla lettura del vault",
                de: "Lage beim Lesen des Vaults berechnet", ja: "位置は取り込み時に計算", ar: "حُسبت المواضع عند قراءة الخزنة")
            return "\(computed): \(method)"
        }
        let stored = pick(
            "Positions as stored by the server", it: "Posizioni come salvate dal server", de: "Lage wie auf dem Server gespeichert",
            ja: "位置はサーバーに保存されたもの", ar: "المواضع كما حفظها الخادم")
        return info.layoutNight.map { "\(stored), \($0)" } ?? stored
    }
    var abroad: String {
        pick(
            "ring: of that community, away from it", it: "anello: di quella comunità, altrove", de: "Ring: aus dieser Gruppe, anderswo",
            ja: "輪：そのコミュニティに属し離れた位置", ar: "حلقة: من تلك المجموعة وخارجها")
    }
    var unassigned: String { pick("Unassigned", it: "Senza comunità", de: "Ohne Gruppe", ja: "所属なし", ar: "بلا مجموعة") }
    var untyped: String { pick("Untyped", it: "Senza tipo", de: "Ohne Typ", ja: "種類なし", ar: "بلا نوع") }
    var noDomain: String { pick("No domain", it: "Senza dominio", de: "Ohne Bereich", ja: "分野なし", ar: "بلا مجال") }
    var otherPages: String { pick("Other pages", it: "Altre pagine", de: "Weitere Seiten", ja: "その他のページ", ar: "صفحات أخرى") }
    var weights: String {
        pick(
            "thin to thick: weight", it: "da sottile a spesso: peso", de: "dünn bis dick: Gewicht", ja: "細い～太い：重み",
            ar: "من رفيع إلى سميك: الوزن")
    }
    var leaving: String {
        pick("to other communities", it: "verso altre comunità", de: "in andere Gruppen", ja: "他のコミュニティへ", ar: "إلى مجموعات أخرى")
    }
    var neighbours: String {
        pick("Linked communities", it: "Comunità collegate", de: "Verbundene Gruppen", ja: "つながるコミュニティ", ar: "مجموعات مرتبطة")
    }
    var changes: String { pick("Changes", it: "Modifiche", de: "Änderungen", ja: "変更", ar: "التغييرات") }
    var gone: String { pick("Gone", it: "Scomparse", de: "Entfallen", ja: "なくなったページ", ar: "زالت") }
    var list: String {
        pick("Pages of this map", it: "Pagine di questa mappa", de: "Seiten dieser Karte", ja: "この地図のページ", ar: "صفحات هذه الخريطة")
    }
    var zoomIn: String { pick("Zoom in", it: "Ingrandisci", de: "Vergrößern", ja: "拡大", ar: "تكبير") }
    var zoomOut: String { pick("Zoom out", it: "Riduci", de: "Verkleinern", ja: "縮小", ar: "تصغير") }
    var whole: String { pick("Whole map", it: "Mappa intera", de: "Ganze Karte", ja: "地図全体", ar: "الخريطة كاملة") }
    var theme: String { pick("Light or dark", it: "Chiaro o scuro", de: "Hell oder dunkel", ja: "ライト／ダーク", ar: "فاتح أو داكن") }
    var picture: String {
        pick("Map as one picture", it: "Mappa come immagine", de: "Karte als ein Bild", ja: "一枚の画像の地図", ar: "الخريطة صورة واحدة")
    }

    func heading(_ mode: ColorMode) -> String {
        switch mode {
        case .type: pageTypes
        case .community: communities
        case .domain: domains
        }
    }

    func community(_ id: Int) -> String { "\(community) \(id)" }
    private var community: String { pick("Community", it: "Comunità", de: "Gruppe", ja: "コミュニティ", ar: "مجموعة") }

    /// A page type in the plural, as the site names it; a type of the vault's own keeps its name.
    func type(_ name: String) -> String {
        switch name {
        case "": untyped
        case "concept": pick("Concepts", it: "Concetti", de: "Konzepte", ja: "概念", ar: "مفاهيم")
        case "entity": pick("Entities", it: "Entità", de: "Entitäten", ja: "実体", ar: "كيانات")
        case "source": pick("Sources", it: "Fonti", de: "Quellen", ja: "出典", ar: "مصادر")
        case "synthesis": pick("Syntheses", it: "Sintesi", de: "Synthesen", ja: "総合", ar: "خلاصات")
        case "comparison": pick("Comparisons", it: "Confronti", de: "Vergleiche", ja: "比較", ar: "مقارنات")
        case "query": pick("Queries", it: "Domande", de: "Fragen", ja: "問い", ar: "أسئلة")
        case "overview": pick("Overviews", it: "Panoramiche", de: "Überblicke", ja: "概要", ar: "نظرات عامة")
        case "index": pick("Indexes", it: "Indici", de: "Verzeichnisse", ja: "索引", ar: "فهارس")
        case "log": pick("Logs", it: "Diari", de: "Protokolle", ja: "記録", ar: "سجلات")
        default: name
        }
    }

    func change(_ kind: ChangeMarks.Kind) -> String {
        switch kind {
        case .added: pick("new", it: "nuove", de: "neu", ja: "新しい", ar: "جديدة")
        case .moved: pick("in another community", it: "in un’altra comunità", de: "andere Gruppe", ja: "別のコミュニティへ", ar: "في مجموعة أخرى")
        case .more: pick("more links", it: "più collegamenti", de: "mehr Verweise", ja: "リンク増", ar: "روابط أكثر")
        case .fewer: pick("fewer links", it: "meno collegamenti", de: "weniger Verweise", ja: "リンク減", ar: "روابط أقل")
        case .same: pick("unchanged", it: "invariate", de: "unverändert", ja: "変更なし", ar: "بلا تغيير")
        }
    }

    /// What the poster shows of the vault.
    func view(_ plan: MapPlan, _ tier: Tier) -> String {
        if let since = plan.changes?.since {
            return pick(
                "Changes since data version \(since)", it: "Modifiche dalla versione \(since)", de: "Änderungen seit Datenstand \(since)",
                ja: "データ版 \(since) からの変更", ar: "التغييرات منذ الإصدار \(since)")
        }
        switch plan.scope {
        case .vault: return self.tier(tier)
        case .community: return community
        case .around(_, let hops):
            return pick(
                "Within \(links(hops))", it: "Entro \(links(hops))", de: "Bis \(hops) \(hops == 1 ? "Verweis" : "Verweise") entfernt",
                ja: "\(hops) リンク以内", ar: "أبعد مسافة بالروابط: \(hops)")
        }
    }

    func more(_ count: Int) -> String {
        let n = number(count)
        return pick("and \(n) more", it: "e altre \(n)", de: "und \(n) weitere", ja: "ほか \(n) 件", ar: "و\(n) أخرى")
    }

    func tier(_ tier: Tier) -> String {
        switch tier {
        case .overview: pick("Overview", it: "Panoramica", de: "Überblick", ja: "全体", ar: "نظرة عامة")
        case .regions: pick("Regions", it: "Regioni", de: "Regionen", ja: "領域", ar: "المناطق")
        case .detail: pick("Detail", it: "Dettaglio", de: "Einzelheiten", ja: "詳細", ar: "التفاصيل")
        }
    }

    func linkKind(_ kind: String) -> String {
        switch kind {
        case "link": pick("wikilink", it: "collegamento", de: "Wikilink", ja: "ウィキリンク", ar: "رابط ويكي")
        case "source": pick("common source", it: "fonte comune", de: "gemeinsame Quelle", ja: "共通の出典", ar: "مصدر مشترك")
        default: kind
        }
    }

    func pages(_ count: Int) -> String { counted(count, ("page", "pages"), ("pagina", "pagine"), ("Seite", "Seiten"), "ページ", "الصفحات") }

    func links(_ count: Int) -> String {
        counted(count, ("link", "links"), ("collegamento", "collegamenti"), ("Verweis", "Verweise"), "リンク", "الروابط")
    }

    func communities(_ count: Int) -> String {
        counted(count, ("community", "communities"), ("comunità", "comunità"), ("Gruppe", "Gruppen"), "コミュニティ", "المجموعات")
    }

    /// A number with its noun. Arabic has six forms for that; a heading with the number behind it is right for all.
    private func counted(
        _ count: Int, _ english: (String, String), _ italian: (String, String), _ german: (String, String), _ japanese: String,
        _ arabic: String
    ) -> String {
        func form(_ forms: (one: String, many: String)) -> String { "\(number(count)) \(count == 1 ? forms.one : forms.many)" }
        return pick(
            form(english), it: form(italian), de: form(german), ja: "\(number(count)) \(japanese)", ar: "\(arabic): \(number(count))")
    }

    /// Digits in groups of three.
    func number(_ value: Int) -> String {
        let digits = Array(String(value.magnitude))
        let separator: Character = tongue == .german || tongue == .italian ? "." : ","
        var grouped = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { grouped.append(separator) }
            grouped.append(digit)
        }
        return value < 0 ? "−" + grouped : grouped
    }

    func note(_ node: Chart.Node, _ plan: MapPlan) -> String {
        var parts = [node.title]
        if let type = node.type, !type.isEmpty { parts.append(type) }
        if let domain = node.domain, !domain.isEmpty { parts.append(domain) }
        parts.append(links(node.degree))
        return parts.joined(separator: " · ")
    }

    func summary(_ plan: MapPlan) -> String {
        let counts = [pages(plan.focusCount), links(plan.chart.links.count), communities(plan.communityCount)].joined(
            separator: ", ")
        let largest = plan.territories.prefix(5).map { plan.communityName($0.community) }
        return largest.isEmpty ? counts : "\(counts): \(largest.joined(separator: ", "))"
    }
}
