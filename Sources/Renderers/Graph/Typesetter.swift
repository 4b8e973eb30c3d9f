internal import Canvas

/// Text in em, broken and shortened, each string and style shaped once.
final class Typesetter {
    /// Lines of a label and its measures in em.
    struct Block: Sendable, Equatable {
        var lines: [ShapedLine]
        /// Widest line.
        var width: Double
        var isShortened: Bool
    }

    /// Titles longer than this are cut before they are looked at; no poster has room for more.
    private static let longest = 300

    private struct Key: Hashable {
        var text: String
        var font: Font
        var width: Double
        var lines: Int
    }

    private let shaper: TextShaper
    private var blocks: [Key: Block] = [:]
    private var lines: [Key: ShapedLine] = [:]
    /// Advances of single Latin letters in em, by font.
    private var advances: [Font: [Double]] = [:]

    init() throws(CanvasError) { shaper = try TextShaper() }

    var store: GlyphStore { shaper.store }

    /// One line, unbroken.
    func line(_ text: String, _ font: Font) throws(CanvasError) -> ShapedLine {
        let key = Key(text: text, font: font, width: 0, lines: 1)
        if let known = lines[key] { return known }
        let made = try shaper.shape(Self.clean(text), font: font)
        lines[key] = made
        return made
    }

    /// At most `count` lines of at most `width` em; what is too long ends in an ellipsis.
    func block(_ text: String, _ font: Font, width: Double, lines count: Int) throws(CanvasError) -> Block {
        let key = Key(text: text, font: font, width: width, lines: count)
        if let known = blocks[key] { return known }
        let made = try make(Self.clean(text), font, width, count)
        blocks[key] = made
        return made
    }

    /// About how wide and how many lines a block will be, found without shaping: for letters of the first Latin blocks from their advances, kerning left
    /// out; for others the least that is possible.
    func estimate(_ text: String, _ font: Font, width: Double, lines count: Int) throws(CanvasError) -> (width: Double, lines: Int) {
        let table = try latin(font)
        var words = [0.0]
        for scalar in text.unicodeScalars.prefix(Self.longest) {
            // Wherever else a line may break, the block may become narrower than this knows.
            guard Int(scalar.value) < table.count, scalar != "-", scalar != "/" else { return (width: 1, lines: 1) }
            if scalar == " " { words.append(0) } else { words[words.count - 1] += table[Int(scalar.value)] }
        }
        let space = table[0x20]
        let whole = words.reduce(0, +) + space * Double(words.count - 1)
        if whole <= width { return (whole * Self.kerned, 1) }
        let rows = Int((whole / width).rounded(.up))
        var block = Self.wrap(words, space, width)
        if rows <= count {
            let balanced = Self.wrap(words, space, min(width, whole / Double(rows) * Self.slack))
            if balanced.lines <= rows { block = balanced }
        }
        return (min(block.width, width) * Self.kerned, min(block.lines, count))
    }

    /// What kerning leaves of a width, even of one like “AVAVAV”.
    private static let kerned = 0.88
    /// How much wider than its share of the text a balanced line may be.
    private static let slack = 1.12

    private static func wrap(_ words: [Double], _ space: Double, _ width: Double) -> (width: Double, lines: Int) {
        var (line, widest, lines) = (words[0], words[0], 1)
        for word in words.dropFirst() {
            if line + space + word <= width {
                line += space + word
            } else {
                line = word
                lines += 1
            }
            widest = max(widest, line)
        }
        return (widest, lines)
    }

    /// Basic Latin and the first Latin blocks: what most titles are written in.
    private func latin(_ font: Font) throws(CanvasError) -> [Double] {
        if let known = advances[font] { return known }
        var table = [Double](repeating: 0, count: 0x180)
        for value in 0x20..<table.count where value < 0x7F || value > 0xA0 {
            if let scalar = UnicodeScalar(value) { table[value] = try shaper.shape(String(Character(scalar)), font: font).advance }
        }
        advances[font] = table
        return table
    }

    private func make(_ text: String, _ font: Font, _ width: Double, _ count: Int) throws(CanvasError) -> Block {
        let whole = try shaper.shape(text, font: font)
        if whole.advance <= width { return Block(lines: [whole], width: whole.advance, isShortened: false) }
        var broken =
            balanced(text, font, whole.advance, width, count) ?? shaper.breakLines(text, font: font, width: width, splitsWords: false)
        // On the map a long word may stick out by half before it is broken inside; a line of the legend must keep to its column.
        let widest = count > 1 ? width * 1.5 : width
        for piece in broken where try shaper.shape(piece, font: font).advance > widest {
            broken = shaper.breakLines(text, font: font, width: width)
            break
        }
        let isShortened = broken.count > count
        if isShortened {
            let rest = broken[(count - 1)...].joined(separator: " ")
            broken = Array(broken.prefix(count - 1)) + [try shaper.shorten(rest, font: font, width: count > 1 ? width * 1.1 : width)]
        }
        var shaped: [ShapedLine] = []
        for piece in broken { shaped.append(try shaper.shape(piece, font: font)) }
        return Block(lines: shaped, width: shaped.map(\.advance).max() ?? 0, isShortened: isShortened)
    }

    /// Lines of nearly one length look better than a long one and a remnant; nil where no word may stick out for it.
    private func balanced(_ text: String, _ font: Font, _ advance: Double, _ width: Double, _ count: Int) -> [String]? {
        let rows = (advance / width).rounded(.up)
        guard Int(rows) <= count else { return nil }
        let broken = shaper.breakLines(text, font: font, width: min(width, advance / rows * Self.slack), splitsWords: false)
        return broken.count <= Int(rows) ? broken : nil
    }

    /// Control characters and runs of spaces become one space; what is too long for any poster is cut.
    static func clean(_ text: String) -> String {
        let isPlain = text.utf8.count <= longest && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F || $0 == 0x20 }
        if isPlain, !text.hasPrefix(" "), !text.hasSuffix(" "), !text.contains("  ") { return text }
        var result = ""
        var isSpacePending = false
        for character in text.prefix(longest) {
            let isBlank = character.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
            // Code points that no text may have (Unicode, 23.7); XML and PDF refuse them.
            if character.unicodeScalars.contains(where: \.properties.isNoncharacterCodePoint) { continue }
            if isBlank {
                isSpacePending = !result.isEmpty
            } else {
                if isSpacePending { result.append(" ") }
                isSpacePending = false
                result.append(character)
            }
        }
        return result
    }
}
