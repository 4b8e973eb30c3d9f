import Theme

/// Small signs of the interface that are not the brand's: drawn on the same grid, with the same stroke.
enum Icon: String, CaseIterable {
    case system, community, table, mark

    /// SVG path data on the 24 px grid.
    var path: String {
        switch self {
        case .system:
            "M5 4.5h14a1.75 1.75 0 0 1 1.75 1.75v8.5A1.75 1.75 0 0 1 19 16.5H5a1.75 1.75 0 0 1-1.75-1.75v-8.5A1.75 1.75 0 0 1 5 4.5zM9 20h6M12 16.5V20"
        case .community:
            "M9.5 8.25a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM20.5 8.25a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM15 17.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0z"
                + "M9.5 8.25h5M8 10.9l2.5 4M16 10.9l-2.5 4"
        case .table:
            "M5 4.5h14A1.5 1.5 0 0 1 20.5 6v12a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18V6A1.5 1.5 0 0 1 5 4.5zM3.5 9.75h17M3.5 14.5h17M9.75 9.75v9.75"
        case .mark:
            "M17.5 5.5C13 3 7 4.5 7 8.5s10 3 10 7-6 5.5-10.5 3M19 6.5a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0zM8 17.5a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0z"
        }
    }
}

/// Signs of the graph page's controls, which the site's own sheet goes without.
enum GraphGlyph {
    static let all =
        [Glyph.filter, .close, .plus].map { SiteGlyph(name: $0.rawValue, path: $0.path) } + [
            SiteGlyph(name: "minus", path: "M5 12h14"),
            SiteGlyph(
                name: "fit",
                path:
                    "M4 9V5.5A1.5 1.5 0 0 1 5.5 4H9M15 4h3.5A1.5 1.5 0 0 1 20 5.5V9M20 15v3.5a1.5 1.5 0 0 1-1.5 1.5H15M9 20H5.5A1.5 1.5 0 0 1 4 18.5V15"
            ),
            SiteGlyph(name: "full", path: "M14 4h6v6M20 4l-6.5 6.5M10 20H4v-6M4 20l6.5-6.5"),
        ]
}

/// A glyph that pages of the site can show by the class `g-NAME`.
struct SiteGlyph {
    let name: String
    let path: String

    /// Every one that there is.
    static let all = Glyph.allCases.map { SiteGlyph(name: $0.rawValue, path: $0.path) } + icons

    /// Those that the site's own templates, styles and scripts use: page types and file kinds, places, controls, callouts.
    static let used = (TypeStyle.known + interface).map { SiteGlyph(name: $0.rawValue, path: $0.path) } + icons

    private static let interface: [Glyph] = [
        .home, .wiki, .graph, .more, .search, .sun, .moon, .chevron, .external, .link, .check, .warning, .info, .clock, .image, .tag,
        .folder,
        .copy, .arrowUp,
    ]
    private static let icons = Icon.allCases.map { SiteGlyph(name: $0.rawValue, path: $0.path) }
}
