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

/// The rules of a style sheet in order. Those in `@media` keep their conditions, nested ones get the selector that they mean (CSS Nesting,
/// section 3); other at-rules are passed over.
func styleRules(of sheet: [UInt8]) -> [StyleRule] {
    var scanner = RuleScanner(bytes: sheet)
    while scanner.position < sheet.count { _ = scanner.block([], in: nil) }
    return scanner.rules
}

private struct RuleScanner {
    let bytes: [UInt8]
    var position = 0
    var rules: [StyleRule] = []

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads up to the brace that closes the block, and past it. Returns the declarations that stand in it itself.
    mutating func block(_ conditions: [String], in parent: StyleRule?) -> String {
        var declarations: [String] = []
        while position < bytes.count {
            let head = text { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: ";") }
            let end = position < bytes.count ? bytes[position] : UInt8(ascii: "}")
            position += 1
            if end == UInt8(ascii: "{") {
                rule(head, conditions, in: parent)
                continue
            }
            if !head.isEmpty { declarations.append(head) }
            if end == UInt8(ascii: "}") { break }
        }
        return declarations.joined(separator: ";")
    }

    private mutating func rule(_ head: String, _ conditions: [String], in parent: StyleRule?) {
        guard conditions.count < 4 else { return skipBlock() }
        if head.hasPrefix("@media") || head.hasPrefix("@supports") {
            let place = rules.count
            let own = block(conditions + [head], in: parent)
            if let parent, !own.isEmpty {
                rules.insert(StyleRule(conditions: conditions + [head], selector: parent.selector, body: own), at: place)
            }
        } else if head.hasPrefix("@") {
            skipBlock()
        } else {
            var rule = StyleRule(conditions: conditions, selector: Self.selector(head, in: parent), body: "")
            let place = rules.count
            rule.body = block(conditions, in: rule)
            rules.insert(rule, at: place)
        }
    }

    private static func selector(_ head: String, in parent: StyleRule?) -> String {
        guard let parent else { return head }
        let own = StyleRule(conditions: [], selector: head, body: "").selectors
        return parent.selectors.flatMap { outer in
            own.map { inner in
                let inner = inner.trimmed
                return inner.contains("&") ? inner.replacing("&", with: outer.trimmed) : "\(outer.trimmed) \(inner)"
            }
        }.joined(separator: ",")
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
