#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file's path within a night, `/` between its parts: `snapshot/vault/wiki/page.md`.
///
/// Equal only where all bytes are: Swift's strings would take two normalisations of one name for the same, and they are two files.
public struct LogicalPath: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let text: String

    public init(_ text: String) {
        var text = text
        text.makeContiguousUTF8()
        self.text = text
    }

    /// What follows a prefix; nil where the path does not begin with it.
    init?(_ path: String, without prefix: String) {
        guard path.utf8.starts(with: prefix.utf8) else { return nil }
        self.init(String(Substring(path.utf8.dropFirst(prefix.utf8.count))))
    }

    public var description: String { text }

    public static func == (left: LogicalPath, right: LogicalPath) -> Bool { compare(left, right) == 0 }

    public static func < (left: LogicalPath, right: LogicalPath) -> Bool { compare(left, right) < 0 }

    public func hash(into hasher: inout Hasher) {
        bytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    private static func compare(_ left: LogicalPath, _ right: LogicalPath) -> Int {
        left.bytes { left in
            right.bytes { right in
                let common = min(left.count, right.count)
                let order = common == 0 ? 0 : memcmp(left.baseAddress!, right.baseAddress!, common)
                return order != 0 ? Int(order) : left.count - right.count
            }
        }
    }

    /// Strings made by `init` are contiguous, so the fallback never runs for long texts; it is right all the same.
    private func bytes<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        text.utf8.withContiguousStorageIfAvailable(body) ?? Array(text.utf8).withUnsafeBufferPointer(body)
    }
}
