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
        let states = Array(screen.states.dropFirst()).map { item(screen, $0) }
        return layout.model(screen.title, in: .screens, root: "../").adding([
            .group: .text(screen.tab.rawValue.prefix(1).uppercased() + screen.tab.rawValue.dropFirst()), .summary: .text(screen.summary),
            .parts: .text(screen.parts), .haptics: .text(screen.haptics), .content: .text(content(screen)),
            .sides: stage(screen, screen.states[0], root: "../", size: "full"), .hasStates: .flag(!states.isEmpty),
            .states: .models(states), .devices: .models(Device.states.map { item(screen, $0) }),
            .statesLede: .text("The same screen in what else can happen to it. Each picture is a document of its own."),
            .steps: .models(neighbours(of: screen)),
        ])
    }

    private func item(_ screen: Screen, _ state: ScreenState) -> Model {
        Model([
            .id: .text("state-\(state.key)"), .title: .text(state.title), .note: .text(state.note),
            .wide: .flag(["tablet", "desktop"].contains(state.form)),
            .sides: stage(screen, state, root: "../", size: "half", isStill: true),
        ])
    }

    /// The screens before and after this one.
    private func neighbours(of screen: Screen) -> [Model] {
        guard let index = Catalogue.screens.firstIndex(where: { $0.id == screen.id }) else { return [] }
        return [(index - 1, "Previous"), (index + 1, "Next")].filter { Catalogue.screens.indices.contains($0.0) }.map { place, label in
            Model([
                .href: .text("\(Catalogue.screens[place].id).html"), .label: .text(label), .title: .text(Catalogue.screens[place].title),
            ])
        }
    }

    private func content(_ screen: Screen) -> String {
        let isReal = app.data == .real && Screen.realWhereKnown.contains(screen.id)
        return (isReal ? .vault : screen.content).rawValue
    }

    func card(_ screen: Screen) -> Model {
        Model([
            .id: .text(screen.id), .title: .text(screen.title), .summary: .text(screen.summary), .href: .text("screens/\(screen.id).html"),
            .stateLabel: .text(
                "\(screen.states.count) \(screen.states.count == 1 ? "state" : "states"), \(Device.states.count + 1) devices"),
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
