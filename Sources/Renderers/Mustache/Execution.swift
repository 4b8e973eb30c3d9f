/// One rendering of one template: walks the steps and writes bytes.
struct Execution: ~Copyable {
    private let program: Program
    /// The program's own, held while it runs.
    private let steps: UnsafeBufferPointer<Step>
    private let literals: UnsafeBufferPointer<UInt8>
    private var out = ByteSink(capacity: 0)
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
    /// Bytes of most documents.
    private static let usualSize = 32_000

    /// A view that is asked for names. Whoever pushes it keeps it alive: counting it in and out at each name costs more than most answers.
    private struct Frame {
        let rows: Unmanaged<Rows>
        var place: Int
    }

    private init(_ program: Program, _ steps: UnsafeBufferPointer<Step>, _ literals: UnsafeBufferPointer<UInt8>) {
        (self.program, self.steps, self.literals) = (program, steps, literals)
    }

    /// Nil where partials nest too deep.
    static func run(_ program: Program, entry: Int32, root: Value) -> [UInt8]? {
        var isDone = false
        let bytes = program.steps.withUnsafeBufferPointer { steps in
            program.literals.withUnsafeBufferPointer { literals in
                ByteSink.array(capacity: usualSize) { out in
                    var execution = Execution(program, steps, literals)
                    swap(&execution.out, &out)
                    isDone = execution.run(program.entries[Int(entry)], on: root)
                    swap(&execution.out, &out)
                }
            }
        }
        return isDone ? bytes : nil
    }

    private mutating func run(_ range: Range<Int32>) -> Bool {
        var index = Int(range.lowerBound)
        let end = Int(range.upperBound)
        while index < end {
            switch steps[index] {
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
                if lookup(path).isFalse { guard run(Int32(index + 1)..<close) else { return false } }
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

    private mutating func section(_ value: consuming Value, _ steps: Range<Int32>) -> Bool {
        switch consume value {
        case .absent: return true
        case .flag(let flag): return !flag || run(steps)
        case .text(let text): return text.isEmpty || run(steps, on: .text(text))
        case .markup(let bytes): return bytes.isEmpty || run(steps, on: .markup(bytes))
        case .number(let number): return run(steps, on: .number(number))
        case .row(let row): return run(steps, on: row.rows, row.place..<row.place + 1)
        case .list(let list):
            if list.rows.areViews { return run(steps, on: list.rows, 0..<list.count) }
            for index in 0..<list.count {
                guard run(steps, on: list.item(index)) else { return false }
            }
            return true
        }
    }

    private mutating func run(_ steps: Range<Int32>, on inner: Value) -> Bool {
        if case .row(let row) = inner { return run(steps, on: row.rows, row.place..<row.place + 1) }
        let outer = item
        item = inner
        defer { item = outer }
        return run(steps)
    }

    /// Once for each of the rows at `places`.
    private mutating func run(_ steps: Range<Int32>, on rows: Rows, _ places: Range<Int>) -> Bool {
        let outer = item
        item = nil
        if places.count > 1 { out.reserve(rows.size) }
        let level = frames.count
        frames.append(Frame(rows: Unmanaged.passUnretained(rows), place: places.lowerBound))
        defer {
            frames.removeLast()
            item = outer
        }
        return withExtendedLifetime(rows) {
            for place in places {
                frames[level].place = place
                guard run(steps) else { return false }
            }
            return true
        }
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
            guard case .row(let row) = value else { return .absent }
            value = row.value(Int(program.symbols[Int(place)]))
        }
        return value
    }

    private func find(_ symbol: Int) -> Value {
        var index = frames.count - 1
        while index >= 0 {
            let value = frames[index].rows._withUnsafeGuaranteedRef { $0.value(symbol, at: frames[index].place) }
            if case .absent = value { index -= 1 } else { return value }
        }
        return .absent
    }

    private static func view(_ frame: Frame) -> Value { .row(Row(rows: frame.rows.takeUnretainedValue(), place: frame.place)) }

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

    // MARK: Writing

    private mutating func write(literal range: Range<Int32>) {
        // The compiler made the range from this buffer.
        guard let base = literals.baseAddress else { return }
        let literal = UnsafeBufferPointer(start: base + Int(range.lowerBound), count: Int(range.upperBound &- range.lowerBound))
        if indent.isEmpty {
            out.append(literal)
            // No literal is empty.
            isAtLineStart = literal[literal.count &- 1] == UInt8(ascii: "\n")
        } else {
            writeIndented(literal)
        }
    }

    private mutating func writeIndented(_ literal: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for (index, byte) in literal.enumerated() where byte == UInt8(ascii: "\n") {
            beginLine()
            out.append(UnsafeBufferPointer(rebasing: literal[start...index]))
            isAtLineStart = true
            start = index + 1
        }
        if start < literal.count {
            beginLine()
            out.append(UnsafeBufferPointer(rebasing: literal[start...]))
        }
    }

    private mutating func beginLine() {
        if isAtLineStart {
            isAtLineStart = false
            out.append(indent)
        }
    }

    private mutating func write(_ value: consuming Value, escaped: Bool) {
        switch consume value {
        case .absent, .flag, .row, .list: return
        case .text(let text):
            beginLine()
            if escaped { out.append(escaping: text) } else { out.append(text: text) }
        case .number(let number):
            beginLine()
            out.append(number: number)
        case .markup(let bytes):
            beginLine()
            out.append(bytes)
        }
    }
}
