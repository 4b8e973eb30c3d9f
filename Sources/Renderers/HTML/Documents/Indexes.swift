import Foundation
import Mustache
import Site

extension SiteContext {
    /// All pages, each type, each domain, each community, the recent changes.
    func pageLists() -> [PageList] {
        [allPages, recentChanges] + site.types.indices.map(typeList) + site.domains.map(domainList) + site.communities.map(communityList)
    }

    private var allPages: PageList {
        PageList(
            address: "wiki.html", folder: "types/~all", place: .wiki, title: language.text(.wiki),
            lede: language.phrase(.allPages(pages: site.pages.count)), chips: (true, nil), pages: allByTitle, isByTitle: true)
    }

    private var recentChanges: PageList {
        let recent = recentlyUpdated(limit: PageList.partSize)
        let date = recent.first.flatMap { site.pages[$0].updated }.map(language.date) ?? ""
        return PageList(
            address: "recent.html", folder: "types/~recent", place: .recent, title: language.text(.recent),
            lede: recent.isEmpty ? "" : language.phrase(.recentLede(date: date)), pages: recent, style: .date)
    }

    private func typeList(_ index: Int) -> PageList {
        let group = site.types[index]
        return PageList(
            address: group.address, folder: String(group.address.dropLast(5)), place: ChromeMaker.place(ofType: index),
            title: looks[index].plural, lede: language.phrase(.typeLede(pages: group.pages.count, vault: site.info.title)),
            chips: (true, index), pages: group.pages, isByTitle: true)
    }

    private func domainList(_ group: Group) -> PageList {
        PageList(
            address: group.address, folder: String(group.address.dropLast(5)), place: .domains, title: group.name,
            lede: language.phrase(.domainLede(pages: group.pages.count)), eyebrow: .domain, pages: group.pages)
    }

    private func communityList(_ group: CommunityGroup) -> PageList {
        PageList(
            address: group.address, folder: String(group.address.dropLast(5)), place: .communities, title: group.label,
            lede: language.phrase(.communityLede(pages: group.pages.count, cohesion: percent(group.cohesion))),
            eyebrow: .community(group.id),
            pages: group.pages)
    }

    /// All pages in a fixed order of their titles.
    private var allByTitle: [PageIndex] { byTitle(Array(site.pages.indices)) }

    func byTitle(_ pages: [PageIndex]) -> [PageIndex] {
        let keys = pages.map { TitleOrder.key(site.pages[$0].title) }
        let sorted = pages.indices.sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0].lexicographicallyPrecedes(keys[$1]) }
        return sorted.map { pages[$0] }
    }

    /// Newest first, then by title order within a day; pages without a date are left out.
    func recentlyUpdated(limit: Int, of pages: [PageIndex]? = nil) -> [PageIndex] {
        let dated = (pages ?? Array(site.pages.indices)).filter { site.pages[$0].updated != nil }
        let sorted = dated.sorted { left, right in
            let (a, b) = (site.pages[left].updated, site.pages[right].updated)
            return a == b ? left < right : (a.map { a in b.map { a > $0 } ?? true } ?? false)
        }
        return Array(sorted.prefix(limit))
    }

    /// Most links in the graph first.
    func hubs(limit: Int) -> [PageIndex] {
        // By the figure that the rows show, which counts links that the graph leaves out.
        let linked = site.graph.nodes.filter { $0.degree > 0 }.map(\.page)
        return Array(linked.sorted { (connections[$1], $0) < (connections[$0], $1) }.prefix(limit))
    }

    // MARK: Indexes of groups

    func groupIndexes() -> [Artifact] {
        [
            groupIndex(
                "domains.html", .domains, .domains, glyph: "tag", lede: language.phrase(.domainsLede(count: site.domains.count)),
                groups: { [self] base in site.domains.map { view($0, base: base, shown: 5) } }),
            groupIndex(
                "communities.html", .communities, .communities, glyph: "community",
                lede: language.phrase(.communitiesLede(count: site.communities.count)),
                groups: { [self] base in site.communities.map { view($0, base: base, shown: 5) } }),
        ]
    }

    func groupIndex(
        _ address: String, _ place: Place, _ word: Word, glyph: String, lede: String, groups: @escaping @Sendable (Base) -> [GroupView]
    ) -> Artifact {
        Artifact(
            address,
            .rendered { [self] in
                let views = groups(Base(address))
                let fields = Fields([
                    (.lede, .text(views.isEmpty ? "" : lede)), (.hasGroups, .flag(!views.isEmpty)), (.groups, .views(views)),
                    (.glyph, .text(glyph)),
                ])
                return Rendering(
                    try render("groups", at: address, place: place, title: language.text(word), kind: .list, content: fields))
            })
    }
}

/// A fixed order of titles that no locale changes.
enum TitleOrder {
    /// Case and accents aside.
    static func key(_ title: String) -> [UInt8] {
        if title.utf8.allSatisfy({ $0 < 0x80 }) { return title.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 } }
        let plain = title.decomposedStringWithCanonicalMapping.lowercased().unicodeScalars.filter { !(0x300...0x36F).contains($0.value) }
        var bytes: [UInt8] = []
        for scalar in plain { bytes.append(contentsOf: String(scalar).utf8) }
        return bytes
    }
}
