/// The elements of one of our own documents, enough of HTML for selectors: what `vnu` finds sound is read right.
struct ElementTree: Sendable {
    struct Element: Sendable {
        var tag: String
        var attributes: [String: String]
        var classes: Set<String>
        /// Index of the element that it is in; -1 for the root.
        var parent: Int
        /// Indices of the elements in it, in order.
        var children: [Int] = []
        /// Its place among its siblings.
        var place = 0
    }

    private(set) var elements: [Element] = []
    /// Elements by class, and by name of their tag.
    private(set) var byClass: [String: [Int]] = [:]
    private(set) var byTag: [String: [Int]] = [:]

    private static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]
    /// What these hold is text.
    private static let raw: Set<String> = ["script", "style", "textarea", "title"]

    init(_ html: [UInt8]) {
        var open: [Int] = []
        var reader = TagReader(bytes: html)
        while let tag = reader.next() {
            if tag.isEnd {
                if let at = open.lastIndex(where: { elements[$0].tag == tag.name }) { open.removeSubrange(at...) }
                continue
            }
            let index = elements.count
            let classes = Set(tag.attributes["class", default: ""].split(separator: " ").map(String.init))
            var element = Element(tag: tag.name, attributes: tag.attributes, classes: classes, parent: open.last ?? -1)
            if let parent = open.last {
                element.place = elements[parent].children.count
                elements[parent].children.append(index)
            }
            elements.append(element)
            for name in classes { byClass[name, default: []].append(index) }
            byTag[tag.name, default: []].append(index)
            if tag.isClosed || Self.void.contains(tag.name) { continue }
            if Self.raw.contains(tag.name) { reader.skip(to: tag.name) } else { open.append(index) }
        }
    }
}

/// Reads one tag after the other.
private struct TagReader {
    struct Tag {
        var name = ""
        var attributes: [String: String] = [:]
        var isEnd = false
        var isClosed = false
    }

    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Tag? {
        while position + 1 < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else {
                position += 1
                continue
            }
            if starts(with: "<!--") {
                position += 4
                while position < bytes.count, !starts(with: "-->") { position += 1 }
                continue
            }
            let following = bytes[position + 1]
            guard following == UInt8(ascii: "/") || Self.isLetter(following) else {
                position += 1
                continue
            }
            return tag()
        }
        return nil
    }

    /// Past the text of an element that holds no others.
    mutating func skip(to name: String) {
        while position < bytes.count, !starts(with: "</\(name)") { position += 1 }
    }

    private mutating func tag() -> Tag {
        var tag = Tag()
        position += 1
        if bytes[position] == UInt8(ascii: "/") {
            tag.isEnd = true
            position += 1
        }
        tag.name = word { !Self.isBlank($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }.lowercased()
        while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
            if Self.isBlank(bytes[position]) || bytes[position] == UInt8(ascii: "/") {
                tag.isClosed = bytes[position] == UInt8(ascii: "/")
                position += 1
                continue
            }
            tag.isClosed = false
            let name = word { !Self.isBlank($0) && !"=>/".utf8.contains($0) }.lowercased()
            tag.attributes[name] = value()
            if name.isEmpty { position += 1 }
        }
        position += 1
        return tag
    }

    private mutating func value() -> String {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { return "" }
        position += 1
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") else {
            return word { !Self.isBlank($0) && $0 != UInt8(ascii: ">") }
        }
        let quote = bytes[position]
        position += 1
        let text = word { $0 != quote }
        position += 1
        return text
    }

    private mutating func word(_ isPart: (UInt8) -> Bool) -> String {
        let start = position
        while position < bytes.count, isPart(bytes[position]) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private func starts(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }
    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) }
}
