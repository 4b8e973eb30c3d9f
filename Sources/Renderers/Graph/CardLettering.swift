internal import Canvas
internal import Synchronization

/// The words of a card where they stand.
struct CardText: Sendable {
    struct Line: Sendable {
        var shaped: ShapedLine
        var size: Double
        var x: Double
        var baseline: Double
    }

    var lines: [Line] = []
    var store = GlyphStore()

    /// Whether there are colour glyphs among the letters.
    var hasPictures: Bool {
        lines.contains { line in
            line.shaped.glyphs.contains { if case .picture = store.shapes[Int($0.shape)] { true } else { false } }
        }
    }
}

/// Sets the words of cards. Fonts are opened once for many cards, which costs more than to set one; one task at a time.
final class CardLettering: Sendable {
    /// Baseline of the site's name.
    static let foot = Double(PreviewCard.height) - 56
    static let margin = 72.0
    /// Of a title in pixels.
    private static let width = 700.0
    /// A typesetter keeps all that it has set.
    private static let cardsEach = 256

    private struct State {
        var typesetter: Typesetter
        var cards = 0
    }

    private let state = Mutex<State?>(nil)

    func text(of card: PreviewCard, site: String) throws(CanvasError) -> CardText {
        try state.withLock { (state) throws(CanvasError) in
            if state == nil || (state?.cards ?? 0) >= Self.cardsEach { state = State(typesetter: try Typesetter()) }
            state?.cards += 1
            guard let typesetter = state?.typesetter else { return CardText() }
            return try Self.text(of: card, site: site, typesetter)
        }
    }

    private static func text(of card: PreviewCard, site: String, _ typesetter: Typesetter) throws(CanvasError) -> CardText {
        var text = CardText()
        func write(_ line: ShapedLine, _ size: Double, _ baseline: Double, x: Double = margin) {
            text.lines.append(CardText.Line(shaped: line, size: size, x: x, baseline: baseline))
        }
        var size = 84.0
        var block = try typesetter.block(card.title, Font(weight: 700, tracking: -0.02), width: width / size, lines: 3)
        if block.isShortened || block.lines.count > 2 {
            size = 60
            block = try typesetter.block(card.title, Font(weight: 700, tracking: -0.02), width: width / size, lines: 4)
        }
        let lead = size * 1.14
        var baseline = Double(PreviewCard.height) / 2 - lead * Double(block.lines.count - 1) / 2 + size * 0.3
        if !card.kind.isEmpty { write(try typesetter.line(card.kind, Font(weight: 600)), 30, baseline - size * 1.05) }
        for line in block.lines {
            write(line, size, baseline)
            baseline += lead
        }
        if !card.note.isEmpty { write(try typesetter.line(card.note, Font(weight: 500)), 30, baseline - lead + 62) }
        // Who speaks: the site's name, beside the mark.
        if let line = try typesetter.block(site, Font(weight: 600), width: 20, lines: 1).lines.first {
            write(line, 28, foot - 4, x: margin + 56)
        }
        text.store = typesetter.store
        return text
    }

    /// What the installed fonts make of letters of several scripts: other fonts, other outlines.
    func fonts() throws(CanvasError) -> String {
        let typesetter = try Typesetter()
        var text = ""
        for weight in [500, 600, 700] {
            let line = try typesetter.line("Hamburgefonstiv 0123 漢字 かな 한글 العربية עברית Ελλ Кир", Font(weight: weight))
            text += "\(line.advance)|" + line.glyphs.map { "\($0.x) \($0.y)" }.joined(separator: ",")
        }
        for case .outline(let path) in typesetter.store.shapes { text += "\(path.elements.count) \(path.bounds.map { "\($0)" } ?? "")" }
        return text
    }
}
