extension Frontmatter {
    /// The largest block that is read as YAML; a longer one is recovered line by line.
    private static let largest = 256 * 1024

    /// Reads the block between a first line `---` and the next line `---` (or `...`).
    ///
    /// Never fails: an unreadable block keeps the page, gives what can be read with certainty, and is a problem with its line.
    public init(of file: [UInt8]) {
        self.init(ofBlock: file)
        takeFurtherBlocks(of: file)
    }

    /// Of the block at the head alone.
    init(ofBlock file: [UInt8]) {
        self.init()
        let start = file.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        bodyOffset = start
        guard let block = Block(in: file, from: start) else { return }
        guard let end = block.end else {
            // A page whose block never closes may still say that it is private.
            problems.append(Problem(line: 1, message: "the block opened by --- on line 1 is never closed; close it with a line ---"))
            recover(Block.paragraph(of: file, block.content).prefix(Self.largest))
            endBeforeText(file, from: start)
            return
        }
        bodyOffset = end.offset
        bodyLine = end.line
        if !read(block.content, of: file) { endBeforeText(file, from: start) }
    }

    /// False where it is no YAML.
    private mutating func read(_ content: Range<Int>, of file: [UInt8]) -> Bool {
        if content.count > Self.largest {
            problems.append(Problem(line: 1, message: "the block is larger than 256 KB and was not read as YAML"))
            recover(file[content.prefix(Self.largest)])
            return true
        }
        do throws(YAMLFault) {
            let (root, duplicates) = try Self.parse(file, content)
            for duplicate in duplicates {
                problems.append(Problem(line: duplicate.line + 2, message: "the key \(duplicate.key) is there twice; the first is used"))
            }
            take(root)
            return true
        } catch {
            problems.append(Problem(line: error.line + 2, message: "not valid YAML: \(error.message)"))
            recover(file[content])
            return false
        }
    }

    /// Where prose follows the block's lines without a fence between, the body begins with the prose.
    private mutating func endBeforeText(_ file: [UInt8], from start: Int) {
        guard let block = StrayBlock(in: file, from: start), !block.isClosed else { return }
        (bodyOffset, bodyLine) = (block.range.upperBound, block.nextLine + 1)
    }

    private static func parse(
        _ file: [UInt8], _ content: Range<Int>
    ) throws(YAMLFault) -> (root: YAMLNode?, duplicates: [(key: String, line: Int)]) {
        // libyaml refuses tabs as indentation and bare CR; both are only white space in a person's frontmatter.
        let bytes = file[content].map { $0 == 0x0D ? 0x0A : $0 == 0x09 ? 0x20 : $0 }
        // `withUnsafeBufferPointer` rethrows untyped; the result carries the typed fault out.
        let outcome: Result<(root: YAMLNode?, duplicates: [(key: String, line: Int)]), YAMLFault> = bytes.withUnsafeBufferPointer {
            buffer in
            Result { () throws(YAMLFault) in try YAMLReader.read(buffer) }
        }
        return try outcome.get()
    }

    private mutating func take(_ root: YAMLNode?) {
        guard let root else { return }
        guard case .mapping(let pairs, _) = root else {
            problems.append(Problem(line: root.line + 2, message: "the block is not a list of keys and values"))
            return
        }
        for pair in pairs { take(pair.key.lowercased(), pair.value) }
    }

    private mutating func take(_ key: String, _ value: YAMLNode) {
        switch key {
        case "title": title = text(value, of: key)
        case "type": type = text(value, of: key)
        case "tags", "tag": tags += Self.tagList(value.strings)
        case "aliases", "alias": aliases += value.strings.filter { !$0.isEmpty }
        case "sources", "source", "related": for (text, line) in value.scalars { addLink(text, of: key, line: line + 2) }
        case "created", "date": created = created ?? date(value, of: key)
        case "updated", "modified", "lastmod": updated = updated ?? date(value, of: key)
        case "lang", "language": language = text(value, of: key)
        case "summary", "description": summary = summary ?? text(value, of: key)
        case "domain": domain = text(value, of: key)
        case "publish", "published", "public":
            if Self.isFalse(value.strings) { keepPrivate() }
            isMarkedPublic = isMarkedPublic || Self.isTrue(value.strings)
        case "private": if Self.isTrue(value.strings) { keepPrivate() }
        case "draft": if Self.isTrue(value.strings) { isPrivate = true }
        default: break
        }
    }

    mutating func addLink(_ text: String, of key: String, line: Int) {
        let target = Self.linkTarget(text)
        if target.isEmpty { return }
        if key == "related" {
            related.append(target)
            relatedLines.append(line)
        } else {
            sources.append(target)
            sourceLines.append(line)
        }
    }

    private mutating func text(_ value: YAMLNode, of key: String) -> String? {
        switch value {
        case .scalar(let text, let plain, _):
            let trimmed = Self.oneLine(text)
            return trimmed.isEmpty || (plain && ["~", "null", "Null", "NULL"].contains(trimmed)) ? nil : trimmed
        case .sequence(let items, let line):
            problems.append(Problem(line: line + 2, message: "\(key) is a list; its first item is used"))
            return items.first.flatMap { text($0, of: key) }
        case .mapping(_, let line):
            // `title: {{title}}` is a template's placeholder, which YAML reads as a mapping.
            problems.append(Problem(line: line + 2, message: "\(key) is not a text"))
            return nil
        }
    }

    private mutating func date(_ value: YAMLNode, of key: String) -> CalendarDate? {
        guard case .scalar(let text, _, let line) = value, !text.isEmpty else { return nil }
        if let date = CalendarDate(iso: text) { return date }
        problems.append(Problem(line: line + 2, message: "\(key) is not a date: \(text.prefix(40))"))
        return nil
    }

    /// By the first word: `false, for now` is a no.
    static func isFalse(_ values: [String]) -> Bool { values.contains { ["false", "no", "off", "n", "0"].contains(firstWord($0)) } }
    static func isTrue(_ values: [String]) -> Bool { values.contains { ["true", "yes", "on", "y", "1"].contains(firstWord($0)) } }

    private static func firstWord(_ text: String) -> String {
        text.drop { !$0.isLetter && !$0.isNumber }.prefix { $0.isLetter || $0.isNumber }.lowercased()
    }

    /// Tags as people write them: a list, one string, a comma list, with or without `#`.
    static func tagList(_ strings: [String]) -> [String] {
        strings.flatMap { text -> [String] in
            // Nearly every one: a name by itself.
            if !text.utf8.contains(where: { $0 == 0x2C || $0 == 0x20 || $0 == 0x23 }) { return text.isEmpty ? [] : [text] }
            return separatedTags(text)
        }
    }

    private static func separatedTags(_ text: String) -> [String] {
        text.split(separator: ",").compactMap { piece in
            var tag = piece.drop { $0 == " " || $0 == "#" }
            while tag.last == " " { tag.removeLast() }
            return tag.isEmpty ? nil : String(tag)
        }
    }

    /// `[[a|b]]` is `a`; anything else is itself.
    public static func linkTarget(_ text: String) -> String {
        var inner = Substring(oneLine(text))
        // Bytes first: by characters most texts are slow to look through.
        if inner.utf8.first == 0x5B, inner.hasPrefix("[["), inner.hasSuffix("]]"), inner.utf8.count >= 4 {
            inner = inner.dropFirst(2).dropLast(2)
        }
        if inner.utf8.contains(0x7C), let bar = inner.firstIndex(of: "|"), !inner.contains("://") { inner = inner[..<bar] }
        return oneLine(inner.utf8.last == 0x5C && inner.hasSuffix("\\") ? inner.dropLast() : inner)
    }

    /// White space at the ends gone, line ends and runs of blanks made one space.
    static func oneLine(_ text: some StringProtocol) -> String {
        // Nearly every value: ASCII without outer blanks and runs of them.
        var blank = true
        let isOneLine = text.utf8.allSatisfy { byte in
            if byte < 0x20 || byte >= 0x7F || (byte == 0x20 && blank) { return false }
            blank = byte == 0x20
            return true
        }
        if isOneLine, !blank { return String(text) }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension YAMLNode {
    var strings: [String] { scalars.map(\.text) }

    /// Every scalar below with its 0-based line, in order: `[[index]]` in YAML is a list in a list.
    var scalars: [(text: String, line: Int)] {
        switch self {
        case .scalar(let text, let plain, let line): plain && (text.isEmpty || text == "~" || text == "null") ? [] : [(text, line)]
        case .sequence(let items, _): items.flatMap(\.scalars)
        case .mapping: []
        }
    }
}

/// Where the frontmatter stands in a file.
struct Block {
    var content: Range<Int>
    /// First byte and 1-based line after the closing fence; nil when there is none.
    var end: (offset: Int, line: Int)?

    init?(in file: [UInt8], from start: Int) {
        guard let first = Self.line(in: file, from: start), Self.isFence(file[first.text], allowDots: false) else { return nil }
        var position = first.next
        var number = 2
        while let line = Self.line(in: file, from: position) {
            if Self.isFence(file[line.text], allowDots: true) {
                content = first.next..<line.text.lowerBound
                end = (line.next, number + 1)
                return
            }
            position = line.next
            number += 1
        }
        content = first.next..<file.count
    }

    static func isFence(_ line: ArraySlice<UInt8>, allowDots: Bool) -> Bool {
        var line = line
        while let last = line.last, last == 0x20 || last == 0x09 { line.removeLast() }
        return line.elementsEqual([0x2D, 0x2D, 0x2D]) || (allowDots && line.elementsEqual([0x2E, 0x2E, 0x2E]))
    }

    /// The lines up to the first empty one: all that an unclosed block can be taken to hold.
    static func paragraph(of file: [UInt8], _ content: Range<Int>) -> ArraySlice<UInt8> {
        var position = content.lowerBound
        while let line = line(in: file, from: position), !line.text.isEmpty { position = line.next }
        return file[content.lowerBound..<position]
    }

    /// The line at `position` without its end, which is LF, CRLF or CR.
    static func line(in file: [UInt8], from position: Int) -> (text: Range<Int>, next: Int)? {
        guard position < file.count else { return nil }
        var end = position
        while end < file.count, file[end] != 0x0A, file[end] != 0x0D { end += 1 }
        var next = end
        if next < file.count { next += file[next] == 0x0D && next + 1 < file.count && file[next + 1] == 0x0A ? 2 : 1 }
        return (position..<end, next)
    }
}
