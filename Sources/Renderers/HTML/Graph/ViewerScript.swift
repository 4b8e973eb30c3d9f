/// The viewer's script: `public/graph/*.js` in the order of their names, in one scope, without what only people read.
///
/// `ScriptMinifier` takes comments and white space; `const` becomes `let`, and the names listed in `public/graph/names.txt` get the shortest that
/// are free. A name in that list is one of ours everywhere: no property of the browser that the sources use, no key of the data.
enum ViewerScript {
    static func join(_ sources: [[UInt8]], names: [UInt8]) -> [UInt8] {
        let whole = Array("(function(){\"use strict\";".utf8) + sources.joined(separator: [10]) + Array("})();".utf8)
        var scanner = ScriptScanner(ScriptMinifier.javaScript(whole))
        let tokens = scanner.tokens()
        let short = shortNames(names, in: tokens).merging(shorter) { own, _ in own }
        var out: [UInt8] = []
        for token in joiningDeclarations(tokens) {
            switch token {
            case .word(let word): out += short[word] ?? word
            case .literal(let text), .punctuation(let text): out += text
            }
        }
        return out + [10]
    }

    /// Without line ends, which say nothing where each statement has its semicolon; `let a = 1; let b = 2` becomes one declaration.
    private static func joiningDeclarations(_ tokens: [ScriptToken]) -> [ScriptToken] {
        let declares: Set<[UInt8]> = [Array("let".utf8), Array("const".utf8)]
        var out: [ScriptToken] = []
        // By open bracket: whether the statement that runs is a declaration.
        var isDeclaration = [false]
        var isStart = true
        var skipsBlank = false
        for token in tokens where token != .punctuation([10]) {
            if skipsBlank {
                skipsBlank = false
                if token == .punctuation([32]) { continue }
            }
            if case .word(let word) = token, isStart, declares.contains(word) {
                let goesOn = isDeclaration[isDeclaration.count - 1] && out.last == .punctuation([UInt8(ascii: ";")])
                isDeclaration[isDeclaration.count - 1] = true
                isStart = false
                if goesOn {
                    out[out.count - 1] = .punctuation([UInt8(ascii: ",")])
                    skipsBlank = true
                    continue
                }
            }
            if case .punctuation(let sign) = token, let byte = sign.first {
                note(byte, &isDeclaration, &isStart)
            } else if isStart {
                isDeclaration[isDeclaration.count - 1] = false
                isStart = false
            }
            out.append(token)
        }
        return out
    }

    private static func note(_ byte: UInt8, _ isDeclaration: inout [Bool], _ isStart: inout Bool) {
        let begins = byte == UInt8(ascii: ";") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
        // After a brace that closes, these go on with what it closed: the value of a declaration.
        let goesOn = ",.)]:?&|=".utf8.contains(byte)
        if !begins, !goesOn, isStart { isDeclaration[isDeclaration.count - 1] = false }
        if "([{".utf8.contains(byte) { isDeclaration.append(false) }
        if ")]}".utf8.contains(byte), isDeclaration.count > 1 { isDeclaration.removeLast() }
        isStart = begins
    }

    private static let shorter: [[UInt8]: [UInt8]] = Dictionary(
        uniqueKeysWithValues: [("const", "let"), ("true", "!0"), ("false", "!1")].map { (Array($0.0.utf8), Array($0.1.utf8)) })

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
    /// One byte of anything else, blanks too.
    case punctuation([UInt8])
}

/// Splits a script that `ScriptMinifier` has made into tokens. No regular expression of the sources stands after a word.
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
        case UInt8(ascii: "\""), UInt8(ascii: "'"): literal(until: closing(byte, from: index + 1))
        case UInt8(ascii: "`"): template()
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
        guard case .punctuation(let last)? = out.last else { return false }
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
