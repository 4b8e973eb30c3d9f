import CCurl

/// libcurl's functions, loaded on first use.
enum Curl {
    static func functions() throws(SnapshotError) -> UnsafePointer<syn_curl> {
        guard let library else { throw doesNotStart }
        return library
    }

    static var doesNotStart: SnapshotError { SnapshotError(.unavailable, "libcurl does not start", advice: "Is it installed?") }

    /// libcurl's own start is not safe from several threads at once (curl_global_init(3)); a global of Swift is made once.
    // Proof: filled once under Swift's once, and never written again.
    nonisolated(unsafe) private static let library: UnsafePointer<syn_curl>? = {
        let table = UnsafeMutablePointer<syn_curl>.allocate(capacity: 1)
        table.initialize(to: syn_curl())
        guard syn_curl_fill(table), table.pointee.curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK else { return nil }
        return UnsafePointer(table)
    }()
}
