import CCurl

extension HTTPClient {
    /// What is wrong with an answer by its status alone; nil where the caller decides (200, 404, 410, 413).
    func judge(_ answer: Answer, _ route: String) -> Trouble? {
        switch answer.status {
        case 200, 404, 410, 413: return nil
        case 401: return Trouble(refusal(route), again: false)
        case 403:
            return Trouble(
                SnapshotError(
                    .refused, "the server does not let this token read the route (403)", at: route,
                    advice: "Use a token that may read the vault."),
                again: false)
        case 408, 425: return Trouble(busy(answer, route), again: true)
        case 429: return rateLimit(answer, route)
        case 500...599:
            if let later = comeLater(answer, route) { return later }
            return Trouble(
                SnapshotError(
                    .unavailable, "the server fails (\(answer.status))\(message(answer))", at: route, advice: "Look into the server's log."),
                again: true, wait: answer.retryAfter.map { .seconds($0) })
        default:
            return Trouble(
                SnapshotError(
                    .unavailable, "an unexpected answer (\(answer.status))\(message(answer))", at: route,
                    advice: "Is this a Synapse server?"),
                again: false)
        }
    }

    private func refusal(_ route: String) -> SnapshotError {
        hasToken
            ? SnapshotError(.refused, "the server refuses the token (401)", at: route, advice: "Make a new read-only token on the server.")
            : SnapshotError(.refused, "the server wants a token (401)", at: route, advice: "Give one with --token-file or SYNAPSE_TOKEN.")
    }

    private func rateLimit(_ answer: Answer, _ route: String) -> Trouble {
        comeLater(answer, route) ?? Trouble(busy(answer, route), again: true, wait: answer.retryAfter.map { .seconds($0) })
    }

    /// Where the server names a time that is too long to wait for without a word.
    private func comeLater(_ answer: Answer, _ route: String) -> Trouble? {
        guard let wait = answer.retryAfter, wait > 120 else { return nil }
        return Trouble(
            SnapshotError(
                .temporary, "the server asks to come back in \(wait) seconds (\(answer.status))", at: route, advice: "Run again then."),
            again: false)
    }

    private func busy(_ answer: Answer, _ route: String) -> SnapshotError {
        SnapshotError(.temporary, "the server is too busy (\(answer.status))\(message(answer))", at: route, advice: "Run again later.")
    }

    func connectionTrouble(_ code: CURLcode, _ route: String) -> Trouble {
        let reason = String(cString: curl.pointee.curl_easy_strerror(code)!)
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            return Trouble(
                SnapshotError(.unavailable, "no such host", at: address.origin, advice: "Look at the URL and the name service."),
                again: true,
                attempts: 3)
        case CURLE_COULDNT_CONNECT:
            return Trouble(
                SnapshotError(.unavailable, "cannot connect", at: address.origin, advice: "Does the server run there?"), again: true,
                attempts: 3)
        case CURLE_OPERATION_TIMEDOUT:
            return Trouble(
                SnapshotError(
                    .temporary, "the server did not answer in time, or stopped in the middle", at: route, advice: "Run again later."),
                again: true, attempts: 2)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
            return Trouble(
                SnapshotError(
                    .unavailable, "the encrypted connection fails: \(reason)", at: address.origin,
                    advice: "Look at the server's certificate; SSL_CERT_FILE names further authorities."), again: false)
        case CURLE_PARTIAL_FILE:
            return Trouble(SnapshotError(.unavailable, "the answer ended early", at: route, advice: "Run again later."), again: true)
        default:
            return Trouble(
                SnapshotError(.unavailable, "the connection broke: \(reason)", at: route, advice: "Run again later."), again: true)
        }
    }

    /// The server's own words, from either shape of its errors: `{"error":"x","hint":…}` and `{"error":{"message":…}}`.
    private func message(_ answer: Answer) -> String {
        let text = answer.body.withUnsafeBytes { bytes in
            try? JSONCursor.read(bytes) { (cursor) throws(JSONFailure) in
                var found: String?
                try cursor.object { (cursor, key) throws(JSONFailure) in
                    guard key == "error", cursor.peek() == UInt8(ascii: "{") else { return try cursor.skip() }
                    try cursor.object { (cursor, key) throws(JSONFailure) in
                        if key == "message" { found = try cursor.looseString() } else { try cursor.skip() }
                    }
                }
                return found
            }
        }
        guard let text else { return "" }
        return ": \(clean(text))"
    }
}
