public import Graph
public import Site
import Snapshot
import Theme

/// Which part of the graph posters are wanted of, as a user names it.
public enum PosterSubject: Sendable, Equatable {
    case vault
    /// By number or name.
    case community(String)
    /// One set for each.
    case everyCommunity
    /// A page by its vault path, address or title.
    case around(String, hops: Int)
}

/// Draws a vault's graph and puts the posters at `path`.
public func buildPosters(
    _ vault: OpenVault, _ request: PosterRequest, of subject: PosterSubject = .vault, rules: SiteRules, to path: String,
    resources: Resources, _ context: RunContext
) throws(PublishingError) -> Publication {
    let theme = try resources.theme()
    let site = try readSite(vault, rules, context)
    var request = request
    request.scopes = try scopes(of: subject, in: site)
    return try make(
        Plan(artifacts: posters(of: site, theme: theme, request: request).artifacts), of: site, vault, as: .posters, to: path, resources,
        context)
}

/// Compares the published graphs of two vaults; where `path` is given, draws what changed on the newer one's map.
public func comparePosters(
    _ old: OpenVault, _ new: OpenVault, _ request: PosterRequest, rules: SiteRules, to path: String?, resources: Resources,
    _ context: RunContext
) throws(PublishingError) -> (difference: GraphDifference, publication: Publication?) {
    let before = try readSite(old, rules, context)
    let after = try readSite(new, rules, context)
    let difference = GraphDifference(from: before, to: after)
    guard let path else { return (difference, nil) }
    let plan = changePosters(of: after, since: before, difference, theme: try resources.theme(), request: request)
    return (difference, try make(Plan(artifacts: plan), of: after, new, as: .posters, to: path, resources, context))
}

private func scopes(of subject: PosterSubject, in site: Site) throws(PublishingError) -> [PosterScope] {
    switch subject {
    case .vault: return [.vault]
    case .everyCommunity:
        guard !site.communities.isEmpty else { throw PublishingError(.usage, "--community all: the vault's graph has no communities") }
        return site.communities.map { .community($0.id) }
    case .community(let name): return [.community(try community(name, in: site))]
    case .around(let name, let hops):
        let found = site.pages(called: name)
        guard let page = found.first else {
            throw PublishingError(
                .usage, "--around: no published page is called '\(name)'", advice: "It takes a page's vault path, address or title")
        }
        guard found.count == 1 else {
            let paths = found.prefix(5).map { site.pages[$0].path }.joined(separator: ", ")
            throw PublishingError(.usage, "--around: \(found.count) pages are called '\(name)'", advice: "Name one by its path: \(paths)")
        }
        guard site.graph.nodes.contains(where: { $0.page == page }) else {
            throw PublishingError(
                .usage, "--around: the graph does not have '\(site.pages[page].path)'",
                advice: "The server draws no indexes, logs and queries")
        }
        return [.around(page, hops: hops)]
    }
}

private func community(_ name: String, in site: Site) throws(PublishingError) -> Int {
    if let id = Int(name), site.graph.nodes.contains(where: { $0.community == id }) { return id }
    let called = site.communities.filter { $0.label == name }
    if called.count == 1 { return called[0].id }
    let known = site.communities.prefix(12).map { "\($0.id) \($0.label)" }.joined(separator: ", ")
    let more = site.communities.count > 12 ? ", and \(site.communities.count - 12) more" : ""
    throw PublishingError(
        .usage, called.isEmpty ? "--community: there is none called '\(name)'" : "--community: \(called.count) are called '\(name)'",
        advice: known.isEmpty ? "The vault's graph has no communities" : "There are \(known)\(more), or all")
}
