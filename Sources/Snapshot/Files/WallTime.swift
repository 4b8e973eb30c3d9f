#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The moment now, for `pull.json` and for a night without one.
package struct WallTime: Sendable, CustomStringConvertible {
    private let seconds: Int

    package init() { seconds = time(nil) }

    /// ISO 8601 in UTC, `2026-11-30T03:46:00Z`.
    package var description: String {
        var moment = seconds
        var parts = tm()
        guard gmtime_r(&moment, &parts) != nil else { return "" }
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
