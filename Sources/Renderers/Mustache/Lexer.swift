/// A piece of a template: literal text of at most one line, or a tag.
struct Token {
    enum Kind: Equatable {
        case text
        case escaped, unescaped
        case section, inverted, close
        case partial, parent, block
        case comment, delimiters
    }

    var kind: Kind
    /// Of a text: its bytes. Of a tag: the name without its sigil.
    var content: ArraySlice<UInt8>
    /// 1-based.
    var line: Int
    /// `{{>*name}}`: the value of the name says which.
    var isDynamic = false
    /// Of a closing tag: what it closes.
    var closes: Kind?
    /// The white space before a tag that stands alone on its line; nil for others.
    var standaloneIndent: ArraySlice<UInt8>?
    /// Whether it is the first thing on its line.
    var startsLine = false

    var name: String { String(decoding: content, as: UTF8.self) }
}

/// Cuts a template into tokens: literal lines and tags, delimiters followed as they change.
struct Lexer {
    let file: String
    let source: [UInt8]
    private var open: [UInt8] = Array("{{".utf8)
    private var shut: [UInt8] = Array("}}".utf8)
    private var position = 0
    private var line = 1
    private var tokens: [Token] = []

    init(file: String, source: [UInt8]) {
        self.file = file
        self.source = source
    }

    mutating func run() throws(TemplateError) -> [Token] {
        var start = position
        while position < source.count {
            if source[position] == UInt8(ascii: "\n") {
                position += 1
                tokens.append(Token(kind: .text, content: source[start..<position], line: line))
                line += 1
                start = position
            } else if matches(open, at: position) {
                if start < position { tokens.append(Token(kind: .text, content: source[start..<position], line: line)) }
                try tag()
                start = position
            } else {
                position += 1
            }
        }
        if start < position { tokens.append(Token(kind: .text, content: source[start..<position], line: line)) }
        return tokens
    }

    private func matches(_ wanted: [UInt8], at place: Int) -> Bool {
        place + wanted.count <= source.count && source[place..<(place + wanted.count)].elementsEqual(wanted)
    }

    private func find(_ wanted: [UInt8], from place: Int) -> Int? {
        var place = place
        while place + wanted.count <= source.count {
            if matches(wanted, at: place) { return place }
            place += 1
        }
        return nil
    }

    private func failure(_ message: String) -> TemplateError { TemplateError(file: file, line: line, message: message) }

    private mutating func tag() throws(TemplateError) {
        var inner = position + open.count
        guard inner < source.count else { throw failure("a tag is opened and the file ends") }
        let sigil = source[inner]
        let closing: [UInt8]
        switch sigil {
        case UInt8(ascii: "{"): closing = [UInt8(ascii: "}")] + shut
        case UInt8(ascii: "="): closing = [UInt8(ascii: "=")] + shut
        default: closing = shut
        }
        let kind = Self.kind(sigil)
        if kind != .escaped { inner += 1 }
        guard let end = find(closing, from: inner) else {
            throw failure("this tag is never closed: \(String(decoding: closing, as: UTF8.self)) is missing")
        }
        var content = trimmed(source[inner..<end])
        let first = line
        line += source[position..<end].count { $0 == UInt8(ascii: "\n") }
        position = end + closing.count
        if kind == .delimiters {
            try change(delimiters: content)
        } else if kind != .comment, content.isEmpty {
            throw failure("a tag without a name")
        }
        var token = Token(kind: kind, content: content, line: first)
        if kind == .partial || kind == .parent, content.first == UInt8(ascii: "*") {
            content = trimmed(content.dropFirst())
            token.content = content
            token.isDynamic = true
        }
        tokens.append(token)
    }

    private static func kind(_ sigil: UInt8) -> Token.Kind {
        switch sigil {
        case UInt8(ascii: "#"): .section
        case UInt8(ascii: "^"): .inverted
        case UInt8(ascii: "/"): .close
        case UInt8(ascii: ">"): .partial
        case UInt8(ascii: "<"): .parent
        case UInt8(ascii: "$"): .block
        case UInt8(ascii: "!"): .comment
        case UInt8(ascii: "="): .delimiters
        case UInt8(ascii: "{"), UInt8(ascii: "&"): .unescaped
        default: .escaped
        }
    }

    private mutating func change(delimiters content: ArraySlice<UInt8>) throws(TemplateError) {
        let parts = content.split(whereSeparator: isSpace)
        guard parts.count == 2, !parts.contains(where: { $0.contains(UInt8(ascii: "=")) }) else {
            throw failure("new delimiters are two words between = and =, for example {{=<% %>=}}")
        }
        open = Array(parts[0])
        shut = Array(parts[1])
    }
}

@inline(__always)
func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (byte >= 9 && byte <= 13) }

func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return bytes
}
