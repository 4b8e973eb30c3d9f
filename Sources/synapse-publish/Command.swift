import Publishing
import Snapshot

/// A row of the table of commands.
struct Command: Sendable {
    /// `build`, or `snapshot verify`.
    let words: [String]
    /// What follows the name, for the help: `[SOURCE] --out DIR`.
    let synopsis: String
    /// One line.
    let summary: String
    /// Further paragraphs of the help.
    let details: String
    let operandCount: ClosedRange<Int>
    /// Without those that every command has.
    let options: [Option]
    let examples: [String]
    let exitCodes: [Int32]
    /// What an operand can be, where that is a list; elsewhere it is a file or a folder.
    var operandChoices: [String] = []
    /// Reads what the options say without doing anything: for a run whose command comes later.
    var check: @Sendable (Session) throws(PublishingError) -> Void = { _ in }
    let run: @Sendable (Session) throws(PublishingError) -> RunOutcome

    var name: String { words.joined(separator: " ") }

    func wrongCount(of operands: [String]) -> PublishingError {
        let place = "Usage: synapse-publish \(name) \(synopsis)"
        if operands.count < operandCount.lowerBound { return usageError("Something is missing", advice: place) }
        return usageError("'\(operands[operandCount.upperBound])' is too much", advice: place)
    }
}

/// What a command did, before findings are told and counted.
struct RunOutcome: Sendable {
    var summary: RunSummary
    var findings: [Finding] = []
    /// Findings of an earlier run: only what is new is told, and fails.
    var baseline: FindingsList?
    /// For people, on standard output.
    var lines: [String] = []
}

/// Every command, in the order of the help.
let commands: [Command] = [
    .build, .merge, .serve, .pull, .posters, .postersDiff, .gallery, .galleryStatus, .galleryApprove, .galleryReject, .galleryImport,
    .gallerySheet, .check, .checkPrivacy, .snapshotVerify, .snapshotDiff, .archiveAdd, .archiveList, .archiveShow, .archiveDiff,
    .archiveVerify, .archiveRestore, .archiveExport, .archivePrune, .nightly, .installUnits, .initialize, .completions, .manual,
]
