/// A shell pattern over a file's path: `*` is any run of characters but `/`, `**` any run at all, `?` one character but `/`,
/// `[a-z]` and `[!a-z]` one of a set; `\` takes the next character as it is. A pattern that names a folder takes all below it.
public struct PathPattern: Sendable {
    private enum Step: Equatable {
        case one(Unicode.Scalar)
        case any
        case set([ClosedRange<Unicode.Scalar>], isNegated: Bool)
        case run
        case runOfFolders
    }

    private let steps: [Step]

    /// Nil for a set without an end.
    public init?(_ text: String) {
        var steps: [Step] = []
        var rest = Substring(text).unicodeScalars
        if rest.last == "/" { rest.removeLast() }
        while let scalar = rest.popFirst() {
            switch scalar {
            case "*":
                let isDeep = rest.first == "*"
                while rest.first == "*" { rest.removeFirst() }
                steps.append(isDeep ? .runOfFolders : .run)
            case "?": steps.append(.any)
            case "[":
                guard let set = Self.set(&rest) else { return nil }
                steps.append(set)
            case "\\": steps.append(.one(rest.popFirst() ?? "\\"))
            default: steps.append(.one(scalar))
            }
        }
        self.steps = steps
    }

    private static func set(_ rest: inout Substring.UnicodeScalarView) -> Step? {
        let isNegated = rest.first == "!" || rest.first == "^"
        if isNegated { rest.removeFirst() }
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        while let low = rest.popFirst() {
            if low == "]", !ranges.isEmpty { return .set(ranges, isNegated: isNegated) }
            var high = low
            if rest.first == "-", let end = rest.dropFirst().first, end != "]" {
                rest.removeFirst(2)
                high = end
            }
            guard low <= high else { return nil }
            ranges.append(low...high)
        }
        return nil
    }

    /// Linear in the product of both lengths at most: one place to go back to for each kind of star.
    public func matches(_ path: LogicalPath) -> Bool {
        let text = Array(path.text.unicodeScalars)
        // Reachable positions of the pattern, as one runs through the text.
        var states = Set<Int>()
        reach(0, &states)
        for scalar in text {
            if scalar == "/", states.contains(steps.count) { return true }
            var next = Set<Int>()
            for state in states where state < steps.count {
                switch steps[state] {
                case .one(let wanted): if scalar == wanted { reach(state + 1, &next) }
                case .any: if scalar != "/" { reach(state + 1, &next) }
                case .set(let ranges, let isNegated):
                    if scalar != "/", ranges.contains(where: { $0.contains(scalar) }) != isNegated { reach(state + 1, &next) }
                case .run: if scalar != "/" { reach(state, &next) }
                case .runOfFolders: reach(state, &next, isWithinRun: true)
                }
            }
            if next.isEmpty { return false }
            states = next
        }
        return states.contains(steps.count)
    }

    /// Adds a position and those behind it that need no character. `**/` may be nothing at all where one arrives at it, and not in the
    /// middle of the run.
    private func reach(_ position: Int, _ states: inout Set<Int>, isWithinRun: Bool = false) {
        let isNew = states.insert(position).inserted
        guard position < steps.count else { return }
        if steps[position] == .runOfFolders, !isWithinRun {
            let isAtStart = position == 0 || steps[position - 1] == .one("/")
            if isAtStart, position + 1 < steps.count, steps[position + 1] == .one("/") { reach(position + 2, &states) }
        }
        if isNew, steps[position] == .run || steps[position] == .runOfFolders { reach(position + 1, &states) }
    }
}
