/// What is wrong with a template, and where.
public struct TemplateError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The template's file name.
    public let file: String
    /// 1-based; 0 where the fault has no line.
    public let line: Int
    public let message: String

    public init(file: String, line: Int, message: String) {
        self.file = file
        self.line = line
        self.message = message
    }

    public var description: String { line > 0 ? "\(file):\(line): \(message)" : "\(file): \(message)" }
}
