import Mustache
import Site

/// A tag and the pages that carry it; `Band` and `band` are one.
struct Tag: Sendable {
    /// As it was first written.
    let name: String
    /// In lowercase.
    let key: String
    let address: String
    /// In path order.
    var pages: [PageIndex]

    /// All tags of a site, by name.
    static func all(of site: Site) -> [Tag] {
        var found: [String: Int] = [:]
        var tags: [Tag] = []
        for (index, page) in site.pages.enumerated() {
            for name in page.tags {
                let key = name.lowercased()
                if let place = found[key] {
                    tags[place].pages.append(index)
                } else {
                    found[key] = tags.count
                    tags.append(Tag(name: name, key: key, address: "tags/\(fileName(key)).html", pages: [index]))
                }
            }
        }
        return tags.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    /// A file name that is one tag's alone, on every disk: letters of every script, digits, `-` and `_` stay, every other byte is written
    /// as `~` and two hex digits; a long name is cut and gets the hash of the whole.
    private static func fileName(_ key: String) -> String {
        var name: [UInt8] = []
        for byte in key.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                0x80...:
                name.append(byte)
            default: name += Array("~\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
            }
        }
        let text = String(decoding: name, as: UTF8.self)
        let isDevice =
            ["con", "prn", "aux", "nul"].contains(text) || (text.utf8.count == 4 && (text.hasPrefix("com") || text.hasPrefix("lpt")))
        guard name.count > 120 || isDevice else { return text }
        var cut = ""
        for character in text {
            guard cut.utf8.count + character.utf8.count <= 100 else { break }
            cut.append(character)
        }
        return cut + "~~" + String(ContentHash.value(key.utf8), radix: 16)
    }
}

extension SiteContext {
    /// The list of tags and one list a tag; nothing where the vault has none.
    func tagPages(_ keys: PageKeys?) -> [Artifact] {
        guard !tags.isEmpty else { return [] }
        return [
            groupIndex(
                "tags.html", .tags, .tags, glyph: "tag", lede: language.phrase(.tagsLede(count: tags.count)),
                groups: { [self] base in
                    tags.map { GroupView(context: self, base: base, label: "#" + $0.name, address: $0.address, pages: $0.pages, shown: 0) }
                })
        ] + tags.flatMap { artifacts(tagList($0), keys) }
    }

    private func tagList(_ tag: Tag) -> PageList {
        PageList(
            address: tag.address, folder: String(tag.address.dropLast(5)), place: .tags, title: "#" + tag.name,
            lede: language.phrase(.tagLede(pages: tag.pages.count)), pages: byTitle(tag.pages), isByTitle: true)
    }
}
