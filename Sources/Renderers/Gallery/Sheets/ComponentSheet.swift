import Mustache
import Site
import Theme

/// The parts that screens are made of, with their states.
struct ComponentSheet: Sendable {
    let layout: GalleryLayout
    let app: AppModels

    private struct Component {
        var partial: String
        var title: String
        var summary: String
        var notes: [(String, String)]
    }

    private static let components: [Component] = [
        Component(
            partial: "button", title: "Button",
            summary: "Primary leads on, secondary stands beside it, ghost steps back, destructive asks first.",
            notes: [("Height", "40 px, 44 px under a thumb"), ("Edge", "3:1 on every surface"), ("Use", "One primary a view")]),
        Component(
            partial: "card", title: "Card", summary: "A ground that lifts what belongs together off the page.",
            notes: [("Radius", "12 px"), ("Edge", "A hairline and a soft shadow; a card that leads somewhere is a link as a whole")]),
        Component(
            partial: "chip", title: "Chip", summary: "A type, a filter or a place, in a word with its glyph.",
            notes: [("Words", "Strong variant on the tint, 4.5:1"), ("Chosen", "The accent, with what reads on it")]),
        Component(
            partial: "row", title: "ListRow",
            summary: "A page in one or two lines: tile, title, one line of summary, figures where there is room.",
            notes: [
                ("Height", "60 px at least"), ("Long titles", "Two lines, then an ellipsis"),
                ("Scripts", "Each line takes its own direction"),
            ]),
        Component(
            partial: "empty", title: "EmptyState", summary: "Says what is not there, why, and one way on.",
            notes: [("Words", "A sentence, not an apology"), ("Action", "One, or none")]),
        Component(
            partial: "skeleton", title: "Skeleton", summary: "The shape of what is coming. It does not shimmer, for anyone.",
            notes: [("Told", "aria-busy on the list"), ("Colour", "The hover surface")]),
        Component(
            partial: "glyph", title: "TypeGlyph",
            summary: "One sign for each type, in a tile of its tint; as a dot where there is no room.",
            notes: [("Paths", "The same in site, viewer and posters"), ("Contrast", "4.5:1 on the tint")]),
        Component(
            partial: "stat", title: "StatTile", summary: "How many, of what; leads to the list.",
            notes: [("Figures", "Tabular, 28 px"), ("Label", "Plural")]),
        Component(
            partial: "legend", title: "Legend", summary: "Counts by type beside the graph and under the bar of the home page.",
            notes: [("Sign", "Dot, number and word together")]),
        Component(
            partial: "callout", title: "Callout", summary: "Something set apart: a note, a tip, a warning, a danger, a quotation.",
            notes: [("Sign", "Glyph and title; the edge is not alone"), ("Text", "4.5:1 on each ground")]),
        Component(
            partial: "tabs", title: "TabBar", summary: "Five places, each with its own stack. The chosen one has the accent, and is said.",
            notes: [("Target", "48 px"), ("Text size", "Grows to 14 px, the glyph keeps its size")]),
        Component(
            partial: "controls", title: "Field, segments, switch", summary: "What takes input.",
            notes: [("Edge", "border-strong, 3:1"), ("Focus", "The accent, two pixels")]),
    ]

    func model() -> Model {
        let components = Self.components
        return layout.model("Components", in: .components).adding([
            .toc: .models(components.map { Model([.id: .text($0.partial), .label: .text($0.title)]) }),
            .components: .models(
                components.map { component in
                    Model([
                        .id: .text(component.partial), .title: .text(component.title), .summary: .text(component.summary),
                        .notes: .models(component.notes.map { Model([.label: .text($0.0), .note: .text($0.1)]) }),
                        .partial: .text("gallery/parts/\(component.partial)"),
                        .sides: GalleryLayout.sides { specimen($0).adding([.label: .text(GalleryLayout.name($0))]) },
                    ])
                }),
        ])
    }

    /// What the specimens are filled with: the vault's own pages and counts.
    private func specimen(_ appearance: Appearance) -> Model {
        let words = AppWords(language: .english)
        let long = layout.site.pages.indices.max { (layout.site.pages[$0].title.count, $1) < (layout.site.pages[$1].title.count, $0) }
        let request = AppModels.Request(screen: Catalogue.screens[0], state: .filled, appearance: appearance)
        let rows = (Array(app.readablePages.prefix(2)) + (long.map { [$0] } ?? [])).map {
            app.row($0, request).adding([.href: .text("#row")])
        }
        let types = app.types(words, href: "#glyph")
        return Model([
            .rows: .models(rows), .types: .models(types),
            .stats: .models(
                types.prefix(4).enumerated().map { index, model in
                    model.adding([.state: index == 1 ? .text("is-hover") : (index == 2 ? .text("is-focus-visible") : .flag(false))])
                }),
            .callouts: .models([
                callout("note", "Note", "A scrub reads every block and compares it with its checksum."),
                callout("tip", "Tip", "Schedule it for a night without backups."),
                callout("warning", "Warning", "Two disks of one batch tend to fail together."),
                callout("danger", "Danger", "Destroying a pool cannot be undone."),
                callout("quote", "From the runbook", "A backup that was never restored is a hope."),
            ]),
            .tabs: .models(
                Screen.Tab.allCases.map { tab in
                    Model([
                        .glyph: .text(tab.rawValue), .label: .text(tab.rawValue.prefix(1).uppercased() + tab.rawValue.dropFirst()),
                        .current: tab == .wiki ? .text("page") : .flag(false),
                    ])
                }),
        ])
    }

    private func callout(_ name: String, _ title: String, _ text: String) -> Model {
        Model([.name: .text(name), .title: .text(title), .text: .text(text)])
    }
}
