import Publishing

/// What was written after a command's name, sorted into options and operands; its meaning comes later.
struct Arguments: Sendable {
    /// By the option's name. A switch has an empty value.
    var values: [String: String] = [:]
    var operands: [String] = []

    func has(_ option: Option) -> Bool { values[option.name] != nil }

    func text(_ option: Option) -> String? { values[option.name] }

    func required(_ option: Option) throws(PublishingError) -> String {
        guard let value = values[option.name], !value.isEmpty else {
            throw usageError("--\(option.name) \(option.value ?? "") is missing")
        }
        return value
    }

    /// A whole number within `range`.
    func number(_ option: Option, in range: ClosedRange<Int>) throws(PublishingError) -> Int? {
        guard let text = values[option.name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw usageError("--\(option.name) takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return number
    }

    /// One of the names that `table` lists.
    func choice<Value>(_ option: Option, from table: KeyValuePairs<String, Value>) throws(PublishingError) -> Value? {
        guard let text = values[option.name] else { return nil }
        return try Self.choice(text, of: option, from: table)
    }

    /// Names from `table` with commas between them, each once, in the table's order.
    func choices<Value>(_ option: Option, from table: KeyValuePairs<String, Value>) throws(PublishingError) -> [Value]? {
        guard let text = values[option.name] else { return nil }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for name in names { _ = try Self.choice(name, of: option, from: table) }
        return table.filter { names.contains($0.key) }.map(\.value)
    }

    private static func choice<Value>(
        _ text: String, of option: Option, from table: KeyValuePairs<String, Value>
    ) throws(PublishingError) -> Value {
        guard let found = table.first(where: { $0.key == text }) else {
            let names = table.map(\.key)
            throw usageError(
                "--\(option.name) does not know '\(text)'",
                advice: suggestion(for: text, among: names) ?? "It takes \(names.joined(separator: ", "))")
        }
        return found.value
    }
}

/// A call that is wrong; `place` is added by the one who knows the command.
func usageError(_ what: String, advice: String = "") -> PublishingError { PublishingError(.usage, what, advice: advice) }
