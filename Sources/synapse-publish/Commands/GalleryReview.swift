import Foundation
import Gallery
import Publishing
import Snapshot

extension Option {
    static let ledger = Option("ledger", "FILE", "the project's decisions (\(Ledger.fileName))")
    static let galleryFolder = Option("gallery", "DIR", "the gallery that is decided on (gallery)")
    static let sheetFile = Option("out", "FILE", "the sheet to write")
    static let by = Option("by", "NAME", "who decides")
    static let comment = Option("comment", "TEXT", "why")
}

extension Command {
    static let galleryStatus = Command(
        words: ["gallery", "status"],
        synopsis: "[DIR] [options]",
        summary: "tell which screens are approved, rejected, stale or undecided",
        details: """
            Compares the screens of the gallery in DIR (gallery) with the decisions in the ledger. A decision is stale
            when the screen, its template or a token that it uses has changed since. With --strict the exit code is 1
            while any screen is not approved.
            """,
        operandCount: 0...1,
        options: [.ledger, .strict, .report],
        examples: ["synapse-publish gallery status", "synapse-publish gallery status build/gallery --strict"],
        exitCodes: [0, 1, 64, 65, 66],
        run: { session throws(PublishingError) in
            let review = try session.review(gallery: session.arguments.operands.first ?? "gallery")
            let standings = review.evidence.map { ScreenStanding($0, in: review.ledger) }
            var outcome = RunOutcome(summary: RunSummary(command: "gallery status"))
            outcome.summary.screens = standings
            outcome.lines = standings.map(\.line)
            outcome.findings = standings.filter { !$0.isSettled }.map {
                Finding(
                    "screen-\($0.standing)", path: $0.screen,
                    message: "This screen is \($0.standing == "stale" ? "approved no longer" : $0.standing)")
            }
            return outcome
        })

    static let galleryApprove = decide(.approved, "approve", "approve screens of a gallery")
    static let galleryReject = decide(.rejected, "reject", "reject screens of a gallery")

    private static func decide(_ verdict: Decision.Verdict, _ word: String, _ summary: String) -> Command {
        Command(
            words: ["gallery", word],
            synopsis: "SCREEN... --by NAME [--comment TEXT] [options]",
            summary: summary,
            details: """
                Adds a decision about each screen to the ledger, with the hashes of what it was made on. `all` means
                every screen of the gallery, and every other decision that has evidence. What was approved is kept in
                gallery.approved/ beside the ledger, so that a later gallery can show before and after.
                """,
            operandCount: 1...64,
            options: [.by, .comment, .galleryFolder, .ledger],
            examples: ["synapse-publish gallery \(word) home wiki --by Mara --comment \"as discussed\""],
            exitCodes: [0, 64, 65, 66, 74],
            run: { session throws(PublishingError) in
                let name = try session.arguments.required(.by)
                var review = try session.review(gallery: session.arguments.text(.galleryFolder) ?? "gallery")
                let isAll = session.arguments.operands == ["all"]
                let screens = isAll ? review.evidence.filter(\.isDecidable).map(\.screen) : session.arguments.operands
                try review.decide(
                    verdict, screens, by: name, comment: session.arguments.text(.comment) ?? "", when: Date.now.formatted(.iso8601))
                var outcome = RunOutcome(summary: RunSummary(command: "gallery \(word)"))
                outcome.summary.output = review.ledgerPath
                outcome.lines = ["\(screens.count) \(verdict.rawValue), in \(review.ledgerPath)"] + (try review.save()) + review.keptLines
                if isAll {
                    outcome.lines += review.evidence.filter { !$0.isDecidable }.map {
                        "\($0.screen) stays proposed: no evidence is attached"
                    }
                }
                return outcome
            })
    }

    static let gallerySheet = Command(
        words: ["gallery", "sheet"],
        synopsis: "[DIR] --out FILE [options]",
        summary: "write the sign-off sheet of a gallery as PDF",
        details: """
            Every screen in both themes with its decision, who made it, when, the comment and the hashes that it is bound
            to, then the decisions that are no screens, and lines to sign on. Pictures are in it where the gallery in DIR
            (gallery) was made with --capture. The same gallery and the same ledger give the same bytes.
            """,
        operandCount: 0...1,
        options: [.sheetFile, .ledger],
        examples: ["synapse-publish gallery sheet build/gallery --out sign-off.pdf"],
        exitCodes: [0, 64, 65, 66, 73],
        run: { session throws(PublishingError) in
            let file = try session.arguments.required(.sheetFile)
            let review = try session.review(gallery: session.arguments.operands.first ?? "gallery")
            try replaceFile(file, with: try review.signOffSheet(theme: session.resources().theme()))
            var outcome = RunOutcome(summary: RunSummary(command: "gallery sheet"))
            outcome.summary.output = file
            outcome.lines = [file]
            return outcome
        })

    static let galleryImport = Command(
        words: ["gallery", "import"],
        synopsis: "FILE [options]",
        summary: "take decisions of the review page into the ledger",
        details: """
            FILE is what the gallery's review page exported, or another ledger. What is there already is not added again.
            Of the gallery that was decided on (--gallery), what was approved is kept for before and after.
            """,
        operandCount: 1...1,
        options: [.galleryFolder, .ledger],
        examples: ["synapse-publish gallery import gallery-decisions.json"],
        exitCodes: [0, 64, 65, 66, 74],
        run: { session throws(PublishingError) in
            let file = session.arguments.operands[0]
            guard let other = try GalleryReview.readLedger(file) else {
                throw PublishingError(.noInput, "There is no such file", at: file, advice: "Export one from the gallery's review page")
            }
            let named = session.arguments.text(.galleryFolder)
            let folder = named ?? (GalleryReview.isGallery("gallery") ? "gallery" : nil)
            var review = try session.review(gallery: folder)
            let count = try review.add(other)
            var outcome = RunOutcome(summary: RunSummary(command: "gallery import"))
            outcome.summary.output = review.ledgerPath
            outcome.lines = ["\(count) new decisions, in \(review.ledgerPath)"] + (try review.save()) + review.keptLines
            return outcome
        })
}

extension GalleryReview {
    fileprivate var keptLines: [String] { keptPictures == 0 ? [] : ["\(keptPictures) approved pictures kept for comparison"] }
}

extension Session {
    fileprivate func review(gallery: String?) throws(PublishingError) -> GalleryReview {
        try GalleryReview(ledger: arguments.text(.ledger) ?? Ledger.fileName, gallery: gallery)
    }
}

extension ScreenStanding {
    fileprivate var line: String {
        let name = screen.padding(toLength: 15, withPad: " ", startingAt: 0)
        let state = standing.padding(toLength: 10, withPad: " ", startingAt: 0)
        guard let by, let when else { return comment.map { "\(name)\(state) \($0)" } ?? name + standing }
        let why = changes.map { " (\($0.joined(separator: ", ")) changed)" } ?? ""
        return printable("\(name)\(state) by \(by), \(when.prefix(10))\(why)\(comment.map { $0.isEmpty ? "" : ": \($0)" } ?? "")")
    }
}
