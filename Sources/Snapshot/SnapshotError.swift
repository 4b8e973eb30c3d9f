/// Why a snapshot could not be made or read. `exitCode` is from sysexits.h; see the table in `--help`.
public struct SnapshotError: Error, Sendable, CustomStringConvertible {
    public enum Kind: Sendable, Equatable {
        /// No such file or folder (66).
        case noInput
        /// Unreadable or damaged snapshot (65).
        case badData
        /// The server cannot be reached, or is not a Synapse server (69).
        case unavailable
        /// The token was refused or is missing (77).
        case refused
        /// The server asks to come back later, or a limit of time was met (75).
        case temporary
        /// Cannot create the output (73).
        case cannotCreate
        /// Reading or writing failed (74).
        case inputOutput
        /// The call itself is wrong: an unusable URL (64).
        case usage
    }

    public let kind: Kind
    /// What is wrong.
    public let what: String
    /// The route, file or line; empty where there is none.
    public let place: String
    /// The way out.
    public let advice: String
    /// `errno`, where the system said no; 0 elsewhere.
    var systemCode: Int32 = 0

    public init(_ kind: Kind, _ what: String, at place: String = "", advice: String = "") {
        self.kind = kind
        self.what = what
        self.place = place
        self.advice = advice
    }

    public var exitCode: Int32 {
        switch kind {
        case .noInput: 66
        case .badData: 65
        case .unavailable: 69
        case .refused: 77
        case .temporary: 75
        case .cannotCreate: 73
        case .inputOutput: 74
        case .usage: 64
        }
    }

    public var description: String {
        var text = withoutUserInfo(place.isEmpty ? what : "\(place): \(what)")
        if !advice.isEmpty { text += ". \(withoutUserInfo(advice))" }
        return text
    }
}
