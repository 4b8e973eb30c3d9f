import Foundation
import Mustache
import Site
import Theme

/// Every screen with what was decided about it, what has changed since, and the means to decide.
struct ReviewPage: Sendable {
    let layout: GalleryLayout
    let pages: ScreenPages
    let material: ReviewMaterial

    /// - Parameter evidence: of the screens in their order, then of the matters.
    func model(_ evidence: [Evidence]) -> Model {
        let standings = evidence.map { material.ledger.standing(of: $0) }
        let screens = zip(Catalogue.screens, zip(evidence, standings)).enumerated().map { number, item in
            screen(item.0, item.1.0, item.1.1, number: number)
        }
        let rest = zip(material.matters, zip(evidence, standings).dropFirst(screens.count)).enumerated().map { number, item in
            matter(item.0, item.1.0, item.1.1, number: number)
        }
        return layout.model("Review", in: .review).adding([
            .summary: .text(summary), .cases: .models(screens), .matters: .models(Array(rest)),
            .hasPictures: .flag(!material.pictures.isEmpty), .camera: .text(material.camera),
            .note: .text(PictureComparison.thresholdWords),
        ])
    }

    /// What there is to decide; how much of it is decided, the desk says alone.
    private var summary: String {
        let (screens, others) = (Catalogue.screens.count, material.matters.count)
        return "\(screens) screens" + (others == 0 ? "" : others == 1 ? ", 1 other decision" : ", \(others) other decisions")
    }

    // MARK: Screens

    private func screen(_ screen: Screen, _ evidence: Evidence, _ standing: Ledger.Standing, number: Int) -> Model {
        let shots = (screen.states + Device.states).map { shot(screen, $0) }
        let changed = (screen.states + Device.states).count { state in
            Appearance.allCases.contains { material.changes[screen.shot(state, $0).name] != nil }
        }
        let drift = material.approved[screen.id].map { $0.drift(to: evidence) } ?? []
        return pages.card(screen).adding([
            .number: .text(Self.numeral(number)), .content: .text(evidence.content), .templateHash: .text(evidence.template),
            .tokensHash: .text(evidence.tokens), .picture: Value(evidence.picture),
            .sides: pages.stage(screen, screen.states[0], root: "", size: "half", isStill: true), .shots: .models(shots),
            .changed: .number(changed), .changedLabel: .text(changed == 1 ? "1 picture changed" : "\(changed) pictures changed"),
            .hasChanges: .flag(changed > 0), .hasDrift: .flag(!drift.isEmpty),
            .drift: .models(
                drift.prefix(12).map { Model([.name: .text($0.name), .sides: .models(Self.values($0.before, $0.now))]) }),
        ]).adding(words(standing))
    }

    /// What a button of the strip leads to: the live documents, and pictures before and after where there are any.
    private func shot(_ screen: Screen, _ state: ScreenState) -> Model {
        let device = Device(state.form)
        let worst = Appearance.allCases.compactMap { material.changes[screen.shot(state, $0).name]?.share }.max()
        return Model([
            .id: .text(state.key), .title: .text(state.title), .form: .text(state.form ?? "phone"), .width: .number(device.width),
            .height: .number(device.height), .share: worst.map { .text(Self.percent($0)) } ?? .flag(false),
            .sides: .models(
                Appearance.allCases.map { appearance in
                    let shot = screen.shot(state, appearance)
                    let change = material.changes[shot.name]
                    return Model([
                        .appearance: .text(appearance.rawValue), .href: .text(shot.document),
                        .picture: material.pictures[shot.name] == nil ? .flag(false) : .text(shot.path),
                        .before: change == nil ? .flag(false) : .text("before/\(shot.name).png"),
                        .mask: change?.mask == nil ? .flag(false) : .text("mask/\(shot.name).png"),
                        .share: change.map { .text(Self.percent($0.share)) } ?? .flag(false),
                    ])
                }),
        ])
    }

    // MARK: Matters

    private func matter(_ matter: Matter, _ evidence: Evidence, _ standing: Ledger.Standing, number: Int) -> Model {
        Model([
            .id: .text(matter.id), .title: .text(matter.title), .summary: .text(matter.question),
            .number: .text(Self.numeral(Catalogue.screens.count + number)), .content: .text(evidence.content),
            .templateHash: .text(evidence.template), .tokensHash: .text(evidence.tokens), .isDecidable: .flag(evidence.isDecidable),
            .files: .models(
                matter.attachments.map { file in
                    Model([
                        .name: .text(file.name), .href: .text(matter.path(of: file)), .size: .text(pages.app.bytes(file.bytes.count)),
                        .value: .text(file.sha256),
                        .isPicture: .flag(["png", "jpg", "jpeg", "webp"].contains { file.name.lowercased().hasSuffix(".\($0)") }),
                    ])
                }),
        ]).adding(
            evidence.isDecidable ? words(standing) : [.standing: .text("undecided"), .label: .text("Proposed: no evidence attached")])
    }

    // MARK: Words

    private func words(_ standing: Ledger.Standing) -> [Field: Value] {
        switch standing {
        case .undecided: [.standing: .text("undecided"), .label: .text("Undecided")]
        case .decided(let decision):
            [
                .standing: .text(decision.verdict.rawValue), .comment: .text(decision.comment),
                .label: .text("\(decision.verdict == .approved ? "Approved" : "Rejected") by \(decision.by), \(decision.when.prefix(10))"),
            ]
        case .stale(let decision, let changed):
            [
                .standing: .text("stale"), .comment: .text(decision.comment),
                .label: .text(
                    "Stale: \(changed.joined(separator: ", ")) changed since \(decision.by)'s decision of \(decision.when.prefix(10))"),
            ]
        }
    }

    private static func numeral(_ index: Int) -> String { index < 9 ? "0\(index + 1)" : "\(index + 1)" }

    /// A token's two values, one row for each theme in which they differ; one row where the themes have the same.
    private static func values(_ before: String, _ now: String) -> [Model] {
        func shown(_ value: String) -> Value { .text(value.isEmpty ? "not used" : value) }
        let (old, new) = (before.components(separatedBy: " / "), now.components(separatedBy: " / "))
        guard old.count == 2, new.count == 2 else { return [Model([.label: .text(""), .before: shown(before), .after: shown(now)])] }
        return zip(Appearance.allCases, zip(old, new)).filter { $0.1.0 != $0.1.1 }.map { appearance, values in
            Model([.label: .text(appearance.rawValue), .before: shown(values.0), .after: shown(values.1)])
        }
    }

    /// Two places; what is not nothing is never shown as nothing.
    static func percent(_ share: Double) -> String {
        let hundredths = max(Int((share * 10_000).rounded()), share > 0 ? 1 : 0)
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) %"
    }
}
