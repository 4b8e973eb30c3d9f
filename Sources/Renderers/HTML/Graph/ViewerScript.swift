/// The viewer's script: `public/graph/*.js` in the order of their names, in one scope, without what only people read.
///
/// Comments and needless white space go, `const` becomes `let`, and the names listed in `public/graph/names.txt` get the shortest that
/// are free. A name in that list is one of ours everywhere: no property of the browser that the sources use, no key of the data.
enum ViewerScript {
    static func join(_ sources: [[UInt8]], names: [UInt8]) -> [UInt8] {
        var tokens = [ScriptToken.punctuation(Array("(function(){\"use strict\";".utf8))]
        for source in sources {
            var scanner = ScriptScanner(source)
            tokens += scanner.tokens()
            tokens.append(.newline)
        }
        tokens.append(.punctuation(Array("})();".utf8)))
        let short = shortNames(names, in: tokens)
        var writer = ScriptWriter()
        for token in tokens {
            if case .word(let word) = token { writer.put(.word(short[word] ?? word)) } else { writer.put(token) }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// The most used name gets the shortest: a letter, then a letter with another sign.
    private static func shortNames(_ names: [UInt8], in tokens: [ScriptToken]) -> [[UInt8]: [UInt8]] {
        let wanted = Set(names.split(whereSeparator: { $0 <= 32 }).map(Array.init))
        var uses: [[UInt8]: Int] = [:]
        for case .word(let word) in tokens { uses[word, default: 0] += 1 }
        let order = wanted.filter { uses[$0] != nil }.sorted {
            let (a, b) = ((uses[$0] ?? 0) * ($0.count - 1), (uses[$1] ?? 0) * ($1.count - 1))
            return a != b ? a > b : $0.lexicographicallyPrecedes($1)
        }
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$".utf8)
        let candidates = letters.map { [$0] } + letters.flatMap { first in (letters + Array("0123456789".utf8)).map { [first, $0] } }
        let free = candidates.filter { uses[$0] == nil && !["do", "if", "in", "of", "as"].map({ Array($0.utf8) }).contains($0) }
        return Dictionary(uniqueKeysWithValues: zip(order, free))
    }
}

enum ScriptToken: Equatable {
    /// A name, a keyword, a number.
    case word([UInt8])
    /// A string, a part of a template, a regular expression: kept as it is.
    case literal([UInt8])
    case punctuation([UInt8])
    case space
    case newline
}

/// Splits a script of ours into tokens. It knows what the sources use: no comment inside an expression, no regular expression after a word.
struct ScriptScanner {
    private let bytes: [UInt8]
    private var index = 0
    private var out: [ScriptToken] = []

    init(_ source: [UInt8]) { bytes = source }

    mutating func tokens() -> [ScriptToken] {
        while index < bytes.count { step() }
        return out
    }

    private mutating func step() {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): take(.space)
        case UInt8(ascii: "\n"): take(.newline)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): literal(until: closing(byte, from: index + 1))
        case UInt8(ascii: "`"): template()
        case UInt8(ascii: "/") where byteAt(index + 1) == byte: index = bytes[index...].firstIndex(of: 10) ?? bytes.count
        case UInt8(ascii: "/") where startsExpression: literal(until: endOfPattern)
        case _ where Self.isWord(byte):
            let start = index
            while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
            out.append(.word(Array(bytes[start..<index])))
        default:
            index += 1
            out.append(.punctuation([byte]))
        }
    }

    private mutating func take(_ token: ScriptToken) {
        index += 1
        out.append(token)
    }

    private mutating func literal(until end: Int) {
        out.append(.literal(Array(bytes[index..<min(end, bytes.count)])))
        index = end
    }

    /// Text between backquotes; what stands in `${…}` is script again.
    private mutating func template() {
        var start = index
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "`") {
            if bytes[index] == UInt8(ascii: "\\") {
                index += 2
            } else if bytes[index] == UInt8(ascii: "$"), byteAt(index + 1) == UInt8(ascii: "{") {
                index += 2
                out.append(.literal(Array(bytes[start..<index])))
                while index < bytes.count, bytes[index] != UInt8(ascii: "}") { step() }
                start = index
            } else {
                index += 1
            }
        }
        index = min(index + 1, bytes.count)
        out.append(.literal(Array(bytes[start..<index])))
    }

    private func closing(_ quote: UInt8, from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != quote { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
        return end + 1
    }

    /// A slash after one of these begins a regular expression.
    private var startsExpression: Bool {
        guard case .punctuation(let last)? = out.last(where: { $0 != .space && $0 != .newline }) else { return false }
        return last.last.map { "(,=:?&|!;{[>".utf8.contains($0) } ?? false
    }

    private var endOfPattern: Int {
        var end = index + 1
        var isInClass = false
        while end < bytes.count, bytes[end] != UInt8(ascii: "/") || isInClass {
            if bytes[end] == UInt8(ascii: "\\") { end += 1 }
            if bytes[end] == UInt8(ascii: "[") { isInClass = true }
            if bytes[end] == UInt8(ascii: "]") { isInClass = false }
            end += 1
        }
        return end + 1
    }

    private func byteAt(_ place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

    static func isWord(_ byte: UInt8) -> Bool {
        (byte | 32 >= 97 && byte | 32 <= 122) || (byte >= 48 && byte <= 57) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }
}

/// Writes tokens with as little between them as keeps their meaning.
struct ScriptWriter {
    private(set) var bytes: [UInt8] = []
    private var pending: ScriptToken?
    private static let shorter: [[UInt8]: [UInt8]] = Dictionary(
        uniqueKeysWithValues: [("const", "let"), ("true", "!0"), ("false", "!1")].map { (Array($0.0.utf8), Array($0.1.utf8)) })

    mutating func put(_ token: ScriptToken) {
        switch token {
        case .space: pending = pending ?? .space
        case .newline: pending = .newline
        case .word(let text): append(Self.shorter[text] ?? text)
        case .literal(let text), .punctuation(let text): append(text)
        }
    }

    private mutating func append(_ text: [UInt8]) {
        defer { pending = nil }
        // The last statement of a block needs no end; the sources have no empty loop.
        if text == [UInt8(ascii: "}")], bytes.last == UInt8(ascii: ";") { bytes.removeLast() }
        if let last = bytes.last, let first = text.first {
            if pending == .newline, !"{;,([=+-*/&|?:<>!.".utf8.contains(last), !"})],;.?:&|=*".utf8.contains(first) {
                bytes.append(10)
            } else if pending != nil,
                ScriptScanner.isWord(last) && ScriptScanner.isWord(first) || (last == first && "+-".utf8.contains(last))
            {
                bytes.append(32)
            }
        }
        bytes += text
    }
}
