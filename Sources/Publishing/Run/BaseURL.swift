import Foundation

/// Where a site will be served: an http or https address without user, query and fragment. Its path is the web root.
public struct BaseURL: Sendable, Equatable {
    /// `https://example.org`, in lowercase.
    public let origin: String
    /// Percent-encoded, with slashes at both ends: `/` or `/wiki/`.
    public let path: String

    /// The address of the web root.
    public var text: String { origin + path }

    /// Nil where `text` is no such address.
    public init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), let parts = URLComponents(string: text),
            let scheme = parts.scheme?.lowercased(),
            scheme == "http" || scheme == "https", let host = parts.percentEncodedHost, !host.isEmpty, !host.contains("%"),
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
        else { return nil }
        origin = "\(scheme)://\(host.lowercased())" + (parts.port.map { ":\($0)" } ?? "")
        let folders = parts.percentEncodedPath.split(separator: "/", omittingEmptySubsequences: true)
        guard !folders.contains(where: { $0 == "." || $0 == ".." }) else { return nil }
        path = folders.reduce(into: "/") { $0 += $1 + "/" }
    }
}
