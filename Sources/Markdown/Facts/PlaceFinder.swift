/// Mends columns: cmark counts them from the start of a block, and does not know what quotes and lists take off later lines.
struct PlaceFinder {
    private var line = 1
    private var lineStart = 0
    private var last = Place(line: 0, column: 0)
    /// The line, and the byte, for which nothing was found.
    private var missing = (line: 0, byte: UInt8(0))
    /// Offsets at which lines begin; made when a link comes after one further down, as in footnotes.
    private var starts: [Int] = []

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
        if missing == (stated.line, first) { return stated }
        let end = source.first(0x0A, from: from) ?? source.count
        guard from < end, let offset = source.slice(from..<end).first(first) else {
            missing = (stated.line, first)
            return stated
        }
        last = Place(line: stated.line, column: from + offset - lineStart + 1)
        return last
    }

    private mutating func seek(_ wanted: Int, in source: Bytes) {
        if wanted < line || !starts.isEmpty {
            if starts.isEmpty { starts = [0] + source.indices.lazy.filter { source[$0] == 0x0A }.map { $0 + 1 } }
            line = min(wanted, starts.count)
            lineStart = starts[line - 1]
            return
        }
        while line < wanted, let newline = source.first(0x0A, from: lineStart) {
            lineStart = newline + 1
            line += 1
        }
    }
}
