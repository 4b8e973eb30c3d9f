import Canvas
import Theme

/// Pages of A4 that are filled from top to bottom; lengths in CSS pixels (1/96 inch).
final class SheetPages {
    private static let size = (width: 794, height: 1123)
    private static let margin = 56.0
    private static let thumbnail = (width: 124.0, height: 268.0)
    static let entryHeight = 320.0
    /// Pixels of a thumbnail a CSS pixel: about 290 an inch.
    private static let detail = 3.0

    private let theme: Theme
    private let document: PDFDocument
    private let shaper: TextShaper
    private let running: String
    private var number = 1
    private var y = SheetPages.margin
    private var entryTop = 0.0
    private var entryBottom = 0.0
    /// Left edge of what is being written.
    private var left = SheetPages.margin

    init(theme: Theme, title: String, date: String) throws(CanvasError) {
        self.theme = theme
        running = title
        document = try PDFDocument(
            width: Self.size.width, height: Self.size.height, dpi: 96, .init(title: title, subject: "Decisions about screens", date: date),
            hasLinks: false)
        shaper = try TextShaper()
        paintGround()
    }

    func finish() throws(CanvasError) -> [UInt8] {
        try foot()
        return try document.finish()
    }

    private var right: Double { Double(Self.size.width) - Self.margin }

    private func color(_ token: String) -> Color {
        let value = theme.color(token, .light)
        return Color(red: value.red, green: value.green, blue: value.blue)
    }

    private func paintGround() { document.canvas.paint(color("surface.surface")) }

    // MARK: Text

    private func draw(_ text: String, x: Double, size: Double, weight: Int = 400, _ token: String = "text.text") throws(CanvasError) {
        let line = try shaper.shape(text, font: Font(weight: weight, tracking: size > 20 ? -0.02 : 0))
        document.text(line, at: Point(x, y + size), size: size, color(token))
    }

    func head(_ title: String, _ vault: String) throws(CanvasError) {
        try draw(title, x: left, size: 34, weight: 650)
        y += 46
        let shown = try shaper.shorten(vault, font: Font(weight: 600), width: (right - left) / 18)
        try draw(shown, x: left, size: 18, weight: 600, "accent.accent-strong")
        y += 34
    }

    /// One line across the page.
    func line(_ text: String, size: Double, isQuiet: Bool = false) throws(CanvasError) {
        let shown = try shaper.shorten(text, font: Font(), width: (right - left) / size)
        try draw(shown, x: left, size: size, isQuiet ? "text.text-muted" : "text.text")
        y += size * 1.7
    }

    func title(_ number: String, _ text: String) throws(CanvasError) {
        try draw(number, x: left, size: 9, weight: 600, "accent.accent-strong")
        y += 15
        try draw(text, x: left, size: 17, weight: 650)
        y += 27
    }

    /// Broken into lines, at most `limit` of them.
    func text(_ text: String, size: Double, weight: Int = 400, color token: String = "text.text", limit: Int = 3) throws(CanvasError) {
        for line in shaper.breakLines(text, font: Font(weight: weight), width: (right - left) / size).prefix(limit) {
            try draw(line, x: left, size: size, weight: weight, token)
            y += size * 1.45
        }
    }

    func hash(_ label: String, _ value: String) throws(CanvasError) {
        let shown = try shaper.shorten(label, font: Font(), width: (right - left) / 8)
        try draw(shown, x: left, size: 8, "text.text-muted")
        y += 11
        try draw(value, x: left, size: 7.5)
        y += 15
    }

    func space(_ height: Double) { y += height }

    func signatureLines(_ labels: [String]) throws(CanvasError) {
        let gap = 24.0
        let width = (right - left - gap * Double(labels.count - 1)) / Double(labels.count)
        let top = y
        for (index, label) in labels.enumerated() {
            let x = left + Double(index) * (width + gap)
            document.canvas.stroke(.segment(Point(x, top), Point(x + width, top)), color("text.text"), .init(0.75))
            y = top + 4
            try draw(label, x: x, size: 8, "text.text-muted")
        }
        y = top + 24
    }

    // MARK: Entries and pages

    /// Begins an entry on this page, or on the next where it has no room.
    func begin(entry height: Double) {
        if y + height > Double(Self.size.height) - Self.margin - 24 { turn() }
        document.canvas.stroke(.segment(Point(left, y), Point(right, y)), color("border.border"), .init(0.75))
        y += 16
        entryTop = y
        entryBottom = y + height - 16
    }

    func end() {
        y = max(y, entryBottom)
        left = Self.margin
    }

    private func turn() {
        // What a footer could fail of, the text before it has failed of.
        try? foot()
        document.nextPage()
        number += 1
        y = Self.margin
        paintGround()
    }

    private func foot() throws(CanvasError) {
        let kept = y
        y = Double(Self.size.height) - 40
        let shown = try shaper.shorten(running, font: Font(), width: 60)
        try draw(shown, x: Self.margin, size: 8, "text.text-muted")
        let page = try shaper.shape("\(number)", font: Font())
        document.text(page, at: Point(right - page.advance * 8, y + 8), size: 8, color("text.text-muted"))
        y = kept
    }

    /// A phone's picture in the column of its theme; text goes to its right from then on.
    func thumbnail(_ png: [UInt8]?, _ appearance: Appearance, column: Int) throws(CanvasError) {
        let box = Rect(
            x: Self.margin + Double(column) * (Self.thumbnail.width + 16), y: entryTop, width: Self.thumbnail.width,
            height: Self.thumbnail.height)
        let frame = Path.roundedRect(box, radius: 12)
        let ground = theme.color("surface.bg-soft", appearance)
        let base = Color(red: ground.red, green: ground.green, blue: ground.blue)
        document.canvas.fill(frame, base)
        if let png {
            let full = try Canvas(png: png, on: base)
            let small = try Canvas(width: Int(box.width * Self.detail), height: Int(box.height * Self.detail))
            small.place(full, in: Rect(x: 0, y: 0, width: Double(small.width), height: Double(small.height)))
            document.canvas.clipped(to: frame) { document.canvas.place(small, in: box) }
        }
        document.canvas.stroke(frame, color("border.border-strong"), .init(0.75))
        left = box.maxX + 24
        guard png == nil else { return }
        let line = try shaper.shape("No picture", font: Font())
        let ink = theme.color("text.text-muted", appearance)
        document.text(
            line, at: Point(box.center.x - line.advance * 4.5, box.center.y), size: 9, Color(red: ink.red, green: ink.green, blue: ink.blue)
        )
    }
}
