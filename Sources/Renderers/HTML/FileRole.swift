/// What a file of a site is to its readers, by its path from the web root.
///
/// Where a site cannot be exchanged as a whole, it tells in which order its files may come.
public enum FileRole: Sendable, CaseIterable {
    /// Has its content in its name (`site.1a2b3c4d.css`, the search index's shards): it never changes.
    case lasting
    /// What pages are shown with, under a name that stays.
    case asset
    /// A document that readers open; also one that only leads to another.
    case page
    /// Names pages and stays where it is: the rail's tree, the graph's data, the search index's first file, feeds, sitemaps.
    case list
    /// `index.html`
    case home
    /// The service worker, which has browsers keep what lies beside it.
    case worker

    /// What lies packed beside a file is as the file.
    public init(_ path: String) {
        let path = [".gz", ".br"].first(where: path.hasSuffix).map { String(path.dropLast($0.count)) } ?? path
        switch path {
        case "index.html": self = .home
        case OfflineWorker.path: self = .worker
        case _ where Self.isLasting(path): self = .lasting
        case _ where Self.isList(path): self = .list
        case _ where path.hasSuffix(".html"): self = .page
        default: self = .asset
        }
    }

    private static let lists: Set<String> = [
        "assets/nav.js", "assets/search/index.js", SiteContext.graphData, SiteContext.graphTitles, OfflineWorker.list, SiteContext.feedHref,
        "sitemap.xml", "llms.txt",
    ]

    /// Feeds of types lie beside their lists; a large vault's sitemap has parts.
    private static func isList(_ path: String) -> Bool {
        guard path.hasSuffix(".xml") else { return lists.contains(path) }
        return lists.contains(path) || path.hasPrefix("types/") || path.hasPrefix("sitemap-")
    }

    private static func isLasting(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        guard parts.first == "assets" else { return false }
        if parts.count == 4, parts[1] == "search" { return isHash(parts[2]) }
        return isNamedByContent(path)
    }

    /// `site.1a2b3c4d.css`
    static func isNamedByContent(_ path: String) -> Bool {
        let parts = path.split(separator: ".")
        return parts.count > 2 && isHash(parts[parts.count - 2])
    }

    private static func isHash(_ text: Substring) -> Bool { text.utf8.count == 8 && text.allSatisfy(\.isHexDigit) }
}
