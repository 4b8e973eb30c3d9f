import Theme

/// The site's one style sheet: `public/css/*.css` in the order of their names, with the theme's values in place.
///
/// A value that is the same in both themes is written where it is used; a colour that differs becomes one custom property with
/// `light-dark()`, or is written in place where it is used once. So a page loads each value once and not three times.
struct Stylesheet {
    let theme: Theme
    let themes: SiteOptions.Themes
    /// The sheets of `public/css`, in order.
    let sources: [[UInt8]]
    /// The sheets of the graph page alone, which build on those.
    var graphSources: [[UInt8]] = []
    /// Those of pages of earlier nights.
    var historySources: [[UInt8]] = []

    /// The rules with every token as a custom property of its own name and with every glyph, for pages that show them.
    func cssWithTokens() -> [UInt8] {
        let glyphs = SiteGlyph.all
        return Array((theme.css() + properties([]) + picture(glyphs) + rules(glyphs) + "\n").utf8)
    }

    /// The site's sheet, the graph page's and that of earlier nights, with the same short names of custom properties.
    func sheets() -> (site: [UInt8], graph: [UInt8], history: [UInt8]) {
        let glyphs = SiteGlyph.used
        let uses = VariableUses(rules(glyphs, mixesTints: true))
        let isPinned = themes != .both
        let used = theme.variables.filter { uses.count($0.name) > 0 }
        let isInPlace = { (variable: ThemeVariable) in
            isPinned || variable.light == variable.dark || (merged(variable) != nil && uses.count(variable.name) == 1)
        }
        var places: [String: String] = [:]
        for variable in used where isInPlace(variable) { places[variable.name] = value(variable) }
        let sheet = properties(used.filter { !isInPlace($0) }) + picture(glyphs) + uses.replacing(places)
        let declared = Set(used.filter { !isInPlace($0) }.map(\.name))
        let graph = GraphGlyph.all.map(glyphRule).joined() + further(graphSources, declared)
        let all = CustomProperties.shortened([sheet, graph, further(historySources, declared)].map(CompactValues.css))
        return (Array((all[0] + "\n").utf8), Array((all[1] + "\n").utf8), Array((all[2] + "\n").utf8))
    }

    /// Rules that build on the site's. Values that its sheet does not declare are written in place.
    private func further(_ sources: [[UInt8]], _ declared: Set<String>) -> String {
        let uses = VariableUses(sources.map { Minifier.css(String(decoding: $0, as: UTF8.self), places: [:]) }.joined())
        var places: [String: String] = [:]
        for variable in theme.variables where uses.count(variable.name) > 0 && !declared.contains(variable.name) {
            places[variable.name] = value(variable)
        }
        return uses.replacing(places)
    }

    /// A glyph of the graph page alone, as a picture of its own.
    private func glyphRule(_ glyph: SiteGlyph) -> String {
        let ink = theme.color("text.text", .light).hex.replacing("#", with: "%23")
        return ".gv .g-\(glyph.name){mask:url(\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' "
            + "stroke='\(ink)' stroke-width='\(Glyph.strokeWidth)' stroke-linecap='round' stroke-linejoin='round'><path d='\(glyph.path)'/></svg>\")"
            + " 50%/contain no-repeat}"
    }

    /// One value for both themes, where it is a colour, or a gradient whose colours alone differ.
    private func merged(_ variable: ThemeVariable) -> String? {
        if variable.light.hasPrefix("#"), variable.dark.hasPrefix("#") { return "light-dark(\(variable.light),\(variable.dark))" }
        guard variable.group == "gradient" else { return nil }
        let (light, dark) = (variable.light.split(separator: ","), variable.dark.split(separator: ","))
        let pairs = zip(light, dark).map { light, dark -> String? in
            let (left, right) = (light.split(separator: " "), dark.split(separator: " "))
            guard light != dark else { return String(light) }
            guard left.count == 2, right.count == 2, left[1] == right[1], left[0].hasPrefix("#"), right[0].hasPrefix("#") else {
                return nil
            }
            return "light-dark(\(left[0]),\(right[0])) \(left[1])"
        }
        return light.count == dark.count && !pairs.contains(nil) ? pairs.compactMap(\.self).joined(separator: ",") : nil
    }

    private func value(_ variable: ThemeVariable) -> String {
        if case .pinned(let appearance) = themes { return variable.value(appearance) }
        return variable.light == variable.dark ? variable.light : merged(variable) ?? variable.light
    }

    // MARK: Themes

    private func properties(_ variables: [ThemeVariable]) -> String {
        let colors = variables.filter { merged($0) != nil }.map { "\($0.name):\(value($0))" }
        let others = variables.filter { merged($0) == nil }
        func list(_ appearance: Appearance) -> String {
            (others.map { "\($0.name):\($0.value(appearance))" } + [mark(appearance)]).joined(separator: ";")
        }
        switch themes {
        case .pinned(let appearance):
            let other: Appearance = appearance == .light ? .dark : .light
            return ":root{color-scheme:\(appearance.rawValue);\(mark(appearance))}.only-\(other.rawValue){display:none}"
        case .both:
            let system = ":root:not([data-theme=light])"
            return ":root{color-scheme:light dark;\((colors + [list(.light)]).joined(separator: ";"))}"
                + "[data-theme=light]{color-scheme:light}[data-theme=dark]{color-scheme:dark;\(list(.dark))}"
                + "@media (prefers-color-scheme:dark){\(system){\(list(.dark))}\(system) .only-light{display:none}}"
                + "@media not (prefers-color-scheme:dark){:root:not([data-theme=dark]) .only-dark{display:none}}"
                + "[data-theme=dark] .only-light,[data-theme=light] .only-dark{display:none}"
        }
    }

    private func mark(_ appearance: Appearance) -> String { "--mark:url(mark-\(appearance.rawValue).svg)" }

    // MARK: Types and communities

    /// `--c` is the colour of a disc or a bar, `--ink` of words, glyphs and outlines where it is another, `--soft` of the ground under them.
    /// - Parameter mixesTints: whether browsers mix the grounds as `Theme` derives them, which takes one rule for all types.
    private func colorClasses(mixesTints: Bool) -> String {
        let types = TypeStyle.known.map(\.rawValue).map { name in
            let isStrong = Appearance.allCases.allSatisfy { theme.color("type.\(name)", $0) == theme.color("type.\(name)-strong", $0) }
            let ink = mixesTints && isStrong ? "var(--c)" : "var(--type-\(name)-strong)"
            return ".t-\(name){--c:var(--type-\(name));--ink:\(ink)\(mixesTints ? "" : ";--soft:var(--type-\(name)-soft)")}"
        }
        func mix(_ appearance: Appearance) -> String {
            let share = Int((Theme.tint(appearance) * 100).rounded())
            return "color-mix(in srgb,var(--c) \(share)%,\(theme.color("misc.mix-base", appearance).hex))"
        }
        let soft = if case .pinned(let appearance) = themes { mix(appearance) } else { "light-dark(\(mix(.light)),\(mix(.dark)))" }
        let communities = ((0..<12).map(String.init) + ["none"]).map { name in
            let token = name == "none" ? "unassigned" : name
            let isStrong = Appearance.allCases.allSatisfy {
                theme.color("community.\(token)", $0) == theme.color("community.\(token)-strong", $0)
            }
            return ".c-\(name){--c:var(--community-\(token))\(isStrong ? "" : ";--ink:var(--community-\(token)-strong)")}"
        }
        return (types + communities).joined() + (mixesTints ? "[class*=t-]{--soft:\(soft)}" : "")
    }

    // MARK: Glyphs

    /// All glyphs side by side in one picture that serves as a mask; `--at` is the place of one. A mask from a file of its own would not
    /// show on `file://`, and an `<svg>` in every row would make lists three times as long.
    private func picture(_ glyphs: [SiteGlyph]) -> String {
        let path = glyphs.enumerated().map { CompactPath.right(by: $0.offset * 24, $0.element.path) }.joined()
        // Only the coverage of a mask counts; its colour is the brand's text.
        let ink = theme.color("text.text", .light).hex.replacing("#", with: "%23")
        return
            ":root{--glyphs:url(\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 \(glyphs.count * 24) 24' fill='none' "
            + "stroke='\(ink)' stroke-width='\(Glyph.strokeWidth)' stroke-linecap='round' stroke-linejoin='round'><path d='\(path)'/></svg>\");"
            + "--glyph-size:\(glyphs.count)00% 100%;--glyph-step:\(glyphs.count - 1)}"
    }

    private func rules(_ glyphs: [SiteGlyph], mixesTints: Bool = false) -> String {
        let places = Dictionary(glyphs.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        let classes = glyphs.enumerated().map { ".g-\($0.element.name){--at:\($0.offset)}" }.joined()
        let sheets = sources.map { Minifier.css(String(decoding: $0, as: UTF8.self), places: places) }.joined()
        return classes + colorClasses(mixesTints: mixesTints) + sheets
    }
}
