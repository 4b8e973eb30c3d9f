import Foundation
import Graph
public import HTML
public import Packing
public import Site
public import Theme

/// What `synapse-publish.yml` says about a site. Flags of the command line go before it.
///
/// A value that is nil was not given.
public struct SiteSettings: Sendable {
    /// The file that they were read from; nil where there was none.
    public internal(set) var file: String?
    public internal(set) var title: String?
    public internal(set) var language: String?
    public internal(set) var base: BaseURL?
    public internal(set) var appearances: [Appearance]?
    public internal(set) var hasSearch: Bool?
    public internal(set) var hasMarkdown: Bool?
    public internal(set) var hasPosters: Bool?
    public internal(set) var previews: PreviewPictures?
    public internal(set) var codings: [ContentCoding]?
    public internal(set) var offline: OfflineUse?
    /// The archive that the site's past is taken from, with its bounds.
    public internal(set) var history: HistoryRequest?
    public internal(set) var selection = PageSelection()
    public internal(set) var sources: SourceRule?

    var navigation: [Entry] = []
    var footer: Footer?
    var snippet: SiteExtras.Snippet?
    var pageLink: SiteExtras.PageLink?
    var colors: [OwnResources.Color] = []
    /// Folder of templates.
    var templates: String?
    /// The file itself, and what it names on this disk.
    public internal(set) var watched: [String] = []

    public init() {}

    /// An entry of a list of links, with its line.
    struct Entry: Sendable {
        enum Target: Sendable {
            case place(NavigationPlace)
            /// A page by its vault path, address or title.
            case page(String)
            case address(String)
        }
        var target: Target
        var label: String?
        var line: Int
    }

    struct Footer: Sendable {
        var text = ""
        var links: [Entry] = []
    }

    /// Which pages there are, and what the site is called.
    ///
    /// - Parameter language: of a flag.
    public func rules(language flag: String? = nil) -> SiteRules {
        var rules = SiteRules(title: title)
        if let tag = flag ?? language { rules.language = tag }
        rules.selection = selection
        if let sources { rules.sources = sources }
        return rules
    }

    /// What the pages' frame is given, with the names of pages led to their pages.
    func extras(of site: Site) throws(PublishingError) -> SiteExtras {
        var extras = SiteExtras()
        extras.navigation = try items(navigation, site)
        if let footer { extras.footer = SiteExtras.Footer(text: footer.text, links: try items(footer.links, site)) }
        extras.snippet = snippet
        extras.pageLink = pageLink
        return extras
    }

    private func items(_ entries: [Entry], _ site: Site) throws(PublishingError) -> [SiteExtras.NavigationItem] {
        var items: [SiteExtras.NavigationItem] = []
        for entry in entries {
            switch entry.target {
            case .place(let place): items.append(.place(place))
            case .page(let name): items.append(.page(try page(name, entry.line, site), label: entry.label))
            case .address(let href): items.append(.link(href: href, label: entry.label ?? href))
            }
        }
        return items
    }

    private func page(_ name: String, _ line: Int, _ site: Site) throws(PublishingError) -> PageIndex {
        let found = site.pages(called: name)
        guard let page = found.first else {
            throw PublishingError(
                .configuration, "In the settings, no published page is called '\(name)'", at: "\(file ?? ""):\(line)",
                advice: suggestion(for: name, among: site.pages.map(\.title)) ?? "It takes a page's vault path, address or title")
        }
        guard found.count == 1 else {
            let paths = found.prefix(5).map { site.pages[$0].path }.joined(separator: ", ")
            throw PublishingError(
                .configuration, "In the settings, \(found.count) pages are called '\(name)'", at: "\(file ?? ""):\(line)",
                advice: "Name one by its path: \(paths)")
        }
        return page
    }
}

/// Whether a site's own words can be in this language: one of five, with any region.
public func isSiteLanguage(_ tag: String) -> Bool { isLanguageTag(tag) && SiteLanguages.has(tag) }

/// What to write instead.
public func siteLanguageAdvice(_ tag: String) -> String {
    let codes = SiteLanguages.codes
    let known = "It takes \(codes.dropLast().joined(separator: ", ")) or \(codes.last ?? ""), also with a region such as de-AT"
    return suggestion(for: tag, among: codes).map { "\($0) \(known)" } ?? known
}

/// The shape of a BCP 47 tag (RFC 5646, section 2.1): letters first, then parts of at most eight letters and digits.
public func isLanguageTag(_ tag: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    return (2...8).contains(parts[0].utf8.count) && parts[0].utf8.allSatisfy(isLetter)
        && parts.allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy { isLetter($0) || (48...57).contains($0) } }
}
