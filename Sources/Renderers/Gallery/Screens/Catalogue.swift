/// Every screen of the app, in the order of the tabs; the first of a state list is the screen itself.
enum Catalogue {
    static let screens: [Screen] = mainScreens + otherScreens

    static let mainScreens: [Screen] = [
        Screen(
            id: "home", title: "Home", tab: .home,
            summary: "The vault at a glance: what it holds, what moved last, what waits for a decision.",
            parts: "Hero card, StatTile, ListRow, TabBar", haptics: "A soft tick when the pull passes its threshold.", content: .vault,
            states: [
                .filled, .empty("A vault before its first page says what to do next."), .loading, .failed, .refreshing, .collapsed,
                .rightToLeft, .italian, .japanese, .text(135), .text(200), .text(310),
            ]),
        Screen(
            id: "wiki", title: "Wiki", tab: .wiki,
            summary: "Every page, found by a word or by its type. A row says what a page is before it is opened.",
            parts: "Search field, Chip, ListRow, TypeGlyph", haptics: "A light tap when a row opens fully; a firm one when its menu comes.",
            content: .vault,
            states: [
                .filled, .empty("No page of the chosen type."), .loading, .failed,
                ScreenState("long", "Long titles", "The vault's longest titles first; two lines, then an ellipsis.", .longTitles),
                .collapsed,
                ScreenState("swiped", "Row swiped open", "Pin and share under the thumb.", .swiped), .refreshing,
                ScreenState("menu", "Context menu", "Held: the row lifts, the rest steps back.", .menu), .rightToLeft, .italian, .japanese,
                .text(135), .text(200), .text(310),
            ]),
        Screen(
            id: "reading", title: "Reading", tab: .wiki,
            summary: "A page as it is published: what it is, what it rests on, and everything that leads to and from it.",
            parts: "Chip, Prose, Source card, ListRow", haptics: "None: reading is quiet.", content: .vault,
            states: [
                .filled, .loading, .failed,
                ScreenState("long", "Long title", "The longest title of the vault; it wraps and breaks.", .longTitles),
                .collapsed,
                ScreenState("other", "Another language", "The page names its own language; the app keeps its own.", .page("other")),
                .rightToLeft, .italian, .japanese, .text(135), .text(200), .text(310),
            ]),
        Screen(
            id: "graph", title: "Graph", tab: .graph,
            summary: "The whole vault on one ground: stored coordinates, sizes by connection, colours by type.",
            parts: "Canvas, Legend, Card, count pill", haptics: "A tick when a node is caught.", content: .vault,
            states: [
                .filled,
                ScreenState("selected", "Node chosen", "Its neighbours stay, the rest steps back, a card says what it is.", .selected),
                .empty("No links between pages yet."), .loading, .failed, .rightToLeft, .italian, .japanese, .text(135), .text(200),
                .text(310),
            ]),
    ]
}
