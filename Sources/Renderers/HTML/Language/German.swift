import Snapshot

extension Language {
    static let german = Language(
        code: "de", text: German.text, counted: German.counted, date: German.date, number: German.number,
        typeName: { German.typeName($0, isPlural: $1) },
        phrase: German.phrase)
}

private enum German {
    static func text(_ word: Word) -> String {
        switch word {
        case .skip: "Zum Inhalt"
        case .navigation: "Website"
        case .breadcrumbs: "Brotkrumen"
        case .tabs: "Reiter"
        case .more: "Mehr"
        case .appearance: "Darstellung"
        case .system: "System"
        case .light: "Hell"
        case .dark: "Dunkel"
        case .darkTheme: "Dunkles Farbschema"
        case .onThisPage: "Auf dieser Seite"
        case .aboutThisPage: "Über diese Seite"
        case .home: "Start"
        case .wiki: "Wiki"
        case .graph: "Graph"
        case .sources: "Quellen"
        case .domains: "Bereiche"
        case .communities: "Gruppen"
        case .recent: "Neu"
        case .sections: "Rubriken"
        case .pages: "Seiten"
        case .all: "Alle"
        case .allPages: "Alle Seiten"
        case .parts: "Teile dieser Liste"
        case .filter: "Nach Namen filtern"
        case .untyped: "Ohne Typ"
        case .vault: "Sammlung"
        case .asOf: "Stand"
        case .dataOf: "Daten vom"
        case .publishedWith: "Veröffentlicht mit Synapse"
        case .figures: "Zahlen"
        case .pagesByType: "Seiten nach Typ"
        case .growth: "Wachstum"
        case .recentlyUpdated: "Zuletzt geändert"
        case .hubs: "Am stärksten verbunden"
        case .review: "Durchsicht"
        case .lint: "Prüfung"
        case .links: "Verweise"
        case .clean: "In Ordnung"
        case .orphans: "Verwaist"
        case .emptyVault: "Noch nichts da"
        case .emptyVaultText: "Diese Sammlung hat keine veröffentlichten Seiten."
        case .nothingHere: "Hier ist nichts"
        case .nothingHereText: "Die Sammlung hat keine solchen Seiten."
        case .noText: "Kein Text"
        case .noTextText: "Die Sammlung führt diese Seite, hat aber keinen Text dazu."
        case .noSources: "Keine Quellen"
        case .noSourcesText: "Die Sammlung führt keine Quelldateien."
        case .noGraph: "Kein Graph"
        case .noGraphText: "Keine der veröffentlichten Seiten ist mit einer anderen verbunden."
        case .notFound: "Diese Seite gibt es hier nicht"
        case .notFoundText: "Vielleicht wurde sie umbenannt, oder sie wurde nie veröffentlicht."
        case .fileMissing: "Die Datei fehlt"
        case .fileMissingText: "Die Sammlung führt diese Quelle, doch die Datei war nicht lesbar, als die Daten geholt wurden."
        case .uncited: "Noch nicht zitiert"
        case .uncitedText: "Keine veröffentlichte Seite stützt sich auf diese Quelle."
        case .alsoKnownAs: "Auch bekannt als"
        case .updated: "Geändert"
        case .tags: "Schlagwörter"
        case .related: "Verwandt"
        case .linkedFrom: "Verweise hierher"
        case .namedInFrontmatter: "Unter Quellen oder verwandten Seiten genannt."
        case .previous: "Vorige"
        case .next: "Nächste"
        case .neighbours: "Vorige und nächste Seite"
        case .pagesThatRest: "Seiten, die sich darauf stützen"
        case .openFile: "Datei öffnen"
        case .search: "Suche"
        case .searchFailed: "Der Suchindex konnte nicht geladen werden."
        case .searchNeedsScript: "Die Suche braucht JavaScript. Die Liste aller Seiten kommt ohne aus."
        case .searchFound: "Treffer: {n}"
        case .searchNone: "Nichts gefunden. Weniger oder andere Wörter helfen vielleicht."
        case .searchAll: "Alle Treffer auf einer Seite"
        case .searchHint: "Titel, andere Namen, Überschriften und Text; ein Tippfehler wird verziehen."
        case .feed: "Feed"
        case .anyType: "Alle Typen"
        case .anyDomain: "Alle Bereiche"
        case .anyTag: "Alle Schlagwörter"
        case .showMore: "Mehr zeigen"
        case .zoomLevels: "Poster"
        case .overview: "Überblick"
        case .regions: "Regionen"
        case .detail: "Einzelheiten"
        case .page: "Seite dieses Wikis"
        case .mentioned: "Von der Seite genannt"
        case .onTheWeb: "Web"
        case .domain: "Bereich"
        case .community: "Gruppe"
        case .details: "Einzelheiten"
        case .footnotes: "Fußnoten"
        case .backToReference: "Zurück zur Stelle"
        case .taskDone: "Erledigt"
        case .taskOpen: "Offen"
        case .embedCycle: "Diese Einbettung fehlt: Sie würde sich selbst noch einmal zeigen."
        case .embedTooDeep: "Diese Einbettung fehlt: Einbettungen sind zu tief geschachtelt."
        case .embedMissing: "Der Text dieser Einbettung war nicht lesbar."
        case .pageTooLarge: "Der Rest dieser Seite ist zu groß, um gesetzt zu werden. Er steht hier als reiner Text."
        case .addressNotAllowed: "Adresse nicht erlaubt"
        case .pageNoun: "Seite"
        case .image: "Bild"
        case .audio: "Tonaufnahme"
        case .video: "Film"
        case .pdf: "PDF"
        case .document: "Dokument"
        case .table: "Tabelle"
        case .file: "Datei"
        case .previewOfFile: "Was darin steht"
        case .diagram: "Diagramm"
        case .diagramSource: "Diagramm als Text"
        case .graphSearch: "Seite finden"
        case .graphFilters: "Filter"
        case .graphKeys:
            "Pfeiltasten bewegen die Ansicht, Plus und Minus zoomen, 0 zeigt alles. N und P gehen von Seite zu Seite, die am stärksten verbundenen zuerst; Eingabe wählt aus, Escape lässt los."
        case .zoomIn: "Vergrößern"
        case .zoomOut: "Verkleinern"
        case .fit: "Alles zeigen"
        case .fullScreen: "Vollbild"
        case .close: "Schließen"
        case .colorBy: "Farbe nach"
        case .type: "Typ"
        case .linkKinds: "Arten von Verweisen"
        case .leastWeight: "Verweise ab diesem Gewicht"
        case .withOrphans: "Seiten ohne Verweise"
        case .weakLinks: "Schwache Verweise in Ruhe"
        case .drawnBy: "Gezeichnet mit"
        case .automatic: "Automatisch"
        case .allAgain: "Zurücksetzen"
        case .graphView: "Graph"
        case .tableView: "Tabelle"
        case .pageElsewhere: "In der Sammlung öffnen"
        case .openPage: "Seite öffnen"
        case .inGraph: "Im Graphen zeigen"
        case .byRank: "Seiten nach Rang"
        case .linksTo: "Verbunden mit"
        case .picture: "Bild"
        case .benchmark: "Dieses Gerät messen"
        case .neighbourhood: "Nachbarschaft"
        case .benchText:
            "Wie flüssig sich der Graph hier bewegt. Lass ihn erst vom Skript bewegen, dann bewege ihn zwölf Sekunden lang selbst: ziehen, mit zwei Fingern zoomen. Die ausgegebene Datei ist der Beleg für die Wahl des Zeichners; sie nennt dieses Gerät und den Browser und bleibt bei dir."
        case .benchScripted: "Starten"
        case .benchHand: "Von Hand"
        case .benchExport: "Ausgeben"
        case .benchMotion: "Bewegung"
        case .offline: "Ohne Netz nicht zu lesen"
        case .offlineText: "Diese Seite wurde auf diesem Gerät noch nicht gelesen. Sie ist wieder da, sobald das Netz es ist."
        case .sortBy: "Ordnung"
        case .byTitle: "Nach Titel"
        case .byDate: "Neueste zuerst"
        case .byLinks: "Meiste Verweise zuerst"
        case .backToTop: "Zum Anfang"
        case .copy: "Kopieren"
        case .copied: "Kopiert"
        case .keyboard: "Tastatur"
        case .timeline: "Zeitverlauf"
        case .history: "Verlauf"
        case .earlierNights: "Frühere Nächte"
        case .versionNow: "Die Seite von heute"
        case .changedNext: "Was sich danach änderte"
        case .sameText: "Der Text ist derselbe."
        case .pastNote: "Dies ist eine frühere Fassung. Ihre Verweise und Bilder führen zum heutigen Stand."
        case .timeMap: "Alle Fassungen für Maschinen (Zeitkarte)"
        case .compareVersions: "Zwei Fassungen vergleichen"
        case .asShown: "Wie es gezeigt wird"
        case .asText: "Als Text"
        case .allOfNight: "Alle Seiten dieser Nacht"
        case .notThen: "In jener Nacht nicht da oder nicht gezeigt"
        case .olderVersion: "Von"
        case .newerVersion: "Bis"
        }
    }

    static func counted(_ count: Int, _ noun: Counted) -> String {
        let (one, many) =
            switch noun {
            case .pages: ("Seite", "Seiten")
            case .sources: ("Quelle", "Quellen")
            case .links: ("Verweis", "Verweise")
            case .connections: ("Verbindung", "Verbindungen")
            case .minutes: ("Min. Lesezeit", "Min. Lesezeit")
            case .citations: ("Seite stützt sich darauf", "Seiten stützen sich darauf")
            case .domains: ("Bereich", "Bereiche")
            case .tags: ("Schlagwort", "Schlagwörter")
            case .communities: ("Gruppe", "Gruppen")
            case .versions: ("frühere Fassung", "frühere Fassungen")
            }
        return "\(number(count)) \(count == 1 ? one : many)"
    }

    static func date(_ date: CalendarDate) -> String {
        let months = ["Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez."]
        return "\(date.day). \(months[date.month - 1]) \(date.year)"
    }

    static func number(_ value: Int) -> String { grouped(value, by: ".") }

    static func typeName(_ type: String?, isPlural: Bool) -> String {
        guard let type, !type.isEmpty else { return text(.untyped) }
        switch type {
        case "concept": return isPlural ? "Konzepte" : "Konzept"
        case "entity": return isPlural ? "Entitäten" : "Entität"
        case "source": return isPlural ? "Quellen" : "Quelle"
        case "synthesis": return isPlural ? "Synthesen" : "Synthese"
        case "comparison": return isPlural ? "Vergleiche" : "Vergleich"
        case "query": return isPlural ? "Fragen" : "Frage"
        case "overview": return isPlural ? "Überblicke" : "Überblick"
        case "index": return isPlural ? "Verzeichnisse" : "Verzeichnis"
        case "log": return isPlural ? "Protokolle" : "Protokoll"
        default: return type.prefix(1).uppercased() + type.dropFirst()
        }
    }

    static func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .vault(let title, let pages, let sources):
            "\(title): ein Wiki mit \(counted(pages, .pages)) auf der Grundlage von \(number(sources)) \(sources == 1 ? "Quelle" : "Quellen")"
        case .allPages(let pages): "\(counted(pages, .pages)), A bis Z"
        case .typeLede(let pages, let vault): "\(counted(pages, .pages)) dieser Art in \(vault)"
        case .domainLede(let pages): "\(counted(pages, .pages)) in diesem Bereich, die am stärksten verbundenen zuerst"
        case .communityLede(let pages, let cohesion):
            "\(counted(pages, .pages)), die aufeinander verweisen. Zusammenhalt \(cohesion) %: der Anteil aller Verweise, die es zwischen ihnen geben könnte"
        case .domainsLede(let count): "\(counted(count, .domains)), in die die Sammlung geteilt ist"
        case .communitiesLede(let count):
            "\(counted(count, .communities)), in den Verweisen zwischen Seiten gefunden. Zusammenhalt ist der Anteil aller Verweise, die es in einer geben könnte"
        case .sourcesLede(let count, let bytes): "\(counted(count, .sources)), \(size(bytes)), auf die sich die Seiten stützen"
        case .tagsLede(let count): "\(counted(count, .tags)) in Gebrauch"
        case .tagLede(let pages): "\(counted(pages, .pages)) mit diesem Schlagwort"
        case .recentLede(let date): "Neueste zuerst, bis \(date)"
        case .backlinksLede(let count): "\(number(count)) weitere \(count == 1 ? "Seite verweist" : "Seiten verweisen") hierher"
        case .moreBacklinks(let count): "\(number(count)) weitere"
        case .cohesion(let percent): "Zusammenhalt \(percent) %"
        case .linkedPairs(let pairs): "in \(number(pairs)) \(pairs == 1 ? "Seitenpaar" : "Seitenpaaren"), je eine Linie im Graphen"
        case .score(let percent): "Verwandtschaft \(percent) %"
        case .growth(let from, let to, let pages): "Vom \(from) bis zum \(to) wuchs die Sammlung auf \(counted(pages, .pages))"
        case .graphCounts(let nodes, let edges): "\(counted(nodes, .pages)) · \(counted(edges, .connections))"
        case .poster(let vault, let pages):
            "Der Wissensgraph von \(vault): \(counted(pages, .pages)) als Scheiben, durch ihre Verweise verbunden"
        case .bytes(let bytes): size(bytes)
        case .beginningOf(let bytes, let all): "Die ersten \(size(bytes)) von \(size(all))"
        case .firstRows(let count): "Die ersten \(number(count)) Zeilen"
        case .firstPage(let name): "Die erste Seite von \(name)"
        case .file(let kind, let format): format.isEmpty ? kind : "\(kind) · \(format.uppercased())"
        case .historyLede(let versions, let since): "\(counted(versions, .versions)), die erste vom \(since)"
        case .versionOf(let from, let to): from == to ? "Stand vom \(from)" : "Stand vom \(from) bis \(to)"
        case .asOf(let date): "Stand vom \(date)"
        case .nightLede(let pages, let missing):
            "\(counted(pages, .pages)) \(pages == 1 ? "lautete" : "lauteten") anders als heute.\(missing > 0 ? " \(number(missing)) der heutigen Seiten gab es noch nicht." : "") Alle anderen sind wie heute."
        case .change(let name, let from, let to): "\(name): von \(from) auf \(to)"
        }
    }

    private static func size(_ bytes: Int) -> String { sizeText(bytes, one: "Byte", many: "Byte", decimal: ",", number: number) }
}
