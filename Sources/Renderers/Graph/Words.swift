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
        let counts = [pages(plan.chart.nodes.count), links(plan.chart.links.count), communities(plan.communityCount)].joined(
            separator: ", ")
        let largest = plan.territories.prefix(5).map { plan.communityName($0.community) }
        return largest.isEmpty ? counts : "\(counts): \(largest.joined(separator: ", "))"
    }
}
