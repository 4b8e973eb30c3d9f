import Mustache
import Site
import Theme

/// Every screen with what was decided about it, and the means to decide.
struct ReviewPage: Sendable {
    let layout: GalleryLayout
    let pages: ScreenPages
    let ledger: Ledger

    func model(_ evidence: [Evidence]) -> Model {
        let standings = evidence.map { ledger.standing(of: $0) }
        let open = standings.count { standing in
            switch standing {
            case .undecided, .stale: true
            case .decided: false
            }
        }
        let cases = zip(Catalogue.screens, zip(evidence, standings)).enumerated().map { number, item in
            let (screen, (evidence, standing)) = item
            return pages.card(screen).adding([
                .number: .text(number < 9 ? "0\(number + 1)" : "\(number + 1)"), .content: .text(evidence.content),
                .templateHash: .text(evidence.template), .tokensHash: .text(evidence.tokens),
                .sides: pages.stage(screen, screen.states[0], root: "", size: "half", isStill: true),
            ]).adding(words(standing))
        }
        return layout.model("Review", in: .review).adding([
            .summary: .text("\(evidence.count - open) of \(evidence.count) decided"), .cases: .models(Array(cases)),
        ])
    }

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
}
