/// The file that a query starts from: what there is, and in which file.
struct Manifest {
    /// Raised when the format changes; `public/search.js` reads this one only.
    static let version = 1
    private static let tagLimit = 200

    let generation: String
    let index: InvertedIndex
    let lexicon: Lexicon
    let backward: Lexicon
    let postings: Postings
    let texts: Texts
    let digests: [PageDigest]
    /// By folded name: as written first, and on how many pages.
    let tags: [(name: String, count: Int)]

    var bytes: [UInt8] {
        var json = JSONText()
        json.raw("SynapseSearch.add(\"index\",{\"version\":\(Self.version),\"build\":\"\(generation)\",\"pages\":\(digests.count)")
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
        facet("types", counts(\.type), &json)
        facet("domains", counts(\.domain), &json)
        facet("tags", tags.prefix(Self.tagLimit), &json)
        json.raw("});\n")
        return json.bytes
    }

    private func characters(_ json: inout JSONText) {
        json.raw(",\"longest\":\(TermTable.longest),\"characters\":{\"ignored\":")
        json.string(Array(Characters.ignored.pattern.utf8))
        json.raw(",\"paired\":")
        json.string(Array(Characters.paired.pattern.utf8))
        json.raw(",\"exchanged\":{")
        for (number, letter) in Characters.exchanged.enumerated() {
            if number > 0 { json.raw(",") }
            json.string(Array(String(letter.letter).utf8))
            json.raw(":")
            json.string(Array(letter.plain.utf8))
        }
        json.raw("}}")
    }

    private func facet(_ name: String, _ values: some Sequence<(name: String, count: Int)>, _ json: inout JSONText) {
        json.raw(",\"\(name)\":")
        json.array(values) { json, value in
            json.raw("[")
            json.string(Array(value.name.utf8))
            json.raw(",\(value.count)]")
        }
    }

    private func counts(_ key: KeyPath<PageDigest, String?>) -> [(name: String, count: Int)] {
        var counts: [String: Int] = [:]
        for digest in digests { if let name = digest[keyPath: key] { counts[name, default: 0] += 1 } }
        return counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { ($0.key, $0.value) }
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
