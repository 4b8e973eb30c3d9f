/// What two texts differ in, line by line, and within lines that stand for each other word by word.
struct TextDifference {
    enum Kind { case same, gone, new, gap }

    struct Row {
        var kind: Kind
        /// Pieces of the line; those that are marked are not in the other one.
        var pieces: [(text: ArraySlice<UInt8>, isMarked: Bool)]
    }

    private(set) var rows: [Row] = []
    var isEmpty: Bool { rows.isEmpty }

    /// Lines around a change that are shown with it.
    private static let context = 1
    /// Of rows; a text that became another one is not told to its end.
    private static let limit = 400
    /// Of comparisons: past that everything is gone and everything new.
    private static let budget = 2_000_000

    init(from old: [UInt8], to new: [UInt8]) {
        let (old, new) = (Self.lines(old), Self.lines(new))
        guard old != new else { return }
        let steps = Self.steps(old, new)
        var isShown = [Bool](repeating: false, count: steps.count)
        for place in steps.indices where steps[place].isChange {
            for near in max(0, place - Self.context)...min(steps.count - 1, place + Self.context) { isShown[near] = true }
        }
        var place = 0
        while place < steps.count, rows.count < Self.limit {
            if !isShown[place] {
                if rows.last?.kind != .gap { rows.append(Row(kind: .gap, pieces: [])) }
                place += 1
            } else if case .same(let line) = steps[place] {
                rows.append(Row(kind: .same, pieces: [(old[line], false)]))
                place += 1
            } else {
                let end = steps[place...].firstIndex { !$0.isChange } ?? steps.count
                change(steps[place..<end], old, new)
                place = end
            }
        }
        if place < steps.count || rows.count > Self.limit, rows.last?.kind != .gap { rows.append(Row(kind: .gap, pieces: [])) }
    }

    /// Lines that went and lines that came in their place: the first with the first, and so on.
    private mutating func change(_ steps: ArraySlice<Step>, _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) {
        let gone = steps.compactMap { if case .gone(let line) = $0 { old[line] } else { nil } }.prefix(Self.limit)
        let came = steps.compactMap { if case .new(let line) = $0 { new[line] } else { nil } }.prefix(Self.limit)
        var marked: [(gone: Row, new: Row)?] = []
        for (left, right) in zip(gone, came) { marked.append(Self.words(left, right)) }
        func row(_ place: Int, _ kind: Kind, _ line: ArraySlice<UInt8>) -> Row {
            let pair = marked.indices.contains(place) ? marked[place] : nil
            return (kind == .gone ? pair?.gone : pair?.new) ?? Row(kind: kind, pieces: [(line, false)])
        }
        rows += gone.enumerated().map { row($0, .gone, $1) } + came.enumerated().map { row($0, .new, $1) }
    }

    /// A rendered text as lines to be compared: Markdown, in which links within the site are their labels, because where these lead says
    /// nothing of what somebody wrote.
    static func text(of html: [UInt8]) -> [UInt8] {
        let (opening, closing, mark) = (Array("<a ".utf8), Array("</a>".utf8), Array(" class=\"link\"".utf8))
        var kept: [UInt8] = []
        kept.reserveCapacity(html.count)
        var isWithin = false
        var at = 0
        while at < html.count {
            guard html[at] == UInt8(ascii: "<"), let end = html[at...].firstIndex(of: UInt8(ascii: ">")) else {
                kept.append(html[at])
                at += 1
                continue
            }
            let tag = html[at...end]
            at = end + 1
            if tag.starts(with: opening), tag.firstRange(of: mark) != nil {
                isWithin = true
            } else if isWithin, tag.starts(with: closing) {
                isWithin = false
            } else {
                kept += tag
            }
        }
        return MarkdownText.of(kept)
    }

    private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] { text.split(separator: 0x0A) }

    // MARK: Comparing

    private enum Step {
        case same(Int)
        /// A line of the old text, of the new one.
        case gone(Int), new(Int)

        var isChange: Bool { if case .same = self { false } else { true } }
    }

    /// A longest common subsequence, what is equal at both ends set aside first.
    private static func steps(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [Step] {
        var head = 0
        while head < min(old.count, new.count), old[head] == new[head] { head += 1 }
        var tail = 0
        while tail < min(old.count, new.count) - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
        let (a, b) = (old[head..<old.count - tail], new[head..<new.count - tail])
        var steps = (0..<head).map { Step.same($0) }
        if a.count * b.count > budget {
            steps += a.indices.map { .gone($0) } + b.indices.map { .new($0) }
        } else {
            steps += common(Array(a), Array(b)).map { step in
                switch step {
                case .same(let line): .same(line + head)
                case .gone(let line): .gone(line + head)
                case .new(let line): .new(line + head)
                }
            }
        }
        return steps + (old.count - tail..<old.count).map { .same($0) }
    }

    private static func common(_ a: [ArraySlice<UInt8>], _ b: [ArraySlice<UInt8>]) -> [Step] {
        var numbers: [ArraySlice<UInt8>: Int32] = [:]
        func number(_ line: ArraySlice<UInt8>) -> Int32 {
            if let known = numbers[line] { return known }
            numbers[line] = Int32(numbers.count)
            return Int32(numbers.count - 1)
        }
        let (left, right) = (a.map(number), b.map(number))
        let width = right.count + 1
        // `best[i * width + j]`: how many lines the rests from i and from j have in common.
        var best = [Int32](repeating: 0, count: (left.count + 1) * width)
        for i in stride(from: left.count - 1, through: 0, by: -1) {
            for j in stride(from: right.count - 1, through: 0, by: -1) {
                best[i * width + j] =
                    left[i] == right[j] ? best[(i + 1) * width + j + 1] + 1 : max(best[(i + 1) * width + j], best[i * width + j + 1])
            }
        }
        var steps: [Step] = []
        var (i, j) = (0, 0)
        while i < left.count || j < right.count {
            if i < left.count, j < right.count, left[i] == right[j] {
                steps.append(.same(i))
                (i, j) = (i + 1, j + 1)
            } else if j == right.count || (i < left.count && best[(i + 1) * width + j] >= best[i * width + j + 1]) {
                steps.append(.gone(i))
                i += 1
            } else {
                steps.append(.new(j))
                j += 1
            }
        }
        return steps
    }

    /// Two lines with the words marked that only one has; nil where they have too little in common to be one line.
    private static func words(_ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>) -> (gone: Row, new: Row)? {
        let (a, b) = (tokens(old), tokens(new))
        guard a.count * b.count <= 40_000 else { return nil }
        let steps = steps(a, b)
        let same = steps.reduce(0) { if case .same(let word) = $1 { $0 + a[word].count } else { $0 } }
        guard same * 3 >= max(old.count, new.count) else { return nil }
        var (gone, came) = (Row(kind: .gone, pieces: []), Row(kind: .new, pieces: []))
        for step in steps {
            switch step {
            case .same(let word):
                gone.pieces.append((a[word], false))
                // Equal to the old one's, whose bytes these are.
                came.pieces.append((a[word], false))
            case .gone(let word): gone.pieces.append((a[word], true))
            case .new(let word): came.pieces.append((b[word], true))
            }
        }
        return (gone, came)
    }

    /// Words with the blanks that follow them; in scripts without blanks each character.
    private static func tokens(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var tokens: [ArraySlice<UInt8>] = []
        var start = line.startIndex
        for place in line.indices {
            let next = line.index(after: place)
            let isBlank = line[place] == 0x20
            let endsWide = next == line.endIndex || line[next] >= 0xE3
            let isCharacterEnd = next == line.endIndex || line[next] & 0xC0 != 0x80
            guard
                (isBlank && (next == line.endIndex || line[next] != 0x20)) || next == line.endIndex
                    || (isCharacterEnd && (endsWide || isWide(line, before: next)))
            else { continue }
            tokens.append(line[start..<next])
            start = next
        }
        return tokens
    }

    /// Whether the character that ends before a place is one of three bytes from U+3000 on, or longer.
    private static func isWide(_ line: ArraySlice<UInt8>, before place: Int) -> Bool {
        var first = place - 1
        while first > line.startIndex, line[first] & 0xC0 == 0x80 { first -= 1 }
        return line[first] >= 0xE3
    }

    // MARK: HTML

    /// The rows as list items.
    func html() -> [UInt8] {
        var out: [UInt8] = []
        for row in rows {
            let (opening, closing): (StaticString, StaticString) =
                switch row.kind {
                case .same: ("<li dir=\"auto\">", "</li>\n")
                case .gone: ("<li class=\"gone\" dir=\"auto\"><del>", "</del></li>\n")
                case .new: ("<li class=\"new\" dir=\"auto\"><ins>", "</ins></li>\n")
                case .gap: ("<li class=\"gap\">…", "</li>\n")
                }
            opening.withUTF8Buffer { out += $0 }
            var isOpen = false
            for piece in row.pieces {
                if piece.isMarked != isOpen {
                    out += (isOpen ? "</b>" : "<b>").utf8
                    isOpen.toggle()
                }
                Self.escape(piece.text, into: &out)
            }
            if isOpen { out += "</b>".utf8 }
            closing.withUTF8Buffer { out += $0 }
        }
        return out
    }

    private static func escape(_ text: ArraySlice<UInt8>, into out: inout [UInt8]) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): out += "&amp;".utf8
            case UInt8(ascii: "<"): out += "&lt;".utf8
            case UInt8(ascii: ">"): out += "&gt;".utf8
            default: out.append(byte)
            }
        }
    }
}
