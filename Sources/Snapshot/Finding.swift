/// Something in the vault that a person should know. A finding never stops a run; `--strict` turns findings into exit 1.
public struct Finding: Sendable, Hashable, Comparable, Codable {
    public enum Severity: String, Sendable, Codable { case error, warning, note }

    /// A stable, machine-readable name in kebab case: `dangling-link`, `ambiguous-link`, `invalid-frontmatter`, …
    public var code: String
    public var severity: Severity
    /// Vault path; empty where a finding is about the whole vault.
    public var path: String
    /// 1-based; 0 where there is none.
    public var line: Int
    public var column: Int
    /// What is wrong and, where there is one, the way out. One line.
    public var message: String
    /// Vault paths of what a link could lead to, the one that was taken first; of pages that share a place. Nil where there is no choice.
    public var candidates: [String]?
    /// The title that was most likely meant.
    public var suggestion: String?

    public init(
        _ code: String, _ severity: Severity = .warning, path: String = "", line: Int = 0, column: Int = 0, message: String,
        candidates: [String]? = nil, suggestion: String? = nil
    ) {
        self.candidates = candidates
        self.suggestion = suggestion
        self.code = code
        self.severity = severity
        self.path = path
        self.line = line
        self.column = column
        self.message = message
    }

    public static func < (left: Finding, right: Finding) -> Bool {
        if left.path != right.path { return left.path.utf8.lexicographicallyPrecedes(right.path.utf8) }
        return (left.line, left.column, left.code, left.message) < (right.line, right.column, right.code, right.message)
    }
}
