/// What stands behind a fence: `swift title="main.swift" {2,4-6} linenos start=10`, or `js:app.js`.
struct CodeInfo {
    var language: Bytes
    var title: Bytes?
    var hasLineNumbers = false
    var firstLine = 1
    /// Lines to be marked, counted from 1 whatever number is shown.
    var marked: [ClosedRange<Int>] = []

    init(_ info: Bytes) {
        let first = info.firstIndex { $0.isMarkdownSpace || $0 == 0x7B } ?? info.count
        language = info.slice(0..<first)
        if let colon = language.first(0x3A), colon > 0, colon + 1 < language.count {
            title = language.slice(colon + 1..<language.count)
            language = language.slice(0..<colon)
        }
        var at = first
        while at < info.count {
            if info[at].isMarkdownSpace {
                at += 1
            } else if info[at] == 0x7B {
                let end = info.first(0x7D, from: at) ?? info.count
                readRanges(info.slice(at + 1..<end))
                at = min(end + 1, info.count)
            } else {
                readWord(info, &at)
            }
        }
    }

    private mutating func readWord(_ info: Bytes, _ at: inout Int) {
        let start = at
        while at < info.count, !info[at].isMarkdownSpace, info[at] != 0x3D, info[at] != 0x7B { at += 1 }
        let name = info.slice(start..<at)
        var value: Bytes?
        if at < info.count, info[at] == 0x3D {
            at += 1
            let quote = at < info.count && (info[at] == 0x22 || info[at] == 0x27) ? info[at] : 0
            let from = quote == 0 ? at : at + 1
            let end =
                quote == 0 ? info[from...].firstIndex(where: \.isMarkdownSpace) ?? info.count : info.first(quote, from: from) ?? info.count
            value = info.slice(min(from, end)..<end)
            at = min(quote == 0 ? end : end + 1, info.count)
        }
        apply(name, value)
    }

    private mutating func apply(_ name: Bytes, _ value: Bytes?) {
        let isOff = value.map { $0.equalsIgnoringCase("false") || $0.equalsIgnoringCase("0") } ?? false
        if ["title", "file", "filename", "name"].contains(where: { name.equalsIgnoringCase($0) }) {
            if let value, !value.isEmpty { title = value }
        } else if ["linenos", "showlinenumbers", "linenumbers", "line-numbers", "numberlines", "ln"].contains(where: {
            name.equalsIgnoringCase($0)
        })
            || name.equalsIgnoringCase("ln:true")
        {
            hasLineNumbers = !isOff
        } else if ["start", "startline", "startfrom", "linenostart"].contains(where: { name.equalsIgnoringCase($0) }), let value {
            firstLine = Self.number(value) ?? 1
            hasLineNumbers = true
        }
    }

    private mutating func readRanges(_ text: Bytes) {
        for part in text.split(separator: 0x2C).prefix(100) {
            let ends = part.split(separator: 0x2D)
            guard let low = ends.first.flatMap({ Self.number(Bytes(rebasing: $0).trimmed) }),
                let high = ends.last.flatMap({ Self.number(Bytes(rebasing: $0).trimmed) }), low <= high
            else { continue }
            marked.append(low...high)
        }
    }

    private static func number(_ digits: Bytes) -> Int? {
        guard !digits.isEmpty, digits.count <= 6, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
