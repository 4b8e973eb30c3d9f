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
