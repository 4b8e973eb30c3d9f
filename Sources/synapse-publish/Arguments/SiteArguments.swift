import Publishing
import Site
import Theme

/// What the options of sites and posters mean.
extension Arguments {
    func appearances() throws(PublishingError) -> [Appearance] {
        try choice(.theme, from: ["both": Appearance.allCases, "light": [.light], "dark": [.dark]]) ?? Appearance.allCases
    }

    func rules() throws(PublishingError) -> SiteRules {
        var rules = SiteRules()
        if let language = try language() { rules.language = language }
        return rules
    }

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

    func baseURL() throws(PublishingError) -> BaseURL? {
        guard let text = text(.baseURL) else { return nil }
        guard let base = BaseURL(text) else {
            throw usageError(
                "--base-url takes an http or https address without user, query and fragment, not '\(text)'",
                advice: "Such as https://wiki.example.org/ or https://example.org/wiki/")
        }
        return base
    }

    /// The shape of a BCP 47 tag (RFC 5646, section 2.1): letters first, then parts of at most eight letters and digits.
    private func language() throws(PublishingError) -> String? {
        guard let tag = text(.language) else { return nil }
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        let isTag =
            (2...8).contains(parts[0].utf8.count) && parts[0].utf8.allSatisfy(isLetter)
            && parts.allSatisfy { (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy { isLetter($0) || (48...57).contains($0) } }
        guard isTag else { throw usageError("--lang takes a language tag such as en, de or zh-Hant, not '\(tag)'") }
        return tag
    }
}

private func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }
