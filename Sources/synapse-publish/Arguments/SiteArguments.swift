import HTML
import Packing
import Publishing
import Site
import Theme

/// What the options of sites and posters mean.
extension Arguments {
    func appearances(_ settings: SiteSettings) throws(PublishingError) -> [Appearance] {
        try choice(.theme, from: ["both": Appearance.allCases, "light": [.light], "dark": [.dark]]) ?? settings.appearances
            ?? Appearance.allCases
    }

    func rules(_ settings: SiteSettings) throws(PublishingError) -> SiteRules { settings.rules(language: try language()) }

    /// Bounds without an archive would do nothing, and nobody would know.
    func history(_ settings: SiteSettings) throws(PublishingError) -> HistoryRequest? {
        guard let store = try has(.pastStore) ? required(.pastStore) : settings.history?.store else {
            for option in [Option.historyNights, .historyVersions] where has(option) {
                throw usageError("--\(option.name) needs --store", advice: "It bounds what a site shows of an archive")
            }
            return nil
        }
        var request = settings.history ?? HistoryRequest(store: store)
        request.store = store
        if let nights = try number(.historyNights, in: 1...10_000) { request.limits.nights = nights }
        if let versions = try number(.historyVersions, in: 1...10_000) { request.limits.versions = versions }
        return request
    }

    func baseURL(_ settings: SiteSettings) throws(PublishingError) -> BaseURL? {
        guard let text = text(.baseURL) else { return settings.base }
        guard let base = BaseURL(text) else {
            throw usageError(
                "--base-url takes an http or https address without user, query and fragment, not '\(text)'",
                advice: "Such as https://wiki.example.org/ or https://example.org/wiki/")
        }
        return base
    }

    private func language() throws(PublishingError) -> String? {
        guard let tag = text(.language) else { return nil }
        guard isSiteLanguage(tag) else {
            throw usageError("--lang does not know '\(tag)'", advice: siteLanguageAdvice(tag))
        }
        return tag
    }

    /// How files are packed beside their originals.
    func codings(_ settings: SiteSettings) throws(PublishingError) -> [ContentCoding] {
        guard let text = text(.compress) else { return settings.codings ?? [] }
        return text == "none" ? [] : try choices(.compress, from: ["gz": .gzip, "br": .brotli]) ?? []
    }

    func offline(_ settings: SiteSettings) throws(PublishingError) -> OfflineUse? {
        try choice(.offline, from: ["visited": .visited, "all": .all, "remove": .remove]) ?? settings.offline
    }

    func previews(_ settings: SiteSettings) throws(PublishingError) -> PreviewPictures {
        try choice(.previews, from: ["none": .none, "groups": .groups, "pages": .pages]) ?? settings.previews ?? .groups
    }
}
