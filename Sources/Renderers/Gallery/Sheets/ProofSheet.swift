import Mustache
import Site
import Theme

/// What can be measured about the design, measured.
struct ProofSheet: Sendable {
    let layout: GalleryLayout
    let theme: Theme
    let styles: GalleryStyles
    let material: ReviewMaterial

    /// Figures for the index's opening.
    func facts(screens: [Screen]) -> [(number: String, label: String)] {
        let (passed, all) = contrastCount
        return [
            (String(screens.count), "screens"), (String(screens.reduce(0) { $0 + $1.states.count }), "states, each in both themes"),
            (String(theme.variables.count), "tokens and derived values"), ("\(passed)/\(all)", "contrast checks passed"),
        ]
    }

    private var contrastCount: (passed: Int, all: Int) {
        let checks = theme.pairings.flatMap { pairing in Appearance.allCases.map { pairing.ratio($0, in: theme) >= pairing.required } }
        return (checks.count { $0 }, checks.count)
    }

    /// - Parameter evidence: of the screens, to compare with what was approved.
    func model(_ evidence: [Evidence]) -> Model {
        let (passed, all) = contrastCount
        return layout.model("Proof", in: .proof).adding([
            .summary: .text("\(all) pairings in two themes"), .verdicts: .models(verdicts(passed, all)), .contrast: .models(contrast),
            .palettes: .models(palettes), .drift: .models(drift(evidence)),
        ])
    }

    // MARK: Verdicts

    private func verdicts(_ passed: Int, _ all: Int) -> [Model] {
        func verdict(_ isGood: Bool, _ title: String, _ note: String) -> Model {
            Model([
                .verdict: .text(isGood ? "pass" : "fail"), .glyphSVG: .markup(Array((isGood ? Glyph.check : .warning).svg().utf8)),
                .title: .text(title),
                .note: .text(note),
            ])
        }
        let blacks = blackValues
        let legacy = legacyUses
        return [
            verdict(passed == all, "\(passed) of \(all)", "pairings reach the contrast that they owe"),
            verdict(blacks == 0, blacks == 0 ? "No pure black" : "\(blacks) pure blacks", "in tokens, derived values and style sheets"),
            verdict(
                legacy == 0, legacy == 0 ? "No legacy value" : "\(legacy) legacy values",
                "\(theme.legacyAccent?.hex ?? "") stands in the dark gradient only, as its middle"),
            verdict(
                styles.usage.unknown.isEmpty && styles.usage.literals.isEmpty,
                styles.usage.unknown.isEmpty && styles.usage.literals.isEmpty
                    ? "No drift" : "\(styles.usage.unknown.count + styles.usage.literals.count) drifts",
                "style sheets use tokens and nothing else"),
        ]
    }

    private var blackValues: Int {
        let tokens = (theme.colors + theme.derived.map(\.token)).count { $0.light.isPureBlack || $0.dark.isPureBlack }
        let stops = theme.gradients.flatMap(\.stops).count { $0.color.isPureBlack }
        let sheets = styles.usage.literals.count { RGB(css: $0.text)?.isPureBlack ?? false }
        return tokens + stops + sheets
    }

    /// The middle of the dark gradient outside that gradient: an accent of former days that the brand allows nowhere else.
    private var legacyUses: Int {
        guard let legacy = theme.legacyAccent else { return 0 }
        let tokens = (theme.colors + theme.derived.map(\.token)).count { $0.light == legacy || $0.dark == legacy }
        let stops = theme.gradients.filter { $0.name != "brand-dark" }.flatMap(\.stops).count { $0.color == legacy }
        return tokens + stops + styles.usage.literals.count { RGB(css: $0.text) == legacy }
    }

    // MARK: Contrast

    private var contrast: [Model] {
        var order: [String] = []
        var byFront: [String: [Pairing]] = [:]
        for pairing in theme.pairings {
            let key = "\(pairing.front) \(pairing.use.rawValue)"
            if byFront[key] == nil { order.append(key) }
            byFront[key, default: []].append(pairing)
        }
        return order.compactMap { key in byFront[key].map(contrast) }
    }

    private func contrast(_ pairings: [Pairing]) -> Model {
        let first = pairings[0]
        return Model([
            .name: .text(first.front), .owes: .text(first.use == .text ? "text 4.5" : "mark 3.0"),
            .sides: GalleryLayout.sides { appearance in
                let worst = pairings.min { $0.ratio(appearance, in: theme) < $1.ratio(appearance, in: theme) } ?? first
                return sample(worst, appearance)
            },
            .rows: .models(
                pairings.map { pairing in
                    Model([.name: .text(pairing.ground), .sides: GalleryLayout.sides { sample(pairing, $0) }])
                }),
        ])
    }

    private func sample(_ pairing: Pairing, _ appearance: Appearance) -> Model {
        let ratio = pairing.ratio(appearance, in: theme)
        let lightness = theme.color(pairing.front, appearance).readability(on: theme.color(pairing.ground, appearance))
        func name(_ token: String) -> String {
            (theme.colors + theme.derived.map(\.token)).first { $0.name == token }.map { Swatches.name($0.variable) } ?? ""
        }
        let isGood = ratio >= pairing.required
        return Model([
            .ground: .text("sw-\(name(pairing.ground))"), .className: .text("in-\(name(pairing.front))"),
            .isInk: .flag(pairing.use == .text),
            .ratio: .text(Figure.ratio(ratio)), .advice: .text(Figure.lightness(lightness)), .verdict: .text(isGood ? "pass" : "fail"),
            .label: .text(isGood ? "Pass" : "Fail"),
        ])
    }

    // MARK: Colour vision

    private var palettes: [Model] {
        Appearance.allCases.flatMap { appearance in
            [("Types", Swatches.typeTokens), ("Communities", Swatches.communityTokens)].map { title, tokens in
                Model([
                    .appearance: .text(appearance.rawValue), .title: .text("\(title), \(appearance.rawValue)"),
                    .visions: .models(([nil] + ColorVision.allCases).map { vision(tokens, $0, appearance) }),
                ])
            }
        }
    }

    private func vision(_ tokens: [String], _ vision: ColorVision?, _ appearance: Appearance) -> Model {
        func seen(_ token: String) -> RGB { vision.map { theme.color(token, appearance).seen(with: $0) } ?? theme.color(token, appearance) }
        var closest: (distance: Double, left: String, right: String)?
        for (index, left) in tokens.enumerated() {
            for right in tokens.dropFirst(index + 1) {
                let distance = seen(left).difference(from: seen(right))
                if distance < closest?.distance ?? .infinity { closest = (distance, short(left), short(right)) }
            }
        }
        let note = closest.map { "closest: \($0.left) and \($0.right), \(Figure.plain($0.distance))" } ?? ""
        let name = vision.map { $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst() } ?? "All cones"
        return Model([
            .label: .text(name), .note: .text(note),
            .colors: .models(tokens.map { Model([.className: .text(Swatches.vision($0, vision, appearance)), .name: .text(short($0))]) }),
        ])
    }

    private func short(_ token: String) -> String { String(token.drop { $0 != "." }.dropFirst()) }

    // MARK: Drift

    private func drift(_ evidence: [Evidence]) -> [Model] {
        func rows(_ places: [TokenUsage.Place]) -> [Model] {
            places.prefix(40).map { Model([.name: .text($0.text), .note: .text("\($0.file): \($0.rule.prefix(60))")]) }
        }
        func section(_ title: String, _ count: Int, _ note: String, _ rows: [Model]) -> Model {
            Model([.title: .text(title), .number: .number(count), .note: .text(note), .hasRows: .flag(!rows.isEmpty), .rows: .models(rows)])
        }
        let unused = styles.usage.unused
        return [
            section(
                "Used, but no token", styles.usage.unknown.count, "Custom properties that nothing defines.", rows(styles.usage.unknown)),
            section(
                "Values instead of tokens", styles.usage.literals.count, "Colours written out in a style sheet.",
                rows(styles.usage.literals)),
            section(
                "Tokens that nothing uses", unused.count, "By the site and the app; posters and marks read the file themselves.",
                unused.prefix(60).map { Model([.name: .text($0), .note: .text("")]) }),
            approvedDrift(evidence, section),
        ]
    }

    /// Values of tokens that the last approvals were made on, where they differ now; a token once, with the screens that it touches.
    private func approvedDrift(_ evidence: [Evidence], _ section: (String, Int, String, [Model]) -> Model) -> Model {
        var touched: [String: (words: String, screens: [String])] = [:]
        for screen in evidence {
            for change in material.approved[screen.screen]?.drift(to: screen) ?? [] where !change.before.isEmpty && !change.now.isEmpty {
                touched[change.name, default: ("\(change.before) is now \(change.now)", [])].screens.append(screen.title)
            }
        }
        let rows = touched.sorted { $0.key < $1.key }.map { name, change in
            Model([.name: .text(name), .note: .text("\(change.words); in \(change.screens.joined(separator: ", "))")])
        }
        let note = material.approved.isEmpty ? "Nothing was approved yet." : "Against the values that the last approvals were made on."
        return section("Differs from what was approved", rows.count, note, rows)
    }
}
