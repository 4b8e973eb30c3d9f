/// Mends columns: cmark counts them from the start of a block, and does not know what quotes and lists take off later lines.
struct PlaceFinder {
    private var line = 1
    private var lineStart = 0
    private var last = Place(line: 0, column: 0)

    /// The stated place where `first` stands there; otherwise the next `first` on that line after the link found before.
    mutating func find(_ stated: Place, _ first: UInt8, in source: Bytes) -> Place {
        guard stated.line > 0 else { return stated }
        seek(stated.line, in: source)
        let at = lineStart + stated.column - 1
        if line == stated.line, stated.column > 0, at < source.count, source[at] == first {
            last = stated
            return stated
        }
        let from = last.line == stated.line ? lineStart + last.column : lineStart
        let end = source.first(0x0A, from: lineStart) ?? source.count
        guard let found = source.first(first, from: from), found < end else { return stated }
        last = Place(line: stated.line, column: found - lineStart + 1)
        return last
    }

    private mutating func seek(_ wanted: Int, in source: Bytes) {
        if wanted < line {
            line = 1
            lineStart = 0
        }
        while line < wanted, let newline = source.first(0x0A, from: lineStart) {
            lineStart = newline + 1
            line += 1
        }
    }
}
