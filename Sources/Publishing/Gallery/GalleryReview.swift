import Canvas
import Foundation
public import Gallery
public import Theme

/// What was decided about the screens of a gallery: the gallery's evidence on one side, the project's ledger on the other.
public struct GalleryReview: Sendable {
    public let ledgerPath: String
    public private(set) var ledger: Ledger
    /// Screens of the gallery in its order, then what is no screen; empty where only the ledger is worked on.
    public let evidence: [Evidence]
    private let gallery: String

    /// Opens the ledger, which need not be there yet, and the gallery in `folder` where one is named.
    public init(ledger path: String, gallery folder: String?) throws(PublishingError) {
        ledgerPath = path
        ledger = try Self.readLedger(path) ?? Ledger()
        gallery = folder ?? ""
        evidence = try folder.map { folder throws(PublishingError) in try Self.readEvidence(folder) } ?? []
    }

    /// Whether a gallery lies in the folder.
    public static func isGallery(_ folder: String) -> Bool { readFile("\(folder)/\(Evidence.fileName)") != nil }

    /// The decisions of a file: a ledger, or what a review page has exported. Nil where there is no such file.
    public static func readLedger(_ path: String) throws(PublishingError) -> Ledger? {
        guard let bytes = readFile(path) else { return nil }
        do throws(LedgerError) {
            return try Ledger(bytes)
        } catch {
            throw PublishingError(.badData, "This line \(error.message)", at: "\(path):\(error.line)", advice: "Mend or remove the line")
        }
    }

    private static func readEvidence(_ folder: String) throws(PublishingError) -> [Evidence] {
        let path = "\(folder)/\(Evidence.fileName)"
        guard let bytes = readFile(path) else {
            throw PublishingError(
                .noInput, "No gallery lies here", at: path,
                advice: "Make one with `synapse-publish gallery --out \(folder)`, or name it with --gallery")
        }
        do {
            return try bytes.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Evidence.self, from: Data($0)) }
        } catch {
            throw PublishingError(.badData, "The gallery's list of screens cannot be read", at: path, advice: "Make the gallery anew")
        }
    }

    /// The sign-off sheet of the gallery with its decisions, as PDF.
    public func signOffSheet(theme: Theme) throws(PublishingError) -> [UInt8] {
        let path = "\(gallery)/\(GalleryFacts.fileName)"
        guard let bytes = readFile(path), let facts = try? JSONDecoder().decode(GalleryFacts.self, from: Data(bytes)) else {
            throw PublishingError(.badData, "The gallery does not say what it was made from", at: path, advice: "Make the gallery anew")
        }
        let folder = gallery
        do throws(CanvasError) {
            return try SignOffSheet(evidence, ledger: ledger, facts: facts, theme: theme) { readFile("\(folder)/\($0)") }.pdf()
        } catch {
            throw PublishingError(.badData, "The sheet cannot be drawn: \(error)", at: gallery, advice: "Make the gallery anew")
        }
    }

    /// Records one decision about each of the screens.
    public mutating func decide(
        _ verdict: Decision.Verdict, _ screens: [String], by name: String, comment: String, when: String
    ) throws(PublishingError) {
        var decisions: [Decision] = []
        for screen in screens {
            guard let found = evidence.first(where: { $0.screen == screen }) else {
                throw PublishingError(
                    .usage, "The gallery has no screen '\(screen)'", advice: "It has \(evidence.map(\.screen).joined(separator: ", "))")
            }
            guard found.isDecidable else {
                throw PublishingError(
                    .usage, "Nothing is attached to '\(screen)' that could be decided on",
                    advice: "Put its evidence into \(AttachedEvidence.folderName)/\(screen)/ beside the ledger and make the gallery anew")
            }
            decisions.append(Decision(verdict, on: found, by: name, when: when, comment: comment))
        }
        ledger.add(decisions)
        try keepApproved(decisions)
    }

    /// Takes in decisions that were made elsewhere. Returns how many are new.
    public mutating func add(_ other: Ledger) throws(PublishingError) -> Int {
        let before = ledger.decisions.count
        ledger.add(other.decisions)
        try keepApproved(other.decisions)
        return ledger.decisions.count - before
    }

    /// How many pictures were kept for later comparison, and did not lie there before.
    public private(set) var keptPictures = 0

    /// Keeps what the approvals among these were made on, where this gallery still shows it.
    private mutating func keepApproved(_ decisions: [Decision]) throws(PublishingError) {
        let store = ApprovedStore(beside: ledgerPath)
        for decision in decisions where decision.verdict == .approved {
            guard let found = evidence.first(where: { $0.screen == decision.screen && $0.key == decision.key }) else { continue }
            keptPictures += try store.keep(found, from: gallery)
        }
    }

    /// Writes the ledger. A new one in a git repository is told to git as a file whose lines can be united.
    ///
    /// - Returns: what else was done, for people.
    public func save() throws(PublishingError) -> [String] {
        let isNew = readFile(ledgerPath) == nil
        do {
            try replaceFile(ledgerPath, with: try ledger.bytes())
        } catch let error as PublishingError {
            throw error
        } catch {
            throw PublishingError(.inputOutput, "The ledger cannot be written: \(error)", at: ledgerPath)
        }
        return isNew ? try tellGit() : []
    }

    private func tellGit() throws(PublishingError) -> [String] {
        let (folder, name) = splitPath(ledgerPath)
        guard let real = realPath(folder), Self.isInRepository(real) else { return [] }
        let path = "\(folder)/.gitattributes"
        let line = "\(name) merge=union"
        var text = readFile(path) ?? []
        guard !String(decoding: text, as: UTF8.self).split(separator: "\n").contains(where: { $0 == line[...] }) else { return [] }
        if let last = text.last, last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
        try replaceFile(path, with: text + Array("\(line)\n".utf8))
        return ["\(path): git unites the lines of \(name)"]
    }

    private static func isInRepository(_ folder: String) -> Bool {
        var folder = folder
        while !folder.isEmpty, folder != "/" {
            if FileManager.default.fileExists(atPath: "\(folder)/.git") { return true }
            folder = splitPath(folder).folder
        }
        return false
    }
}

/// Where one screen stands, as `--json` prints it.
public struct ScreenStanding: Sendable, Encodable, Equatable {
    public var screen: String
    /// `undecided`, `approved`, `rejected`, `stale`.
    public var standing: String
    public var by: String?
    public var when: String?
    public var comment: String?
    /// Of a stale one: `tokens`, `template`, `content`.
    public var changes: [String]?

    public var isSettled: Bool { standing == "approved" }

    public init(_ evidence: Evidence, in ledger: Ledger) {
        screen = evidence.screen
        if !evidence.isDecidable {
            standing = "undecided"
            comment = "proposed; no evidence is attached"
            return
        }
        switch ledger.standing(of: evidence) {
        case .undecided: standing = "undecided"
        case .decided(let decision):
            standing = decision.verdict.rawValue
            (by, when, comment) = (decision.by, decision.when, decision.comment)
        case .stale(let decision, let changed):
            standing = "stale"
            (by, when, comment) = (decision.by, decision.when, decision.comment)
            changes = changed
        }
    }
}
