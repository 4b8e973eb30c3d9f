/// One rendering of one template: walks the steps and writes bytes.
struct Execution {
    private let program: Program
    private var out: [UInt8]
    /// Views from the outermost inwards; those without a name of their own, texts and numbers, are not among them.
    private var frames: [Frame] = []
    /// What `.` means: the innermost item; nil where that is the last frame.
    private var item: Value?
    /// Overrides from the outermost child inwards; the first that names a block wins.
    private var overrides: [Int32] = []
    /// White space that each line of the template now begins with.
    private var indent: [UInt8] = []
    private var isAtLineStart = true
    private var depth = 0

    /// Deeper nesting of partials is a template that calls itself without end.
    static let depthLimit = 100

    /// A view that is asked for names. Whoever pushes it keeps it alive: counting it in and out at each name costs more than most answers.
    private struct Frame {
        let rows: Unmanaged<Rows>
        let place: Int
    }

    private init(program: Program, out: consuming [UInt8]) {
        self.program = program
        self.out = out
    }

    /// Nil where partials nest too deep.
    static func run(_ program: Program, entry: Int32, root: Value, into out: inout [UInt8]) -> Bool {
        var taken: [UInt8] = []
        swap(&taken, &out)
        var execution = Execution(program: program, out: taken)
        taken = []
        let isDone = execution.run(program.entries[Int(entry)], on: root)
        swap(&execution.out, &out)
        return isDone
    }

    private mutating func run(_ range: Range<Int32>) -> Bool {
        var index = Int(range.lowerBound)
        let end = Int(range.upperBound)
        while index < end {
            switch program.steps[index] {
            case .text(let literal):
                write(literal: literal)
                index += 1
            case .value(let path, let escaped):
                if !(escaped && writeFromRow(path)) { write(lookup(path), escaped: escaped) }
                index += 1
            case .section(let path, let takesItem, let close):
                let inner = Int32(index + 1)..<close
                if !takesItem, let isFilled = isFilledInRow(path) {
                    guard !isFilled || run(inner) else { return false }
                } else {
                    guard section(lookup(path), inner) else { return false }
                }
                index = Int(close)
            case .inverted(let path, let close):
                if isFalse(lookup(path)) { guard run(Int32(index + 1)..<close) else { return false } }
                index = Int(close)
            case .partial(let target, let indent):
                guard call(target, indent: indent) else { return false }
                index += 1
            case .parent(let target, let table, let indent, let close):
                overrides.append(table)
                guard call(target, indent: indent) else { return false }
                overrides.removeLast()
                index = Int(close)
            case .block(let name, let indent, let close):
                let steps = override(of: name) ?? Int32(index + 1)..<close
                guard indented(indent, steps) else { return false }
                index = Int(close)
            }
        }
        return true
    }

    private mutating func section(_ value: Value, _ steps: Range<Int32>) -> Bool {
        if isFalse(value) { return true }
        switch value {
        case .flag: return run(steps)
        case .list(let list):
            for index in 0..<list.count {
                let isDone = if let rows = list.rows { run(steps, on: rows, index) } else { run(steps, on: list.item(index)) }
                guard isDone else { return false }
            }
            return true
        default: return run(steps, on: value)
        }
    }

    private mutating func run(_ steps: Range<Int32>, on inner: Value) -> Bool {
        if case .view(let view) = inner { return run(steps, on: SingleRow(view), 0) }
        let outer = item
        item = inner
        defer { item = outer }
        return run(steps)
    }

    private mutating func run(_ steps: Range<Int32>, on rows: Rows, _ place: Int) -> Bool {
        let outer = item
        item = nil
        frames.append(Frame(rows: Unmanaged.passUnretained(rows), place: place))
        defer {
            frames.removeLast()
            item = outer
        }
        return withExtendedLifetime(rows) { run(steps) }
    }

    private mutating func call(_ target: Int32, indent: Int32) -> Bool {
        let target = program.targets[Int(target)]
        var entry = target.entry
        if let path = target.dynamic {
            guard case .text(let name) = lookup(path) else { return true }
            entry = program.entryNames[name] ?? -1
        }
        guard entry >= 0 else { return true }
        return indented(indent, program.entries[Int(entry)])
    }

    private mutating func indented(_ number: Int32, _ steps: Range<Int32>) -> Bool {
        depth += 1
        guard depth <= Self.depthLimit else { return false }
        let length = indent.count
        if number != 0 { indent += program.indents[Int(number)] }
        let isDone = run(steps)
        indent.removeLast(indent.count - length)
        depth -= 1
        return isDone
    }

    private func override(of name: Int32) -> Range<Int32>? {
        for table in overrides {
            for override in program.overrides[Int(table)] where override.name == name { return override.steps }
        }
        return nil
    }

    // MARK: Values

    private func lookup(_ path: Path) -> Value {
        guard path.first >= 0 else { return item ?? frames.last.map(Self.view) ?? .absent }
        var value = find(Int(path.first))
        if path.rest.isEmpty { return value }
        for place in path.rest {
            guard case .view(let view) = value else { return .absent }
            value = view.value(Int(program.symbols[Int(place)]))
        }
        return value
    }

    private func find(_ symbol: Int) -> Value {
        var index = frames.count - 1
        while index >= 0 {
            let frame = frames[index]
            let value = frame.rows._withUnsafeGuaranteedRef { $0.value(symbol, at: frame.place) }
            guard case .absent = value else { return value }
            index -= 1
        }
        return .absent
    }

    private static func view(_ frame: Frame) -> Value { .view(Row(rows: frame.rows.takeUnretainedValue(), place: frame.place)) }

    /// The short way of what a template writes most: the innermost row puts a text where it belongs.
    private mutating func writeFromRow(_ path: Path) -> Bool {
        guard path.first >= 0, path.rest.isEmpty, let frame = frames.last, indent.isEmpty else { return false }
        let isWritten = frame.rows._withUnsafeGuaranteedRef { $0.write(Int(path.first), at: frame.place, to: &out) }
        if isWritten { isAtLineStart = false }
        return isWritten
    }

    private func isFilledInRow(_ path: Path) -> Bool? {
        guard path.first >= 0, path.rest.isEmpty, let frame = frames.last else { return nil }
        return frame.rows._withUnsafeGuaranteedRef { $0.isFilled(Int(path.first), at: frame.place) }
    }

    private func isFalse(_ value: Value) -> Bool {
        switch value {
        case .absent: true
        case .flag(let flag): !flag
        case .text(let text): text.isEmpty
        case .markup(let bytes): bytes.isEmpty
        case .list(let list): list.count == 0
        case .number, .view: false
        }
    }

    // MARK: Writing

    private mutating func write(literal: Range<Int32>) {
        let range = Int(literal.lowerBound)..<Int(literal.upperBound)
        if indent.isEmpty {
            append(literal: range)
            isAtLineStart = program.literals[range.upperBound - 1] == UInt8(ascii: "\n")
            return
        }
        var start = range.lowerBound
        for index in range where program.literals[index] == UInt8(ascii: "\n") {
            beginLine()
            append(literal: start..<(index + 1))
            isAtLineStart = true
            start = index + 1
        }
        if start < range.upperBound {
            beginLine()
            append(literal: start..<range.upperBound)
        }
    }

    private mutating func append(literal range: Range<Int>) {
        program.literals.withUnsafeBufferPointer { out.append(contentsOf: UnsafeBufferPointer(rebasing: $0[range])) }
    }

    private mutating func beginLine() {
        if isAtLineStart {
            isAtLineStart = false
            out += indent
        }
    }

    private mutating func write(_ value: Value, escaped: Bool) {
        switch value {
        case .absent, .flag, .view, .list: return
        case .text(var text):
            beginLine()
            if escaped {
                HTMLEscaping.append(text, to: &out)
            } else {
                text.withUTF8 { out.append(contentsOf: $0) }
            }
        case .number(let number):
            beginLine()
            append(number)
        case .markup(let bytes):
            beginLine()
            out += bytes
        }
    }

    private mutating func append(_ number: Int) {
        guard number >= 0, number < 10 else {
            out += Array(String(number).utf8)
            return
        }
        out.append(UInt8(48 + number))
    }
}
