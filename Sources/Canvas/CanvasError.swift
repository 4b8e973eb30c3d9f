internal import CCairo

/// A drawing library refused something: which call, and the library's own words.
public struct CanvasError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What was being done, for example `cairo image surface 2048 × 1536`.
    public let operation: String
    public let reason: String

    public var description: String { "\(operation): \(reason)" }

    public init(operation: String, reason: String) {
        self.operation = operation
        self.reason = reason
    }

    init(_ operation: String, _ status: cairo_status_t) {
        self.init(operation: operation, reason: String(cString: cairo_status_to_string(status)))
    }
}

func check(_ status: cairo_status_t, _ operation: @autoclosure () -> String) throws(CanvasError) {
    if status != CAIRO_STATUS_SUCCESS { throw CanvasError(operation(), status) }
}
