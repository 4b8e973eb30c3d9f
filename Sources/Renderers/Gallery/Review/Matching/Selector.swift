/// A selector of our own style sheets (Selectors Level 4), without commas: compounds from right to left.
///
/// A state of the hand (`:hover`, `:checked`, …) and a pseudo-element count as met: a rule for them is a use of what it names.
struct Selector: Sendable {
    enum Combinator: Character, Sendable { case descendant = " ", child = ">", next = "+", later = "~" }

    indirect enum Simple: Sendable {
        case tag(String), classed(String), identified(String)
        /// Operator and value; nil for the attribute's mere presence.
        case attribute(String, (test: Character, value: String)?)
        case any([Selector]), none([Selector]), holding([Selector])
        /// The nth child, from 1; from the end where negative.
        case child(Int)
        case root, empty
        case never
    }

    /// Right-most first, each with what binds it to the one on its right.
    var compounds: [(binding: Combinator, simples: [Simple])] = []

    /// All selectors of a list.
    static func list(_ text: String) -> [Selector] {
        StyleRule(conditions: [], selector: text, body: "").selectors.map { Selector($0) }
    }

    init(_ text: String) {
        var reader = SelectorReader(text)
        compounds = reader.compounds()
    }

    /// Whether any element of a document meets it.
    func isMet(in tree: ElementTree) -> Bool { candidates(tree).contains { meets($0, 0, tree, scope: nil) } }

    /// Elements with a class or tag that the right-most compound asks for.
    private func candidates(_ tree: ElementTree) -> [Int] {
        for case .classed(let name) in compounds.first?.simples ?? [] { return tree.byClass[name] ?? [] }
        for case .tag(let name) in compounds.first?.simples ?? [] { return tree.byTag[name] ?? [] }
        return Array(tree.elements.indices)
    }

    /// - Parameter scope: the element that the left-most compound's own combinator starts from, inside `:has`.
    private func meets(_ element: Int, _ at: Int, _ tree: ElementTree, scope: Int?) -> Bool {
        guard compounds[at].simples.allSatisfy({ Self.holds($0, element, tree) }) else { return false }
        let binding = compounds[at].binding
        if at + 1 == compounds.count {
            guard let scope else { return true }
            return Self.led(from: element, by: binding, tree).contains(scope)
        }
        return Self.led(from: element, by: binding, tree).contains { meets($0, at + 1, tree, scope: scope) }
    }

    /// Elements that a combinator allows on the left of one.
    private static func led(from element: Int, by combinator: Combinator, _ tree: ElementTree) -> [Int] {
        let own = tree.elements[element]
        guard own.parent >= 0 else { return [] }
        let before = tree.elements[own.parent].children.prefix(own.place)
        switch combinator {
        case .child: return [own.parent]
        case .next: return before.last.map { [$0] } ?? []
        case .later: return Array(before)
        case .descendant:
            var above: [Int] = []
            var parent = own.parent
            while parent >= 0 {
                above.append(parent)
                parent = tree.elements[parent].parent
            }
            return above
        }
    }

    private static func holds(_ simple: Simple, _ index: Int, _ tree: ElementTree) -> Bool {
        let element = tree.elements[index]
        switch simple {
        case .tag(let name): return element.tag == name
        case .classed(let name): return element.classes.contains(name)
        case .identified(let name): return element.attributes["id"] == name
        case .attribute(let name, let wanted):
            guard let value = element.attributes[name] else { return false }
            return wanted.map { matches(value, $0) } ?? true
        case .any(let list): return list.contains { $0.meets(index, 0, tree, scope: nil) }
        case .none(let list): return !list.contains { $0.meets(index, 0, tree, scope: nil) }
        case .holding(let list):
            return list.contains { selector in selector.candidates(tree).contains { selector.meets($0, 0, tree, scope: index) } }
        case .child(let place):
            let count = element.parent < 0 ? 1 : tree.elements[element.parent].children.count
            return place > 0 ? element.place == place - 1 : element.place == count + place
        case .root: return element.parent < 0
        case .empty: return element.children.isEmpty
        case .never: return false
        }
    }

    private static func matches(_ value: String, _ wanted: (test: Character, value: String)) -> Bool {
        switch wanted.test {
        case "=": value == wanted.value
        case "*": !wanted.value.isEmpty && value.contains(wanted.value)
        case "^": !wanted.value.isEmpty && value.hasPrefix(wanted.value)
        case "$": !wanted.value.isEmpty && value.hasSuffix(wanted.value)
        case "~": value.split(separator: " ").contains { $0 == wanted.value }
        default: value == wanted.value || value.hasPrefix(wanted.value + "-")
        }
    }
}

private struct SelectorReader {
    private let text: [Character]
    private var position = 0

    init(_ text: String) { self.text = Array(text) }

    mutating func compounds() -> [(binding: Selector.Combinator, simples: [Selector.Simple])] {
        var found: [(Selector.Combinator, [Selector.Simple])] = []
        var binding = Selector.Combinator.descendant
        while position < text.count {
            while let sign = peek, sign.isWhitespace || Selector.Combinator(rawValue: sign) != nil {
                if let stated = Selector.Combinator(rawValue: sign), stated != .descendant { binding = stated }
                position += 1
            }
            guard peek != nil else { break }
            found.append((binding, compound()))
            binding = .descendant
        }
        return found.reversed()
    }

    private var peek: Character? { position < text.count ? text[position] : nil }

    private mutating func compound() -> [Selector.Simple] {
        var simples: [Selector.Simple] = []
        while let sign = peek, !sign.isWhitespace, Selector.Combinator(rawValue: sign) == nil {
            position += 1
            switch sign {
            case ".": simples.append(.classed(name()))
            case "#": simples.append(.identified(name()))
            case "[": simples.append(attribute())
            case ":": if let simple = pseudo() { simples.append(simple) }
            case "*": break
            default:
                position -= 1
                let tag = name()
                if tag.isEmpty { position += 1 } else { simples.append(.tag(tag.lowercased())) }
            }
        }
        return simples
    }

    private mutating func name() -> String {
        let start = position
        while let sign = peek, sign.isLetter || sign.isNumber || sign == "-" || sign == "_" { position += 1 }
        return String(text[start..<position])
    }

    /// Up to the bracket that closes, which is passed.
    private mutating func inside(_ close: Character) -> String {
        let start = position
        var depth = 0
        while let sign = peek {
            if sign == close, depth == 0 { break }
            if sign == "(" { depth += 1 }
            if sign == ")" { depth -= 1 }
            position += 1
        }
        let content = String(text[start..<position])
        position += 1
        return content
    }

    private mutating func attribute() -> Selector.Simple {
        let content = inside("]")
        guard let equals = content.firstIndex(of: "=") else { return .attribute(content, nil) }
        var name = content[..<equals]
        let test = name.last.flatMap { "~|^$*".contains($0) ? $0 : nil }
        if test != nil { name.removeLast() }
        var value = content[content.index(after: equals)...]
        if let quote = value.first, quote == "\"" || quote == "'" { value = value.dropFirst().dropLast() }
        return .attribute(String(name), (test: test ?? "=", value: String(value)))
    }

    private mutating func pseudo() -> Selector.Simple? {
        let isElement = peek == ":"
        if isElement { position += 1 }
        let name = name()
        var content = ""
        if peek == "(" {
            position += 1
            content = inside(")")
        }
        if isElement { return nil }
        switch name {
        case "is", "where": return .any(Selector.list(content))
        case "not": return .none(Selector.list(content).filter { !$0.compounds.allSatisfy(\.simples.isEmpty) })
        case "has": return .holding(Selector.list(content))
        case "first-child": return .child(1)
        case "last-child": return .child(-1)
        case "nth-child": return Int(content).map { .child($0) }
        case "root": return .root
        case "empty": return .empty
        case "link", "any-link": return .attribute("href", nil)
        default: return nil
        }
    }
}
