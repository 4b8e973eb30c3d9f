import Graph
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

    func posterRequest() throws(PublishingError) -> PosterRequest {
        let dpi = try number(.dpi, in: 36...2400)
        let size = try posterSize(dpi: dpi ?? Int(PosterRequest.defaultDPI))
        return PosterRequest(
            tiers: try tiers() ?? Tier.allCases,
            formats: try choices(.format, from: ["png": .png, "svg": .svg]) ?? PosterFormat.allCases,
            appearances: try appearances(), width: size.width, height: size.height, dpi: dpi.map(Double.init) ?? PosterRequest.defaultDPI,
            color: try choice(.color, from: ["type": .type, "community": .community, "domain": .domain]) ?? .type,
            folder: "", linkPrefix: nil)
    }

    private func tiers() throws(PublishingError) -> [Tier]? {
        if text(.tier) == "all" { return Tier.allCases }
        return try choices(.tier, from: ["overview": .overview, "regions": .regions, "detail": .detail])
    }

    /// In pixels, landscape where the paper has a name.
    private func posterSize(dpi: Int) throws(PublishingError) -> (width: Int, height: Int) {
        guard let text = text(.size) else {
            let standard = PosterRequest()
            return (standard.width, standard.height)
        }
        if let paper = paperSizes.first(where: { $0.key == text.lowercased() })?.value {
            func pixels(_ millimetres: Double) -> Int { Int((millimetres / 25.4 * Double(dpi)).rounded()) }
            let size = (width: pixels(paper.width), height: pixels(paper.height))
            guard allowedSide.contains(size.width), allowedSide.contains(size.height) else {
                throw usageError("--size \(text) at \(dpi) pixels an inch has \(size.width) by \(size.height) pixels", advice: sizeAdvice)
            }
            return size
        }
        let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], allowedSide.contains(width), allowedSide.contains(height)
        else {
            throw usageError("--size does not know '\(text)'", advice: sizeAdvice)
        }
        return (width, height)
    }
}

private let allowedSide = 256...32767
private let sizeAdvice = "It takes WxH with sides of \(allowedSide.lowerBound) to \(allowedSide.upperBound) pixels, A0 to A4, or letter"

/// ISO 216 and ANSI letter, in millimetres, landscape.
private let paperSizes: KeyValuePairs<String, (width: Double, height: Double)> = [
    "a0": (1189, 841), "a1": (841, 594), "a2": (594, 420), "a3": (420, 297), "a4": (297, 210), "letter": (279.4, 215.9),
]

private func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }
