/// A screen of the app: what is approved or rejected as one.
struct Screen: Sendable {
    enum Content: String, Sendable {
        /// Filled from the snapshot.
        case vault = "From this vault."
        /// The project's own plausible content, where a snapshot has none.
        case mock = "Plausible figures of our own: a snapshot does not hold these."
    }
    enum Tab: String, Sendable, CaseIterable { case home, wiki, chat, graph, more }

    var id: String
    var title: String
    var tab: Tab
    var summary: String
    /// Components that it is made of.
    var parts: String
    /// What the hand feels: a page cannot show it.
    var haptics: String
    var content: Content
    var states: [ScreenState]

    /// Screens that `--data real` fills from the snapshot, or empties where it knows nothing.
    static let realWhereKnown: Set<String> = ["review", "activity", "providers", "vaults", "tokens"]

    /// Where a live document lies, from the gallery's root.
    func livePath(_ state: ScreenState, _ side: String) -> String { "live/\(id)-\(state.id)-\(side).html" }
}

/// One state of a screen.
struct ScreenState: Sendable {
    enum Kind: Sendable, Equatable {
        case filled, empty, loading, failed
        case longTitles, collapsed, swiped, refreshing, menu, selected, writing, created, none
        case language(AppWords.Language)
        /// The reader's text size in percent.
        case text(Int)
        /// The page in another language, in an app that stays English.
        case page(String)
    }

    var id: String
    var title: String
    var note: String
    var kind: Kind
    /// Names the state among those of its screen, devices included.
    var key: String { form ?? id }
    /// Class of the device, where it is not the phone: `small`, `large`, `tablet`.
    var form: String?

    init(_ id: String, _ title: String, _ note: String, _ kind: Kind, form: String? = nil) {
        self.id = id
        self.title = title
        self.note = note
        self.kind = kind
        self.form = form
    }

    static let filled = ScreenState("filled", "Filled", "As it is most days.", .filled)
    static let loading = ScreenState("loading", "Loading", "The shape of what comes; still, also without reduced motion.", .loading)
    static let failed = ScreenState("failed", "Failed", "What happened, in words, and one way on.", .failed)
    static let refreshing = ScreenState(
        "refreshing", "Pulled to refresh", "A turning sign; it stands still under reduced motion.", .refreshing)
    static let collapsed = ScreenState("collapsed", "Title collapsed", "Scrolled: the large title has moved into the bar.", .collapsed)
    static let rightToLeft = ScreenState(
        "rtl", "Right to left", "Arabic: everything mirrors but glyphs that mean a thing.", .language(.arabic))
    static let italian = ScreenState("it", "Italian", "Longer words than English in the same places.", .language(.italian))
    static let japanese = ScreenState("ja", "Japanese", "No spaces, fewer letters, taller ones.", .language(.japanese))
    static func empty(_ note: String) -> ScreenState { ScreenState("empty", "Empty", note, .empty) }
    static func text(_ percent: Int) -> ScreenState {
        ScreenState(
            "text-\(percent)", "Text at \(percent) %", "The reader's own size; nothing is cut off, nothing overlaps.", .text(percent))
    }
    static func device(_ form: String, _ title: String, _ note: String) -> ScreenState {
        ScreenState("filled", title, note, .filled, form: form)
    }
}
