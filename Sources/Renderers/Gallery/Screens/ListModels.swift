import Mustache
import Site
import Theme

/// Building blocks of the screens that are lists in sections.
extension AppModels {
    struct Item {
        var glyph: Glyph?
        /// Which type's tint the tile has; it groups the items of a list.
        var tint = "entity"
        var title: String
        var note: String?
        var isMono = false
        var state: (glyph: Glyph, label: String, tone: String)?
        var value: String?
        var screen: String?
        /// Words of two actions that a swipe has laid open: rename, revoke.
        var swiped: (String, String)?
    }

    func model(_ item: Item, _ request: Request) -> Model {
        var model = Model([
            .href: Value(item.screen.map(request.href)), .title: .text(item.title), .note: Value(item.note), .isMono: .flag(item.isMono),
            .glyph: Value(item.glyph?.rawValue), .typeKey: .text(item.tint), .number: Value(item.value), .state: .flag(false),
            .swiped: .flag(item.swiped != nil), .shareLabel: Value(item.swiped?.0), .pinLabel: Value(item.swiped?.1),
        ])
        if let state = item.state {
            model[.state] = .model([.glyph: .text(state.glyph.rawValue), .label: .text(state.label), .tone: .text(state.tone)])
        }
        return model
    }

    func group(_ label: String?, _ items: [Item], note: String? = nil, _ request: Request) -> Model {
        Model([
            .label: Value(label), .items: .models(items.map { model($0, request) }), .note: Value(note), .switches: .flag(false),
        ])
    }

    func switches(_ label: String?, _ items: [(title: String, note: String?, isOn: Bool)], note: String? = nil) -> Model {
        Model([
            .label: Value(label), .items: .flag(false), .note: Value(note),
            .switches: .models(items.map { Model([.title: .text($0.title), .note: Value($0.note), .isOn: .flag($0.isOn)]) }),
        ])
    }

    func figures(_ figures: [(number: String, label: String, tone: String?)]) -> [Field: Value] {
        let models = figures.map { Model([.number: .text($0.number), .label: .text($0.label), .tone: Value($0.tone)]) }
        return [.hasFigures: .flag(true), .figures: .models(models)]
    }

    func buttons(_ buttons: [(label: String, tone: String?)]) -> [Field: Value] {
        let models = buttons.map { Model([.label: .text($0.label), .tone: Value($0.tone)]) }
        return [.hasButtons: .flag(!buttons.isEmpty), .buttons: .models(models)]
    }

    /// A card with glyph, chips, a few lines, progress and what can be done.
    func card(
        _ glyph: Glyph, _ tint: String, _ title: String, chips: [(glyph: Glyph, label: String, tint: String?)], _ summary: String,
        progress: (percent: Int, label: String)? = nil, buttons actions: [(label: String, tone: String?)] = []
    ) -> Model {
        let chips = chips.map { Model([.glyph: .text($0.glyph.rawValue), .label: .text($0.label), .typeKey: Value($0.tint)]) }
        return Model([
            .glyph: .text(glyph.rawValue), .typeKey: .text(tint), .title: .text(title), .chips: .models(chips), .summary: .text(summary),
            .progress: progress.map { .model([.number: .number($0.percent), .label: .text($0.label)]) } ?? .flag(false),
        ]).adding(buttons(actions))
    }

    func steps(_ steps: [(glyph: Glyph, tone: String, title: String, note: String)]) -> [Field: Value] {
        let models = steps.map {
            Model([.glyph: .text($0.glyph.rawValue), .tone: .text($0.tone), .title: .text($0.title), .note: .text($0.note)])
        }
        return [.hasSteps: .flag(true), .steps: .models(models)]
    }

    func list(_ request: Request) -> [Field: Value] {
        switch request.screen.id {
        case "review": review(request)
        case "sources": sources(request)
        case "ingest": ingest(request)
        case "activity": activity(request)
        case "research": research(request)
        case "providers": providers(request)
        case "vaults": vaults(request)
        case "tokens": tokens(request)
        case "settings": settings(request)
        case "language": language(request)
        default: more(request)
        }
    }
}
