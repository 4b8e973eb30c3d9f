/// Small signs of the interface that are not the brand's: drawn on the same grid, with the same stroke.
enum Icon: String, CaseIterable {
    case system, community, audio, video, table, mark

    /// SVG path data on the 24 px grid.
    var path: String {
        switch self {
        case .system:
            "M5 4.5h14a1.75 1.75 0 0 1 1.75 1.75v8.5A1.75 1.75 0 0 1 19 16.5H5a1.75 1.75 0 0 1-1.75-1.75v-8.5A1.75 1.75 0 0 1 5 4.5zM9 20h6M12 16.5V20"
        case .community:
            "M9.5 8.25a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM20.5 8.25a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM15 17.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0z"
                + "M9.5 8.25h5M8 10.9l2.5 4M16 10.9l-2.5 4"
        case .audio:
            "M9 18V5.5l10.5-2V16M9 18a2.75 2.75 0 1 1-5.5 0A2.75 2.75 0 0 1 9 18zM19.5 16a2.75 2.75 0 1 1-5.5 0 2.75 2.75 0 0 1 5.5 0z"
        case .video:
            "M5 5h14a1.75 1.75 0 0 1 1.75 1.75v10.5A1.75 1.75 0 0 1 19 19H5a1.75 1.75 0 0 1-1.75-1.75V6.75A1.75 1.75 0 0 1 5 5zM10 9v6l5-3z"
        case .table:
            "M5 4.5h14A1.5 1.5 0 0 1 20.5 6v12a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18V6A1.5 1.5 0 0 1 5 4.5zM3.5 9.75h17M3.5 14.5h17M9.75 9.75v9.75"
        case .mark:
            "M17.5 5.5C13 3 7 4.5 7 8.5s10 3 10 7-6 5.5-10.5 3M19 6.5a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0zM8 17.5a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0z"
        }
    }
}
