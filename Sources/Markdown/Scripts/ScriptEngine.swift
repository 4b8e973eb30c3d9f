/// Where the scripts are that colour code and set formulas. Those of Debian's libjs-highlight.js and libjs-katex are found by themselves;
/// where there are none, code and formulas are shown as written.
public struct ScriptFiles: Sendable, Hashable {
    public var highlighter: String
    public var formulas: String

    public init(
        highlighter: String = "/usr/share/javascript/highlight.js/highlight.min.js",
        formulas: String = "/usr/share/javascript/katex/katex.min.js"
    ) {
        self.highlighter = highlighter
        self.formulas = formulas
    }
}

/// One JavaScript context with the scripts in it, as they are needed. Used by one task at a time.
final class ScriptEngine {
    enum Function: String { case highlight, formula }

    let files: ScriptFiles
    private let library: JavaScriptCore
    private let group: JavaScriptCore.Reference
    private let context: JavaScriptCore.Reference
    /// Functions that were loaded; nil for one whose script is not there.
    private var functions: [Function: JavaScriptCore.Reference?] = [:]

    /// Seconds after which a call is given up. Far beyond what any page needs; sizes are bounded before.
    private static let timeLimit = 2.0

    /// Whether the last call came to no end, or to an error of its own.
    private(set) var hasFailed = false

    /// What is called. A formula's answer begins with `+`, an error's message with `-`.
    private static let glue: [Function: String] = [
        .highlight: """
        (function (language, code) {
            return hljs.getLanguage(language) ? hljs.highlight(language, code, true).value : null;
        })
        """,
        .formula: """
        (function (source, display) {
            var options = {output: "mathml", displayMode: display === "1", throwOnError: true, strict: "ignore", trust: false,
                maxSize: 100, maxExpand: 1000};
            try { return "+" + katex.renderToString(source, options); } catch (error) { return "-" + error.message; }
        })
        """,
    ]

    /// Nil where the machine has no JavaScriptCore.
    init?(_ files: ScriptFiles) {
        guard let library = JavaScriptCore.shared, let group = library.contextGroupCreate() else { return nil }
        guard let context = library.contextCreateInGroup(group, nil) else {
            library.contextGroupRelease(group)
            return nil
        }
        self.files = files
        self.library = library
        self.group = group
        self.context = context
        library.contextGroupSetTimeLimit(group, Self.timeLimit, { _, _ in true }, nil)
    }

    deinit {
        for case let function? in functions.values { library.unprotect(context, function) }
        library.contextRelease(context)
        library.contextGroupRelease(group)
    }

    /// What the function answers; nil where it answers no text, fails, takes too long or is not there.
    func call(_ function: Function, _ arguments: [[UInt8]]) -> [UInt8]? {
        guard let callee = loaded(function) else { return nil }
        return withUnsafeTemporaryAllocation(of: JavaScriptCore.Reference?.self, capacity: arguments.count) { values in
            for (index, argument) in arguments.enumerated() {
                let value = string(argument)
                // The collector does not look into our memory.
                if let value { library.protect(context, value) }
                values[index] = value
            }
            defer { for case let value? in values { library.unprotect(context, value) } }
            var exception: JavaScriptCore.Reference?
            let result = library.call(context, callee, nil, arguments.count, UnsafePointer(values.baseAddress), &exception)
            hasFailed = exception != nil
            guard exception == nil, let result, library.isString(context, result) else { return nil }
            return bytes(result)
        }
    }

    private func loaded(_ function: Function) -> JavaScriptCore.Reference? {
        if let known = functions[function] { return known }
        let object = load(function)
        if let object { library.protect(context, object) }
        functions[function] = .some(object)
        return object
    }

    private func load(_ function: Function) -> JavaScriptCore.Reference? {
        let path = function == .highlight ? files.highlighter : files.formulas
        guard let script = FileBytes.read(path), let glue = Self.glue[function],
            evaluate(Array("globalThis.self = globalThis;".utf8)) != nil,
            evaluate(script) != nil, let object = evaluate(Array(glue.utf8)), library.isObject(context, object)
        else { return nil }
        return object
    }

    private func evaluate(_ script: [UInt8]) -> JavaScriptCore.Reference? {
        let text = (script + [0]).withUnsafeBufferPointer { $0.withMemoryRebound(to: CChar.self) { library.stringCreate($0.baseAddress) } }
        defer { library.stringRelease(text) }
        var exception: JavaScriptCore.Reference?
        let result = library.evaluate(context, text, nil, nil, 1, &exception)
        return exception == nil ? result : nil
    }

    private func string(_ bytes: [UInt8]) -> JavaScriptCore.Reference? {
        let copy = bytes + [0]
        let text = copy.withUnsafeBufferPointer { $0.withMemoryRebound(to: CChar.self) { library.stringCreate($0.baseAddress) } }
        defer { library.stringRelease(text) }
        return library.makeString(context, text)
    }

    private func bytes(_ value: JavaScriptCore.Reference) -> [UInt8]? {
        guard let text = library.stringCopy(context, value, nil) else { return nil }
        defer { library.stringRelease(text) }
        let size = library.stringMaximumSize(text)
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            let written = buffer.withMemoryRebound(to: CChar.self) { library.stringBytes(text, $0.baseAddress, size) }
            // The terminator is counted.
            count = max(0, written - 1)
        }
    }
}
