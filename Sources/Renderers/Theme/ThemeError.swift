/// Why the token file cannot be used: what is wrong, at which line and column, and what would be right.
public struct ThemeError: Error, Sendable, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
}
