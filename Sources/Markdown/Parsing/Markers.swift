/// Control bytes that stand for themselves in nobody's text, put in place of characters before cmark reads a page.
///
/// cmark's inline extensions can be called for any byte but those it handles itself, `[` and `!` among them. A wikilink's first
/// bracket is therefore replaced, byte for byte, so that lines and columns stay; where cmark meets it in code, in HTML or in an
/// address, it is written as the character it stands for.
enum Marker {
    /// `[` of a wikilink's `[[`.
    static let wikilink: UInt8 = 0x02
    /// `!` of an embed's `![[`.
    static let embed: UInt8 = 0x03
    /// `|` between a wikilink's target and its label, which must not end a table's cell.
    static let pipe: UInt8 = 0x04
    /// Kinds of delimiters on cmark's stack (`~~` and `==`); never in text.
    static let strikethrough: UInt8 = 0x05
    static let highlight: UInt8 = 0x06
    /// `$` of a `$$` that opens a block of mathematics.
    static let math: UInt8 = 0x07
    /// `%` of a `%%` that opens a block of comment.
    static let comment: UInt8 = 0x08
    /// `w` of `www.`.
    static let web: UInt8 = 0x0E
    /// `[` of the `[[`, and `!` of the `![[`, of a link whose end was cut off with the sentence that held it.
    static let cutLink: UInt8 = 0x18
    static let cutEmbed: UInt8 = 0x19
    /// `>` of a `> [!type]` within a line: a callout that was made a sentence.
    static let cutCallout: UInt8 = 0x1B
    /// First `*` of a run that begins or ends emphasis by a rule of ours; see `EmphasisFlanks`.
    static let star: UInt8 = 0x0F
    /// Characters that stay text, because thousands of their kind are in one block; see `BlockBudget`.
    static let plainBracket: UInt8 = 0x10
    static let plainAngle: UInt8 = 0x11
    static let plainDash: UInt8 = 0x12
    static let plainQuote: UInt8 = 0x13
    static let plainStar: UInt8 = 0x14
    static let plainPlus: UInt8 = 0x15
    static let plainDot: UInt8 = 0x16
    static let plainParenthesis: UInt8 = 0x17
    /// What a control byte of the text itself becomes: the writer shows it as U+FFFD.
    static let replaced: UInt8 = 0x1A

    /// The character that `byte` stands for; nil where it stands for itself.
    static func original(_ byte: UInt8) -> UInt8? {
        switch byte {
        case wikilink, cutLink: return 0x5B
        case embed, cutEmbed: return 0x21
        case pipe: return 0x7C
        case math: return 0x24
        case comment: return 0x25
        case web: return 0x77
        case plainBracket: return 0x5B
        case plainAngle: return 0x3C
        case plainDash: return 0x2D
        case cutCallout, plainQuote: return 0x3E
        case star, plainStar: return 0x2A
        case plainPlus: return 0x2B
        case plainDot: return 0x2E
        case plainParenthesis: return 0x29
        default: return nil
        }
    }

    static func restored(_ bytes: Bytes) -> [UInt8] {
        bytes.map { original($0) ?? $0 }
    }

    /// Whether there is a byte that may be a marker.
    static func areIn(_ bytes: Bytes) -> Bool {
        bytes.firstIndex(from: 0) { $0.below(0x20) } < bytes.count
    }

    static func text(_ bytes: Bytes) -> String {
        if areIn(bytes) { return String(decoding: restored(bytes), as: UTF8.self) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
