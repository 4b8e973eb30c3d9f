import Site
import Theme

/// The style sheets and pictures of the gallery, and what they and the site's use of the tokens.
struct GalleryStyles: Sendable {
    let theme: Theme
    let assets: GalleryAssets
    /// The site's files below `assets/`, scripts left out: the screens are looked at, not operated.
    let siteFiles: [Artifact]
    /// The site's style sheet as it is published.
    let siteSheet: [UInt8]
    let usage: TokenUsage

    static let markSizes = [16, 20, 24, 32, 48, 64, 96]

    init(theme: Theme, siteFiles: [Artifact], assets: GalleryAssets) {
        self.theme = theme
        self.assets = assets
        self.siteFiles = siteFiles.filter { $0.path.hasPrefix("assets/") && !$0.path.hasSuffix(".js") }
        var sheet: [UInt8] = []
        for file in siteFiles where file.path == "assets/site.css" {
            if case .bytes(let bytes) = file.content { sheet = bytes }
        }
        siteSheet = sheet
        usage = theme.usage(in: [("site.css", sheet), ("app.css", assets.style("app.css"))])
    }

    func artifacts() -> [Artifact] {
        var result = siteFiles
        func add(_ name: String, _ bytes: [UInt8]) { result.append(Artifact("assets/\(name)", .bytes(bytes))) }
        add("tokens.css", Array(theme.css().utf8))
        add("app.css", assets.style("app.css"))
        add(
            "gallery.css",
            assets.style("gallery.css") + assets.style("sheets.css") + assets.style("review.css")
                + pinnedStates(of: siteSheet + assets.style("app.css")))
        for script in ["review.js", "review-views.js"] { add(script, assets.style(script)) }
        add("swatches.css", Array(Swatches(theme: theme).css.utf8))
        add("gallery-icon.svg", Array(theme.adaptiveMarkSVG(size: 32).utf8))
        for appearance in Appearance.allCases {
            for size in Self.markSizes + [160] {
                add("mark-\(appearance.rawValue)-\(size).svg", Array(theme.markSVG(appearance, size: size).utf8))
            }
        }
        return result
    }

    /// Up to the first comma outside brackets.
    private static func firstSelector(of rule: String) -> Substring {
        var depth = 0
        let end = rule.firstIndex { character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return character == "," && depth == 0
        }
        return rule[..<(end ?? rule.endIndex)]
    }

    /// Selectors that use a variable, the first few of them.
    func uses(of variable: String, limit: Int = 4) -> String {
        let places = usage.uses.first { $0.variable == variable }?.places ?? []
        var rules: [String] = []
        for place in places where !place.rule.isEmpty && !place.rule.hasPrefix(":root") {
            let rule = String(Self.firstSelector(of: place.rule).prefix(36))
            if !rules.contains(rule) { rules.append(rule) }
        }
        if rules.isEmpty { return places.isEmpty ? "Not used by the site or the app" : "Used" }
        let rest = rules.count - limit
        return rules.prefix(limit).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}

/// Classes that paint one token each: the pages have no style attributes.
struct Swatches {
    let theme: Theme

    /// `--surface-bg` → `surface-bg`.
    static func name(_ variable: String) -> String { String(variable.dropFirst(2)) }
    static func vision(_ token: String, _ vision: ColorVision?, _ appearance: Appearance) -> String {
        let key = token.map { $0 == "." ? "-" : String($0) }.joined()
        return "cv-\(key)-\(vision?.rawValue.prefix(3) ?? "all")-\(appearance.rawValue)"
    }

    var css: String {
        var rules: [String] = []
        for token in theme.colors + theme.derived.map(\.token) {
            let name = Self.name(token.variable)
            rules.append(".sw-\(name){background:var(\(token.variable))}.in-\(name){color:var(\(token.variable))}")
        }
        for variable in theme.variables {
            let name = Self.name(variable.name)
            switch variable.group {
            case "gradient": rules.append(".gr-\(name){background:var(\(variable.name))}")
            case "space": rules.append(".sp-\(name){inline-size:calc(var(\(variable.name)) * var(--times))}")
            case "radius": rules.append(".ra-\(name){border-start-start-radius:var(\(variable.name))}")
            case "shadow": rules.append(".sh-\(name){box-shadow:var(\(variable.name))}")
            case "motion" where variable.name != "--motion-ease": rules.append(".mo-\(name){--run:var(\(variable.name))}")
            default: break
            }
        }
        for style in theme.textStyles {
            rules.append(
                ".ts-\(style.name){font-size:var(--text-size-\(style.name));line-height:var(--text-line-\(style.name));"
                    + "font-weight:var(--text-weight-\(style.name));letter-spacing:var(--text-tracking-\(style.name))}")
        }
        for token in Self.communityTokens {
            let name = Self.name("--\(token.replacing(".", with: "-"))")
            rules.append(".cm-\(name){background:var(--\(name));border-color:var(--\(name)-strong)}")
        }
        return (rules + visionRules).joined(separator: "\n") + "\n"
    }

    /// Colours as others see them are no tokens; they are computed here and used on the proof page alone.
    private var visionRules: [String] {
        Appearance.allCases.flatMap { appearance in
            (Self.typeTokens + Self.communityTokens).flatMap { token in
                let color = theme.color(token, appearance)
                return [".\(Self.vision(token, nil, appearance)){background:\(color.hex)}"]
                    + ColorVision.allCases.map { ".\(Self.vision(token, $0, appearance)){background:\(color.seen(with: $0).hex)}" }
            }
        }
    }

    static let typeTokens = TypeStyle.known.map { "type.\($0.rawValue)" }
    static let communityTokens = (0..<12).map { "community.\($0)" } + ["community.unassigned"]
}
