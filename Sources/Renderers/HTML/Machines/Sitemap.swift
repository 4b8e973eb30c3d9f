import Site

extension SiteContext {
    /// Most addresses that one file may have (sitemaps.org, protocol).
    private static var sitemapLimit: Int { 50_000 }

    /// `sitemap.xml` and `robots.txt`. A sitemap has absolute addresses only, so there is none where the site's own is not known.
    func crawlerFiles(documents: [String]) -> [Artifact] {
        guard options.origin != nil else { return [Artifact("robots.txt", .bytes(Array("User-agent: *\nAllow: /\n".utf8)))] }
        let robots = "User-agent: *\nAllow: /\n\nSitemap: \(absolute("sitemap.xml") ?? "")\n"
        return sitemaps(documents) + [Artifact("robots.txt", .bytes(Array(robots.utf8)))]
    }

    private func sitemaps(_ documents: [String]) -> [Artifact] {
        let listed = documents.filter { $0 != "404.html" && $0 != "search.html" && !$0.hasPrefix("assets/") }
        let parts = stride(from: 0, to: max(1, listed.count), by: Self.sitemapLimit).map {
            listed[$0..<min($0 + Self.sitemapLimit, listed.count)]
        }
        guard parts.count > 1 else { return [Artifact("sitemap.xml", .rendered { [self] in Rendering(urlSet(parts[0])) })] }
        var index = XMLText()
        index.raw(Self.opening("sitemapindex"))
        let names = parts.indices.map { "sitemap-\($0 + 1).xml" }
        for name in names {
            index.raw("<sitemap>")
            index.element("loc", absolute(name) ?? "")
            index.raw("</sitemap>\n")
        }
        index.raw("</sitemapindex>\n")
        return [Artifact("sitemap.xml", .bytes(index.bytes))]
            + names.enumerated().map { number, name in Artifact(name, .rendered { [self] in Rendering(urlSet(parts[number])) }) }
    }

    private func urlSet(_ documents: ArraySlice<String>) -> [UInt8] {
        let dates = Dictionary(site.pages.map { ($0.address, $0.updated) }, uniquingKeysWith: { first, _ in first })
        var out = XMLText()
        out.raw(Self.opening("urlset"))
        for address in documents {
            out.raw("<url>")
            out.element("loc", canonical(address) ?? "")
            if let date = dates[address] ?? nil { out.element("lastmod", date.description) }
            out.raw("</url>\n")
        }
        out.raw("</urlset>\n")
        return out.bytes
    }

    private static func opening(_ name: String) -> String {
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<\(name) xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
    }
}

extension SiteContext {
    /// The absolute form of a percent-encoded address, where it is known where the site will be served.
    func absolute(_ href: String) -> String? { options.origin.map { $0 + (options.rootPath ?? "/") + href } }

    /// The one absolute address of a document, not percent-encoded as it comes. Home is the web root.
    func canonical(_ address: String) -> String? { absolute(address == "index.html" ? "" : Href.encode(address)) }
}
