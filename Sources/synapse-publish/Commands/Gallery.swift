import Gallery
import Publishing

extension Command {
    static let gallery = Command(
        words: ["gallery"],
        synopsis: "[SOURCE] --out DIR [options]",
        summary: "make the gallery of screens for design review",
        details: """
            Makes a page of phone screens filled from the vault, light beside dark, with the token sheet, its contrast
            figures and the component sheet.
            """,
        operandCount: 0...1,
        options: [.out, .ledger, .language, .tokenFile, .insecure, .jobs, .strict, .report],
        examples: [
            "synapse-publish gallery --out gallery"
        ],
        exitCodes: [0, 1, 64, 65, 66, 69, 73, 74, 75, 77, 78, 130],
        run: { session throws(PublishingError) in
            let out = try session.arguments.required(.out)
            let rules = try session.arguments.rules()
            try checkOutput(out, .gallery)
            let ledger = try GalleryReview.readLedger(session.arguments.text(.ledger) ?? Ledger.fileName) ?? Ledger()
            let vault = try session.openVault()
            let made = try buildGallery(
                vault, rules: rules, ledger: ledger, to: out, resources: session.resources(), session.context)
            return RunOutcome(made, command: "gallery", out: out)
        })
}
