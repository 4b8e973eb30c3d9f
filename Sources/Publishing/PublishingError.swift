public import Snapshot

/// Why a run ended without its output. Nothing was swapped in: what lay at the output's place is as it was.
public struct PublishingError: Error, Sendable, CustomStringConvertible {
    /// `rawValue` is the exit code, after sysexits.h.
    public enum Kind: Int32, Sendable {
        /// Warnings or errors, where they are not to be.
        case findings = 1
        case usage = 64
        /// A damaged snapshot, or a file of the output that could not be made from it.
        case badData = 65
        case noInput = 66
        case unavailable = 69
        case cannotCreate = 73
        case inputOutput = 74
        case temporary = 75
        case refused = 77
        case configuration = 78
        /// Stopped by a signal; the program's exit code is 128 and the signal's number.
        case interrupted = 130
    }

    public let kind: Kind
    /// What is wrong.
    public let what: String
    /// File, route or page; empty where there is none.
    public let place: String
    /// The way out.
    public let advice: String
    /// What else the run noticed before it ended, sorted; the files that could not be made, each with its reason.
    public let findings: [Finding]

    /// What is told is told without the user info of addresses.
    public init(_ kind: Kind, _ what: String, at place: String = "", advice: String = "", findings: [Finding] = []) {
        self.kind = kind
        self.what = withoutUserInfo(what)
        self.place = withoutUserInfo(place)
        self.advice = withoutUserInfo(advice)
        self.findings = findings
    }

    public init(_ error: SnapshotError) {
        self.init(Kind(rawValue: error.exitCode) ?? .badData, error.what, at: error.place, advice: error.advice)
    }

    /// A system call that failed; `errno` must still be that call's.
    init(_ kind: Kind, failed call: String, at place: String, advice: String = "") {
        self.init(kind, "\(call): \(systemMessage())", at: place, advice: advice)
    }

    /// The same error with what was noticed before.
    func adding(_ more: [Finding]) -> PublishingError {
        PublishingError(kind, what, at: place, advice: advice, findings: (findings + more).sorted())
    }

    public var exitCode: Int32 { kind.rawValue }

    public var description: String {
        var text = place.isEmpty ? what : "\(place): \(what)"
        if !advice.isEmpty { text += ". \(advice)" }
        return text
    }
}
