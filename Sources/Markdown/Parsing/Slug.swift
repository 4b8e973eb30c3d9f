/// Ids of headings: the text in lower case, letters, digits and symbols of any script kept, spaces as `-`.
enum Slug {
    static func make(_ text: Bytes) -> String {
        if text.contains(where: { $0 >= 0x80 }) { return finish(unicode(String(decoding: text, as: UTF8.self))) }
        return String(unsafeUninitializedCapacity: text.count) { buffer in
            var length = 0
            for byte in text {
                if byte.isASCIIAlphanumeric || byte == 0x5F || byte == 0x2D {
                    buffer[length] = byte.asciiLowercased
                } else if byte == 0x20 || byte == 0x0A || byte == 0x09 {
                    buffer[length] = 0x2D
                } else {
                    continue
                }
                length += 1
            }
            return length
        }.finished
    }

    private static func unicode(_ text: String) -> String {
        var result = ""
        for scalar in text.lowercased().unicodeScalars {
            if scalar == " " || scalar == "\n" || scalar == "\t" {
                result.unicodeScalars.append("-")
            } else if scalar.isASCII {
                let byte = UInt8(truncatingIfNeeded: scalar.value)
                if byte.isASCIIAlphanumeric || byte == 0x5F || byte == 0x2D { result.unicodeScalars.append(scalar) }
            } else if !isSeparator(scalar) {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Punctuation, spaces, controls: what no name needs. Symbols such as emoji are kept.
    static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
            .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .spaceSeparator, .lineSeparator, .paragraphSeparator,
            .control, .format, .surrogate, .privateUse, .unassigned:
            return true
        default: return false
        }
    }

    fileprivate static func finish(_ slug: String) -> String {
        let isEmpty = !slug.utf8.contains { $0 != 0x2D }
        if isEmpty { return "section" }
        // `syn-` is for ids of the site's own; the second `syn` would be `syn-2`.
        return slug.hasPrefix("syn-") || slug == "syn" ? "h-" + slug : slug
    }
}

extension String {
    fileprivate var finished: String { Slug.finish(self) }
}

/// Gives each id once: the second of a kind gets `-2`.
struct IdentifierSet {
    private var used: Set<String> = []
    private var counts: [String: Int] = [:]

    mutating func add(_ id: String) -> String {
        if used.insert(id).inserted { return id }
        var count = counts[id] ?? 1
        while true {
            count += 1
            let candidate = id + "-" + String(count)
            if used.insert(candidate).inserted {
                counts[id] = count
                return candidate
            }
        }
    }

    /// Whether `id` was free; it is taken now.
    mutating func claim(_ id: String) -> Bool { used.insert(id).inserted }
}
