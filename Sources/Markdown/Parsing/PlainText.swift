/// What a reader reads of a node, without markup.
struct PlainText: ~Copyable {
    var buffer = ByteBuffer(capacity: 256)

    /// The bytes are good until the next call on this thread's tree ends the closure that holds them.
    static func of(_ node: Node) -> Bytes {
        // A heading is most often one text: no copy is needed.
        if let only = node.firstChild, only.next == nil, only.kind == .text, !Marker.areIn(only.literal) {
            return only.literal
        }
        var text = PlainText()
        var walk = TreeWalk(node)
        var goesOn = walk.step()
        while goesOn {
            goesOn = walk.isEntering && text.append(walk.node) ? walk.stepOver() : walk.step()
        }
        return Arena.copy(text.buffer.bytes)
    }

    /// Appends what `node` itself says; true where what is below it says nothing more.
    mutating func append(_ node: Node) -> Bool { append(node, node.kind) }

    mutating func append(_ node: Node, _ kind: NodeKind) -> Bool {
        switch kind {
        case .text, .code: append(node.literal)
        case .math, .displayMath: append(node.literal)
        case .softBreak, .lineBreak: buffer.append(0x20)
        case .wikilink, .embed: append(label: WikilinkSyntax(node.literal), isEmbed: kind == .embed)
        case .tag:
            buffer.append(0x23)
            append(node.literal)
        case .footnoteReference, .inlineFootnote, .comment, .htmlInline, .htmlBlock, .codeBlock, .mathBlock, .commentBlock: break
        default: return false
        }
        return true
    }

    mutating func append(_ bytes: Bytes) {
        buffer.append(bytes) { lane in
            lane.below(0x20)
        } otherwise: {
            $0.append(Marker.original($1) ?? $1)
        }
    }

    /// The alias where there is one; otherwise the target as written, without `.md`, and the headings after it.
    mutating func append(label link: WikilinkSyntax, isEmbed: Bool) {
        if let label = link.label(isEmbed: isEmbed) {
            let mark = Arena.mark()
            defer { Arena.release(to: mark) }
            guard let paragraph = LabelSyntax.parse(label) else { return append(label) }
            var walk = TreeWalk(paragraph)
            while walk.step() { if walk.isEntering { _ = append(walk.node) } }
            return
        }
        let target = link.shownTarget
        append(target)
        guard let fragment = link.fragment, !isEmbed || target.isEmpty else { return }
        if fragment.first == 0x5E {
            if target.isEmpty { append(fragment) }
            return
        }
        var isFirst = target.isEmpty
        // `[[C#]]` is a name that ends so.
        if fragment.isEmpty, !target.isEmpty { return buffer.append(0x23) }
        var start = 0
        while start < fragment.count {
            let end = fragment.first(0x23, from: start) ?? fragment.count
            if end > start {
                if !isFirst { buffer.append(" \u{203A} ") }
                isFirst = false
                append(fragment.slice(start..<end).trimmed)
            }
            start = end + 1
        }
    }
}

/// `320` or `320x200` after an image's last pipe.
struct ImageSize: Equatable {
    var width: Int
    var height: Int?

    init?(_ text: Bytes) {
        let parts = text.split(separator: 0x78, omittingEmptySubsequences: false)
        guard parts.count <= 2, let width = Self.number(parts[0]) else { return nil }
        self.width = width
        if parts.count == 2 {
            guard let height = Self.number(parts[1]) else { return nil }
            self.height = height
        }
    }

    private static func number(_ digits: Bytes.SubSequence) -> Int? {
        guard !digits.isEmpty, digits.count <= 5, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return value > 0 ? value : nil
    }
}
