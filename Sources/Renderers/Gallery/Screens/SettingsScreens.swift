import Mustache
import Site
import Theme

/// Providers, vaults, device tokens, settings, language, more.
extension AppModels {
    func providers(_ request: Request) -> [Field: Value] {
        guard request.isFilled else { return [:] }
        if data == .real { return notInSnapshot(.provider, "Providers, their keys and their costs") }
        let active = (glyph: Glyph.check, label: "Active", tone: "is-good")
        return [
            .lede: .text("Each kind of work goes to one provider; where it cannot answer, the next one does. Keys stay on the server."),
            .groups: .models([
                group(
                    "Order",
                    [
                        Item(glyph: .provider, title: "Local", note: "llama.cpp on elder · all work", state: active),
                        Item(glyph: .globe, title: "API", note: "stands in for writing", state: (.clock, "Standing by", "is-quiet")),
                        Item(glyph: .menu, title: "Command line", note: "not set up", state: (.close, "Off", "is-quiet")),
                    ], request),
                group(
                    "This month",
                    [
                        Item(title: "Requests", value: "1,204"), Item(title: "Cost", value: "1.86 USD"),
                        Item(title: "Limit", note: "A run stops before it goes over.", value: "10 USD"),
                    ], request),
            ]),
        ]
    }

    func vaults(_ request: Request) -> [Field: Value] {
        guard request.isFilled else { return [:] }
        let open = Item(
            glyph: .vault, title: site.info.title, note: request.words.count(site.pages.count, .pages), state: (.check, "Open", "is-live"))
        if data == .real {
            let server = site.info.serverVersion.isEmpty ? nil : "Synapse \(site.info.serverVersion)"
            return [
                .groups: .models([
                    group(
                        "In this snapshot",
                        [
                            open, Item(title: "Data version", value: request.words.number(site.info.dataVersion)),
                            Item(title: "Server", value: server ?? "not told"),
                        ], note: "Other vaults of the server are not in a snapshot.", request)
                ])
            ]
        }
        return [
            .groups: .models([
                group(
                    "On this server",
                    [
                        open,
                        Item(glyph: .vault, tint: "source", title: "Rust notebook", note: "1,455 pages", screen: "home"),
                        Item(glyph: .vault, tint: "query", title: "Steuerrecht", note: "312 pages", screen: "home"),
                    ], note: "A vault is a folder on the server. Changing it changes every tab.", request)
            ]), .actions: .models([action("plus", "New vault")]),
        ]
    }

    func tokens(_ request: Request) -> [Field: Value] {
        guard request.isFilled else {
            return [
                .failure: empty(
                    .key, "No device tokens yet", "A token lets one device in and can be taken back alone.", action: "Create a token")
            ]
        }
        if data == .real { return notInSnapshot(.key, "Device tokens") }
        func device(_ title: String, _ note: String, _ glyph: Glyph) -> Item {
            Item(glyph: glyph, tint: "other", title: title, note: note, isMono: true)
        }
        var tablet = device("Kitchen tablet", "syn_c21e… · read", .phone)
        if request.has(.swiped) { tablet.swiped = ("Rename", "Revoke") }
        var fields: [Field: Value] = [
            .groups: .models([
                group(
                    "Devices",
                    [
                        device("This phone", "syn_7f3a… · read, write", .phone), tablet,
                        device("Nightly publishing", "syn_04bd… · read", .upload),
                    ], request)
            ]), .actions: .models([action("plus", "New token")]),
        ]
        if request.has(.created) {
            fields[.secret] = .text("syn_04bd-example-not-a-real-token")
            fields[.secretNote] = .text("Copy it now. The server keeps its hash only, so nobody can show it again.")
            for (key, value) in buttons([("Copy", "primary"), ("Done", nil)]) { fields[key] = value }
        }
        return fields
    }

    func settings(_ request: Request) -> [Field: Value] {
        let words = Self.settingsWords[request.words.language] ?? []
        return [
            .groups: .models([
                switches(words[0], [(words[1], words[2], true), (words[3], nil, true), (words[4], words[5], false)], note: words[6]),
                group(
                    words[7],
                    [
                        Item(glyph: .globe, title: words[8], value: words[9], screen: "language"),
                        Item(glyph: .vault, title: words[10], value: site.info.title),
                        Item(glyph: .lock, title: words[11], value: words[12]),
                    ], request),
            ])
        ]
    }

    /// In the order that `settings` asks for.
    private static let settingsWords: [AppWords.Language: [String]] = [
        .english: [
            "By itself", "Watch the sources folder", "New files are ingested within a minute.", "Check links at night",
            "Publish after an ingest", "Off: a person publishes.", "What is written waits in Review where it contradicts a page.", "Vault",
            "Language", "English", "Name", "Private pages", "1",
        ],
        .italian: [
            "Da sé", "Sorveglia la cartella delle fonti", "I nuovi file vengono acquisiti entro un minuto.",
            "Controlla i collegamenti di notte", "Pubblica dopo un’acquisizione", "Disattivato: pubblica una persona.",
            "Ciò che contraddice una pagina attende in Revisione.", "Archivio", "Lingua", "Italiano", "Nome", "Pagine private", "1",
        ],
        .japanese: [
            "自動", "ソースフォルダーを監視", "新しいファイルは1分以内に取り込まれます。", "夜間にリンクを確認", "取り込み後に公開",
            "オフ：人が公開します。", "ページと矛盾する内容はレビューで待機します。", "保管庫", "言語", "日本語", "名前", "非公開ページ", "1",
        ],
        .arabic: [
            "تلقائيًا", "مراقبة مجلد المصادر", "تُعالَج الملفات الجديدة خلال دقيقة.", "فحص الروابط ليلًا", "النشر بعد المعالجة",
            "متوقف: النشر بقرار شخص.", "ما يناقض صفحة ينتظر في المراجعة.", "المخزن", "اللغة", "العربية", "الاسم", "الصفحات الخاصة", "1",
        ],
    ]

    func language(_ request: Request) -> [Field: Value] {
        func choice(_ title: String, _ note: String?, isChosen: Bool = false) -> Item {
            Item(title: title, note: note, state: isChosen ? (.check, "Chosen", "is-live") : nil)
        }
        let names: [AppWords.Language: String] = [
            .english: "English language", .italian: "Italian", .japanese: "Japanese", .arabic: "Arabic",
        ]
        let languages = AppWords.Language.allCases.map { language in
            let isChosen = language == request.words.language
            return choice(language.ownName, isChosen ? nil : names[language], isChosen: isChosen)
        }
        return [
            .groups: .models([
                group("App", languages, request),
                group(
                    "New pages",
                    [choice("As their source", "Italian notes become Italian pages.", isChosen: true), choice("Always English", nil)],
                    note: "Pages that exist keep the language that they name.", request),
            ])
        ]
    }

    private func openItems(_ request: Request) -> String? {
        let count = site.info.reviewByKind.reduce(0) { $0 + $1.count }
        return count == 0 ? nil : request.words.number(count)
    }

    func more(_ request: Request) -> [Field: Value] {
        let isDown = request.has(.failed)
        let isReal = data == .real
        let server = Item(
            glyph: .vault, tint: isDown ? "query" : "source", title: isDown ? "Not connected" : "Connected",
            note: isDown ? "No answer since 8:14. What you see is from then." : "synapse.home · 12 ms",
            state: isDown ? (.warning, "Offline", "is-waiting") : (.check, "Live", "is-good"))
        return [
            .failure: .flag(false),
            .groups: .models([
                group(nil, [server], request),
                group(
                    "Work",
                    [
                        Item(glyph: .inbox, tint: "concept", title: "Review", value: isReal ? openItems(request) : "3", screen: "review"),
                        Item(
                            glyph: .folder, tint: "source", title: "Sources", value: request.words.number(site.sources.count),
                            screen: "sources"),
                        Item(glyph: .upload, tint: "synthesis", title: "Ingest", value: isReal ? nil : "68 %", screen: "ingest"),
                        Item(glyph: .activity, tint: "entity", title: "Activity", screen: "activity"),
                        Item(glyph: .compass, tint: "query", title: "Research", screen: "research"),
                    ], request),
                group(
                    "Settings",
                    [
                        Item(glyph: .vault, tint: "other", title: "Vaults", value: site.info.title, screen: "vaults"),
                        Item(glyph: .settings, tint: "other", title: "Vault settings", screen: "settings"),
                        Item(glyph: .provider, tint: "other", title: "Providers", value: isReal ? nil : "Local", screen: "providers"),
                        Item(glyph: .key, tint: "other", title: "Device tokens", value: isReal ? nil : "3", screen: "tokens"),
                        Item(glyph: .globe, tint: "other", title: "Language", value: request.words.language.ownName, screen: "language"),
                    ], request),
            ]),
        ]
    }
}
