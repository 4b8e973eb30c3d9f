public import Canvas
public import Theme

/// What the review page is made from beside the screens themselves.
public struct ReviewMaterial: Sendable {
    public var ledger: Ledger
    /// PNG by the shot's name; empty where none were taken.
    public var pictures: [String: [UInt8]]
    /// The last approved set of each screen that has one, by the screen's id.
    public var approved: [String: ApprovedSet]
    /// Against the approved pictures, by the shot's name.
    public var changes: [String: PictureChange]
    public var matters: [Matter]
    /// What took the pictures, for people: `Chromium 156.0`. Empty where none were taken.
    public var camera: String

    public init(
        ledger: Ledger = Ledger(), pictures: [String: [UInt8]] = [:], approved: [String: ApprovedSet] = [:],
        changes: [String: PictureChange] = [:], matters: [Matter] = Matter.standing, camera: String = ""
    ) {
        self.ledger = ledger
        self.pictures = pictures
        self.approved = approved
        self.changes = changes
        self.matters = matters
        self.camera = camera
    }
}

/// What was kept when a screen was approved, so that a later gallery can show what is different.
public struct ApprovedSet: Sendable, Codable, Equatable {
    public var screen: String
    /// SHA-256 of each picture by the shot's name.
    public var pictures: [String: String]
    /// Each token that the screen used: its values then.
    public var values: [String: String]

    public init(_ evidence: Evidence) {
        screen = evidence.screen
        pictures = evidence.pictures
        values = evidence.values
    }

    /// Tokens that have another value now, or that the screen uses newly or no longer, by name.
    func drift(to evidence: Evidence) -> [(name: String, before: String, now: String)] {
        Set(values.keys).union(evidence.values.keys).sorted().compactMap { name in
            let (before, now) = (values[name] ?? "", evidence.values[name] ?? "")
            return before == now ? nil : (name, before, now)
        }
    }
}

/// A picture that is not what was approved.
public struct PictureChange: Sendable, Equatable {
    /// PNG.
    public var before: [UInt8]
    /// Nil where the sizes differ.
    public var mask: [UInt8]?
    /// Pixels that changed, of all.
    public var share: Double

    public init(before: [UInt8], mask: [UInt8]?, share: Double) {
        self.before = before
        self.mask = mask
        self.share = share
    }

    /// Compares a picture with the approved one. Nil below the threshold.
    public init?(before: [UInt8], after: [UInt8], appearance: Appearance, theme: Theme) throws(CanvasError) {
        let compared = try PictureComparison(
            before: before, after: after, sign: theme.color("semantic.red", appearance), ground: theme.color("surface.bg", appearance))
        guard compared.isChange else { return nil }
        self.before = before
        mask = compared.mask
        share = compared.share
    }
}
