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
    func history() throws(PublishingError) -> HistoryRequest? {
        guard has(.pastStore) else {
            for option in [Option.historyNights, .historyVersions] where has(option) {
                throw usageError("--\(option.name) needs --store", advice: "It bounds what a site shows of an archive")
            }
            return nil
        }
        var request = HistoryRequest(store: try required(.pastStore))
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
        guard isLanguageTag(tag) else { throw usageError("--lang takes a language tag such as en, de or zh-Hant, not '\(tag)'") }
        return tag
    }
}
