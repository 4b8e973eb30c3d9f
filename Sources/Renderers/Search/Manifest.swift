/// The file that a query starts from: what there is, and in which file.
struct Manifest {
    /// Raised when the format changes; `public/search.js` reads this one only.
    static let version = 2
    /// Files of texts in one folder, as `public/search.js` knows.
    static let textsTogether = 64
    private static let tagLimit = 200

    let index: InvertedIndex
    let lexicon: Lexicon
    let backward: Lexicon
    let postings: Postings
    let texts: Texts
    let facets: Facets
    let frame: SearchFrame

    /// - Parameter folders: by the first letter of a kind of files the folders that hold them, in order.
    func bytes(folders: [(name: String, folders: [String])]) -> [UInt8] {
        var json = JSONText()
        json.raw("SynapseSearch.add(\"index\",{\"version\":\(Self.version),\"pages\":\(facets.pages)")
        json.raw(",\"at\":{")
        for (place, kind) in folders.enumerated() {
            json.raw("\(place > 0 ? "," : "")\"\(kind.name)\":\"\(kind.folders.joined())\"")
        }
        json.raw("}")
        json.raw(",\"lexicon\":")
        json.array(lexicon.bounds) { $0.string($1) }
        json.raw(",\"backward\":")
        json.array(backward.bounds) { $0.string($1) }
        json.raw(",\"ordinals\":")
        json.steps(lexicon.firsts)
        json.raw(",\"postings\":")
        json.steps(postings.firsts)
        json.raw(",\"texts\":")
        json.steps(texts.firsts)
        json.raw(",\"terms\":\(index.termCount),\"singles\":\(texts.table.singles)")
        characters(&json)
        json.raw(",\"types\":")
        json.array(frame.types) { json, look in
            json.array([look.type, look.label, look.key, look.glyph]) { $0.string(Array($1.utf8)) }
        }
        facet("domains", facets.domains, &json)
        facet("tags", facets.tags.prefix(Self.tagLimit), &json)
        json.raw(",\"words\":")
        json.object(frame.words.map { ($0.name, Array($0.text.utf8)) })
        json.raw("});\n")
        return json.bytes
    }

    private func characters(_ json: inout JSONText) {
        json.raw(",\"longest\":\(TermTable.longest),\"characters\":{\"ignored\":")
        json.string(Array(Characters.ignored.pattern.utf8))
        json.raw(",\"paired\":")
        json.string(Array(Characters.paired.pattern.utf8))
        json.raw(",\"exchanged\":")
        json.object(Characters.exchanged.map { (String($0.letter), Array($0.plain.utf8)) })
        json.raw("}")
    }

    private func facet(_ name: String, _ values: some Sequence<(name: String, count: Int)>, _ json: inout JSONText) {
        json.raw(",\"\(name)\":")
        json.array(values) { json, value in
            json.raw("[")
            json.string(Array(value.name.utf8))
            json.raw(",\(value.count)]")
        }
    }

    /// What the pages are sorted by; the pages themselves are not kept.
    struct Facets {
        let pages: Int
        let domains: [(name: String, count: Int)]
        let tags: [(name: String, count: Int)]

        init(_ digests: [PageDigest]) {
            pages = digests.count
            domains = counted(digests.lazy.compactMap(\.domain))
            tags = counted(digests.lazy.flatMap(\.tags))
        }
    }

    /// Names that differ in case are one, written as it came first. The most used first.
    private static func counted(_ names: some Sequence<String>) -> [(name: String, count: Int)] {
        var places: [String: Int] = [:]
        var found: [(name: String, key: String, count: Int)] = []
        for name in names {
            let key = name.lowercased()
            if let place = places[key] {
                found[place].count += 1
            } else {
                places[key] = found.count
                found.append((name, key, 1))
            }
        }
        found.sort { $0.count != $1.count ? $0.count > $1.count : $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return found.map { ($0.name, $0.count) }
    }
}

/// JSON that is also JavaScript, written as it goes.
struct JSONText {
    private(set) var bytes: [UInt8] = []

    mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func array<Values: Sequence>(_ values: Values, _ write: (inout JSONText, Values.Element) -> Void) {
        raw("[")
        for (index, value) in values.enumerated() {
            if index > 0 { raw(",") }
            write(&self, value)
        }
        raw("]")
    }

    mutating func object(_ fields: [(name: String, text: [UInt8])]) {
        raw("{")
        for (index, field) in fields.enumerated() {
            if index > 0 { raw(",") }
            string(Array(field.name.utf8))
            raw(":")
            string(field.text)
        }
        raw("}")
    }

    /// Rising numbers, as steps from one to the next.
    mutating func steps(_ values: [Int]) {
        var last = 0
        array(values) {
            $0.raw(String($1 - last))
            last = $1
        }
    }

    /// UTF-8 in quotes.
    mutating func string(_ text: [UInt8]) {
        raw("\"")
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20, 0x7F:
                raw("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
            default: bytes.append(byte)
            }
        }
        raw("\"")
    }
}
