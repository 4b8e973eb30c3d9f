import Gallery
import Publishing

extension Option {
    static let capture = Option(
        "capture", nil, "take pictures of every state with an installed Chromium, and compare them with the approved ones")
    static let screens = Option("screens", "LIST", "with --capture: take pictures of these only (home,wiki)")
    static let data = Option("data", "mock|real", "what fills Review, Activity, Providers, Vaults and Tokens (mock)")
}

extension Command {
    static let gallery = Command(
        words: ["gallery"],
        synopsis: "[SOURCE] --out DIR [options]",
        summary: "make the gallery of screens for design review",
        details: """
            Makes every screen of the app in phone, tablet and desktop frames, light beside dark and in all its states,
            filled from the vault; the posters; token and component sheets; their measured proof; and the review page.

            With --capture each state is also taken as a picture by an installed Chromium (\(Chromium.environmentName) names
            another than the first in PATH) and compared with the approved one.
            \(PictureComparison.thresholdWords.replacing(", a picture", with: ",\na picture"))
            Below that the approved picture stays, and with it the approval. Approvals are then bound to the pictures;
            without --capture they are bound to the documents.

            Beside the ledger lie gallery.approved/, what the approvals were made on, and gallery.evidence/NAME/, files
            that are attached to a decision that is no screen, such as graph-renderer.
            """,
        operandCount: 0...1,
        options: [
            .out, .capture, .screens, .data, .ledger, .settings, .templates, .language, .mermaid, .tokenFile, .insecure, .jobs, .strict,
            .report,
        ],
        examples: [
            "synapse-publish gallery --out gallery", "synapse-publish gallery snapshot --out gallery --capture --data real",
        ],
        exitCodes: [0, 1, 64, 65, 66, 69, 73, 74, 75, 77, 78, 130],
        check: { session throws(PublishingError) in _ = try session.galleryRequest(session.settings()) },
        run: { session throws(PublishingError) in
            let out = try session.arguments.required(.out)
            let settings = try session.settings()
            let request = try session.galleryRequest(settings)
            let resources = try session.resources(settings)
            try checkOutput(out, .gallery)
            let vault = try session.openVault()
            let made = try buildGallery(vault, request, to: out, resources: resources, session.context)
            var outcome = RunOutcome(made, command: "gallery", out: out)
            outcome.lines += try session.standingLines(of: out, ledger: request.ledger)
            return outcome.saying(settings)
        })
}

extension Session {
    fileprivate func galleryRequest(_ settings: SiteSettings) throws(PublishingError) -> GalleryRequest {
        let names = arguments.text(.screens)?.split(separator: ",").map(String.init)
        for name in names ?? [] where !Shot.screenNames.contains(name) {
            throw usageError("The gallery has no screen '\(name)'", advice: "It has \(Shot.screenNames.joined(separator: ", "))")
        }
        if names != nil, !arguments.has(.capture) { throw usageError("--screens says which pictures to take and needs --capture") }
        let data = try arguments.choice(.data, from: ["mock": GalleryData.mock, "real": .real]) ?? .mock
        let browser = arguments.has(.capture) ? try Chromium.find(environment) : nil
        var request = GalleryRequest(
            rules: try arguments.rules(settings), ledger: arguments.text(.ledger) ?? Ledger.fileName, data: data,
            capture: browser.map { CaptureRequest(browser: $0, screens: names.map(Set.init)) })
        request.mermaid = arguments.text(.mermaid)
        return request
    }

    /// How much of a fresh gallery needs a decision, where decisions are kept already.
    fileprivate func standingLines(of folder: String, ledger: String) throws(PublishingError) -> [String] {
        let review = try GalleryReview(ledger: ledger, gallery: folder)
        guard !review.ledger.decisions.isEmpty else { return [] }
        let open = review.evidence.map { ScreenStanding($0, in: review.ledger) }.filter { $0.standing != "approved" }
        return open.isEmpty ? ["Everything is approved"] : ["\(open.count) need a decision: \(open.map(\.screen).joined(separator: ", "))"]
    }
}
