import Mustache
import Site
import Theme

/// The index of screens and a page for each.
struct ScreenPages: Sendable {
    let layout: GalleryLayout
    let app: AppModels
    /// Figures for the index's opening.
    let facts: [(number: String, label: String)]

    func index() -> Model {
        let main = Catalogue.mainScreens.enumerated().map { number, screen in
            card(screen).adding([
                .number: .text("0\(number + 1)"), .parts: .text(screen.parts), .haptics: .text(screen.haptics),
                .sides: stage(screen, screen.states[0], root: ""),
            ])
        }
        let others = Catalogue.otherScreens.map {
            card($0).adding([.sides: stage($0, $0.states[0], root: "", size: "thumb", isStill: true)])
        }
        return layout.model("Screens", in: .screens).adding([
            .facts: .models(facts.map { Model([.number: .text($0.number), .label: .text($0.label)]) }), .mainScreens: .models(main),
            .otherScreens: .models(others),
        ])
    }

    func page(_ screen: Screen) -> Model {
        let states = screen.states.dropFirst().enumerated().map { number, state in
            Model([
                .id: .text("state-\(number + 1)"), .title: .text(state.title), .note: .text(state.note),
                .sides: stage(screen, state, root: "../", size: "half", isStill: true),
            ])
        }
        return layout.model(screen.title, in: .screens, root: "../").adding([
            .group: .text(screen.tab.rawValue.prefix(1).uppercased() + screen.tab.rawValue.dropFirst()), .summary: .text(screen.summary),
            .parts: .text(screen.parts), .haptics: .text(screen.haptics), .content: .text(screen.content.rawValue),
            .sides: stage(screen, screen.states[0], root: "../", size: "full"), .hasStates: .flag(!states.isEmpty),
            .states: .models(Array(states)),
            .statesLede: .text("The same screen in what else can happen to it. Each picture opens as a document of its own."),
        ])
    }

    func card(_ screen: Screen) -> Model {
        Model([
            .id: .text(screen.id), .title: .text(screen.title), .summary: .text(screen.summary), .href: .text("screens/\(screen.id).html"),
            .stateLabel: .text(screen.states.count == 1 ? "1 state" : "\(screen.states.count) states"),
        ])
    }

    func stage(_ screen: Screen, _ state: ScreenState, root: String, size: String? = nil, isStill: Bool = false) -> Value {
        GalleryLayout.sides { appearance in
            Model([
                .label: .text(GalleryLayout.name(appearance)), .href: .text(screen.livePath(state, appearance.rawValue)),
                .root: .text(root),
                .size: Value(size), .form: Value(state.form), .isStill: .flag(isStill), .isThumb: .flag(size == "thumb"),
                .frameTitle: .text("\(screen.title), \(state.title.lowercased()), \(appearance.rawValue)\(isStill ? ", picture" : "")"),
            ])
        }
    }
}
