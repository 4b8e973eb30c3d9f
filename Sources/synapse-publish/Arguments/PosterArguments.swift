import Graph
import Publishing
import Theme

extension Option {
    static let tier = Option(
        "tier", "TIER", "overview, regions, detail, tiles (a map to zoom into) or all, with commas between",
        choices: ["overview", "regions", "detail", "tiles", "all"])
    static let format = Option("format", "FORMAT", "png, svg, pdf, with commas between (png,svg)", choices: ["png", "svg", "pdf"])
    static let size = Option(
        "size", "SIZE", "WxH in pixels, A0 to A4 or letter (2048x1536)", choices: ["A0", "A1", "A2", "A3", "A4", "letter"])
    static let orientation = Option(
        "orientation", "HOW", "landscape, portrait or square, where the size is a paper's (landscape)",
        choices: ["landscape", "portrait", "square"])
    static let dpi = Option("dpi", "N", "pixels an inch (192)")
    static let margin = Option("margin", "MM", "millimetres around everything (what suits the size)")
    static let bleed = Option("bleed", "MM", "millimetres to be cut off at each side, with crop marks (0)")
    static let lettering = Option("lettering", "PERCENT", "size of letters, signs and lines (100)")
    static let color = Option(
        "color", "BY", "what colour says: type, community or domain (type)", choices: ["type", "community", "domain"])
    static let community = Option("community", "ID|all", "a poster of one community, by its number or name, or of each")
    static let around = Option("around", "PAGE", "a poster of the pages around one, by its path or title")
    static let hops = Option("hops", "N", "how many links away from --around (2)")
    static let siteURL = Option("base-url", "URL", "where the site is: named pages in SVG, PDF and tiles lead there")
}

/// What the options of posters mean.
extension Arguments {
    func posterSubject() throws(PublishingError) -> PosterSubject {
        let hops = try number(.hops, in: 0...20)
        if let page = text(.around) {
            guard !has(.community) else { throw usageError("--around and --community exclude each other") }
            return .around(page, hops: hops ?? 2)
        }
        guard hops == nil else { throw usageError("--hops needs --around PAGE") }
        guard let community = text(.community) else { return .vault }
        return community == "all" ? .everyCommunity : .community(community)
    }

    func posterRequest(_ settings: SiteSettings) throws(PublishingError) -> PosterRequest {
        let dpi = try number(.dpi, in: 36...2400) ?? Int(PosterRequest.defaultDPI)
        let bleed = try number(.bleed, in: 0...100).map { pixels(Double($0), dpi) } ?? 0
        let size = try posterSize(dpi: dpi, bleed: bleed)
        let tiers = try tiers()
        var request = PosterRequest(
            tiers: tiers?.drawn ?? (has(.around) || has(.community) ? [.detail] : Tier.allCases),
            formats: try choices(.format, from: ["png": .png, "svg": .svg, "pdf": .pdf]) ?? [.png, .svg],
            appearances: try appearances(settings), width: size.width, height: size.height, dpi: Double(dpi),
            color: try choice(.color, from: ["type": .type, "community": .community, "domain": .domain]) ?? .type,
            folder: "", linkPrefix: try baseURL(settings)?.text)
        request.hasTiles = tiers?.hasTiles ?? false
        request.lettering = Double(try number(.lettering, in: 40...400) ?? 100) / 100
        request.margin = try number(.margin, in: 0...200).map { Double(pixels(Double($0), dpi)) }
        request.bleed = Double(bleed)
        if request.hasTiles, has(.around) || has(.community) { throw usageError("--tier tiles shows the whole graph only") }
        return request
    }

    /// Nil where none are named.
    private func tiers() throws(PublishingError) -> (drawn: [Tier], hasTiles: Bool)? {
        if text(.tier) == "all" { return (Tier.allCases, true) }
        let names = try choices(
            .tier,
            from: ["overview": Tier.overview, "regions": Tier.regions, "detail": Tier.detail, "tiles": nil] as KeyValuePairs<String, Tier?>)
        return names.map { names in (names.compactMap { $0 }, names.contains { $0 == nil }) }
    }

    private func pixels(_ millimetres: Double, _ dpi: Int) -> Int { Int((millimetres / 25.4 * Double(dpi)).rounded()) }

    /// In pixels, bleed included.
    private func posterSize(dpi: Int, bleed: Int) throws(PublishingError) -> (width: Int, height: Int) {
        let trimmed = try trimmedSize(dpi: dpi)
        let size = (width: trimmed.width + 2 * bleed, height: trimmed.height + 2 * bleed)
        guard allowedSide.contains(size.width), allowedSide.contains(size.height) else {
            let name = text(.size) ?? "\(trimmed.width)x\(trimmed.height)"
            throw usageError("--size \(name) at \(dpi) pixels an inch has \(size.width) by \(size.height) pixels", advice: sizeAdvice)
        }
        return size
    }

    private func trimmedSize(dpi: Int) throws(PublishingError) -> (width: Int, height: Int) {
        guard let text = text(.size) else {
            let standard = PosterRequest()
            return try turned(standard.width, standard.height)
        }
        if let paper = paperSizes.first(where: { $0.key == text.lowercased() })?.value {
            return try turned(pixels(paper.width, dpi), pixels(paper.height, dpi))
        }
        let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], allowedSide.contains(width), allowedSide.contains(height)
        else {
            throw usageError("--size does not know '\(text)'", advice: sizeAdvice)
        }
        guard !has(.orientation) else { throw usageError("--orientation is for paper sizes; WxH says it already") }
        return (width, height)
    }

    private func turned(_ long: Int, _ short: Int) throws(PublishingError) -> (width: Int, height: Int) {
        switch try choice(.orientation, from: ["landscape": 0, "portrait": 1, "square": 2]) ?? 0 {
        case 1: (short, long)
        case 2: (short, short)
        default: (long, short)
        }
    }
}

private let allowedSide = 256...PosterRequest.longestSide
private let sizeAdvice = "It takes WxH with sides of \(allowedSide.lowerBound) to \(allowedSide.upperBound) pixels, A0 to A4, or letter"

/// ISO 216 and ANSI letter, in millimetres, landscape.
private let paperSizes: KeyValuePairs<String, (width: Double, height: Double)> = [
    "a0": (1189, 841), "a1": (841, 594), "a2": (594, 420), "a3": (420, 297), "a4": (297, 210), "letter": (279.4, 215.9),
]
