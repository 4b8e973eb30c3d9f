internal import Foundation

/// Finds titles and aliases in text, word by word: letters and digits in lower case; in scripts without spaces each character is a word.
struct MentionIndex: Sendable {
    private struct Name: Sendable {
        /// The words after the first.
        var rest: [String]
        var page: PageIndex
    }

    /// By first word.
    private var names: [String: [Name]] = [:]

    init(_ drafts: [PageDraft]) {
        for (page, draft) in drafts.enumerated() {
            var seen: Set<[String]> = []
            for name in [draft.title] + draft.front.aliases {
                let words = Self.words(Array(name.utf8)).flatMap(\.self)
                // A short word is more often itself than a page's name.
                guard words.reduce(0, { $0 + $1.unicodeScalars.count }) >= (words.count > 1 ? 2 : 4), seen.insert(words).inserted else {
                    continue
                }
                names[words[0], default: []].append(Name(rest: Array(words.dropFirst()), page: page))
            }
        }
    }

    /// Each page once, in order.
    func pages(namedIn text: [UInt8]) -> [PageIndex] {
        var found: Set<PageIndex> = []
        for line in Self.words(text) {
            for (at, word) in line.enumerated() {
                guard let candidates = names[word] else { continue }
                for name in candidates where line[(at + 1)...].starts(with: name.rest) { found.insert(name.page) }
            }
        }
        return found.sorted()
    }

    /// The words of each line; punctuation other than that within words is left out.
    private static func words(_ text: [UInt8]) -> [[String]] {
        text.split(separator: 0x0A).map { line in
            var words: [String] = []
            var word = ""
            for scalar in String(decoding: line, as: UTF8.self).precomposedStringWithCanonicalMapping.lowercased().unicodeScalars {
                if standsAlone(scalar) {
                    if !word.isEmpty { words.append(word) }
                    word = ""
                    words.append(String(scalar))
                } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || scalar.properties.generalCategory == .nonspacingMark
                    || scalar == "+" || scalar == "#"
                {
                    word.unicodeScalars.append(scalar)
                } else if !word.isEmpty {
                    words.append(word)
                    word = ""
                }
            }
            return word.isEmpty ? words : words + [word]
        }
    }

    /// Kana, Han and Hangul.
    private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }
}
