import CCurl

/// Where a server is: an origin and, behind some reverse proxies, a path before the API's own routes.
///
/// It is read by libcurl's own parser, so what is checked here is what is asked later.
struct ServerAddress: Sendable, Equatable {
    /// `https://wiki.example.org` or `http://127.0.0.1:8765`, as a browser would write it.
    let origin: String
    /// Empty, or `/path` without a slash at the end.
    let path: String
    let isLoopback: Bool

    /// Refuses other schemes, user info, a query and, without `allowInsecure`, plain http to a host that is not this machine.
    init(_ text: String, allowInsecure: Bool) throws(SnapshotError) {
        guard let url = Parts(text, try Curl.functions().pointee) else {
            throw SnapshotError(.usage, "not a usable URL", advice: "Give one such as https://wiki.example.org or http://127.0.0.1:8000.")
        }
        guard !url.hasUser else {
            throw SnapshotError(.usage, "user names and passwords in a URL are refused", advice: "Use --token-file or SYNAPSE_TOKEN.")
        }
        guard !url.hasQuery else { throw SnapshotError(.usage, "a server's URL has no query and no fragment") }
        guard url.scheme == "http" || url.scheme == "https" else {
            throw SnapshotError(.usage, "\(url.scheme) is not http or https")
        }
        origin = url.origin
        path = String(url.path.reversed().drop { $0 == "/" }.reversed())
        isLoopback = Self.isLoopback(url.host)
        guard url.scheme == "https" || isLoopback || allowInsecure else {
            throw SnapshotError(
                .usage, "plain http sends the token and the vault readable over the network", at: origin,
                advice: "Use https, or --insecure where the network itself is safe.")
        }
    }

    /// What a snapshot says of its source. A port of this machine is an accident of the day and says nothing to a reader.
    var neutral: String { isLoopback ? "http://localhost" : origin + path }

    func url(_ route: String) -> String { origin + path + route }

    /// The origin of an absolute URL; nil where it has none.
    static func origin(of url: String) -> String? {
        guard let curl = try? Curl.functions().pointee else { return nil }
        return Parts(url, curl)?.origin
    }

    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }

    /// What libcurl makes of a URL.
    private struct Parts {
        let scheme: String
        let host: String
        let path: String
        let origin: String
        let hasUser: Bool
        let hasQuery: Bool

        init?(_ text: String, _ curl: syn_curl) {
            guard text.contains("://"), let url = curl.curl_url() else { return nil }
            defer { curl.curl_url_cleanup(url) }
            guard curl.curl_url_set(url, CURLUPART_URL, text, UInt32(CURLU_NON_SUPPORT_SCHEME)) == CURLUE_OK else { return nil }
            func part(_ which: CURLUPart, _ flags: Int32 = 0) -> String? {
                var value: UnsafeMutablePointer<CChar>?
                guard curl.curl_url_get(url, which, &value, UInt32(flags)) == CURLUE_OK, let value else { return nil }
                defer { curl.curl_free(value) }
                return String(cString: value)
            }
            guard let scheme = part(CURLUPART_SCHEME), let host = part(CURLUPART_HOST), !host.isEmpty else { return nil }
            // libcurl keeps a sign that begins no escape; only the zone of an IPv6 address may hold one.
            guard !host.contains("%") || host.hasPrefix("[") else { return nil }
            self.scheme = scheme.lowercased()
            self.host = host.lowercased()
            path = part(CURLUPART_PATH) ?? ""
            origin = "\(self.scheme)://\(self.host)" + (part(CURLUPART_PORT, Int32(CURLU_NO_DEFAULT_PORT)).map { ":\($0)" } ?? "")
            hasUser = part(CURLUPART_USER) != nil || part(CURLUPART_PASSWORD) != nil
            hasQuery = part(CURLUPART_QUERY) != nil || part(CURLUPART_FRAGMENT) != nil
        }
    }
}

/// Throws where a pull would refuse the address, without asking anybody.
public func checkServerURL(_ url: String, allowInsecure: Bool) throws(SnapshotError) {
    _ = try ServerAddress(url, allowInsecure: allowInsecure)
}

/// One component of a path, or one value of a query, for a URL (RFC 3986, section 2.1): all but unreserved bytes is escaped.
func percentEncoded(_ text: String) -> String {
    var encoded: [UInt8] = []
    for byte in text.utf8 {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            encoded.append(byte)
        default:
            encoded.append(UInt8(ascii: "%"))
            encoded.append(contentsOf: hexadecimal([byte]).uppercased().utf8)
        }
    }
    return String(decoding: encoded, as: UTF8.self)
}
