import Snapshot

extension Language {
    static let italian = Language(
        code: "it", text: Italian.text, counted: Italian.counted, date: Italian.date, number: Italian.number,
        typeName: { Italian.typeName($0, isPlural: $1) },
        phrase: Italian.phrase)
}

private enum Italian {
    static func text(_ word: Word) -> String {
        switch word {
        case .skip: "Vai al contenuto"
        case .navigation: "Sito"
        case .breadcrumbs: "Percorso"
        case .tabs: "Schede"
        case .more: "Altro"
        case .appearance: "Aspetto"
        case .system: "Sistema"
        case .light: "Chiaro"
        case .dark: "Scuro"
        case .darkTheme: "Tema scuro"
        case .onThisPage: "In questa pagina"
        case .aboutThisPage: "Su questa pagina"
        case .home: "Home"
        case .wiki: "Wiki"
        case .graph: "Grafo"
        case .sources: "Fonti"
        case .domains: "Domini"
        case .communities: "Comunità"
        case .recent: "Recenti"
        case .sections: "Sezioni"
        case .pages: "Pagine"
        case .all: "Tutte"
        case .allPages: "Tutte le pagine"
        case .parts: "Parti di questo elenco"
        case .filter: "Filtra per nome"
        case .untyped: "Senza tipo"
        case .vault: "Archivio"
        case .asOf: "Aggiornato al"
        case .dataOf: "dati del"
        case .publishedWith: "Pubblicato con Synapse"
        case .figures: "Cifre"
        case .pagesByType: "Pagine per tipo"
        case .growth: "Crescita"
        case .recentlyUpdated: "Aggiornate di recente"
        case .hubs: "Più collegate"
        case .review: "Revisione"
        case .lint: "Controlli"
        case .links: "Collegamenti"
        case .clean: "In ordine"
        case .orphans: "Orfane"
        case .emptyVault: "Ancora niente"
        case .emptyVaultText: "Questo archivio non ha pagine pubblicate."
        case .nothingHere: "Niente qui"
        case .nothingHereText: "L’archivio non ha pagine di questo genere."
        case .noText: "Nessun testo"
        case .noTextText: "L’archivio elenca questa pagina ma non ne ha il testo."
        case .noSources: "Nessuna fonte"
        case .noSourcesText: "L’archivio non elenca file di origine."
        case .noGraph: "Nessun grafo"
        case .noGraphText: "Nessuna delle pagine pubblicate è collegata a un’altra."
        case .notFound: "Questa pagina non c’è"
        case .notFoundText: "Forse ha cambiato nome, o non è mai stata pubblicata."
        case .fileMissing: "Il file manca"
        case .fileMissingText: "L’archivio elenca questa fonte, ma il file non era leggibile quando i dati sono stati presi."
        case .uncited: "Non ancora citata"
        case .uncitedText: "Nessuna pagina pubblicata si basa su questa fonte."
        case .alsoKnownAs: "Detta anche"
        case .updated: "Aggiornata"
        case .tags: "Etichette"
        case .related: "Correlate"
        case .linkedFrom: "Collegata da"
        case .namedInFrontmatter: "Nominata tra le fonti o le pagine correlate."
        case .previous: "Precedente"
        case .next: "Successiva"
        case .neighbours: "Pagina precedente e successiva"
        case .pagesThatRest: "Pagine che vi si basano"
        case .openFile: "Apri il file"
        case .search: "Cerca"
        case .searchFailed: "L’indice di ricerca non è stato caricato."
        case .searchNeedsScript: "La ricerca richiede JavaScript. L’elenco di tutte le pagine ne fa a meno."
        case .searchFound: "Risultati: {n}"
        case .searchNone: "Niente trovato. Meno parole, o altre, possono aiutare."
        case .searchAll: "Tutti i risultati in una pagina"
        case .searchHint: "Titoli, altri nomi, intestazioni e testo; un errore di battitura è perdonato."
        case .feed: "Feed"
        case .anyType: "Tutti i tipi"
        case .anyDomain: "Tutti i domini"
        case .anyTag: "Tutte le etichette"
        case .showMore: "Mostra altro"
        case .zoomLevels: "Poster"
        case .overview: "Panoramica"
        case .regions: "Regioni"
        case .detail: "Dettaglio"
        case .page: "Pagina di questo wiki"
        case .mentioned: "Nominata dalla pagina"
        case .onTheWeb: "Web"
        case .domain: "Dominio"
        case .community: "Comunità"
        case .details: "Dettagli"
        case .footnotes: "Note"
        case .backToReference: "Torna al richiamo"
        case .taskDone: "Fatto"
        case .taskOpen: "Da fare"
        case .embedCycle: "Questo inserto è omesso: mostrerebbe di nuovo sé stesso."
        case .embedTooDeep: "Questo inserto è omesso: gli inserti sono annidati troppo a fondo."
        case .embedMissing: "Il testo di questo inserto non è leggibile."
        case .pageTooLarge: "Il resto di questa pagina è troppo grande per essere impaginato. È mostrato come testo semplice."
        case .addressNotAllowed: "indirizzo non ammesso"
        case .pageNoun: "pagina"
        case .image: "Immagine"
        case .audio: "Registrazione"
        case .video: "Filmato"
        case .pdf: "PDF"
        case .document: "Documento"
        case .table: "Tabella"
        case .file: "File"
        case .previewOfFile: "Che cosa contiene"
        case .diagram: "Diagramma"
        case .diagramSource: "Diagramma come testo"
        case .graphSearch: "Trova una pagina"
        case .graphFilters: "Filtri"
        case .graphKeys:
            "Le frecce spostano la vista, più e meno ingrandiscono e riducono, 0 mostra tutto. N e P passano da una pagina all’altra, prima le più collegate; Invio seleziona, Esc lascia."
        case .zoomIn: "Ingrandisci"
        case .zoomOut: "Riduci"
        case .fit: "Mostra tutto"
        case .fullScreen: "Schermo intero"
        case .close: "Chiudi"
        case .colorBy: "Colore secondo"
        case .type: "Tipo"
        case .linkKinds: "Tipi di collegamento"
        case .leastWeight: "Collegamenti da questo peso in su"
        case .withOrphans: "Pagine senza collegamenti"
        case .weakLinks: "Collegamenti deboli a riposo"
        case .drawnBy: "Disegnato da"
        case .automatic: "Automatico"
        case .allAgain: "Ripristina"
        case .graphView: "Grafo"
        case .tableView: "Tabella"
        case .pageElsewhere: "Apri nell’archivio"
        case .openPage: "Apri la pagina"
        case .inGraph: "Mostra nel grafo"
        case .byRank: "Pagine per rango"
        case .linksTo: "Collegata con"
        case .picture: "Immagine"
        case .benchmark: "Misura questo dispositivo"
        case .neighbourhood: "Vicinato"
        case .benchText:
            "Con quanta fluidità si muove qui il grafo. Lascia che lo muova lo script, poi muovilo tu per dodici secondi: trascinalo, pizzicalo. Il file esportato è la prova per la scelta del disegnatore; nomina questo dispositivo e il browser e resta con te."
        case .benchScripted: "Avvia"
        case .benchHand: "A mano"
        case .benchExport: "Esporta"
        case .benchMotion: "Movimento"
        case .offline: "Non disponibile senza rete"
        case .offlineText: "Questa pagina non è ancora stata letta su questo dispositivo. Tornerà quando torna la rete."
        case .sortBy: "Ordine"
        case .byTitle: "Per titolo"
        case .byDate: "Prima le più recenti"
        case .byLinks: "Prima le più collegate"
        case .backToTop: "Torna all’inizio"
        case .copy: "Copia"
        case .copied: "Copiato"
        case .keyboard: "Tastiera"
        case .timeline: "Cronologia"
        case .history: "Storia"
        case .earlierNights: "Notti precedenti"
        case .versionNow: "La pagina di oggi"
        case .changedNext: "Che cosa è cambiato dopo"
        case .sameText: "Il testo è lo stesso."
        case .pastNote: "Questa è una versione precedente. I collegamenti e le immagini portano a ciò che sono oggi."
        case .timeMap: "Tutte le versioni per le macchine (mappa temporale)"
        case .compareVersions: "Confrontare due versioni"
        case .asShown: "Come appare"
        case .asText: "Come testo"
        case .allOfNight: "Tutte le pagine di questa notte"
        case .notThen: "Assente in quella notte, o non mostrata"
        case .olderVersion: "Da"
        case .newerVersion: "A"
        }
    }

    static func counted(_ count: Int, _ noun: Counted) -> String {
        let (one, many) =
            switch noun {
            case .pages: ("pagina", "pagine")
            case .sources: ("fonte", "fonti")
            case .links: ("collegamento", "collegamenti")
            case .connections: ("legame", "legami")
            case .minutes: ("min di lettura", "min di lettura")
            case .citations: ("pagina vi si basa", "pagine vi si basano")
            case .domains: ("dominio", "domini")
            case .tags: ("etichetta", "etichette")
            case .communities: ("comunità", "comunità")
            case .versions: ("versione precedente", "versioni precedenti")
            }
        return "\(number(count)) \(count == 1 ? one : many)"
    }

    static func date(_ date: CalendarDate) -> String {
        let months = ["gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic"]
        return "\(date.day) \(months[date.month - 1]) \(date.year)"
    }

    static func number(_ value: Int) -> String { grouped(value, by: ".") }

    static func typeName(_ type: String?, isPlural: Bool) -> String {
        guard let type, !type.isEmpty else { return text(.untyped) }
        switch type {
        case "concept": return isPlural ? "Concetti" : "Concetto"
        case "entity": return "Entità"
        case "source": return isPlural ? "Fonti" : "Fonte"
        case "synthesis": return "Sintesi"
        case "comparison": return isPlural ? "Confronti" : "Confronto"
        case "query": return isPlural ? "Domande" : "Domanda"
        case "overview": return isPlural ? "Panoramiche" : "Panoramica"
        case "index": return isPlural ? "Indici" : "Indice"
        case "log": return isPlural ? "Diari" : "Diario"
        default: return type.prefix(1).uppercased() + type.dropFirst()
        }
    }

    static func phrase(_ phrase: Phrase) -> String {
        switch phrase {
        case .vault(let title, let pages, let sources):
            "\(title): un wiki di \(counted(pages, .pages)) basato su \(counted(sources, .sources))"
        case .allPages(let pages): "\(counted(pages, .pages)), dalla A alla Z"
        case .typeLede(let pages, let vault): "\(counted(pages, .pages)) di questo tipo in \(vault)"
        case .domainLede(let pages): "\(counted(pages, .pages)) in questo dominio, prima le più collegate"
        case .communityLede(let pages, let cohesion):
            "\(counted(pages, .pages)) collegate fra loro. Coesione \(cohesion) %: la quota di tutti i collegamenti possibili fra di esse"
        case .domainsLede(let count): "\(counted(count, .domains)) in cui l’archivio è diviso"
        case .communitiesLede(let count):
            "\(counted(count, .communities)) trovate nei collegamenti fra le pagine. La coesione è la quota di tutti i collegamenti possibili al loro interno"
        case .sourcesLede(let count, let bytes): "\(counted(count, .sources)), \(size(bytes)), su cui le pagine si basano"
        case .tagsLede(let count): "\(counted(count, .tags)) in uso"
        case .tagLede(let pages): "\(counted(pages, .pages)) con questa etichetta"
        case .recentLede(let date): "Prima le più nuove, fino al \(date)"
        case .backlinksLede(let count): count == 1 ? "Un’altra pagina porta qui" : "Altre \(number(count)) pagine portano qui"
        case .moreBacklinks(let count): count == 1 ? "un’altra" : "altre \(number(count))"
        case .cohesion(let percent): "Coesione \(percent) %"
        case .linkedPairs(let pairs): "in \(number(pairs)) \(pairs == 1 ? "coppia" : "coppie") di pagine, una linea ciascuna nel grafo"
        case .score(let percent): "Affinità \(percent) %"
        case .growth(let from, let to, let pages): "Dal \(from) al \(to) l’archivio è cresciuto fino a \(counted(pages, .pages))"
        case .graphCounts(let nodes, let edges): "\(counted(nodes, .pages)) · \(counted(edges, .connections))"
        case .poster(let vault, let pages):
            "Il grafo della conoscenza di \(vault): \(counted(pages, .pages)) come dischi, uniti dai loro collegamenti"
        case .bytes(let bytes): size(bytes)
        case .beginningOf(let bytes, let all): "I primi \(size(bytes)) di \(size(all))"
        case .firstRows(let count): "Le prime \(number(count)) righe"
        case .firstPage(let name): "La prima pagina di \(name)"
        case .file(let kind, let format): format.isEmpty ? kind : "\(kind) · \(format.uppercased())"
        case .historyLede(let versions, let since): "\(counted(versions, .versions)), la prima del \(since)"
        case .versionOf(let from, let to): from == to ? "Com'era il \(from)" : "Com'era dal \(from) al \(to)"
        case .asOf(let date): "Situazione al \(date)"
        case .nightLede(let pages, let missing):
            "\(counted(pages, .pages)) \(pages == 1 ? "era diversa" : "erano diverse") da oggi.\(missing > 0 ? " \(number(missing)) delle pagine di oggi non \(missing == 1 ? "c'era" : "c'erano") ancora." : "") Tutte le altre sono come oggi."
        case .change(let name, let from, let to): "\(name): da \(from) a \(to)"
        }
    }

    private static func size(_ bytes: Int) -> String { sizeText(bytes, one: "byte", many: "byte", decimal: ",", number: number) }
}
