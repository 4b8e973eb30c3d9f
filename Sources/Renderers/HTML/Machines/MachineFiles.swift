import Mustache
import Site
import Theme

extension SiteContext {
    /// What feeds, crawlers, language models, browsers and hosts read. `documents` are the site's HTML files, by address.
    func machineFiles(documents: [String], _ keys: PageKeys?, _ read: @escaping VaultReader) -> [Artifact] {
        feeds(keys, read) + crawlerFiles(documents: documents) + [
            Artifact("llms.txt", .rendered { [self] in Rendering(languageModelText()) }),
            Artifact("site.webmanifest", .bytes(webManifest())), Artifact("_headers", .bytes(Array(hostHeaders.utf8))),
            // GitHub Pages would pass over files that begin with an underscore.
            Artifact(".nojekyll", .bytes([])),
        ]
    }

    // MARK: llms.txt

    /// Pages of one type that are named there; all of them are in the list that it links to.
    private static var namedPages: Int { 50 }

    /// The site in one file of Markdown, as llmstxt.org proposes: what it is, and where the pages are as Markdown.
    private func languageModelText() -> [UInt8] {
        var out = ByteSink()
        out.append("# ")
        out.append(line: site.info.title)
        out.append("\n\n> ")
        out.append(text: language.phrase(.vault(title: site.info.title, pages: site.pages.count, sources: sourceCount)))
        out.append("\n")
        for (index, group) in site.types.enumerated() {
            out.append("\n## ")
            out.append(line: looks[index].plural)
            out.append("\n\n")
            let pages = group.pages.sorted { connections[$0] != connections[$1] ? connections[$0] > connections[$1] : $0 < $1 }
            for page in pages.prefix(Self.namedPages) {
                let href = options.hasMarkdown ? markdownHref(page) : hrefs[page]
                out.append("- [")
                out.append(line: titles[page])
                out.append("](")
                out.append(text: absolute(href) ?? href)
                out.append(site.pages[page].summary.isEmpty ? ")" : "): ")
                out.append(line: site.pages[page].summary)
                out.append("\n")
            }
            if pages.count > Self.namedPages {
                let label = language.phrase(.typeLede(pages: pages.count, vault: site.info.title))
                out.append(text: "- [\(label)](\(absolute(looks[index].href) ?? looks[index].href))\n")
            }
        }
        return out.array
    }

    // MARK: The browser

    /// W3C Web Application Manifest. Addresses are relative to it, so it needs no base.
    private func webManifest() -> [UInt8] {
        func icon(_ name: String, _ sizes: String, _ type: String, _ purpose: String) -> JSONLD {
            .object([("src", .text(name)), ("sizes", .text(sizes)), ("type", .text(type)), ("purpose", .text(purpose))])
        }
        let ground = theme.color("surface.bg", options.themes == .pinned(.dark) ? .dark : .light).hex
        return JSONLD.object([
            ("name", .text(site.info.title)), ("short_name", .text(site.info.title)), ("lang", .text(site.info.language)),
            ("dir", .text(Language.direction(site.info.language))), ("start_url", .text("index.html")), ("scope", .text("./")),
            ("display", .text("minimal-ui")), ("background_color", .text(ground)), ("theme_color", .text(ground)),
            (
                "icons",
                .list([
                    icon("assets/icon.svg", "any", "image/svg+xml", "any"),
                    icon("assets/icons/icon-192.png", "192x192", "image/png", "any"),
                    icon("assets/icons/icon-512.png", "512x512", "image/png", "maskable"),
                ])
            ),
        ]).bytes + [10]
    }

    // MARK: The host

    /// For Netlify, Cloudflare Pages and those that read the same file: the policy, and how long what may be kept. docs/hosting.md has the
    /// same for other servers.
    private var hostHeaders: String {
        let always = """
            /*
              Content-Security-Policy: frame-ancestors 'none'
              X-Content-Type-Options: nosniff
              Referrer-Policy: no-referrer
              Permissions-Policy: camera=(), geolocation=(), microphone=()
              Cross-Origin-Opener-Policy: same-origin

            """
        let kept = files.lasting.map { "/" + $0 } + (options.hasSearch ? ["/assets/search/:build/*"] : [])
        let timeMaps =
            site.history == nil ? "" : "\n/\(HistoryAddresses.timeMaps)*\n  Content-Type: application/link-format\n"
        return kept.reduce(always) { $0 + "\n\($1)\n  Cache-Control: public, max-age=31536000, immutable\n" } + timeMaps
    }
}

extension ByteSink {
    /// One line of Markdown in which no bracket can end a link.
    mutating func append(line text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"))
                append(byte)
            case 0..<0x20, 0x7F: append(32)
            default: append(byte)
            }
        }
    }
}
