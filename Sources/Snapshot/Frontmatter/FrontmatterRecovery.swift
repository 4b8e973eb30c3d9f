extension Frontmatter {
    /// Takes from an unreadable block what stands alone on its line and can mean one thing only: `key: value` at the margin,
    /// `key: [a, b]`, and `- item` lines below `key:`. A block that anywhere seems to say "private" makes the page private.
    mutating func recover(_ block: ArraySlice<UInt8>) {
        let text = String(decoding: block, as: UTF8.self)
        var listKey = ""
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if let item = Self.listItem(line), !listKey.isEmpty {
                recover(listKey, [item], line: index + 2)
                continue
            }
            guard let (key, value) = Self.keyAndValue(line) else {
                if Self.soundsPrivate(line) { keepPrivate() }
                continue
            }
            listKey = value.isEmpty ? key : ""
            recover(key, Self.values(of: value, key: key), line: index + 2)
        }
    }

    private mutating func recover(_ key: String, _ values: [String], line: Int) {
        switch key {
        case "title": title = title ?? values.first
        case "type": type = type ?? values.first
        case "domain": domain = domain ?? values.first
        case "lang", "language": language = language ?? values.first
        case "tags", "tag": tags += Self.tagList(values)
        case "aliases", "alias": aliases += values
        case "sources", "source", "related": for value in values { addLink(value, of: key, line: line) }
        case "created", "date": created = created ?? values.first.flatMap { CalendarDate(iso: $0) }
        case "updated", "modified", "lastmod": updated = updated ?? values.first.flatMap { CalendarDate(iso: $0) }
        case "publish", "published", "public": if Self.isFalse(values) { keepPrivate() }
        case "draft", "private": if Self.isTrue(values) { keepPrivate() }
        default: break
        }
    }

    private static func keyAndValue(_ line: Substring) -> (key: String, value: Substring)? {
        guard let colon = line.firstIndex(of: ":"), let first = line.first, first.isLetter else { return nil }
        let key = line[..<colon]
        guard key.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == " " }) else { return nil }
        let rest = line[line.index(after: colon)...]
        guard rest.isEmpty || rest.first == " " || rest.first == "\t" else { return nil }
        return (oneLine(key).lowercased(), rest)
    }

    private static func listItem(_ line: Substring) -> String? {
        let trimmed = line.drop { $0 == " " || $0 == "\t" }
        guard trimmed.hasPrefix("- ") else { return nil }
        return unquoted(oneLine(trimmed.dropFirst(2)))
    }

    private static func values(of value: Substring, key: String) -> [String] {
        let text = oneLine(value)
        guard !text.isEmpty else { return [] }
        if text.contains("[["), key != "title" { return wikilinks(in: text) }
        if text.hasPrefix("["), text.hasSuffix("]"), key != "title" {
            return text.dropFirst().dropLast().split(separator: ",").map { unquoted(oneLine($0)) }.filter { !$0.isEmpty }
        }
        return [unquoted(text)]
    }

    private static func wikilinks(in text: String) -> [String] {
        text.components(between: "[[", and: "]]").map { "[[\($0)]]" }
    }

    private static func unquoted(_ text: String) -> String {
        for quote in ["\"", "'"] where text.utf8.count >= 2 && text.hasPrefix(quote) && text.hasSuffix(quote) {
            return String(text.dropFirst().dropLast())
        }
        return text
    }

    /// In doubt a page stays private: any line that pairs one of our words with one of its values counts.
    private static func soundsPrivate(_ line: Substring) -> Bool {
        let words = line.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        for (word, next) in zip(words, words.dropFirst()) {
            if ["publish", "published", "public"].contains(word), isFalse([next]) { return true }
            if ["draft", "private"].contains(word), isTrue([next]) { return true }
        }
        return false
    }
}

extension String {
    /// The texts between each opening mark and the next closing one.
    fileprivate func components(between open: String, and close: String) -> [Substring] {
        var found: [Substring] = []
        var rest = self[...]
        while let start = rest.firstRange(of: open), let end = rest[start.upperBound...].firstRange(of: close) {
            found.append(rest[start.upperBound..<end.lowerBound])
            rest = rest[end.upperBound...]
        }
        return found
    }
}
