/// What stands between `[[` and `]]`.
struct WikilinkSyntax {
    static let longest = 2000

    var target: Bytes
    /// What follows the first `#`; nil where nothing does.
    var fragment: Bytes?
    /// Parts after the target, between pipes, in order.
    var labels: [Bytes]

    /// Offset of the `]]` that ends a wikilink whose content begins at `start`; nil where the brackets are not a wikilink's.
    static func end(in bytes: Bytes, from start: Int) -> Int? {
        var at = start
        var depth = 0
        var isBlank = true
        while at + 1 < bytes.count, at - start <= longest {
            let byte = bytes[at]
            switch byte {
            case 0x0A: return nil
            case 0x5B where bytes[at + 1] == 0x5B: return nil
            case 0x5B: depth += 1
            case 0x5D where bytes[at + 1] == 0x5D:
                var end = at
                while depth > 0, end + 2 < bytes.count, bytes[end + 2] == 0x5D {
                    end += 1
                    depth -= 1
                }
                return isBlank ? nil : end
            case 0x5D:
                if bytes[at + 1] == 0x28 { return nil }
                depth = max(0, depth - 1)
            default: break
            }
            if !byte.isMarkdownSpace { isBlank = false }
            at += 1
        }
        return nil
    }

    init(_ content: Bytes) {
        var parts: [Bytes] = []
        var start = 0
        for index in 0..<content.count where content[index] == 0x7C || content[index] == Marker.pipe {
            // `\|` is how a table's cell holds a pipe; outside of tables the backslash is still there.
            let end = index > start && content[index - 1] == 0x5C ? index - 1 : index
            parts.append(content.slice(start..<end).trimmed)
            start = index + 1
        }
        parts.append(content.slice(start..<content.count).trimmed)
        let whole = parts[0]
        if let hash = whole.first(0x23) {
            target = whole.slice(0..<hash).trimmed
            let rest = whole.slice(hash + 1..<whole.count).trimmed
            fragment = rest.isEmpty ? nil : rest
        } else {
            target = whole
        }
        labels = Array(parts.dropFirst())
    }
}
