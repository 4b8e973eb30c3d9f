/// Where a style sheet uses custom properties.
struct VariableUses {
    /// Text before each use, the name used, and at last the rest.
    private var parts: [(text: Substring, name: String?)] = []
    private var counts: [String: Int] = [:]

    /// Finds `var(--name)`, and counts those with a fallback too, which stay as they are.
    init(_ css: String) {
        var rest = Substring(css)
        while let start = rest.firstRange(ofASCII: "var(") {
            let name = String(rest[start.upperBound...].prefix { $0 != ")" && $0 != "," })
            counts[name, default: 0] += 1
            let end = rest.index(start.upperBound, offsetBy: name.count)
            if rest[end] == ")" {
                parts.append((rest[..<start.lowerBound], name))
                rest = rest[rest.index(after: end)...]
            } else {
                counts[name, default: 0] += 1
                parts.append((rest[..<end], nil))
                rest = rest[end...]
            }
        }
        parts.append((rest, nil))
    }

    func count(_ name: String) -> Int { counts[name] ?? 0 }

    /// The sheet with values written in the places of some names.
    func replacing(_ values: [String: String]) -> String {
        var out = ""
        for part in parts {
            out += part.text
            if let name = part.name { out += values[name] ?? "var(\(name))" }
        }
        return out
    }
}

/// Names of custom properties as short as they can be, for a style sheet that nobody reads.
enum CustomProperties {
    /// The sheets with each `--name` renamed: the most used of the first gets the shortest, what only a later one has comes after.
    /// No string of ours holds two hyphens.
    static func shortened(_ css: [String]) -> [String] {
        let sheets = css.map(split)
        var order: [String] = []
        for sheet in sheets {
            var counts: [String: Int] = [:]
            for part in sheet { if let name = part.name { counts[name, default: 0] += 1 } }
            for name in order { counts[name] = nil }
            order += counts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }.map(\.key)
        }
        let names = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, short($0)) })
        return sheets.map { $0.map { part in part.text + (part.name.flatMap { names[$0] } ?? "") }.joined() }
    }

    private static func split(_ css: String) -> [(text: String, name: String?)] {
        var parts: [(text: String, name: String?)] = []
        var rest = Substring(css)
        while let start = rest.firstRange(ofASCII: "--") {
            let name = rest[start.upperBound...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            parts.append((String(rest[..<start.upperBound]), String(name)))
            rest = rest[name.endIndex...]
        }
        return parts + [(String(rest), nil)]
    }

    /// `a` … `z`, then `a0` … `z9`.
    private static func short(_ number: Int) -> String {
        let letter = Unicode.Scalar(UInt8(97 + number % 26))
        return String(letter) + (number < 26 ? "" : String(number / 26 - 1))
    }
}
