/// A request as a test sees it.
public struct Request: Sendable {
    /// `/pages?limit=500&offset=0`, as it came.
    public let target: String
    /// Names in lowercase.
    public let headers: [String: String]

    public init(target: String, headers: [String: String] = [:]) {
        self.target = target
        self.headers = headers
    }

    public var path: String { String(target.prefix { $0 != "?" }) }

    /// Values of the query, unescaped.
    public var query: [String: String] {
        guard let mark = target.firstIndex(of: "?") else { return [:] }
        var values: [String: String] = [:]
        for pair in target[target.index(after: mark)...].split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            values[String(parts[0])] = parts.count > 1 ? Self.unescaped(parts[1]) : ""
        }
        return values
    }

    public static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                rest = rest.dropFirst(2)
                bytes.append(value)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// An answer, and what goes wrong while it is sent.
public struct Response: Sendable {
    public enum Accident: Sendable, Equatable {
        case none
        /// The connection is reset instead of an answer.
        case reset
        /// Half of the body comes, then the connection ends.
        case truncated
        /// Half of the body comes, then nothing.
        case stalled
        /// A byte comes every now and then.
        case trickled
        /// Without a length: the end of the connection is the end of the body.
        case unannounced
    }

    public var status: Int
    public var headers: [String: String]
    public var body: [UInt8]
    public var accident: Accident
    /// The connection ends after the answer.
    public var closes: Bool

    public init(_ status: Int = 200, headers: [String: String] = [:], body: [UInt8] = [], accident: Accident = .none, closes: Bool = false)
    {
        self.status = status
        self.headers = headers
        self.body = body
        self.accident = accident
        self.closes = closes
    }

    public static func json(_ text: String, _ status: Int = 200) -> Response {
        Response(status, headers: ["Content-Type": "application/json"], body: Array(text.utf8))
    }

    public static func json(_ bytes: [UInt8]) -> Response { Response(headers: ["Content-Type": "application/json"], body: bytes) }

    public static func text(_ status: Int, _ text: String, headers: [String: String] = [:], closes: Bool = false) -> Response {
        Response(status, headers: headers.merging(["Content-Type": "text/plain"]) { old, _ in old }, body: Array(text.utf8), closes: closes)
    }

    public static let notFound = json(#"{"error":{"code":"not_found","message":"Not Found","status":404,"details":null}}"#, 404)
}
