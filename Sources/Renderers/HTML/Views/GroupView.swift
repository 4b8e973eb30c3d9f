import Mustache
import Site

/// The class of a community's colour.
enum Swatch {
    static func of(_ community: Int) -> String { community < 0 ? "none" : String(community % 12) }
}

/// A domain or a community as one entry of a list.
struct GroupView: View {
    let context: SiteContext
    let base: Base
    let label: String
    let address: String
    let pages: [PageIndex]
    var community: (id: Int, cohesion: Double)?
    /// How many of its first pages are named.
    let shown: Int

    func value(_ symbol: Int) -> Value {
        switch Name(rawValue: symbol) {
        case .href: .text(base.to(Href.encode(address)))
        case .label: .text(label)
        case .swatch: Value(community.map { Swatch.of($0.id) })
        case .meta: .text(context.count(pages.count, .pages) + (community == nil ? "" : " · \(cohesion)"))
        case .cohesion: community.map { .number(percent($0.cohesion)) } ?? .flag(false)
        case .hasTop: .flag(shown > 0)
        case .top: .views(pages.prefix(shown).map { Crumb(href: base.to(context.hrefs[$0]), label: context.title(of: $0)) })
        default: .absent
        }
    }

    /// What the bar below a community shows.
    private var cohesion: String { context.language.phrase(.cohesion(percent: percent(community?.cohesion ?? 0))) }
}

/// A share from 0 to 1 in whole percent.
func percent(_ share: Double) -> Int { share.isFinite ? Int((min(max(share, 0), 1) * 100).rounded()) : 0 }

extension SiteContext {
    func view(_ group: Group, base: Base, shown: Int) -> GroupView {
        GroupView(context: self, base: base, label: group.name, address: group.address, pages: group.pages, shown: shown)
    }

    func view(_ group: CommunityGroup, base: Base, shown: Int) -> GroupView {
        GroupView(
            context: self, base: base, label: group.label, address: group.address, pages: group.pages,
            community: (group.id, group.cohesion), shown: shown)
    }
}
