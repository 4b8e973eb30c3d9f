import CCurl

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Reads from one server, one request at a time over one connection that is kept open.
///
/// The token goes to the server's own origin and nowhere else: a redirect is followed by hand, within the origin only. It is in no
/// error: every text that comes from the server is searched for it before it is shown.
final class HTTPClient {
    let address: ServerAddress
    let curl: UnsafePointer<syn_curl>
    private let handle: UnsafeMutableRawPointer
    private let headers: UnsafeMutablePointer<curl_slist>?
    /// Of the connection; −1 before there is one. In a place of its own, because libcurl writes it.
    private let socket: UnsafeMutablePointer<curl_socket_t>
    private let token: String?
    private let timeouts: Timeouts
    private let retries: Retries
    private let deadline: Deadline
    private let requests: RequestCount

    init(
        _ address: ServerAddress, token: String?, timeouts: Timeouts, retries: Retries, deadline: Deadline, counting requests: RequestCount
    ) throws(SnapshotError) {
        curl = try Curl.functions()
        guard let handle = curl.pointee.curl_easy_init() else { throw Curl.doesNotStart }
        self.address = address
        self.token = token
        self.timeouts = timeouts
        self.retries = retries
        self.deadline = deadline
        self.requests = requests
        self.handle = handle
        var headers = curl.pointee.curl_slist_append(nil, "Accept: application/json, */*;q=0.1")
        if let token {
            // Visible ASCII only: a line break in here would be a header of its own.
            guard !token.isEmpty, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                curl.pointee.curl_slist_free_all(headers)
                curl.pointee.curl_easy_cleanup(handle)
                throw SnapshotError(.usage, "the token is empty or holds characters that no token has", advice: "Look at the token file.")
            }
            headers = curl.pointee.curl_slist_append(headers, "Authorization: Bearer \(token)")
        }
        self.headers = headers
        socket = .allocate(capacity: 1)
        socket.initialize(to: -1)
        try configure()
    }

    deinit {
        curl.pointee.curl_easy_cleanup(handle)
        curl.pointee.curl_slist_free_all(headers)
        socket.deallocate()
    }

    private func configure() throws(SnapshotError) {
        let receive: syn_curl_write = { bytes, size, count, context in
            Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue().receive(
                UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        try check(syn_curl_set_write(curl, handle, CURLOPT_WRITEFUNCTION, receive))
        // A server that writes an answer's head and its body apart may hold the body back until the head is acknowledged (RFC 896).
        let acknowledge: syn_curl_write = { _, size, count, socket in
            syn_acknowledge(socket!.load(as: curl_socket_t.self))
            return size * count
        }
        try check(syn_curl_note_sockets(curl, handle, socket))
        try check(syn_curl_set_write(curl, handle, CURLOPT_HEADERFUNCTION, acknowledge))
        try check(syn_curl_set_pointer(curl, handle, CURLOPT_HEADERDATA, socket))
        try check(syn_curl_set_list(curl, handle, CURLOPT_HTTPHEADER, headers))
        try check(syn_curl_set_string(curl, handle, CURLOPT_USERAGENT, "synapse-publish"))
        try check(syn_curl_set_string(curl, handle, CURLOPT_PROTOCOLS_STR, "http,https"))
        try check(syn_curl_set_long(curl, handle, CURLOPT_FOLLOWLOCATION, 0))
        // A connection that waits is one that the server holds, too.
        try check(syn_curl_set_long(curl, handle, CURLOPT_MAXCONNECTS, 1))
        // Signals belong to the whole program (CURLOPT_NOSIGNAL(3)).
        try check(syn_curl_set_long(curl, handle, CURLOPT_NOSIGNAL, 1))
        try check(syn_curl_set_long(curl, handle, CURLOPT_CONNECTTIMEOUT_MS, timeouts.connect.milliseconds))
        try check(syn_curl_set_long(curl, handle, CURLOPT_LOW_SPEED_LIMIT, 256))
        try check(syn_curl_set_long(curl, handle, CURLOPT_LOW_SPEED_TIME, max(1, timeouts.idle.milliseconds / 1000)))
        // libcurl was built with one list of authorities; OpenSSL's variable for another is expected to work (SSL_CTX_load_verify_locations(3)).
        if let authorities = getenv("SSL_CERT_FILE") { try check(syn_curl_set_string(curl, handle, CURLOPT_CAINFO, authorities)) }
        // A proxy for this machine itself could only read along.
        if address.isLoopback { try check(syn_curl_set_string(curl, handle, CURLOPT_NOPROXY, "*")) }
    }

    var hasToken: Bool { token != nil }

    private func check(_ code: CURLcode) throws(SnapshotError) {
        guard code == CURLE_OK else {
            throw SnapshotError(.unavailable, "libcurl refuses a setting: \(String(cString: curl.pointee.curl_easy_strerror(code)!))")
        }
    }

    // MARK: Asking

    /// Asks for a route until it is answered with 200, 404, 410 or another answer that a new try would not change. The body of a 200
    /// is passed to `accept` within the tries: where it throws, the answer is counted as damaged and asked for again.
    ///
    /// Throws for 401 and 403, for a server that stays away, and for an answer that stays damaged.
    func get<Value>(
        _ route: String, into sink: Sink = .memory, limit: Int, accept: (Answer) throws(SnapshotError) -> Value
    ) throws(SnapshotError) -> Value {
        var attempt = 1
        while true {
            let trouble: Trouble
            switch perform(route, sink, limit) {
            case .success(let answer):
                switch judge(answer, route) {
                case nil:
                    do { return try accept(answer) } catch { trouble = Trouble(error, again: error.kind == .badData) }
                case .some(let found): trouble = found
                }
            case .failure(let found): trouble = found
            }
            guard trouble.again, attempt < min(retries.attempts, trouble.attempts) else { throw final(trouble.error) }
            try rest(max(retries.pause(after: attempt), trouble.wait ?? .zero), because: trouble.error)
            attempt += 1
        }
    }

    /// Damaged data of a server is a server that is not what it should be.
    private func final(_ error: SnapshotError) -> SnapshotError {
        error.kind == .badData ? SnapshotError(.unavailable, error.what, at: error.place, advice: error.advice) : error
    }

    func rest(_ pause: Duration, because error: SnapshotError) throws(SnapshotError) {
        guard pause < deadline.remaining else {
            throw SnapshotError(
                .temporary, "\(error.what); the limit of time for the whole pull is reached", at: error.place, advice: "Run again later.")
        }
        let nanoseconds = pause.components.attoseconds / 1_000_000_000
        var time = timespec(tv_sec: Int(pause.components.seconds), tv_nsec: Int(nanoseconds))
        var left = timespec()
        while nanosleep(&time, &left) != 0 && errno == EINTR { time = left }
    }

    /// A failed try.
    struct Trouble: Error {
        var error: SnapshotError
        var again: Bool
        var wait: Duration?
        var attempts: Int

        init(_ error: SnapshotError, again: Bool, wait: Duration? = nil, attempts: Int = .max) {
            self.error = error
            self.again = again
            self.wait = wait
            self.attempts = attempts
        }
    }

    // MARK: One try

    private func perform(_ route: String, _ sink: Sink, _ limit: Int) -> Result<Answer, Trouble> {
        do throws(Trouble) {
            var url = address.url(route)
            for _ in 0..<5 {
                let answer = try transfer(url, route, sink, limit)
                guard (300...399).contains(answer.status), let location = answer.location else { return .success(answer) }
                guard let origin = ServerAddress.origin(of: location), origin == address.origin else {
                    throw Trouble(elsewhere(location, route), again: false)
                }
                url = location
            }
            throw Trouble(
                SnapshotError(.unavailable, "redirects without an end", at: route, advice: "Look at the proxy before the server."),
                again: false)
        } catch {
            return .failure(error)
        }
    }

    private func elsewhere(_ location: String, _ route: String) -> SnapshotError {
        let other = ServerAddress.origin(of: location).map(clean) ?? "an unusable address"
        return SnapshotError(
            .unavailable, "the server redirects to another origin, \(other); the token was not sent there", at: route,
            advice: "If that is your server, give its address.")
    }

    private func transfer(_ url: String, _ route: String, _ sink: Sink, _ limit: Int) throws(Trouble) -> Answer {
        switch sink {
        case .memory: return try run(Transfer(curl, handle, limit: limit), url, route)
        case .file(let path):
            let file: Descriptor
            do {
                try FileSystem.remove(path)
                file = try Descriptor(creating: path)
            } catch { throw Trouble(error, again: false) }
            let answer = try run(Transfer(curl, handle, limit: limit, number: file.number, path: path), url, route)
            do { try file.close() } catch { throw Trouble(error, again: false) }
            return answer
        }
    }

    private func run(_ transfer: Transfer, _ url: String, _ route: String) throws(Trouble) -> Answer {
        let remaining = deadline.remaining
        guard remaining > .zero else {
            throw Trouble(
                SnapshotError(.temporary, "the limit of time for the whole pull is reached", at: route, advice: "Run again later."),
                again: false)
        }
        do throws(SnapshotError) {
            try check(syn_curl_set_string(curl, handle, CURLOPT_URL, url))
            try check(syn_curl_set_long(curl, handle, CURLOPT_TIMEOUT_MS, min(timeouts.request, remaining).milliseconds))
            try check(syn_curl_set_pointer(curl, handle, CURLOPT_WRITEDATA, Unmanaged.passUnretained(transfer).toOpaque()))
        } catch { throw Trouble(error, again: false) }
        requests.add()
        let code = withExtendedLifetime(transfer) { curl.pointee.curl_easy_perform(handle) }
        if let error = transfer.diskError { throw Trouble(error, again: false) }
        if transfer.overflowed {
            throw Trouble(
                SnapshotError(
                    .unavailable, "the answer has more than \(transfer.limit) bytes, the limit for this route", at: route,
                    advice: "Is this a Synapse server? Look at what it answers there."),
                again: false)
        }
        guard code == CURLE_OK else { throw connectionTrouble(code, route) }
        return answer(transfer)
    }

    private func answer(_ transfer: Transfer) -> Answer {
        var status = 0
        var retryAfter: curl_off_t = 0
        _ = syn_curl_get_long(curl, handle, CURLINFO_RESPONSE_CODE, &status)
        _ = syn_curl_get_offset(curl, handle, CURLINFO_RETRY_AFTER, &retryAfter)
        func text(_ info: CURLINFO) -> String? {
            var value: UnsafeMutablePointer<CChar>?
            guard syn_curl_get_string(curl, handle, info, &value) == CURLE_OK, let value else { return nil }
            return String(cString: value)
        }
        return Answer(
            status: status, contentType: text(CURLINFO_CONTENT_TYPE)?.lowercased() ?? "", body: transfer.body,
            retryAfter: retryAfter > 0 ? Int(retryAfter) : nil, location: text(CURLINFO_REDIRECT_URL))
    }

    /// `text` without the token, in one line of at most 200 characters.
    func clean(_ text: String) -> String {
        var text = String(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0) })
        if let token {
            while let range = text.firstRange(of: token) { text.replaceSubrange(range, with: "…") }
        }
        return text.count > 200 ? "\(text.prefix(200))…" : text
    }
}
