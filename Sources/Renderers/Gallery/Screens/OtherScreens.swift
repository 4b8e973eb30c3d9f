extension Catalogue {
    static let otherScreens: [Screen] = [
        Screen(
            id: "chat", title: "Chat", tab: .chat, summary: "Answers out of the vault, each with the pages that it rests on.",
            parts: "Bubble, Chip, composer", haptics: "A tap when an answer is complete.", content: .mock,
            states: [
                .filled, ScreenState("writing", "Being written", "Words arrive; the caret stands where the next one comes.", .writing),
                .empty("Three questions to begin with, taken from the vault."), .loading, .failed, .collapsed, .rightToLeft, .italian,
                .japanese, .text(135), .text(200),
                .text(310),
            ]),
        Screen(
            id: "search", title: "Search", tab: .wiki, summary: "Pages that hold the words, best first, with the type beside the title.",
            parts: "Search field, Chip, ListRow, EmptyState", haptics: "None.", content: .vault,
            states: [
                .filled, ScreenState("none", "No results", "Says so, and what to try.", .none), .loading, .failed, .rightToLeft, .italian,
                .japanese, .text(135), .text(200), .text(310),
            ]),
        Screen(
            id: "review", title: "Review", tab: .more, summary: "Proposals that wait for a person: create, research or skip.",
            parts: "Card, Chip, Button", haptics: "A firm tap on a decision.", content: .mock,
            states: [
                .filled, .empty("Nothing to decide."), .loading, .failed, .refreshing, .collapsed, .rightToLeft, .italian, .japanese,
                .text(200), .text(310),
            ]),
        Screen(
            id: "sources", title: "Sources", tab: .more, summary: "The files that everything rests on, and how many pages cite each.",
            parts: "ListRow, TypeGlyph", haptics: "None.", content: .vault,
            states: [
                .filled, .empty("No file was given yet."), .loading, .failed, .refreshing, .collapsed, .rightToLeft, .italian, .japanese,
                .text(200), .text(310),
            ]),
        Screen(
            id: "ingest", title: "Ingest", tab: .more, summary: "A file becomes pages: read, analysed, written, linked; each step is told.",
            parts: "Card, progress, steps", haptics: "A tap at the end of a run.", content: .mock,
            states: [
                .filled, ScreenState("failed", "Failed", "Which step, why, and what was kept.", .failed), .empty("Waiting for a file."),
                .loading, .rightToLeft, .italian, .japanese, .text(200), .text(310),
            ]),
        Screen(
            id: "activity", title: "Activity", tab: .more, summary: "Runs of the last days with their outcome and their cost.",
            parts: "StatTile, ListRow", haptics: "None.", content: .mock,
            states: [
                .filled, .empty("No run yet."), .loading, .failed, .refreshing, .rightToLeft, .italian, .japanese, .text(200), .text(310),
            ]),
        Screen(
            id: "research", title: "Research", tab: .more, summary: "A question is followed out of the vault and comes back with sources.",
            parts: "Card, progress, steps", haptics: "A tap when a report is ready.", content: .mock,
            states: [
                .filled, .empty("Nothing is being researched."), .loading, .failed, .rightToLeft, .italian, .japanese, .text(200),
                .text(310),
            ]),
        Screen(
            id: "providers", title: "Providers", tab: .more, summary: "Which model does which work, and what stands in when it cannot.",
            parts: "ListRow, Callout", haptics: "None.", content: .mock,
            states: [.filled, .loading, .failed, .rightToLeft, .italian, .japanese, .text(200), .text(310)]),
        Screen(
            id: "vaults", title: "Vaults", tab: .more, summary: "One server, several vaults; one of them is open.",
            parts: "ListRow", haptics: "A tap when the vault changes.", content: .mock,
            states: [.filled, .loading, .failed, .rightToLeft, .italian, .japanese, .text(200), .text(310)]),
        Screen(
            id: "tokens", title: "Device tokens", tab: .more, summary: "One token a device, each revoked on its own.",
            parts: "ListRow, Button, Callout", haptics: "A firm tap before a token is revoked.", content: .mock,
            states: [
                .filled, ScreenState("created", "Just created", "The secret is shown once.", .created),
                .empty("No device has a token yet."),
                ScreenState("swiped", "Row swiped open", "Revoke, in red, with its word.", .swiped), .loading, .failed, .rightToLeft,
                .italian, .japanese, .text(200),
                .text(310),
            ]),
        Screen(
            id: "settings", title: "Vault settings", tab: .more, summary: "What this vault does by itself, and what it asks about first.",
            parts: "ListRow, switch", haptics: "A light tap on a switch.", content: .mock,
            states: [.filled, .loading, .failed, .rightToLeft, .italian, .japanese, .text(135), .text(200), .text(310)]),
        Screen(
            id: "language", title: "Language", tab: .more, summary: "The language of the app, and the one that new pages are written in.",
            parts: "ListRow", haptics: "A tap on a choice.", content: .mock,
            states: [.filled, .rightToLeft, .italian, .japanese, .text(200), .text(310)]),
        Screen(
            id: "more", title: "More", tab: .more, summary: "Work and settings, in two lists.", parts: "ListRow, TypeGlyph",
            haptics: "None.",
            content: .mock,
            states: [
                .filled, ScreenState("failed", "Not connected", "The server's line says so first.", .failed), .collapsed, .rightToLeft,
                .italian, .japanese, .text(200),
                .text(310),
            ]),
    ]
}
