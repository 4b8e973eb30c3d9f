/// A dotted name: the first part is looked up from the innermost view outwards, the others inside what was found.
struct Path {
    /// A symbol, or −1 for `.`, the item itself.
    var first: Int32
    /// Where the further parts lie in `Program.symbols`.
    var rest: Range<Int32>
}

/// Which template a partial or a parent means.
struct Target {
    /// Index into `Program.entries`; −1 where there is no such template, which renders nothing.
    var entry: Int32
    /// Of a dynamic name: where its value is found.
    var dynamic: Path?
}

/// One step. Numbers are indices into the tables of `Program`; `end` is the step after the last one inside.
enum Step {
    case text(Range<Int32>)
    case value(Path, escaped: Bool)
    /// `takesItem`: something inside may ask for `.`.
    case section(Path, takesItem: Bool, end: Int32)
    case inverted(Path, end: Int32)
    case partial(target: Int32, indent: Int32)
    case parent(target: Int32, overrides: Int32, indent: Int32, end: Int32)
    case block(name: Int32, indent: Int32, end: Int32)
}

/// What a child template puts in place of a parent's block.
struct Override {
    var name: Int32
    var steps: Range<Int32>
}

/// All templates of a set as one flat list of steps, with their literals in one buffer.
struct Program {
    var steps: [Step] = []
    var literals: [UInt8] = []
    var symbols: [Int32] = []
    var targets: [Target] = []
    var overrides: [[Override]] = []
    /// Index 0 is the empty one.
    var indents: [[UInt8]] = [[]]
    var entries: [Range<Int32>] = []
    var entryNames: [String: Int32] = [:]

    /// Whether one of these steps may ask for the innermost item: by name, or in another template.
    func takesItem(_ range: Range<Int32>) -> Bool {
        steps[Int(range.lowerBound)..<Int(range.upperBound)].contains { step in
            switch step {
            case .text: false
            case .value(let path, _), .section(let path, _, _), .inverted(let path, _): path.first < 0
            case .partial, .parent, .block: true
            }
        }
    }

    mutating func bind(_ symbol: Int32, to view: some View) {
        for index in steps.indices {
            guard case .value(let path, let escaped) = steps[index], path.first == symbol, path.rest.count == 1,
                case .text(var text) = view.value(Int(symbols[Int(path.rest.lowerBound)])), !text.isEmpty
            else { continue }
            let start = Int32(literals.count)
            if escaped { HTMLEscaping.append(text, to: &literals) } else { text.withUTF8 { literals.append(contentsOf: $0) } }
            steps[index] = .text(start..<Int32(literals.count))
        }
    }
}
