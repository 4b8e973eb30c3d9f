import Snapshot

/// A settings file being read. All that is wrong with it is told at once.
final class SettingsFile {
    let path: String
    private var faults: [(line: Int, what: String, advice: String)] = []

    init(_ path: String) { self.path = path }

    /// The folder that paths in the file are relative to.
    var folder: String { splitPath(path).folder }

    /// - Parameter line: from 0, as the reader counts.
    func fault(_ line: Int, _ what: String, _ advice: String) {
        faults.append((line + 1, withoutUserInfo(what), withoutUserInfo(advice)))
    }

    func throwIfFaulty() throws(PublishingError) {
        let sorted = faults.sorted { $0.line < $1.line }
        guard let first = sorted.first else { return }
        throw PublishingError(
            .configuration, "In the settings, \(first.what)", at: "\(path):\(first.line)", advice: first.advice,
            findings: sorted.dropFirst().map {
                Finding("invalid-setting", .error, path: path, line: $0.line, message: "\($0.what). \($0.advice)")
            })
    }
}

/// A mapping of the file. A key that nobody asked for is one that there is not.
struct SettingsSection {
    let file: SettingsFile
    /// `publish.only`; empty for the file itself.
    let name: String
    private let pairs: [(key: String, value: YAMLNode, keyLine: Int)]
    private var known: [String] = []

    init(_ file: SettingsFile, _ name: String, _ pairs: [(key: String, value: YAMLNode, keyLine: Int)]) {
        self.file = file
        self.name = name
        self.pairs = pairs
    }

    /// The full name of a key.
    func path(_ key: String) -> String { name.isEmpty ? key : "\(name).\(key)" }

    /// Nil where the key is not there, or has no value.
    mutating func node(_ key: String) -> YAMLNode? {
        known.append(key)
        guard let value = pairs.first(where: { $0.key == key })?.value else { return nil }
        if case .scalar(let text, true, _) = value, ["", "~", "null"].contains(text) { return nil }
        return value
    }

    mutating func text(_ key: String) -> String? { node(key).flatMap { text($0, path(key)) } }

    func text(_ node: YAMLNode, _ name: String) -> String? {
        if case .scalar(let text, _, _) = node { return text }
        file.fault(node.line, "'\(name)' is no text", "It takes one value; with a colon or a # in it, in quotes")
        return nil
    }

    mutating func flag(_ key: String) -> Bool? {
        guard let node = node(key) else { return nil }
        switch node {
        case .scalar("true", _, _), .scalar("yes", _, _): return true
        case .scalar("false", _, _), .scalar("no", _, _): return false
        default:
            file.fault(node.line, "'\(path(key))' is neither true nor false", "It takes true or false")
            return nil
        }
    }

    /// A whole number from 1 to 10,000.
    mutating func count(_ key: String) -> Int? {
        guard let node = node(key), let text = text(node, path(key)) else { return nil }
        if let number = Int(text), (1...10_000).contains(number) { return number }
        file.fault(node.line, "'\(path(key))' is no whole number from 1 to 10,000", "Such as 30")
        return nil
    }

    /// A list of texts; one text alone is a list of one.
    mutating func texts(_ key: String) -> [(text: String, line: Int)] {
        guard let node = node(key) else { return [] }
        switch node {
        case .scalar(let text, _, let line): return [(text, line)]
        case .sequence(let items, _):
            return items.compactMap { item in text(item, path(key)).map { ($0, item.line) } }
        case .mapping(_, let line):
            file.fault(line, "'\(path(key))' is no list", "It takes values in brackets: [a, b]")
            return []
        }
    }

    mutating func choice<Value>(_ key: String, from table: KeyValuePairs<String, Value>) -> Value? {
        guard let node = node(key), let text = text(node, path(key)) else { return nil }
        if let found = table.first(where: { $0.key == text }) { return found.value }
        let names = table.map(\.key)
        file.fault(
            node.line, "'\(path(key))' does not know '\(text)'",
            suggestion(for: text, among: names) ?? "It takes \(names.joined(separator: ", "))")
        return nil
    }

    /// The mapping below a key.
    mutating func section(_ key: String) -> SettingsSection? {
        guard let node = node(key) else { return nil }
        guard case .mapping(let pairs, _) = node else {
            file.fault(node.line, "'\(path(key))' has no settings below it", "Its own lines stand below it, indented")
            return nil
        }
        return SettingsSection(file, path(key), pairs)
    }

    /// Every key with its value, for a mapping whose keys are the owner's.
    mutating func entries() -> [(key: String, value: YAMLNode, keyLine: Int)] {
        known += pairs.map(\.key)
        return pairs
    }

    /// Tells of the keys that nobody asked for.
    func finish() {
        for pair in pairs where !known.contains(pair.key) {
            let place = name.isEmpty ? "" : " below '\(name)'"
            file.fault(
                pair.keyLine, "there is no setting '\(pair.key)'\(place)",
                suggestion(for: pair.key, among: known) ?? "There are \(known.joined(separator: ", "))")
        }
    }
}
