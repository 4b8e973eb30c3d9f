/// Coloured code and set formulas for one renderer. The answers of all renderers of the process are remembered together, since vaults repeat
/// themselves; the engines go from one to the next, since each takes some 50 ms to load.
final class Scripts {
    private let files: ScriptFiles
    /// Bytes that one page may still have coloured or set. A bound on time that is the same on every machine.
    private var budget = 0

    static let pageBudget = 1 << 20
    static let longestCode = 50_000
    static let longestFormula = 10_000

    init(_ files: ScriptFiles) { self.files = files }

    func beginPage() { budget = Self.pageBudget }

    /// HTML of `code` with `<span class="t…">` around its parts; nil where it is to be shown as written.
    func highlighted(_ code: Bytes, language: Bytes) -> [UInt8]? {
        guard code.count <= Self.longestCode, !code.trimmed.isEmpty, Self.isLanguage(language) else { return nil }
        return answer(.highlight, [language, code]) { answer in
            answer.withUnsafeBufferPointer { CodeMarkup.rebuilt($0, of: code) }
        }
    }

    enum Formula {
        case mathML([UInt8])
        /// KaTeX's words about what is wrong.
        case error(String)
    }

    /// Nil where formulas cannot be set here.
    func formula(_ source: Bytes, isDisplay: Bool) -> Formula? {
        guard source.count <= Self.longestFormula else { return nil }
        let display: [UInt8] = isDisplay ? [0x31] : [0x30]
        let answer = display.withUnsafeBufferPointer { display in
            self.answer(.formula, [source, display]) { answer in
                guard answer.first == 0x2B else { return answer }
                return answer.withUnsafeBufferPointer { MathML.rebuilt($0.slice(1..<$0.count)) }.map { [0x2B] + $0 }
            }
        }
        guard let answer else { return nil }
        let rest = answer.dropFirst()
        return answer.first == 0x2B ? .mathML(Array(rest)) : .error(String(decoding: rest, as: UTF8.self))
    }

    private static func isLanguage(_ name: Bytes) -> Bool {
        !name.isEmpty && name.count <= 30
            && name.allSatisfy { $0.isASCIIAlphanumeric || $0 == 0x2B || $0 == 0x23 || $0 == 0x2D || $0 == 0x5F }
    }

    private func answer(_ function: ScriptEngine.Function, _ texts: [Bytes], _ check: ([UInt8]) -> [UInt8]?) -> [UInt8]? {
        let size = texts.reduce(0) { $0 + $1.count }
        guard budget >= size else { return nil }
        budget -= size
        let key = ScriptMemo.Key(files, function, texts)
        let answer: ScriptMemo.Answer
        if let known = ScriptMemo.shared.answer(key) {
            answer = known
        } else {
            var hasFailed = false
            let html = ScriptPool.shared.use(files) { engine in
                // As they were written: a script knows no marker, and `if [[ -f x ]]` has some.
                let html = engine.call(function, texts.map(Marker.restored))
                hasFailed = engine.hasFailed
                return html
            }
            answer = ScriptMemo.Answer(html: html.flatMap(check), hasFailed: hasFailed)
            ScriptMemo.shared.remember(key, answer)
        }
        // A page that makes a script run without end gets no more of it.
        if answer.hasFailed { budget = 0 }
        return answer.html
    }
}

/// Answers by what was asked.
final class ScriptMemo: Sendable {
    static let shared = ScriptMemo()

    /// One run of bytes: nearly all that is asked has been asked before, and each part of a key would be counted in and out.
    struct Key: Hashable, Sendable {
        private let text: [UInt8]
        private let files: ScriptFiles

        init(_ files: ScriptFiles, _ function: ScriptEngine.Function, _ arguments: [Bytes]) {
            self.files = files
            var text = PlainText()
            text.buffer.append(text: function.rawValue)
            for argument in arguments {
                // No argument can pass for the end of another.
                withUnsafeBytes(of: argument.count) { text.buffer.append($0.bindMemory(to: UInt8.self)) }
                text.append(argument)
            }
            self.text = Array(text.buffer.bytes)
        }

        var size: Int { 64 + text.count }

        func hash(into hasher: inout Hasher) { text.withUnsafeBytes { hasher.combine(bytes: $0) } }
    }

    struct Answer: Sendable {
        /// Nil where it is known that there is none.
        var html: [UInt8]?
        /// The script came to no end, or to an error of its own.
        var hasFailed: Bool
    }

    private struct Answers: Sendable {
        var known: [Key: Answer] = [:]
        var size = 0
    }

    /// Bytes; what comes after that is asked anew.
    private static let largest = 1 << 23
    private let answers = Lock(Answers())

    func answer(_ key: Key) -> Answer? {
        answers.withLock { $0.known[key] }
    }

    func remember(_ key: Key, _ answer: Answer) {
        answers.withLock { answers in
            let size = key.size + (answer.html?.count ?? 0)
            guard answers.size + size <= Self.largest, answers.known.updateValue(answer, forKey: key) == nil else { return }
            answers.size += size
        }
    }
}
