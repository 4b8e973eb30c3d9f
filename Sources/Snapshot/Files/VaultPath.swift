#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif
/// Which names of a server, a ZIP or a manifest may become files of ours.
package enum VaultPath {
    /// Relative, without empty, `.` and `..` components, without control characters. Everything else that a file system takes is a
    /// name: spaces, `§`, emoji, a leading dot, a backslash.
    package static func isSafe(_ path: String) -> Bool {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count <= 4096, !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return false }
        return bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { component in
            !component.isEmpty && !component.elementsEqual(".".utf8) && !component.elementsEqual("..".utf8)
        }
    }

    /// A path of any kind, for a message.
    static func shown(_ path: String) -> String {
        String(path.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "\u{FFFD}" : Character($0) }.prefix(200))
    }

    /// Whether a row of the page list is a page: the sources, the vault's own settings and an editor's are not.
    static func isPage(_ path: String) -> Bool {
        !path.hasPrefix("raw/") && path != "purpose.md" && path != "schema.md" && !isEditorsOwn(path)
    }

    static func isSource(_ path: String) -> Bool {
        path.hasPrefix(sourcesFolder) && !isEditorsOwn(path)
    }

    static let sourcesFolder = "raw/sources/"

    private static func isEditorsOwn(_ path: String) -> Bool {
        path.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual(".obsidian".utf8) }
    }

    /// Equal bytes. `==` would take two normalisations of one name for the same, and they are two files.
    package static func same(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

    /// A path as the key of a table: two normalisations of one name are two.
    struct Key: Hashable {
        let path: String

        init(_ path: String) { self.path = path }

        static func == (left: Key, right: Key) -> Bool { same(left.path, right.path) }

        func hash(into hasher: inout Hasher) {
            for byte in path.utf8 { hasher.combine(byte) }
        }
    }

    /// The order of the bytes. Tens of thousands of paths are sorted on one thread: they are compared by the machine's word.
    package static func precedes(_ left: String, _ right: String) -> Bool {
        let order = left.utf8.withContiguousStorageIfAvailable { left in
            right.utf8.withContiguousStorageIfAvailable { right -> Bool in
                guard let a = left.baseAddress, let b = right.baseAddress else { return left.count < right.count }
                let order = memcmp(a, b, min(left.count, right.count))
                return order != 0 ? order < 0 : left.count < right.count
            }
        }
        return (order ?? nil) ?? left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}
