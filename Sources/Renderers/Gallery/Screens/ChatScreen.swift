import Mustache
import Site
import Theme

/// Mock content in the vault's own terms: what is cited are its pages.
extension AppModels {
    func chat(_ request: Request) -> [Field: Value] {
        var fields: [Field: Value] = [
            .composerLabel: .text("Ask the vault"), .sendLabel: .text("Send"), .ground: .text("plain"),
            .actions: .models([action("clock", "Earlier chats"), action("plus", "New chat")]),
        ]
        guard request.isFilled else {
            if request.has(.empty) {
                fields[.failure] = empty(.chat, "Ask the vault", "Answers come from its pages, and say which.")
                fields[.hasItems] = .flag(true)
                fields[.items] = .models(suggestions.map { model(Item(title: $0, screen: "chat"), request) })
            }
            return fields
        }
        let isWriting = request.has(.writing)
        fields[.hasMessages] = .flag(true)
        fields[.messages] = .models([
            mine("How do I know that a backup can be restored?"),
            theirs(
                [
                    "By restoring it. A drill rebuilds one service on another machine, from nothing but the backup and the runbook, and times it.",
                    "Checksums prove that what is stored is what was written; only a restore proves that it is enough.",
                ], cites: cited(["restore", "backup", "fixity", "snapshot"], request)),
            mine("How often should that happen?"),
            theirs(
                isWriting
                    ? ["Twice a year for what changes slowly, and after each change of the"]
                    : [
                        "Twice a year for what changes slowly, and after each change of the runbook. The last drill took nine hours, most of it waiting for one slow disk."
                    ],
                cites: isWriting ? [] : cited(["nine", "drill", "scrub"], request), isWriting: isWriting),
        ])
        return fields
    }

    private var suggestions: [String] {
        ["What changed this week?"] + readablePages.prefix(2).map { "Sum up “\(site.pages[$0].title)”" }
    }

    private func mine(_ text: String) -> Model { Model([.isMine: .flag(true), .text: .text(text)]) }

    private func theirs(_ paragraphs: [String], cites: [Model], isWriting: Bool = false) -> Model {
        let last = paragraphs.count - 1
        return Model([
            .isMine: .flag(false), .hasCites: .flag(!cites.isEmpty), .cites: .models(cites), .citesLabel: .text("Pages"),
            .paragraphs: .models(
                paragraphs.enumerated().map { Model([.text: .text($1), .isWriting: .flag(isWriting && $0 == last)]) }),
        ])
    }

    /// Up to three pages whose title holds one of the words; the best connected where none does.
    private func cited(_ words: [String], _ request: Request) -> [Model] {
        var found: [PageIndex] = []
        for word in words {
            let match = site.pages.indices.first { site.pages[$0].title.lowercased().contains(word) && !found.contains($0) }
            if let match { found.append(match) }
        }
        if found.isEmpty { found = Array(readablePages.prefix(2)) }
        return found.prefix(3).map { page in row(page, request).adding([.label: .text(site.pages[page].title)]) }
    }
}
