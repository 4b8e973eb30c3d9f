internal import Foundation

/// Gives every page one address that is safe on every host and disk, stable between builds, and never another page's.
struct AddressBook {
    /// Folders and files of the site's own at the web root, compared without case.
    static let reserved: Set<String> = [
        "assets", "posters", "previews", "types", "domains", "communities", "tags", "raw", "index.html", "wiki.html",
        "graph.html", "graph-bench.html",
        "sources.html",
        "search.html", "domains.html", "communities.html", "tags.html", "recent.html", "404.html", "feed.xml", "sitemap.xml", "robots.txt",
    ]
    /// Names that Windows keeps for devices, with any extension.
    private static let devices: Set<String> = Set(
        ["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })
    /// Longest component in bytes, `.html` aside: with the hash it stays below what file systems (255) and archives allow.
    private static let longest = 120

    private var taken: Set<String> = []

    /// What a page's address is made of, by its vault path: composed, `wiki/` and `.md` gone. Apart, because it can be had on any thread.
    static func name(ofPage path: String) -> [Substring] {
        var name = path.precomposedStringWithCanonicalMapping[...]
        if name.hasPrefix("wiki/") { name = name.dropFirst(5) }
        if name.lowercased().hasSuffix(".md") { name = name.dropLast(3) }
        return name.split(separator: "/")
    }

    /// The address of a page by its vault path and `name(ofPage:)` of it. Call in path order; the first of two that collide keeps the plain one.
    mutating func page(_ path: String, _ name: [Substring]) -> String { claim(name, hashedBy: path, folderReserved: true) }

    /// The address of a source's own page by its vault path: `raw/sources/x.pdf` is described in `raw/sources/x.pdf.html`.
    mutating func source(_ path: String) -> String {
        claim(path.precomposedStringWithCanonicalMapping.split(separator: "/"), hashedBy: path, folderReserved: !path.hasPrefix("raw/"))
    }

    /// The address of a group's page in a folder of the site's own: `types/concept.html`.
    mutating func group(_ folder: String, _ name: String) -> String {
        claim([Substring(folder), name.precomposedStringWithCanonicalMapping[...]], hashedBy: name, folderReserved: false)
    }

    /// Where an alias of a page leads from: a name beside the page, or a path from the web root. Nil where that place is taken or the site's
    /// own. To be called when all pages, sources and groups have their addresses.
    mutating func alias(_ name: String, ofPageAt address: String) -> String? {
        var parts = name.precomposedStringWithCanonicalMapping.split(separator: "/").map { Self.safe($0) }
        guard !parts.isEmpty, parts.contains(where: { $0.utf8.contains { $0 != UInt8(ascii: "-") } }) else { return nil }
        if !name.contains("/") { parts = address.split(separator: "/").dropLast().map(String.init) + parts }
        if parts.count > 1, Self.reserved.contains(parts[0].lowercased()) { return nil }
        let plain = parts.joined(separator: "/") + ".html"
        if Self.reserved.contains(plain.lowercased()) || !taken.insert(Self.key(plain)).inserted { return nil }
        return plain
    }

    private mutating func claim(_ components: [Substring], hashedBy path: String, folderReserved: Bool) -> String {
        var safe = components.map(Self.safe)
        if safe.isEmpty { safe = ["-"] }
        if folderReserved, safe.count > 1, Self.reserved.contains(safe[0].lowercased()) { safe[0] += "~" + Self.hash(safe[0]) }
        let plain = safe.joined(separator: "/") + ".html"
        if !Self.reserved.contains(plain.lowercased()), taken.insert(Self.key(plain)).inserted { return plain }
        let hashed = safe.joined(separator: "/") + "~" + Self.hash(path) + ".html"
        taken.insert(Self.key(hashed))
        return hashed
    }

    /// Two names are one on a disk that folds case.
    private static func key(_ address: String) -> String { address.lowercased() }

    /// One path component with every unsafe byte replaced by `-`.
    static func safe(_ component: Substring) -> String {
        if isPlain(component.utf8) { return String(component) }
        var bytes = component.utf8.map { isSafe($0) ? $0 : UInt8(ascii: "-") }
        if bytes.first == UInt8(ascii: ".") { bytes[0] = UInt8(ascii: "-") }
        if bytes.last == UInt8(ascii: ".") { bytes[bytes.count - 1] = UInt8(ascii: "-") }
        let text = String(decoding: bytes, as: UTF8.self)
        let stem = text.prefix { $0 != "." }.lowercased()
        if bytes.count > longest { return cut(text) + "~" + hash(String(component)) }
        return devices.contains(stem) || text.isEmpty ? text + "~" + hash(String(component)) : text
    }

    /// What nearly every name is: letters, digits, `-` and `_`, longer than a device's name.
    private static func isPlain(_ bytes: Substring.UTF8View) -> Bool {
        (5...longest).contains(bytes.count) && bytes.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: ".") && isSafe($0) }
    }

    private static func cut(_ text: String) -> String {
        var end = text.startIndex
        var bytes = 0
        for index in text.indices {
            let next = text.index(after: index)
            bytes += text[index..<next].utf8.count
            if bytes > longest { break }
            end = next
        }
        return String(text[..<end])
    }

    private static func isSafe(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), 0x80...: true
        default: false
        }
    }

    /// Eight hex digits of FNV-1a (64 bits, folded), the same on every machine.
    static func hash(_ text: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.precomposedStringWithCanonicalMapping.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let folded = String(UInt32(truncatingIfNeeded: hash ^ (hash >> 32)), radix: 16)
        return String(repeating: "0", count: 8 - folded.utf8.count) + folded
    }
}
