internal import Foundation

/// What one Unicode scalar is to the index, and what it is folded to.
///
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
        if Characters.paired.contains(scalar) { return .bigram }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return .word
        case .decimalNumber, .letterNumber, .otherNumber: return .word
        case .nonspacingMark, .spacingMark, .enclosingMark: return .word
        // What a decoder writes for bytes that are no text is a symbol to Unicode.
        case .otherSymbol: return scalar == "\u{FFFD}" ? .separator : .symbol
        default: return .separator
        }
    }

    static func entry(_ scalar: Unicode.Scalar) -> Entry {
        if Characters.ignored.contains(scalar) { return Entry(kind: .ignored, scalars: []) }
        if Characters.plainPaired.contains(scalar) { return Entry(kind: .bigram, scalars: [scalar]) }
        let composed = String(
            String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars.filter { !Characters.ignored.contains($0) }
        )
        .precomposedStringWithCanonicalMapping
        var folded: [Unicode.Scalar] = []
        for lower in composed.unicodeScalars.lazy.flatMap({ $0.properties.lowercaseMapping.unicodeScalars })
        where !Characters.ignored.contains(lower) {
            folded.append(contentsOf: exchanged(lower))
        }
        guard let first = folded.first else { return Entry(kind: .separator, scalars: []) }
        return Entry(kind: kind(ofFolded: first), scalars: kind(ofFolded: first) == .separator && folded.count == 1 ? [] : folded)
    }

    /// Letters that no decomposition makes plain, and digits of other scripts.
    private static func exchanged(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if let plain = Characters.exchanged.first(where: { $0.letter == scalar }) { return Array(plain.plain.unicodeScalars) }
        return [digit(scalar) ?? scalar]
    }

    /// The ASCII digit for a decimal digit of another script.
    private static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard scalar.value >= 0x80, scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue else {
            return nil
        }
        return Unicode.Scalar(0x30 + UInt8(value))
    }
}

extension String {
    fileprivate init(_ scalars: some Sequence<Unicode.Scalar>) {
        self = ""
        unicodeScalars.append(contentsOf: scalars)
    }
}
