import Mustache
import Site

/// Where earlier nights lie in a site: in a folder of the site's own, so that no page of the vault is ever there.
enum HistoryAddresses {
    static let folder = "assets/history/"
    static let timeline = folder + "index.html"
    static let sheet = "assets/history.css"
    static let script = "assets/history.js"

    /// A night as a whole; its list may have further parts.
    static func night(_ night: VaultPast.Night, part: Int = 0) -> String {
        "\(folder)nights/\(night.name)\(part == 0 ? "" : "/\(part + 1)").html"
    }

    /// What the script knows of a night, and of a page's versions.
    static func map(_ night: VaultPast.Night) -> String { "\(folder)nights/\(night.name).js" }
    static func texts(_ page: Page) -> String { "\(folder)texts/\(page.address.dropLast(5)).js" }

    /// The versions of a page.
    static func page(_ page: Page) -> String { "\(folder)pages/\(page.address)" }

    static func version(_ page: Page, _ night: VaultPast.Night) -> String { "\(folder)versions/\(night.name)/\(page.address)" }

    static let timeMaps = folder + "timemaps/"
    static func timeMap(_ page: Page) -> String { "\(timeMaps)\(page.address.dropLast(5)).link" }
}

extension SiteContext {
    /// What is there of earlier nights; nothing where nothing was another.
    func historyPages() -> [Artifact] {
        guard let history = site.history else { return [] }
        var artifacts = [timelinePage(history)]
        for place in history.states.indices { artifacts += nightPages(history, place) + [nightMap(history, place)] }
        for page in history.pages {
            artifacts.append(historyPage(page, of: history))
            artifacts += [timeMap(of: page, in: history), versionTexts(page, of: history)]
            for place in page.versions.indices { artifacts.append(versionPage(page, place, of: history)) }
        }
        return artifacts
    }

    /// The frame of earlier nights says nothing that changes from night to night, so that their pages stay as they are.
    func renderPast(
        _ template: String, at address: String, title: String, crumbs: [Crumb], content: [(Name, Value)]
    ) throws -> [UInt8] {
        try render(
            template, at: address, place: .past, title: title, kind: .list, crumbs: crumbs,
            content: Fields(content + [(.pastSheet, .text(HistoryAddresses.sheet)), (.pastScript, .text(HistoryAddresses.script))]))
    }

    func timelineCrumb(_ base: Base) -> Crumb { Crumb(href: base.to(HistoryAddresses.timeline), label: language.text(.timeline)) }

    func link(_ address: String, _ label: String, from base: Base) -> Value {
        .view(Crumb(href: base.to(Href.encode(address)), label: label))
    }
}
