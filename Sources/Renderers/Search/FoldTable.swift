internal import Foundation

/// What one Unicode scalar is to the index, and what it is folded to.
///
/// The same rules stand in `public/search.js` (`fold` and `WORD`); the tests compare the two.
enum CharacterClass: UInt32 {
    case separator = 1
    /// Letters, digits and the marks that spell (Indic and Thai vowels, …).
    case word
    /// Scripts written without spaces, and Korean: indexed by pairs of characters.
    case bigram
    /// Pictures and signs that are words by themselves: emoji, ☂, ©.
    case symbol
    /// Belongs to its word but does not count: accents, vowel points, tatweel, soft hyphen, variation selectors.
    case ignored
    /// Only means something beside its neighbour (conjoining jamo, kana voicing marks): the text has to be composed first.
    case composing
}

/// Folds scalars: compatibility forms, case, diacritics; Arabic letters that writers exchange; digits of all scripts to those of ASCII.
///
/// Filled as scalars are met. One a thread.
struct FoldTable {
    struct Entry {
        var kind: CharacterClass
        /// Empty unless `kind` is `.word`, `.bigram` or `.symbol`.
        var scalars: [Unicode.Scalar]
    }

    /// By scalar value: class in the low three bits, 0 where not met yet; then a folded scalar, or an index into `lists` with bit 31 set.
    private var blocks: [[UInt32]] = Array(repeating: [], count: 0x1100)
    private var lists: [[Unicode.Scalar]] = []

    /// The class of a scalar, and its folded form when that is one scalar; nil when it is several: see `list`.
    mutating func lookup(_ scalar: Unicode.Scalar) -> (kind: CharacterClass, folded: Unicode.Scalar?, list: Int) {
        let block = Int(scalar.value >> 8)
        if blocks[block].isEmpty { blocks[block] = Array(repeating: 0, count: 256) }
        var packed = blocks[block][Int(scalar.value & 0xFF)]
        if packed == 0 {
            packed = pack(Self.entry(scalar))
            blocks[block][Int(scalar.value & 0xFF)] = packed
        }
        let kind = CharacterClass(rawValue: packed & 7) ?? .separator
        let value = (packed & 0x7FFF_FFFF) >> 3
        return packed >> 31 == 1 ? (kind, nil, Int(value)) : (kind, Unicode.Scalar(value) ?? scalar, 0)
    }

    func list(_ index: Int) -> [Unicode.Scalar] { lists[index] }

    private mutating func pack(_ entry: Entry) -> UInt32 {
        if entry.scalars.count <= 1 { return (entry.scalars.first?.value ?? 0) << 3 | entry.kind.rawValue }
        lists.append(entry.scalars)
        return 1 << 31 | UInt32(lists.count - 1) << 3 | entry.kind.rawValue
    }

    /// The class of a scalar that is already folded.
    static func kind(ofFolded scalar: Unicode.Scalar) -> CharacterClass {
        if isBigram(scalar.value) { return .bigram }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return .word
        case .decimalNumber, .letterNumber, .otherNumber: return .word
        case .nonspacingMark, .spacingMark, .enclosingMark: return .word
        case .otherSymbol: return .symbol
        default: return .separator
        }
    }

    static func entry(_ scalar: Unicode.Scalar) -> Entry {
        let value = scalar.value
        if isIgnored(value) { return Entry(kind: .ignored, scalars: []) }
        if isComposing(value) { return Entry(kind: .composing, scalars: []) }
        if isPlainBigram(value) { return Entry(kind: .bigram, scalars: [scalar]) }
        let composed = String(String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars.filter { !isIgnored($0.value) })
            .precomposedStringWithCanonicalMapping
        var folded: [Unicode.Scalar] = []
        for lower in composed.unicodeScalars.lazy.flatMap({ $0.properties.lowercaseMapping.unicodeScalars }) where !isIgnored(lower.value) {
            folded.append(contentsOf: exchanged(lower))
        }
        guard let first = folded.first else { return Entry(kind: .separator, scalars: []) }
        return Entry(kind: kind(ofFolded: first), scalars: kind(ofFolded: first) == .separator && folded.count == 1 ? [] : folded)
    }

    /// Letters that no decomposition makes plain.
    private static func exchanged(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        switch scalar.value {
        case 0xDF: ["s", "s"]
        case 0xE6: ["a", "e"]
        case 0x153: ["o", "e"]
        case 0xF8: ["o"]
        case 0xF0, 0x111: ["d"]
        case 0xFE: ["t", "h"]
        case 0x142: ["l"]
        case 0x131: ["i"]
        case 0x3C2: ["\u{3C3}"]
        case 0x671: ["\u{627}"]
        case 0x629: ["\u{647}"]
        case 0x649, 0x6CC: ["\u{64A}"]
        case 0x6A9: ["\u{643}"]
        default:
            if let digit = digit(scalar) { [digit] } else { [scalar] }
        }
    }

    /// The ASCII digit for a decimal digit of another script.
    private static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard scalar.value >= 0x80, scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue else {
            return nil
        }
        return Unicode.Scalar(0x30 + UInt8(value))
    }

    private static func isIgnored(_ value: UInt32) -> Bool {
        switch value {
        case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true  // combining accents
        case 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x5C4, 0x5C5, 0x5C7: true  // Hebrew points
        case 0x610...0x61A, 0x640, 0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x6DF...0x6E8, 0x6EA...0x6ED: true  // Arabic marks, tatweel
        case 0xAD, 0x200B...0x200F, 0x2060, 0xFE00...0xFE0F, 0xFEFF: true  // invisible
        default: false
        }
    }

    private static func isComposing(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x11FF, 0x3099, 0x309A, 0xFF9E, 0xFF9F: true
        default: false
        }
    }

    /// Bigram scripts whose characters fold to themselves.
    private static func isPlainBigram(_ value: UInt32) -> Bool {
        switch value {
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC...0x30FE, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
        default: false
        }
    }

    /// Han, kana, Hangul; Thai, Lao, Myanmar, Khmer, which also put no spaces between words.
    private static func isBigram(_ value: UInt32) -> Bool {
        if isPlainBigram(value) { return true }
        return switch value {
        case 0xE01...0xE3A, 0xE40...0xE4E, 0xE81...0xECE, 0x1000...0x104F, 0x1780...0x17D3: true
        case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x302F, 0x3031...0x3035, 0x309D...0x309F, 0x30FF, 0x3105...0x312F: true
        case 0x31A0...0x31BF, 0x31F0...0x31FF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }
}

extension String {
    fileprivate init(_ scalars: some Sequence<Unicode.Scalar>) {
        self = ""
        unicodeScalars.append(contentsOf: scalars)
    }
}
