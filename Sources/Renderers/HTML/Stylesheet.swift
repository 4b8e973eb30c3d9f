import Mustache
import Site
import Theme

/// The site's one style sheet: the theme's custom properties as far as they are used, classes for glyphs, types and communities,
/// and `public/site.css`.
enum Stylesheet {
    static func css(theme: Theme, site source: [UInt8], themes: SiteOptions.Themes) -> [UInt8] {
        let rules = colorClasses(theme) + Minifier.css(String(decoding: source, as: UTF8.self))
        let used = Set(variableNames(in: rules))
        let variables = theme.variables.filter { used.contains($0.name) }
        return Array((properties(variables, themes) + glyphClasses(theme) + rules + "\n").utf8)
    }

    /// Names after `var(`.
    private static func variableNames(in css: String) -> [String] {
        var names: [String] = []
        var rest = Substring(css)
        while let start = rest.range(of: "var(") {
            rest = rest[start.upperBound...]
            names.append(String(rest.prefix { $0 != ")" && $0 != "," }))
        }
        return names
    }

    private static func properties(_ variables: [ThemeVariable], _ themes: SiteOptions.Themes) -> String {
        func list(_ variables: [ThemeVariable], _ appearance: Appearance) -> String {
            variables.map { "\($0.name):\($0.value(appearance))" }.joined(separator: ";")
        }
        switch themes {
        case .pinned(let appearance):
            let other: Appearance = appearance == .light ? .dark : .light
            return
                ":root{color-scheme:\(appearance.rawValue);\(list(variables, appearance));\(mark(appearance))}.only-\(other.rawValue){display:none}"
        case .both:
            let themed = variables.filter { $0.light != $0.dark }
            let fixed = variables.filter { $0.light == $0.dark }
            let dark = "color-scheme:dark;\(list(themed, .dark));\(mark(.dark))"
            return ":root{color-scheme:light;\(list(fixed, .light));\(list(themed, .light));\(mark(.light))}"
                + "@media (prefers-color-scheme:dark){:root:not([data-theme=light]){\(dark)}:root:not([data-theme=light]) .only-light{display:none}}"
                + "@media not (prefers-color-scheme:dark){:root:not([data-theme=dark]) .only-dark{display:none}}"
                + ":root[data-theme=dark]{\(dark)}:root[data-theme=dark] .only-light,:root[data-theme=light] .only-dark{display:none}"
        }
    }

    private static func mark(_ appearance: Appearance) -> String { "--mark:url(mark-\(appearance.rawValue).svg)" }

    /// `--c` is the colour of a disc or a bar, `--ink` of words and glyphs, `--soft` of the ground under them.
    private static func colorClasses(_ theme: Theme) -> String {
        let types = TypeStyle.known.map(\.rawValue).map {
            ".t-\($0){--c:var(--type-\($0));--ink:var(--type-\($0)-strong);--soft:var(--type-\($0)-soft)}"
        }
        let communities = ((0..<12).map(String.init) + ["none"]).map { name in
            let token = name == "none" ? "unassigned" : name
            return ".c-\(name){--c:var(--community-\(token));--ink:var(--community-\(token)-strong)}"
        }
        return (types + communities).joined()
    }

    /// All glyphs side by side in one picture that serves as a mask; a class shifts it to its own.
    private static func glyphClasses(_ theme: Theme) -> String {
        let glyphs = Glyph.allCases.map { (name: $0.rawValue, path: $0.path) } + Icon.allCases.map { (name: $0.rawValue, path: $0.path) }
        let drawn = glyphs.enumerated().map { "%3Cpath transform='translate(\($0.offset * 24))' d='\($0.element.path)'/%3E" }.joined()
        // Only the coverage of a mask counts; its colour is the brand's text.
        let ink = theme.color("text.text", .light).hex.replacing("#", with: "%23")
        let picture =
            "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 \(glyphs.count * 24) 24' fill='none' stroke='\(ink)' "
            + "stroke-width='\(Glyph.strokeWidth)' stroke-linecap='round' stroke-linejoin='round'%3E\(drawn)%3C/svg%3E"
        let places = glyphs.enumerated().map { ".g-\($0.element.name){--at:\($0.offset)}" }.joined()
        return ":root{--glyphs:url(\"\(picture)\");--glyph-count:\(glyphs.count)}" + places
    }
}

/// Takes comments and needless white space out of a style sheet of our own. It knows no strings with white space that counts:
/// the sheet has none, and a test holds it to that.
enum Minifier {
    static func css(_ text: String) -> String {
        var out: [UInt8] = []
        let bytes = Array(text.utf8)
        var index = 0
        var pendingSpace = false
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "/"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "*") {
                index += 2
                while index + 1 < bytes.count, !(bytes[index] == UInt8(ascii: "*") && bytes[index + 1] == UInt8(ascii: "/")) { index += 1 }
                index += 2
                continue
            }
            let byte = bytes[index]
            index += 1
            if byte == 32 || byte == 10 || byte == 9 || byte == 13 {
                pendingSpace = true
                continue
            }
            let isTight = "{};,>".utf8.contains(byte)
            if pendingSpace, let last = out.last, !"{};,>:".utf8.contains(last), !isTight { out.append(32) }
            pendingSpace = false
            if byte == UInt8(ascii: "}"), out.last == UInt8(ascii: ";") { out.removeLast() }
            out.append(byte)
        }
        return String(decoding: out, as: UTF8.self)
    }
}
