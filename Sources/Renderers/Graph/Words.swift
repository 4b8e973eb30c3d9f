internal import Canvas
internal import Site

/// The words on a poster, in the site's language.
struct Words: Sendable {
    private let isGerman: Bool

    init(_ language: String) { isGerman = language.lowercased().split(separator: "-").first == "de" }

    private func pick(_ english: String, _ german: String) -> String { isGerman ? german : english }

    var graph: String { pick("knowledge graph", "Wissensgraph") }
    var pageTypes: String { pick("Page types", "Seitentypen") }
    var domains: String { pick("Domains", "Fachgebiete") }
    var communities: String { pick("Communities", "Gemeinschaften") }
    var discSize: String { pick("Disc size: links of a page", "Scheibe: Verweise einer Seite") }
    var links: String { pick("Links", "Verweise") }
    var density: String { pick("lines over one place", "Linien übereinander") }
    var version: String { pick("data version", "Datenstand") }
    var withoutPosition: String { pick("Without a stored position", "Ohne gespeicherte Lage") }
    /// Where the places come from.
    func stored(_ info: SiteInfo) -> String {
        if let method = info.layoutMethod {
            return pick("Positions computed when the vault was read: \(method)", "Lage beim Lesen des Vaults berechnet: \(method)")
        }
        let stored = pick("Positions as stored by the server", "Lage wie auf dem Server gespeichert")
        return info.layoutNight.map { "\(stored), \($0)" } ?? stored
    }
    var abroad: String { pick("ring: of that community, away from it", "Ring: aus dieser Gemeinschaft, anderswo") }
    var unassigned: String { pick("Unassigned", "Ohne Gemeinschaft") }
    var otherPages: String { pick("Other pages", "Weitere Seiten") }
    var weights: String { pick("thin to thick: weight", "dünn bis dick: Gewicht") }
    var leaving: String { pick("to other communities", "in andere Gemeinschaften") }
    var neighbours: String { pick("Linked communities", "Verbundene Gemeinschaften") }
    var changes: String { pick("Changes", "Änderungen") }
    var gone: String { pick("Gone", "Entfallen") }
    var list: String { pick("Pages of this map", "Seiten dieser Karte") }
    var zoomIn: String { pick("Zoom in", "Vergrößern") }
    var zoomOut: String { pick("Zoom out", "Verkleinern") }
    var whole: String { pick("Whole map", "Ganze Karte") }
    var theme: String { pick("Light or dark", "Hell oder dunkel") }
    var picture: String { pick("Map as one picture", "Karte als ein Bild") }

    func heading(_ mode: ColorMode) -> String {
        switch mode {
        case .type: pageTypes
        case .community: communities
        case .domain: domains
        }
    }

    func change(_ kind: ChangeMarks.Kind) -> String {
        switch kind {
        case .added: pick("new", "neu")
        case .moved: pick("in another community", "andere Gemeinschaft")
        case .more: pick("more links", "mehr Verweise")
        case .fewer: pick("fewer links", "weniger Verweise")
        case .same: pick("unchanged", "unverändert")
        }
    }

    /// What the poster shows of the vault.
    func view(_ plan: MapPlan, _ tier: Tier) -> String {
        if let changes = plan.changes {
            return pick("Changes since data version \(changes.since)", "Änderungen seit Datenstand \(changes.since)")
        }
        switch plan.scope {
        case .vault: return self.tier(tier)
        case .community: return pick("Community", "Gemeinschaft")
        case .around(_, let hops): return pick("Within \(links(hops))", "Bis \(hops) \(hops == 1 ? "Verweis" : "Verweise") entfernt")
        }
    }

    func more(_ count: Int) -> String { pick("and \(number(count)) more", "und \(number(count)) weitere") }

    func tier(_ tier: Tier) -> String {
        switch tier {
        case .overview: pick("Overview", "Übersicht")
        case .regions: pick("Regions", "Regionen")
        case .detail: pick("Detail", "Einzelheiten")
        }
    }

    func linkKind(_ kind: String) -> String {
        switch kind {
        case "link": pick("wikilink", "Wikilink")
        case "source": pick("common source", "gemeinsame Quelle")
        default: kind
        }
    }

    func pages(_ count: Int) -> String { "\(number(count)) \(count == 1 ? pick("page", "Seite") : pick("pages", "Seiten"))" }
    func links(_ count: Int) -> String { "\(number(count)) \(count == 1 ? pick("link", "Verweis") : pick("links", "Verweise"))" }
    func communities(_ count: Int) -> String {
        "\(number(count)) \(count == 1 ? pick("community", "Gemeinschaft") : pick("communities", "Gemeinschaften"))"
    }

    /// Digits in groups of three.
    func number(_ value: Int) -> String {
        let digits = Array(String(abs(value)))
        var grouped = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { grouped.append(isGerman ? "." : ",") }
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
