/// What stands between `[[` and `]]`.
struct WikilinkSyntax {
    static let longest = 2000

    var target: Bytes
    /// What follows the first `#`; nil where nothing does.
    var fragment: Bytes?
    /// What follows the first pipe.
    private var rest: Bytes?

    /// Offset of the `]]` that ends a wikilink whose content begins at `start`; nil where the brackets are not a wikilink's.
    static func end(in bytes: Bytes, from start: Int) -> Int? {
        var at = start
        var depth = 0
        let last = min(bytes.count - 2, start + longest)
        while true {
            at = bytes.firstIndex(from: at) { $0.equal(0x0A) .| $0.equal(0x5B) .| $0.equal(0x5D) }
            if at > last { return nil }
            switch bytes[at] {
            case 0x0A: return nil
            case 0x5B where bytes[at + 1] == 0x5B: return nil
            case 0x5B: depth += 1
            case 0x5D where bytes[at + 1] == 0x5D:
                var end = at
                while depth > 0, end + 2 < bytes.count, bytes[end + 2] == 0x5D {
                    end += 1
                    depth -= 1
                }
                return bytes.slice(start..<at).trimmed.isEmpty ? nil : end
            case 0x5D:
                if bytes[at + 1] == 0x28 { return nil }
                depth = max(0, depth - 1)
            default: break
            }
            at += 1
        }
    }

    /// Where the line ends on which a link begins at `start` that was cut off: with `…` or `...`, and no bracket before them but one of
    /// its own.
    static func cutEnd(in bytes: Bytes, from start: Int) -> Int? {
        var end = start
        var bracket = -1
        while end < bytes.count, end - start <= longest, bytes[end] != 0x0A {
            if bytes[end] == 0x5B || bracket >= 0 && bytes[end] == 0x5D { return nil }
            if bytes[end] == 0x5D { bracket = end - start }
            end += 1
        }
        guard end == bytes.count || bytes[end] == 0x0A else { return nil }
        var content = end
        while content > start, bytes[content - 1].isMarkdownSpace { content -= 1 }
        let dots = content - 3
        guard dots >= start, bracket < 0 || bracket == dots - 1 - start else { return nil }
        return bytes.starts(with: "\u{2026}", at: dots) || bytes.starts(with: "...", at: dots) ? end : nil
    }

    init(_ content: Bytes) {
        let (whole, rest) = Self.split(content)
        self.rest = rest
        if let hash = whole.first(0x23) {
            target = whole.slice(0..<hash).trimmed
            let rest = whole.slice(hash + 1..<whole.count).trimmed
            fragment = rest
        } else {
            target = whole
        }
    }

    /// The target as a reader sees it: without `.md`.
    var shownTarget: Bytes {
        guard target.count > 3, target.slice(target.count - 3..<target.count).equalsIgnoringCase(".md") else { return target }
        return target.slice(0..<target.count - 3)
    }

    /// The last of the parts after the target, between pipes.
    var lastLabel: Bytes? { lastLabel { _ in true } }

    /// The last label that says something, sizes of pictures apart.
    var textLabel: Bytes? { label(isEmbed: true) }

    /// The text to show instead of the target; in an embed a picture's size is none.
    func label(isEmbed: Bool) -> Bytes? { lastLabel { !$0.isEmpty && !(isEmbed && ImageSize($0) != nil) } }

    private func lastLabel(_ isWanted: (Bytes) -> Bool) -> Bytes? {
        var last: Bytes?
        var left = rest
        while let text = left {
            let (part, more) = Self.split(text)
            if isWanted(part) { last = part }
            left = more
        }
        return last
    }

    private static func split(_ text: Bytes) -> (Bytes, Bytes?) {
        let pipe = text.firstIndex(from: 0) { $0.equal(0x7C) .| $0.equal(Marker.pipe) }
        if pipe == text.count { return (text.trimmed, nil) }
        // `\|` is how a table's cell holds a pipe; outside of tables the backslash is still there.
        let end = pipe > 0 && text[pipe - 1] == 0x5C ? pipe - 1 : pipe
        return (text.slice(0..<end).trimmed, text.slice(pipe + 1..<text.count))
    }
}
