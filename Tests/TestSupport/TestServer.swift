internal import Dispatch
internal import Foundation
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#endif

/// An HTTP/1.1 server on loopback, inside the test's own process. It lives as long as this object.
public final class TestServer: Sendable {
    public let port: UInt16
    private let listener: Int32
    private let answer: @Sendable (Request) -> Response
    private let state = Mutex(State())

    private struct State {
        var requests: [Request] = []
        var open: Set<Int32> = []
        var ended = false
    }

    public init(address: String = "127.0.0.1", _ answer: @escaping @Sendable (Request) -> Response) throws {
        self.answer = answer
        (listener, port) = try Self.listen(address)
        let listener = listener
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0, let self else { return }
                Thread.detachNewThread { self.serve(connection) }
            }
        }
    }

    deinit { stop() }

    public var url: String { "http://127.0.0.1:\(port)" }

    /// All requests so far, in the order of their coming.
    public var requests: [Request] { state.withLock { $0.requests } }

    public func stop() {
        let open = state.withLock { state in
            let open = state.ended ? [] : state.open
            if !state.ended { shutdown(listener, Int32(SHUT_RDWR)) }
            state.ended = true
            return open
        }
        for connection in open { shutdown(connection, Int32(SHUT_RDWR)) }
    }

    // MARK: Sockets

    private static func listen(_ address: String) throws -> (Int32, UInt16) {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = inet_addr(address)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                bind(socket, name, length) == 0 && Glibc.listen(socket, 64) == 0 ? getsockname(socket, name, &length) : -1
            }
        }
        guard socket >= 0, status == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        return (socket, UInt16(bigEndian: name.sin_port))
    }

    private func serve(_ connection: Int32) {
        let isOpen = state.withLock { state in
            if !state.ended { state.open.insert(connection) }
            return !state.ended
        }
        // Head and body are sent by themselves; with Nagle's algorithm the second would wait for the first one's acknowledgement.
        var on: Int32 = 1
        setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout.size(ofValue: on)))
        var received: [UInt8] = []
        while isOpen, let request = Self.request(connection, &received) {
            state.withLock { $0.requests.append(request) }
            if !send(answer(request), to: connection) { break }
        }
        state.withLock { _ = $0.open.remove(connection) }
        close(connection)
    }

    private static func request(_ connection: Int32, _ received: inout [UInt8]) -> Request? {
        let end = Array("\r\n\r\n".utf8)
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while received.firstRange(of: end) == nil {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            received += buffer[..<count]
        }
        guard let range = received.firstRange(of: end) else { return nil }
        let lines = String(decoding: received[..<range.lowerBound], as: UTF8.self).split(separator: "\r\n")
        received.removeSubrange(..<range.upperBound)
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
        return Request(target: String(words[1]), headers: headers)
    }

    // MARK: Answers

    /// False when the connection is over.
    private func send(_ response: Response, to connection: Int32) -> Bool {
        if response.accident == .reset {
            // An end of life of zero seconds makes the system send RST instead of FIN (socket(7)).
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
            return false
        }
        var head = "HTTP/1.1 \(response.status) X\r\n"
        for (name, value) in response.headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
        if response.accident != .unannounced { head += "Content-Length: \(response.body.count)\r\n" }
        guard write(Array((head + "\r\n").utf8), to: connection) else { return false }
        switch response.accident {
        case .none: return write(response.body, to: connection) && !response.closes
        case .truncated:
            _ = write(Array(response.body.prefix(response.body.count / 2)), to: connection)
            return false
        case .stalled:
            _ = write(Array(response.body.prefix(response.body.count / 2)), to: connection)
            return wait(60)
        case .trickled:
            for byte in response.body where !write([byte], to: connection) || !wait(0.2) { return false }
            return false
        case .unannounced, .reset:
            _ = write(response.body, to: connection)
            return false
        }
    }

    private func wait(_ seconds: Double) -> Bool {
        let end = Date().addingTimeInterval(seconds)
        while Date() < end {
            if state.withLock({ $0.ended }) { return false }
            usleep(20_000)
        }
        return true
    }

    private func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress! + done, bytes.count - done, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }
}
