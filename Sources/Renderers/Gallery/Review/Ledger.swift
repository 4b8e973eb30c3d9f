import Foundation

/// A person's decision about a screen.
public struct Decision: Sendable, Hashable, Codable {
    public enum Verdict: String, Sendable, Codable, CaseIterable { case approved, rejected }

    public var screen: String
    public var verdict: Verdict
    /// Who decided.
    public var by: String
    /// When, in UTC: `2026-11-30T08:30:00Z`.
    public var when: String
    public var comment: String
    /// What was decided on.
    public var content: String
    public var template: String
    public var tokens: String
    /// Of its pictures, where it was made on pictures.
    public var picture: String?

    public init(_ verdict: Verdict, on evidence: Evidence, by name: String, when: String, comment: String = "") {
        screen = evidence.screen
        self.verdict = verdict
        by = name
        self.when = when
        self.comment = comment
        content = evidence.content
        template = evidence.template
        tokens = evidence.tokens
        picture = evidence.picture
    }

    func isOn(_ evidence: Evidence) -> Bool { changes(since: evidence).isEmpty }

    /// Names the files of the approved set that was kept with it.
    public var key: String { Evidence.key(screen, picture ?? content, template, tokens) }

    /// What has changed since, in words. Where both sides have pictures these count, and the documents do not.
    func changes(since evidence: Evidence) -> [String] {
        var changes: [String] = []
        if tokens != evidence.tokens { changes.append("tokens") }
        if template != evidence.template { changes.append("template") }
        if let picture, let shown = evidence.picture {
            if picture != shown { changes.append("picture") }
        } else if content != evidence.content {
            changes.append("content")
        }
        return changes
    }
}

/// The decisions of a project, kept in its repository: a history that is only added to, one decision a line.
///
/// Each line is a JSON object of its own, so that git can merge the lines of two people (`merge=union`); the order of lines means nothing.
public struct Ledger: Sendable, Equatable {
    /// Sorted by screen, time, name.
    public private(set) var decisions: [Decision]

    public static let fileName = "gallery.approvals.json"

    public init(_ decisions: [Decision] = []) {
        self.decisions = Set(decisions).sorted { Ledger.key($0).lexicographicallyPrecedes(Ledger.key($1)) }
    }

    private static func key(_ decision: Decision) -> [String] {
        [
            decision.screen, decision.when, decision.by, decision.verdict.rawValue, decision.comment, decision.content,
            decision.picture ?? "",
        ]
    }

    /// Reads a ledger file, or what the review page has exported.
    public init(_ bytes: [UInt8]) throws(LedgerError) {
        var decisions: [Decision] = []
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() where line.contains(where: { $0 > 32 }) {
            let decision: Decision
            do {
                decision = try JSONDecoder().decode(Decision.self, from: Data(line))
            } catch {
                throw LedgerError(line: number + 1, message: "is no decision; a merge may have left its marks")
            }
            if let fault = Ledger.fault(of: decision) { throw LedgerError(line: number + 1, message: fault) }
            decisions.append(decision)
        }
        self.init(decisions)
    }

    private static func fault(of decision: Decision) -> String? {
        if decision.screen.isEmpty { return "names no screen" }
        if decision.by.allSatisfy(\.isWhitespace) { return "does not say who decided" }
        let shape = decision.when.map { $0.isNumber ? "0" : $0 }
        return String(shape) == "0000-00-00T00:00:00Z" ? nil : "has a time that is not of the form 2026-11-30T08:30:00Z"
    }

    public func bytes() throws -> [UInt8] { try decisions.flatMap { try jsonLine($0) + [UInt8(ascii: "\n")] } }

    public mutating func add(_ more: [Decision]) { self = Ledger(decisions + more) }

    /// Where a screen stands.
    public enum Standing: Sendable, Equatable {
        case undecided
        case decided(Decision)
        /// The last decision was about something else; what has changed since.
        case stale(Decision, changed: [String])
    }

    /// The last approval of a screen, whatever came after it: what a change is compared with.
    public func lastApproval(of screen: String) -> Decision? { decisions.last { $0.screen == screen && $0.verdict == .approved } }

    public func standing(of evidence: Evidence) -> Standing {
        guard let last = decisions.last(where: { $0.screen == evidence.screen }) else { return .undecided }
        return last.isOn(evidence) ? .decided(last) : .stale(last, changed: last.changes(since: evidence))
    }
}

/// A ledger that cannot be read.
public struct LedgerError: Error, Sendable, Equatable {
    public var line: Int
    public var message: String
}
