/// One rule of a style sheet: enough of CSS to know which classes lead to which declarations.
struct StyleRule: Sendable, Equatable {
    /// Conditions of the `@media` around it, the outermost first.
    var conditions: [String]
    var selector: String
    var body: String

    /// The selector's parts between commas that stand outside brackets.
    var selectors: [String] {
        var parts = [""]
        var depth = 0
        for character in selector {
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            if character == ",", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts
    }

    /// Names after `var(` in the declarations.
    var variables: [String] {
        body.components(after: "var(").map { String($0.drop { $0 == " " }.prefix { $0 == "-" || $0 == "_" || $0.isLetter || $0.isNumber }) }
    }
}

/// The rules of a style sheet in order. Those in `@media` keep their conditions; other at-rules are passed over.
func styleRules(of sheet: [UInt8]) -> [StyleRule] {
    var scanner = RuleScanner(bytes: sheet)
    scanner.scan([])
    return scanner.rules
}

private struct RuleScanner {
    let bytes: [UInt8]
    var position = 0
    var rules: [StyleRule] = []

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func scan(_ conditions: [String]) {
        while position < bytes.count {
            let head = text { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: ";") }
            guard position < bytes.count else { return }
            let end = bytes[position]
            position += 1
            if end == UInt8(ascii: "}") {
                if conditions.isEmpty { continue }
                return
            }
            guard end == UInt8(ascii: "{") else { continue }
            if head.hasPrefix("@media"), conditions.count < 4 {
                scan(conditions + [head])
            } else if head.hasPrefix("@") {
                skipBlock()
            } else {
                let body = text { $0 == UInt8(ascii: "}") }
                position += 1
                rules.append(StyleRule(conditions: conditions, selector: head, body: body))
            }
        }
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
                position += 3
                while position < bytes.count, !(bytes[position] == UInt8(ascii: "/") && bytes[position - 1] == UInt8(ascii: "*")) {
                    position += 1
                }
                position = min(position + 1, bytes.count)
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

    /// What follows each place of `mark`.
    func components(after mark: String) -> [Substring] {
        var rest = self[...]
        var found: [Substring] = []
        while let range = rest.firstRange(of: mark) {
            rest = rest[range.upperBound...]
            found.append(rest)
        }
        return found
    }
}
