import Mustache

/// The screens that a snapshot does not fill, in the app's other languages: each English text with its translations.
///
/// A screen that has a state in a language has all of its texts here; a test looks for what was left in English.
enum MockWords {
    /// A text of a mock screen in a language; what is no text of ours (names, figures) stays as it is.
    static func text(_ english: String, in language: AppWords.Language) -> String {
        guard let row = table[english] ?? work[english] else { return english }
        return switch language {
        case .english: english
        case .italian: row.it
        case .japanese: row.ja
        case .arabic: row.ar
        }
    }

    private static let table: [String: (it: String, ja: String, ar: String)] = [
        // Frame and what several screens share.
        "Review": ("Revisione", "レビュー", "المراجعة"),
        "Chat": ("Chat", "チャット", "محادثة"),
        "More": ("Altro", "その他", "المزيد"),
        "Vaults": ("Archivi", "保管庫", "المخازن"),
        "Device tokens": ("Token dei dispositivi", "端末トークン", "رموز الأجهزة"),
        "Tabs": ("Schede", "タブ", "علامات التبويب"),
        // Review.
        "Create": ("Crea", "作成", "إنشاء"),
        "Research": ("Ricerca", "調査", "بحث معمّق"),
        "Skip": ("Salta", "スキップ", "تخطٍّ"),
        "Power budget": ("Bilancio elettrico", "電力予算", "ميزانية الطاقة"),
        "Concept": ("Concetto", "概念", "مفهوم"),
        "Comparison": ("Confronto", "比較", "مقارنة"),
        "Entity": ("Entità", "エンティティ", "كيان"),
        "from a check": ("da un controllo", "チェックから", "من فحص"),
        "from an ingest": ("da un’acquisizione", "取り込みから", "من معالجة"),
        "from chat": ("dalla chat", "チャットから", "من محادثة"),
        "Two pages link to it and it does not exist: what the rack draws at rest and under load.": (
            "Due pagine vi rimandano e non esiste: quanto assorbe il rack a riposo e sotto carico.",
            "2つのページがリンクしていますが存在しません。待機時と負荷時のラックの消費電力です。",
            "تشير إليها صفحتان وهي غير موجودة: استهلاك الخزانة في السكون وتحت الحمل."
        ),
        "Scrub vs. resilver": ("Scrub e resilver", "スクラブとリシルバー", "الفحص مقابل إعادة البناء"),
        "The pool notes set them against each other in three places; a page of its own would hold the difference.": (
            "Le note sul pool li confrontano in tre punti; una pagina propria terrebbe la differenza.",
            "プールのメモが3か所で両者を対比しています。独立したページに違いをまとめられます。",
            "تقارن ملاحظات التخزين بينهما في ثلاثة مواضع؛ صفحة مستقلة تجمع الفرق."
        ),
        "Uninterruptible supply": ("Gruppo di continuità", "無停電電源装置", "مصدر طاقة لا ينقطع"),
        "Named in four answers, described in none.": (
            "Nominato in quattro risposte, descritto in nessuna.", "4つの回答に登場しますが、説明はありません。", "ذُكر في أربع إجابات ولم يوصف في أي منها."
        ),
        // Chat.
        "Ask the vault": ("Chiedi all’archivio", "保管庫に質問", "اسأل المخزن"),
        "Send": ("Invia", "送信", "إرسال"),
        "Earlier chats": ("Chat precedenti", "以前のチャット", "محادثات سابقة"),
        "New chat": ("Nuova chat", "新しいチャット", "محادثة جديدة"),
        "Pages": ("Pagine", "ページ", "الصفحات"),
        "How do I know that a backup can be restored?": (
            "Come so che un backup si può ripristinare?", "バックアップが復元できるとどうして分かりますか。", "كيف أعرف أن النسخة الاحتياطية قابلة للاستعادة؟"
        ),
        "By restoring it. A drill rebuilds one service on another machine, from nothing but the backup and the runbook, and times it.": (
            "Ripristinandolo. Una prova ricostruisce un servizio su un’altra macchina, solo dal backup e dal manuale, e misura il tempo.",
            "実際に復元することです。訓練では、バックアップと手順書だけから別の機械でサービスを再構築し、時間を計ります。",
            "باستعادتها. يعيد التدريب بناء خدمة على جهاز آخر من النسخة والدليل وحدهما، ويقيس الوقت."
        ),
        "Checksums prove that what is stored is what was written; only a restore proves that it is enough.": (
            "Le somme di controllo provano che è salvato ciò che fu scritto; solo un ripristino prova che basta.",
            "チェックサムは保存内容が書き込みと同じことを示しますが、それで足りると示すのは復元だけです。",
            "تثبت المجاميع أن المحفوظ هو ما كُتب؛ ولا يثبت كفايته إلا الاستعادة."
        ),
        "How often should that happen?": ("Ogni quanto va fatto?", "どのくらいの頻度で行うべきですか。", "كم مرة ينبغي أن يحدث ذلك؟"),
        "Twice a year for what changes slowly, and after each change of the runbook. The last drill took nine hours, most of it waiting for one slow disk.":
            (
                "Due volte l’anno per ciò che cambia piano, e dopo ogni modifica del manuale. L’ultima prova è durata nove ore, quasi tutte in attesa di un disco lento.",
                "変化の遅いものは年2回、そして手順書を変えるたびに。前回の訓練は9時間かかり、大半は遅いディスク1台を待つ時間でした。",
                "مرتين في السنة لما يتغير ببطء، وبعد كل تغيير في الدليل. استغرق آخر تدريب تسع ساعات، معظمها في انتظار قرص بطيء."
            ),
        // Vaults.
        "On this server": ("Su questo server", "このサーバー", "على هذا الخادم"),
        "Open": ("Aperto", "使用中", "مفتوح"),
        "1,455 pages": ("1.455 pagine", "ページ 1,455", "1,455 صفحة"),
        "312 pages": ("312 pagine", "ページ 312", "312 صفحة"),
        "A vault is a folder on the server. Changing it changes every tab.": (
            "Un archivio è una cartella sul server. Cambiandolo cambia ogni scheda.",
            "保管庫はサーバー上のフォルダーです。切り替えるとすべてのタブが変わります。", "المخزن مجلد على الخادم. تغييره يغيّر كل علامات التبويب."
        ),
        "New vault": ("Nuovo archivio", "新しい保管庫", "مخزن جديد"),
        // Device tokens.
        "Devices": ("Dispositivi", "端末", "الأجهزة"),
        "This phone": ("Questo telefono", "この電話", "هذا الهاتف"),
        "Kitchen tablet": ("Tablet in cucina", "台所のタブレット", "لوح المطبخ"),
        "Nightly publishing": ("Pubblicazione notturna", "夜間の公開", "النشر الليلي"),
        "syn_7f3a… · read, write": ("syn_7f3a… · lettura, scrittura", "syn_7f3a… · 読み書き", "syn_7f3a… · قراءة وكتابة"),
        "syn_c21e… · read": ("syn_c21e… · lettura", "syn_c21e… · 読み取り", "syn_c21e… · قراءة"),
        "syn_04bd… · read": ("syn_04bd… · lettura", "syn_04bd… · 読み取り", "syn_04bd… · قراءة"),
        "New token": ("Nuovo token", "新しいトークン", "رمز جديد"),
        // More.
        "Connected": ("Connesso", "接続済み", "متصل"),
        "Live": ("In linea", "接続中", "متصل الآن"),
        "Work": ("Lavoro", "作業", "العمل"),
        "Sources": ("Fonti", "ソース", "المصادر"),
        "Ingest": ("Acquisizione", "取り込み", "المعالجة"),
        "Activity": ("Attività", "アクティビティ", "النشاط"),
        "Settings": ("Impostazioni", "設定", "الإعدادات"),
        "Vault settings": ("Impostazioni dell’archivio", "保管庫の設定", "إعدادات المخزن"),
        "Providers": ("Fornitori", "プロバイダー", "المزوّدون"),
        "Local": ("Locale", "ローカル", "محلي"),
        "Language": ("Lingua", "言語", "اللغة"),
    ]
}

extension Model {
    /// With every text of ours in another language.
    func translated(to language: AppWords.Language) -> Model {
        language == .english ? self : mapped { $0.translated(to: language) }
    }
}

extension Value {
    fileprivate func translated(to language: AppWords.Language) -> Value {
        switch self {
        case .text(let text): .text(MockWords.text(text, in: language))
        case .row(let row): (row.view as? Model).map { .view($0.translated(to: language)) } ?? self
        case .list(let list): .list(List(count: list.count) { list.item($0).translated(to: language) })
        case .absent, .flag, .number, .markup: self
        }
    }
}
