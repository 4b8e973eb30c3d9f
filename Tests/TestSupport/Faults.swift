internal import Synchronization

/// Makes some answers of a server go wrong.
public final class Faults: Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        case serverError, unavailable, busy, busyWithoutTime, refused, forbidden, missing, gone
        case reset, truncated, stalled, trickled, garbage, login, loginWithStatus, huge, elsewhere, redirectLoop
    }

    private struct Plan {
        var kind: Kind
        var path: String
        var times: Int
    }

    private let plans: Mutex<[Plan]>
    private let elsewhere: String

    /// `elsewhere` is the origin that the redirect leads to.
    public init(elsewhere: String = "http://127.0.0.1:9") {
        plans = Mutex([])
        self.elsewhere = elsewhere
    }

    /// The next `times` requests for the path go wrong.
    public func add(_ kind: Kind, _ path: String, times: Int = .max) {
        plans.withLock { $0.append(Plan(kind: kind, path: path, times: times)) }
    }

    public func apply(_ request: Request, _ response: Response) -> Response {
        let kind: Kind? = plans.withLock { plans in
            guard let index = plans.firstIndex(where: { $0.path == request.path && $0.times > 0 }) else { return nil }
            plans[index].times -= 1
            return plans[index].kind
        }
        return kind.map { spoil($0, request, response) } ?? response
    }

    private func spoil(_ kind: Kind, _ request: Request, _ response: Response) -> Response {
        var response = response
        switch kind {
        case .serverError: return .text(500, "Internal Server Error", closes: true)
        case .unavailable: return .text(503, "Service Unavailable", headers: ["Retry-After": "1"])
        case .busy: return .text(429, "Too Many Requests", headers: ["Retry-After": "1"])
        case .busyWithoutTime: return .json(#"{"error":{"code":"rate_limited","message":"another export is running","status":429}}"#, 429)
        case .refused: return .json(#"{"error":"unauthorized","hint":"Provide Authorization: Bearer <token>"}"#, 401)
        case .forbidden: return .json(#"{"error":"forbidden","hint":"Not for this token."}"#, 403)
        case .missing: return .notFound
        case .gone: return .json(#"{"error":{"code":"gone","message":"the page's file is not on disk","status":410}}"#, 410)
        case .reset: response.accident = .reset
        case .truncated: response.accident = .truncated
        case .stalled: response.accident = .stalled
        case .trickled: response.accident = .trickled
        case .garbage: response.body = [0xFF, 0xFE] + Array("{not json".utf8)
        case .login:
            return Response(
                headers: ["Content-Type": "text/html; charset=utf-8"], body: Array("<!doctype html><title>Sign in</title>".utf8))
        case .loginWithStatus: return .text(200, "\n  <html><form><input type=password></form></html>")
        case .huge: response.body = Array("[".utf8) + [UInt8](repeating: 0x20, count: 70 << 20) + Array("]".utf8)
        case .elsewhere: return Response(302, headers: ["Location": elsewhere + request.target])
        case .redirectLoop: return Response(307, headers: ["Location": request.target])
        }
        return response
    }
}

/// A value that several threads may change.
public final class Locked<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    public init(_ value: Value) { state = Mutex(value) }

    public var value: Value { state.withLock { $0 } }

    public func change(_ body: (inout Value) -> Void) { state.withLock { body(&$0) } }
}
