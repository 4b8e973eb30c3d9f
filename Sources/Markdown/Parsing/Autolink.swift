import CCmark

/// Bare addresses in text (GFM 0.29, section 6.9).
extension InlineScanner {
    /// At the `w` of `www.`.
    func webAddress() -> OpaquePointer? {
        if isInBrackets { return nil }
        let before = byte(-1)
        guard before == 0 || before.isMarkdownSpace || "*_~(".utf8.contains(before) else { return nil }
        guard let end = addressEnd(host: start + 1, needsDot: true) else { return nil }
        var url = Array("http://w".utf8)
        url.append(contentsOf: text[start + 1..<end])
        let node = url.withUnsafeBufferPointer { link(url: $0, label: text.slice(start..<end), place: place) }
        cmark_inline_parser_set_offset(scanner, Int32(end))
        return node
    }

    /// At the `:` of `http://`; the scheme is text that was read already and is taken back.
    func schemeAddress(_ parent: OpaquePointer?) -> OpaquePointer? {
        guard byte(1) == 0x2F, byte(2) == 0x2F, !isInBrackets else { return nil }
        var first = start
        while first > 0, start - first < 8, text[first - 1].isASCIIAlpha { first -= 1 }
        let scheme = text.slice(first..<start)
        guard scheme.equalsIgnoringCase("http") || scheme.equalsIgnoringCase("https") || scheme.equalsIgnoringCase("ftp"),
            start + 3 < text.count, isHostByte(text[start + 3]), let end = addressEnd(host: start + 3, needsDot: false)
        else { return nil }
        cmark_node_unput(parent, Int32(start - first))
        let address = text.slice(first..<end)
        let colon = place
        let node = link(url: address, label: address, place: Place(line: colon.line, column: colon.column - (start - first)))
        cmark_inline_parser_set_offset(scanner, Int32(end))
        return node
    }

    /// As in cmark-gfm: what may be a link's label holds no address of its own.
    private var isInBrackets: Bool {
        cmark_inline_parser_in_bracket(scanner, 0) != 0 || cmark_inline_parser_in_bracket(scanner, 1) != 0
    }

    private func link(url: Bytes, label: Bytes, place: Place) -> OpaquePointer? {
        guard let pointer = cmark_node_new_with_mem(CMARK_NODE_LINK, Arena.memory.pointer),
            let content = cmark_node_new_with_mem(CMARK_NODE_TEXT, Arena.memory.pointer)
        else { return nil }
        Node(pointer).setURL(url)
        Node(content).setLiteral(label)
        cmark_node_append_child(pointer, content)
        Node(pointer).mark = place.packed
        return pointer
    }

    private func isHostByte(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte >= 0x80
    }

    /// Where an address ends whose host begins at `host`; nil where it is no host.
    private func addressEnd(host: Int, needsDot: Bool) -> Int? {
        var at = host
        var dots = 0
        var underscores = (before: 0, last: 0)
        scan: while at < text.count {
            switch text[at] {
            case 0x5F: underscores.last += 1
            case 0x2E:
                underscores = (underscores.last, 0)
                dots += 1
            case 0x2D: break
            case let byte where !isHostByte(byte): break scan
            default: break
            }
            at += 1
        }
        // The last two parts of a host have no underscore.
        guard underscores.before == 0, underscores.last == 0, at > host, !needsDot || dots > 0 else { return nil }
        while at < text.count, !text[at].isMarkdownSpace, text[at] != 0x3C { at += 1 }
        return trimmedEnd(from: host, to: at)
    }

    /// Punctuation that ends a sentence, an entity, and a closing parenthesis too many belong to the text around.
    private func trimmedEnd(from first: Int, to last: Int) -> Int? {
        var end = last
        var surplus = 0
        for index in first..<last { surplus += text[index] == 0x29 ? 1 : text[index] == 0x28 ? -1 : 0 }
        while end > first {
            let byte = text[end - 1]
            if "?!.,:*_~'\"".utf8.contains(byte) {
                end -= 1
            } else if byte == 0x3B {
                var name = end - 1
                while name > first, text[name - 1].isASCIIAlpha { name -= 1 }
                end = name < end - 1 && name > first && text[name - 1] == 0x26 ? name - 1 : end - 1
            } else if byte == 0x29, surplus > 0 {
                surplus -= 1
                end -= 1
            } else {
                return end
            }
        }
        return nil
    }
}
