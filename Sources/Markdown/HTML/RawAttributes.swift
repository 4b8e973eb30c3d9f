extension HTMLWriter {
    mutating func openRawAnchor(_ tag: RawTag, _ key: String, _ link: Int?, _ depth: Int) {
        prepareForContent()
        // HTML ends an open `<a>` at the next one.
        if let open = state.raw.lastIndex(where: { $0.key == "a" && $0.depth == depth }) { closeRaw(downTo: open) }
        if let link, let page = state.page {
            let title = Entities.decoded(tag.attribute("title") ?? Bytes(start: nil, count: 0))
            let closer = title.withUnsafeBufferPointer { openLink(page.destination(link), title: $0) }
            state.raw.append(OpenRawElement(key: key, name: "a", model: .phrasing, depth: depth, closer: closer))
            return
        }
        out.append("<span")
        writeIdentifier(tag)
        out.append(">")
        state.raw.append(OpenRawElement(key: key, name: "span", model: .phrasing, depth: depth))
    }

    mutating func writeVoid(_ tag: RawTag, _ element: RawElement, _ link: Int?) {
        if element.name.isSame(as: "img") {
            if let link, let page = state.page { writeRawPicture(tag, page.destination(link)) }
            return
        }
        if element.name.isSame(as: "source") {
            guard let link, case .file(let href, _)? = state.page?.destination(link), Self.isAllowed(href) else { return }
            out.append("<source src=\"")
            out.append(address: href)
            return out.append("\">")
        }
        out.append("<")
        out.append(element.name)
        out.append(">")
    }

    private mutating func writeRawPicture(_ tag: RawTag, _ destination: LinkDestination) {
        var text = ImageText(tag)
        let source = Entities.decoded(tag.attribute("src") ?? Bytes(start: nil, count: 0))
        source.withUnsafeBufferPointer { address in
            if AddressPolicy.verdict(address) == .picture { return writePicture(address, text) }
            if text.alternative.isEmpty, !destination.isPicture { text.alternative = Array(source) }
            writeFile(destination, text)
        }
    }

    mutating func openMedia(_ tag: RawTag, _ element: RawElement, _ key: String, _ link: Int?, _ depth: Int) {
        if state.anchors > 0 { return }
        var href: String?
        if let link, let page = state.page {
            guard case .file(let found, _) = page.destination(link), Self.isAllowed(found) else {
                return writeFile(page.destination(link), ImageText(tag))
            }
            href = found
        }
        out.append("<")
        out.append(element.name)
        if let href {
            out.append(" src=\"")
            out.append(address: href)
            out.append("\"")
        }
        writeAttributes(tag, element)
        out.append(" controls preload=\"none\">")
        state.raw.append(OpenRawElement(key: key, name: element.name, model: .phrasing, depth: depth))
    }

    /// Writes the attributes that are kept, each with its value quoted anew.
    mutating func writeAttributes(_ tag: RawTag, _ element: RawElement) {
        writeIdentifier(tag)
        var classes = StyleClasses()
        if let name = element.className { classes.add(name) }
        for attribute in tag.attributes.uniqueByName {
            let value = Entities.decoded(attribute.value ?? Bytes(start: nil, count: 0))
            value.withUnsafeBufferPointer { value in
                classes.add(attribute.name, value)
                if let name = Self.plainAttribute(attribute.name, element, value) {
                    out.append(" ")
                    out.append(name)
                    if attribute.value != nil, !name.isSame(as: "reversed") {
                        out.append("=\"")
                        out.append(escaping: value)
                        out.append("\"")
                    }
                }
            }
        }
        if element.name.isSame(as: "details"), tag.attributes.contains(where: { $0.name.equalsIgnoringCase("open") }) {
            out.append(" open")
        }
        if element.name.isSame(as: "bdo"), tag.attribute("dir") == nil { out.append(" dir=\"auto\"") }
        classes.write(to: &out)
    }

    private static func plainAttribute(_ name: Bytes, _ element: RawElement, _ value: Bytes) -> StaticString? {
        if name.equalsIgnoringCase("title") { return "title" }
        if name.equalsIgnoringCase("dir") { return ["ltr", "rtl", "auto"].contains { value.equalsIgnoringCase($0) } ? "dir" : nil }
        if name.equalsIgnoringCase("lang") {
            let isTag = value.count <= 35 && value.first?.isASCIIAlpha == true && value.allSatisfy { $0.isASCIIAlphanumeric || $0 == 0x2D }
            return isTag ? "lang" : nil
        }
        guard let kept = element.attributes.first(where: { name.equalsIgnoringCase($0) }) else { return nil }
        if kept.isSame(as: "reversed") { return kept }
        let isNumber = !value.isEmpty && value.count <= 4 && value.allSatisfy(\.isASCIIDigit)
        let isPositive = isNumber && value.contains { $0 != 0x30 }
        return isPositive ? kept : nil
    }

    /// `id` and `name` from a page are prefixed, so that they are none of the site's own; one name is given once.
    private mutating func writeIdentifier(_ tag: RawTag) {
        guard !state.isEmbedded, let value = tag.attribute("id") ?? tag.attribute("name"), let id = ContentIdentifier.make(value) else {
            return
        }
        guard state.identifiers.claim(id) else { return }
        out.append(" id=\"")
        out.append(escaping: id)
        out.append("\"")
    }

    private mutating func closeRaw(downTo index: Int) {
        while state.raw.count > index {
            let element = state.raw.removeLast()
            if let closer = element.closer {
                closeLink(closer)
            } else {
                out.append("</")
                out.append(element.name)
                out.append(">")
            }
        }
    }
}

enum ContentIdentifier {
    /// Nil where nothing of `value` can be an id.
    static func make(_ value: Bytes) -> String? {
        let text = Entities.decoded(value)
        let kept = text.map { $0.isASCIIAlphanumeric || $0 == 0x2D || $0 == 0x5F || $0 == 0x2E || $0 >= 0x80 ? $0 : 0x2D }
        return kept.isEmpty ? nil : "c-" + String(decoding: kept, as: UTF8.self)
    }
}

extension LinkDestination {
    var isPicture: Bool {
        if case .file(_, .image) = self { return true }
        return false
    }
}

extension [RawTag.Attribute] {
    /// The first of each name counts, as in HTML.
    var uniqueByName: [RawTag.Attribute] {
        var kept: [RawTag.Attribute] = []
        for attribute in self.prefix(64) {
            let isNew = !kept.contains { other in
                other.name.count == attribute.name.count
                    && other.name.elementsEqual(attribute.name, by: { $0.asciiLowercased == $1.asciiLowercased })
            }
            if isNew { kept.append(attribute) }
        }
        return kept
    }
}

extension ImageText {
    init(_ tag: RawTag) {
        alternative = Entities.decoded(tag.attribute("alt") ?? Bytes(start: nil, count: 0))
        title = Entities.decoded(tag.attribute("title") ?? Bytes(start: nil, count: 0))
        if let width = tag.attribute("width"), var size = ImageSize(width) {
            size.height = tag.attribute("height").flatMap { ImageSize($0)?.width }
            self.size = size
        }
    }
}
