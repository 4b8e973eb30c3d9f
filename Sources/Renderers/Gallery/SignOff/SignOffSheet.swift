public import Canvas
import Site
public import Theme

/// What a gallery says about itself to whoever reads it later: `gallery.json` at its root.
public struct GalleryFacts: Sendable, Codable, Equatable {
    public var title: String
    public var dataVersion: Int
    /// Of the data, `2026-11-12`; empty where the vault is.
    public var date: String
    /// Fingerprint of all tokens.
    public var tokens: String
    /// What took the pictures; empty where none were taken.
    public var camera: String

    public static let fileName = "gallery.json"

    public init(title: String, dataVersion: Int, date: String, tokens: String, camera: String) {
        self.title = title
        self.dataVersion = dataVersion
        self.date = date
        self.tokens = tokens
        self.camera = camera
    }
}

/// Every screen in both themes with what was decided about it, by whom, when and on which hashes: a PDF to be filed or signed.
public struct SignOffSheet {
    private let evidence: [Evidence]
    private let ledger: Ledger
    private let facts: GalleryFacts
    private let picture: (_ path: String) -> [UInt8]?
    private let pages: SheetPages

    /// - Parameters:
    ///   - evidence: of the gallery, in its order.
    ///   - picture: gives a picture by its path in the gallery.
    public init(
        _ evidence: [Evidence], ledger: Ledger, facts: GalleryFacts, theme: Theme, picture: @escaping (_ path: String) -> [UInt8]?
    ) throws(CanvasError) {
        self.evidence = evidence
        self.ledger = ledger
        self.facts = facts
        self.picture = picture
        // The newest decision dates the sheet, so that the same decisions give the same bytes.
        let date = ledger.decisions.map(\.when).max() ?? "\(facts.date.isEmpty ? "2000-01-01" : facts.date)T00:00:00Z"
        pages = try SheetPages(theme: theme, title: "Sign-off sheet: \(facts.title)", date: date)
    }

    /// The finished file.
    public func pdf() throws(CanvasError) -> [UInt8] {
        try head()
        for (index, item) in evidence.enumerated() { try entry(item, number: index + 1) }
        try signatures()
        return try pages.finish()
    }

    private func head() throws(CanvasError) {
        let standings = evidence.map { $0.isDecidable ? ledger.standing(of: $0) : .undecided }
        func count(_ isCounted: (Ledger.Standing) -> Bool) -> Int { standings.count(where: isCounted) }
        let approved = count { if case .decided(let decision) = $0 { decision.verdict == .approved } else { false } }
        let rejected = count { if case .decided(let decision) = $0 { decision.verdict == .rejected } else { false } }
        let stale = count { if case .stale = $0 { true } else { false } }
        try pages.head("Sign-off sheet", facts.title)
        try pages.line(
            "\(approved) of \(evidence.count) approved · \(rejected) rejected · \(stale) stale · \(evidence.count - approved - rejected - stale) undecided",
            size: 12)
        let source = facts.camera.isEmpty ? "without pictures: decisions are bound to the documents" : "pictures by \(facts.camera)"
        try pages.line("Data version \(facts.dataVersion), \(facts.date) · tokens \(facts.tokens) · \(source)", size: 9, isQuiet: true)
        pages.space(18)
    }

    private func entry(_ item: Evidence, number: Int) throws(CanvasError) {
        let height = item.kind == .screen ? SheetPages.entryHeight : 96 + Double(item.pictures.count) * 24
        pages.begin(entry: height)
        if item.kind == .screen {
            for (column, appearance) in Appearance.allCases.enumerated() {
                let path = "pictures/\(item.screen)-filled-\(appearance.rawValue).png"
                try pages.thumbnail(item.pictures.isEmpty ? nil : picture(path), appearance, column: column)
            }
        }
        try pages.title(number < 10 ? "0\(number)" : "\(number)", item.title)
        let (words, tone) = words(item)
        try pages.text(words, size: 10.5, weight: 600, color: tone)
        if case .decided(let decision) = ledger.standing(of: item), !decision.comment.isEmpty {
            try pages.text("“\(decision.comment)”", size: 10, limit: 4)
        }
        pages.space(6)
        if item.kind == .screen {
            try pages.hash(item.picture == nil ? "Documents" : "Pictures (\(item.pictures.count))", item.picture ?? item.content)
            try pages.hash("Template", item.template)
            try pages.hash("Tokens (\(item.values.count))", item.tokens)
        } else {
            for (name, hash) in item.pictures.sorted(by: { $0.key < $1.key }) { try pages.hash(name, hash) }
        }
        pages.end()
    }

    private func words(_ item: Evidence) -> (words: String, tone: String) {
        guard item.isDecidable else { return ("Proposed: no evidence attached", "text.text-muted") }
        switch ledger.standing(of: item) {
        case .undecided: return ("Undecided", "text.text-muted")
        case .decided(let decision):
            let verdict = decision.verdict == .approved ? "Approved" : "Rejected"
            return (
                "\(verdict) by \(decision.by), \(decision.when.prefix(10))",
                decision.verdict == .approved ? "semantic.green-strong" : "semantic.red-strong"
            )
        case .stale(let decision, let changed):
            return (
                "Stale: \(changed.joined(separator: ", ")) changed since \(decision.by)'s decision of \(decision.when.prefix(10))",
                "semantic.warn-text-strong"
            )
        }
    }

    private func signatures() throws(CanvasError) {
        pages.begin(entry: 110)
        pages.space(64)
        try pages.signatureLines(["Name", "Date", "Signature"])
        pages.end()
    }
}
