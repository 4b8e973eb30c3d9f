/// Coloured code and set formulas for one renderer. The answers of all renderers of the process are remembered together, since vaults repeat
/// themselves; the engines go from one to the next, since each takes some 50 ms to load.
final class Scripts {
    private let files: ScriptFiles
    private var engine: ScriptEngine?
    private var isUnavailable = false
    /// Bytes that one page may still have coloured or set. A bound on time that is the same on every machine.
    private var budget = 0

    static let pageBudget = 1 << 20
    static let longestCode = 50_000
    static let longestFormula = 10_000

    init(_ files: ScriptFiles) { self.files = files }

    deinit { giveBack() }

    func beginPage() { budget = Self.pageBudget }

    /// HTML of `code` with `<span class="hljs-…">` around its parts; nil where it is to be shown as written.
    func highlighted(_ code: Bytes, language: Bytes) -> [UInt8]? {
        guard code.count <= Self.longestCode, !code.trimmed.isEmpty, Self.isLanguage(language) else { return nil }
        return answer(.highlight, [language, code]) { answer in
            answer.withUnsafeBufferPointer { CodeMarkup.isFaithful($0, to: code) } ? answer : nil
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

    private func answer(_ function: ScriptEngine.Function, _ arguments: [Bytes], _ check: ([UInt8]) -> [UInt8]?) -> [UInt8]? {
        let size = arguments.reduce(0) { $0 + $1.count }
        guard budget >= size else { return nil }
        budget -= size
        let key = ScriptMemo.Key(files: files, function: function, arguments: arguments.map(Array.init))
        if let known = ScriptMemo.shared.answer(key) { return known }
        guard let engine = borrowed() else { return nil }
        let answer = engine.call(function, arguments).flatMap(check)
        // A page that makes a script run without end gets no more of it.
        if engine.hasFailed { budget = 0 }
        ScriptMemo.shared.remember(key, answer)
        return answer
    }

    private func borrowed() -> ScriptEngine? {
        if engine == nil, !isUnavailable {
            engine = ScriptPool.shared.take(files) ?? ScriptEngine(files)
            isUnavailable = engine == nil
        }
        return engine
    }

    private func giveBack() {
        if let engine { ScriptPool.shared.put(engine) }
    }
}

/// Engines that no renderer uses at the moment. JavaScriptCore lets a context go from thread to thread, one at a time.
final class ScriptPool: Sendable {
    static let shared = ScriptPool()

    // `ScriptEngine` is not Sendable: it is in here, or with one renderer, never both.
    private struct Engines: @unchecked Sendable {
        var list: [ScriptEngine] = []
    }

    private let engines = Lock(Engines())

    func take(_ files: ScriptFiles) -> ScriptEngine? {
        engines.withLock { engines in
            engines.list.firstIndex { $0.files == files }.map { engines.list.remove(at: $0) }
        }
    }

    func put(_ engine: ScriptEngine) {
        engines.withLock { engines in
            if engines.list.count < 8 { engines.list.append(engine) }
        }
    }
}

/// Answers by what was asked.
final class ScriptMemo: Sendable {
    static let shared = ScriptMemo()

    struct Key: Hashable, Sendable {
        var files: ScriptFiles
        var function: ScriptEngine.Function
        var arguments: [[UInt8]]

        var size: Int { arguments.reduce(64) { $0 + $1.count } }
    }

    private struct Answers: Sendable {
        var known: [Key: [UInt8]?] = [:]
        var size = 0
    }

    /// Bytes; what comes after that is asked anew.
    private static let largest = 1 << 23
    private let answers = Lock(Answers())

    /// `.some(nil)` where it is known that there is no answer.
    func answer(_ key: Key) -> [UInt8]?? {
        answers.withLock { $0.known[key] }
    }

    func remember(_ key: Key, _ answer: [UInt8]?) {
        answers.withLock { answers in
            let size = key.size + (answer?.count ?? 0)
            guard answers.size + size <= Self.largest, answers.known.updateValue(answer, forKey: key) == nil else { return }
            answers.size += size
        }
    }
}
