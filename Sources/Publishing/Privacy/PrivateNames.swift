import Snapshot

/// The names by which pages point at private ones, to take such links out of what a public page says.
struct PrivateNames {
    private var known: Set<[UInt64]> = []

    init(_ pages: [(page: PageRecord, text: [UInt8])]) {
        for (page, text) in pages {
            let stem = Self.stem(page.path)
            let names = Self.names(of: page, Frontmatter(of: text)) + [stem, stem.split(separator: "/").last.map(String.init) ?? stem]
            for name in names { known.insert(TextWords(name).hashes) }
            if stem.hasPrefix("wiki/") { known.insert(TextWords(String(stem.dropFirst(5))).hashes) }
        }
        known.remove([])
    }

    /// The vault path without its extension.
    static func stem(_ path: String) -> String { path.lowercased().hasSuffix(".md") ? String(path.dropLast(3)) : path }

    /// Title and aliases, each once.
    static func names(of page: PageRecord, _ front: Frontmatter) -> [String] {
        var names: [String] = []
        for name in [front.title, page.title].compactMap({ $0 }) + front.aliases where !name.isEmpty && !names.contains(name) {
            names.append(name)
        }
        return names
    }

    /// Whether a link's target, or a list's entry, names a private page: `x`, `[[x]]`, `folder/x.md#heading|label`.
    func contains(_ target: String) -> Bool {
        let inside = target.filter { $0 != "[" && $0 != "]" }
        let name = inside.prefix { $0 != "|" && $0 != "#" }
        return known.contains(TextWords(Self.stem(String(name))).hashes)
    }

    /// The text with links to private pages gone; a label that the author gave stays.
    func removed(from text: ArraySlice<UInt8>) -> [UInt8] {
        var kept: [UInt8] = []
        var rest = text
        while let open = rest.firstRange(of: Array("[[".utf8)) {
            kept += rest[..<open.lowerBound]
            rest = rest[open.upperBound...]
            guard let close = rest.firstRange(of: Array("]]".utf8)), close.lowerBound - open.upperBound < 2000 else { continue }
            let inside = rest[..<close.lowerBound]
            let parts = inside.split(separator: UInt8(ascii: "|"), maxSplits: 1)
            let isPrivate = contains(String(decoding: parts.first ?? [], as: UTF8.self))
            kept += [0x20] + (isPrivate ? (parts.count > 1 ? parts[1] : []) : inside) + [0x20]
            rest = rest[close.upperBound...]
        }
        return kept + rest
    }
}

/// Addresses in a page's text that lead out of the vault.
struct MarkdownAddresses {
    private(set) var outside: [String] = []

    init(_ text: ArraySlice<UInt8>) {
        var rest = text
        while let found = rest.firstRange(of: Array("://".utf8)) {
            let scheme = rest[..<found.lowerBound].reversed().prefix { (0x61...0x7A).contains($0 | 0x20) }.reversed()
            let tail = rest[found.upperBound...].prefix { $0 > 0x20 && !Array("<>\"')]}|`".utf8).contains($0) }
            if ["http", "https", "ftp"].contains(String(decoding: scheme, as: UTF8.self).lowercased()), tail.count > 3 {
                outside.append(String(decoding: tail, as: UTF8.self))
            }
            rest = rest[found.upperBound...]
        }
    }
}
