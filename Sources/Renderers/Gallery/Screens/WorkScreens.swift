import Mustache
import Site
import Theme

/// Review, sources, ingest, activity, research. What a snapshot does not hold is mock content of our own, about a vault like this one.
extension AppModels {
    func review(_ request: Request) -> [Field: Value] {
        guard request.isFilled else {
            if request.has(.empty) {
                return [.failure: empty(.check, "Nothing to decide", "New proposals appear here after an ingest or a check.")]
            }
            return [:]
        }
        if data == .real { return realReview(request) }
        let actions: [(label: String, tone: String?)] = [("Create", "primary"), ("Research", nil), ("Skip", "ghost")]
        return [
            .cards: .models([
                card(
                    .concept, "concept", "Power budget", chips: [(.concept, "Concept", "concept"), (.check, "from a check", nil)],
                    "Two pages link to it and it does not exist: what the rack draws at rest and under load.", buttons: actions),
                card(
                    .comparison, "comparison", "Scrub vs. resilver",
                    chips: [(.comparison, "Comparison", "comparison"), (.upload, "from an ingest", nil)],
                    "The pool notes set them against each other in three places; a page of its own would hold the difference.",
                    buttons: actions),
                card(
                    .entity, "entity", "Uninterruptible supply", chips: [(.entity, "Entity", "entity"), (.chat, "from chat", nil)],
                    "Named in four answers, described in none.", buttons: actions),
            ])
        ]
    }

    /// Open items by kind: a snapshot holds how many there are, and leaves their texts on the server.
    private func realReview(_ request: Request) -> [Field: Value] {
        let kinds = [("Proposals", Glyph.inbox, "concept", site.info.reviewByKind), ("Checks", .warning, "query", site.info.lintByKind)]
        let groups = kinds.filter { !$0.3.isEmpty }.map { label, glyph, tint, counts in
            group(
                label,
                counts.map { Item(glyph: glyph, tint: tint, title: readable($0.kind), value: request.words.number($0.count)) },
                note: label == "Proposals" ? "Their texts stay on the server." : nil, request)
        }
        guard !groups.isEmpty else { return [.failure: empty(.check, "Nothing to decide", "The server told of no open item.")] }
        return [.groups: .models(groups)]
    }

    func sources(_ request: Request) -> [Field: Value] {
        guard request.isFilled, !site.sources.isEmpty else {
            if request.has(.loading) { return [:] }
            return [.failure: empty(.upload, "No sources yet", "Files that pages rest on are listed here.", action: "Add a source")]
        }
        let shown = site.sources.prefix(24)
        let folders = orderedFolders(shown.map(\.path))
        let groups = folders.map { folder in
            group(
                folder.isEmpty ? nil : folder,
                shown.filter { self.folder(of: $0.path) == folder }.map { source in
                    Item(
                        glyph: source.kind == .image ? .image : .source, tint: "source", title: source.name,
                        note:
                            "\(bytes(source.bytes))\(source.citedBy.isEmpty ? "" : " · \(request.words.count(source.citedBy.count, .pages))")",
                        state: source.present ? nil : (.warning, MockWords.text("Missing", in: request.words.language), "is-waiting"),
                        screen: "reading")
                }, request)
        }
        return [.groups: .models(groups), .actions: .models([action("plus", MockWords.text("Add a source", in: request.words.language))])]
    }

    private func folder(of path: String) -> String { path.split(separator: "/").dropFirst(2).dropLast().joined(separator: " / ") }
    private func orderedFolders(_ paths: [String]) -> [String] { Array(Set(paths.map(folder))).sorted() }

    func ingest(_ request: Request) -> [Field: Value] {
        if request.has(.empty) {
            return [
                .failure: empty(
                    .upload, "Waiting for a file", "Choose one, or share it to Synapse from another app.", action: "Choose a file")
            ]
        }
        let hasFailed = request.has(.failed)
        let run = card(
            .source, "source", "restore-drill-2026-09.txt",
            chips: [(.file, "6.1 kB", nil), (.clock, hasFailed ? "stopped" : "2 min", nil)],
            hasFailed
                ? "The provider refused the fourth request. Three pages are written and stay as drafts."
                : "Nine pages planned: four new, five changed. Nothing is published before the run is complete.",
            progress: (hasFailed ? 44 : 68, hasFailed ? "44 % done" : "68 % done"),
            buttons: hasFailed ? [("Try again", "primary"), ("Keep drafts", nil), ("Discard", "danger")] : [("Pause", nil)])
        var fields: [Field: Value] = [.failure: .flag(false), .cards: .models([run])]
        let last: (glyph: Glyph, tone: String, title: String, note: String) =
            hasFailed
            ? (.warning, "is-bad", "Write", "3 of 9 pages; then 429 Too Many Requests") : (.activity, "is-live", "Write", "6 of 9 pages")
        for (key, value) in steps([
            (.check, "is-good", "Read", "412 lines, plain text"), (.check, "is-good", "Analyse", "11 names, 4 claims, 2 contradictions"),
            last,
            (.clock, "is-quiet", "Link and index", "after the last page"),
        ]) { fields[key] = value }
        return fields
    }

    func activity(_ request: Request) -> [Field: Value] {
        guard request.isFilled else {
            if request.has(.empty) {
                return [.failure: empty(.activity, "No run yet", "Ingests, checks and research leave their record here.")]
            }
            return [:]
        }
        if data == .real { return notInSnapshot(.activity, "Runs and their costs") }
        func run(_ title: String, _ note: String, _ outcome: (glyph: Glyph, label: String, tone: String)) -> Item {
            Item(title: title, note: note, state: outcome)
        }
        let done = (glyph: Glyph.check, label: "Done", tone: "is-good")
        var fields = figures([("1", "Running", "is-live"), ("2", "Waiting", nil), ("1", "Failed", "is-bad"), ("38", "Done", nil)])
        fields[.groups] = .models([
            group(
                "Today",
                [
                    run("restore-drill-2026-09.txt", "9 pages · 0.04 USD", (.activity, "Running", "is-live")),
                    run("Check of links", "2 new findings · no cost", done),
                ], request),
            group(
                "Yesterday",
                [
                    run("vlan-plan.md", "5 pages · 0.03 USD", done),
                    run("fixity-report.pdf", "no text layer", (.warning, "Failed", "is-bad")),
                    run("Research: quiet disks", "1 page · 0.11 USD", done),
                ], note: "Figures are those of the provider's own accounts.", request),
        ])
        return fields
    }

    func research(_ request: Request) -> [Field: Value] {
        if request.has(.empty) {
            return [
                .failure: empty(
                    .compass, "Nothing is being researched", "Send a proposal here from Review, or ask a question.",
                    action: "Ask a question")
            ]
        }
        let run = card(
            .query, "query", "Which disks stay quiet in a small case?", chips: [(.compass, "depth 2", nil), (.globe, "7 sources", nil)],
            "Five of seven sources agree that vibration, not the drive, is what is heard.", progress: (55, "55 % done"),
            buttons: [("Stop", nil)])
        var fields: [Field: Value] = [.cards: .models([run])]
        for (key, value) in steps([
            (.check, "is-good", "Plan", "4 questions out of one"), (.check, "is-good", "Gather", "7 sources, 3 set aside"),
            (.activity, "is-live", "Compare", "claims that meet or differ"),
            (.clock, "is-quiet", "Write", "a page with its sources, for review"),
        ]) { fields[key] = value }
        return fields
    }
}
