/// Rules for `.is-hover` and `.is-focus-visible`, made from a style sheet's own `:hover` and `:focus-visible` rules, so that a sheet of
/// components can hold states still without a second copy of them.
///
/// Rules inside `@media` keep their condition; other at-rules are passed over.
func pinnedStates(of sheet: [UInt8]) -> [UInt8] {
    var scanner = RuleScanner(bytes: sheet)
    return Array(scanner.rules(depth: 0).utf8)
}

private struct RuleScanner {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func rules(depth: Int) -> String {
        var result = ""
        while position < bytes.count {
            let head = text { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: ";") }
            guard position < bytes.count else { break }
            let end = bytes[position]
            position += 1
            if end == UInt8(ascii: "}") { return result }
            guard end == UInt8(ascii: "{") else { continue }
            if head.hasPrefix("@media"), depth < 4 {
                let inner = rules(depth: depth + 1)
                if !inner.isEmpty { result += "\(head){\(inner)}\n" }
            } else if head.hasPrefix("@") {
                skipBlock()
            } else {
                let body = text { $0 == UInt8(ascii: "}") }
                position += 1
                result += pinned(head, body)
            }
        }
        return result
    }

    private func pinned(_ selector: String, _ body: String) -> String {
        var copy = selector
        for state in ["hover", "focus-visible"] { copy = copy.replacing(":\(state)", with: ".is-\(state)") }
        return copy == selector ? "" : "\(copy){\(body)}\n"
    }

    private mutating func skipBlock() {
        var depth = 1
        while position < bytes.count, depth > 0 {
            if bytes[position] == UInt8(ascii: "{") { depth += 1 }
            if bytes[position] == UInt8(ascii: "}") { depth -= 1 }
            position += 1
        }
    }

    /// Up to a byte that ends it, comments left out, strings (which may hold any of them) kept whole.
    private mutating func text(until isEnd: (UInt8) -> Bool) -> String {
        var out: [UInt8] = []
        var quote: UInt8 = 0
        while position < bytes.count {
            let byte = bytes[position]
            if quote == 0, byte == UInt8(ascii: "/"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "*") {
                position += 2
                while position < bytes.count, !(bytes[position] == UInt8(ascii: "/") && bytes[position - 1] == UInt8(ascii: "*")) {
                    position += 1
                }
                position += 1
                continue
            }
            if quote == 0, isEnd(byte) { break }
            if byte == quote { quote = 0 } else if quote == 0, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
            out.append(byte)
            position += 1
        }
        return String(decoding: out, as: UTF8.self).trimmed
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
