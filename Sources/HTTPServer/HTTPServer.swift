internal import CMicrohttpd

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What a client asks for. Bodies of requests are passed over.
public struct HTTPRequest: Sendable {
    public var method: String
    /// The path as it was sent: percent-encoded, without a query.
    public var path: String
    /// By name in lowercase; those of `names` that the request has.
    public var headers: [String: String]

    public init(method: String, path: String, headers: [String: String] = [:]) {
        self.method = method
        self.path = path
        self.headers = headers
    }

    /// Headers that are looked for.
    public static let names = ["host", "range", "if-range", "if-none-match", "accept-encoding"]
}

/// An answer. For a HEAD request the body's length is told and nothing of it is sent.
public struct HTTPResponse: Sendable {
    public enum Body: Sendable {
        case bytes([UInt8])
        /// A part of an open file; the server closes it.
        case file(descriptor: Int32, offset: Int, count: Int)
    }

    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: Body

    public init(_ status: Int, _ headers: [(name: String, value: String)] = [], _ body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Why nothing can be listened on: `errno` of the call.
public struct HTTPServerError: Error, Sendable {
    public let code: Int32
}

/// Listens on one address and answers every request with what a function makes of it, each connection on a thread of its own.
///
/// Only this module knows libmicrohttpd.
public final class HTTPServer: Sendable {
    /// What a request is answered with. Called on many threads at once; it may wait.
    public typealias Handler = @Sendable (HTTPRequest) -> HTTPResponse

    /// The port that is listened on.
    public let port: UInt16

    /// - Parameters:
    ///   - address: of IPv4 or IPv6, in figures: `127.0.0.1`, `::1`, `0.0.0.0`.
    ///   - port: 0 for any that is free.
    ///
    /// It listens until the program ends: its last connection may be waiting for something.
    public init(address: String, port: UInt16, handler: @escaping Handler) throws(HTTPServerError) {
        guard let microhttpd else { throw HTTPServerError(code: ENOSYS) }
        let own = Unmanaged.passRetained(HandlerBox(handler))
        errno = 0
        guard let daemon = syn_start_daemon(microhttpd, address, port, answerCallback, own.toOpaque()) else {
            let code = errno
            own.release()
            throw HTTPServerError(code: code)
        }
        self.port = syn_daemon_port(microhttpd, daemon)
    }
}

/// The library's functions, loaded on first use; nil where the machine does not have it.
// Proof: filled once under Swift's once, and never written again.
nonisolated(unsafe) private let microhttpd: UnsafePointer<syn_microhttpd>? = {
    let table = UnsafeMutablePointer<syn_microhttpd>.allocate(capacity: 1)
    table.initialize(to: syn_microhttpd())
    return syn_microhttpd_fill(table) ? UnsafePointer(table) : nil
}()

private final class HandlerBox: Sendable {
    let handler: HTTPServer.Handler

    init(_ handler: @escaping HTTPServer.Handler) { self.handler = handler }
}

/// microhttpd.h: called first when a request's headers are there, then with its body, then once more with none left; only then may an
/// answer be queued whatever the method. `state` is ours to tell the calls apart.
private let answerCallback: MHD_AccessHandlerCallback = { own, connection, path, method, _, _, size, state in
    guard let microhttpd, let own, let connection, let path, let method, let size, let state else { return MHD_Result.NO }
    if state.pointee == nil {
        state.pointee = own
        return MHD_Result.YES
    }
    if size.pointee > 0 {
        size.pointee = 0
        return MHD_Result.YES
    }
    let box = Unmanaged<HandlerBox>.fromOpaque(own).takeUnretainedValue()
    var request = HTTPRequest(method: String(cString: method), path: String(cString: path))
    for name in HTTPRequest.names {
        if let value = syn_request_header(microhttpd, connection, name) { request.headers[name] = String(cString: value) }
    }
    return send(box.handler(request), to: connection, microhttpd.pointee)
}

private func send(_ answer: HTTPResponse, to connection: OpaquePointer, _ functions: syn_microhttpd) -> MHD_Result {
    let response: OpaquePointer?
    switch answer.body {
    case .bytes(let bytes):
        response = bytes.withUnsafeBytes {
            functions.MHD_create_response_from_buffer(
                $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), MHD_ResponseMemoryMode.RESPMEM_MUST_COPY)
        }
    case .file(let descriptor, let offset, let count):
        response = functions.MHD_create_response_from_fd_at_offset64(UInt64(count), descriptor, UInt64(offset))
        if response == nil { close(descriptor) }
    }
    guard let response else { return MHD_Result.NO }
    // The connection keeps it for as long as it needs it.
    defer { functions.MHD_destroy_response(response) }
    for (name, value) in answer.headers {
        guard functions.MHD_add_response_header(response, name, value) == MHD_Result.YES else { return MHD_Result.NO }
    }
    return functions.MHD_queue_response(connection, UInt32(answer.status), response)
}
