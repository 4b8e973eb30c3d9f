import Snapshot

/// What a check found, by the codes of OCFL (https://ocfl.io/1.1/spec/validation-codes.html) where there is one, and by our own names
/// where a night is wrong that is a valid object.
struct Faults: Sendable {
    private(set) var findings: [Finding] = []
    /// Path from the store's root to what is being checked, for the findings.
    let place: String

    init(at place: String) { self.place = place }

    /// `E…` is an error and `W…` a warning, as in the specification; every other code is an error.
    mutating func note(_ code: String, _ path: String = "", _ message: String) {
        let full = place.isEmpty ? path : path.isEmpty ? place : "\(place)/\(path)"
        findings.append(Finding(code, code.hasPrefix("W") ? .warning : .error, path: full, message: message))
    }

    mutating func take(_ other: Faults) { findings += other.findings }

    var hasErrors: Bool { findings.contains { $0.severity == .error } }
}
