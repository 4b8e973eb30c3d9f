/// Which characters the index treats in a way of its own. The manifest carries these tables to the query engine, so that both sides agree.
enum Characters {
    /// Belong to a word and do not count: accents, vowel points, tatweel, what is invisible.
    static let ignored = CharacterRanges([
        0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F,
        0x591...0x5BD, 0x5BF...0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7...0x5C7,
        0x610...0x61A, 0x640...0x640, 0x64B...0x65F, 0x670...0x670, 0x6D6...0x6DC, 0x6DF...0x6E8, 0x6EA...0x6ED,
        0xAD...0xAD, 0x200B...0x200F, 0x2060...0x2060, 0xFE00...0xFE0F, 0xFEFF...0xFEFF,
    ])

    /// Han, kana, Hangul that fold to themselves: most of what is written in pairs.
    static let plainPaired = CharacterRanges([
        0x3041...0x3096, 0x30A1...0x30FA, 0x30FC...0x30FE, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
    ])

    /// Scripts without spaces between words, and Korean: indexed by pairs of neighbours. Thai, Lao, Myanmar and Khmer are among them.
    static let paired = CharacterRanges(
        plainPaired.ranges + [
            0xE01...0xE3A, 0xE40...0xE4E, 0xE81...0xECE, 0x1000...0x104F, 0x1780...0x17D3, 0x2E80...0x2FDF, 0x3005...0x3007,
            0x3021...0x302F, 0x3031...0x3035, 0x309D...0x309F, 0x30FF...0x30FF, 0x3105...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF,
            0xF900...0xFAFF, 0x20000...0x3FFFF,
        ])

    /// Letters that no Unicode decomposition makes plain, and Arabic ones that writers exchange.
    static let exchanged: [(letter: Unicode.Scalar, plain: String)] = [
        ("ß", "ss"), ("æ", "ae"), ("œ", "oe"), ("ø", "o"), ("ð", "d"), ("đ", "d"), ("þ", "th"), ("ł", "l"), ("ı", "i"),
        ("\u{3C2}", "\u{3C3}"), ("\u{671}", "\u{627}"), ("\u{629}", "\u{647}"), ("\u{649}", "\u{64A}"), ("\u{6CC}", "\u{64A}"),
        ("\u{6A9}", "\u{643}"),
    ]
}

struct CharacterRanges: Sendable {
    let ranges: [ClosedRange<UInt32>]

    init(_ ranges: [ClosedRange<UInt32>]) { self.ranges = ranges }

    func contains(_ scalar: Unicode.Scalar) -> Bool { ranges.contains { $0.contains(scalar.value) } }

    /// What stands between the brackets of a regular expression with the `u` flag.
    var pattern: String {
        ranges.map { range in
            let bounds = [range.lowerBound, range.upperBound].map { "\\u{" + String($0, radix: 16) + "}" }
            return range.count == 1 ? bounds[0] : bounds.joined(separator: "-")
        }.joined()
    }
}
