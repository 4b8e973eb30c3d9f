/// An SVG file of a vault with nothing in it that could run or ask another host: within a page a picture does neither, but a reader can open
/// the file by itself. Elements and attributes are those of SVG 2; what is not listed here goes, `<script>` and `<foreignObject>` with all
/// that they hold.
///
/// - Returns: nil where the file is not well-formed, or no SVG.
public func cleanedSVG(_ file: [UInt8]) -> [UInt8]? {
    var file = file
    return file.withUnsafeMutableBufferPointer { bytes in
        // Controls are what `Marker` needs; XML has none.
        for index in bytes.indices where bytes[index] < 0x20 && !bytes[index].isMarkdownSpace { bytes[index] = 0x20 }
        var cleaner = SVGCleaner(Bytes(bytes))
        return cleaner.clean()
    }
}

private struct SVGCleaner: ~Copyable {
    private var scanner: RawTagScanner
    private var out: ByteBuffer
    /// Names of the open elements: as read, and as written, nil for one whose tags are left out.
    private var open: [(read: [UInt8], written: StaticString?)] = []
    /// Depth at which an element began that goes with all it holds.
    private var hiddenFrom: Int?
    private var style: [UInt8] = []

    init(_ bytes: Bytes) {
        let start = bytes.starts(with: "\u{FEFF}") ? 3 : 0
        scanner = RawTagScanner(bytes.slice(start..<bytes.count), hidesContent: false)
        out = ByteBuffer(capacity: bytes.count)
    }

    private static let deepest = 500

    mutating func clean() -> [UInt8]? {
        var isBegun = false
        while let token = scanner.next() {
            switch token {
            case .text(let text):
                // Before the root the rest of a document type may stand.
                if open.isEmpty, isBegun, !text.trimmed.isEmpty { return nil }
                if !open.isEmpty { write(text) }
            case .tag(let tag):
                if open.isEmpty {
                    guard !isBegun, !tag.isClosing, tag.name.equalsIgnoringCase("svg") else { return nil }
                    isBegun = true
                }
                guard tag.isClosing ? close(tag) : begin(tag) else { return nil }
            case .hidden, .hiddenContent: break
            case .unclosedComment: return nil
            }
        }
        return isBegun && open.isEmpty ? Array(out.bytes) : nil
    }

    private var isInStyle: Bool { hiddenFrom == nil && open.last?.written?.isSame(as: "style") == true }

    private mutating func write(_ text: Bytes) {
        if hiddenFrom != nil { return }
        let decoded = Entities.decoded(text)
        if isInStyle { return style += decoded }
        decoded.withUnsafeBufferPointer { out.append(escaping: $0) }
    }

    private mutating func begin(_ tag: RawTag) -> Bool {
        guard open.count < Self.deepest, !isInStyle else { return false }
        let name = Self.elements.first { tag.name.equalsIgnoringCase($0) }
        let isKept = name != nil && !leadsAway(tag)
        let isEmpty = tag.source.count > 1 && tag.source[tag.source.count - 2] == 0x2F
        // A link's tags go, what it shows stays.
        let isTransparent = tag.name.equalsIgnoringCase("a") || tag.name.equalsIgnoringCase("switch")
        if hiddenFrom == nil, !isKept, !isTransparent {
            if isEmpty { return true }
            hiddenFrom = open.count
        }
        let written = hiddenFrom == nil ? (isTransparent ? "g" : name) : nil
        if let written {
            out.append("<")
            out.append(written)
            for attribute in tag.attributes.uniqueByName { write(attribute) }
            out.append(isEmpty ? "/>" : ">")
        }
        if !isEmpty { open.append((Array(tag.name), written)) }
        return true
    }

    private mutating func close(_ tag: RawTag) -> Bool {
        guard let last = open.last, tag.name.elementsEqual(last.read) else { return false }
        if isInStyle {
            if style.withUnsafeBufferPointer({ Self.isHarmless($0) }) { style.withUnsafeBufferPointer { out.append(escaping: $0) } }
            style = []
        }
        open.removeLast()
        if let hidden = hiddenFrom {
            if hidden == open.count { hiddenFrom = nil }
            return true
        }
        guard let name = last.written else { return true }
        out.append("</")
        out.append(name)
        out.append(">")
        return true
    }

    /// An animation of an address or of a handler.
    private func leadsAway(_ tag: RawTag) -> Bool {
        guard let target = tag.attribute("attributeName") else { return false }
        let name = Entities.decoded(target)
        return !name.allSatisfy { $0.isASCIIAlpha || $0 == 0x2D }
            || name.withUnsafeBufferPointer { $0.equalsIgnoringCase("href") || ($0.count > 1 && $0.slice(0..<2).equalsIgnoringCase("on")) }
    }

    private mutating func write(_ attribute: RawTag.Attribute) {
        let value = Entities.decoded(attribute.value ?? Bytes(start: nil, count: 0))
        value.withUnsafeBufferPointer { value in
            guard Self.isKept(attribute.name, value) else { return }
            out.append(" ")
            out.append(attribute.name)
            out.append("=\"")
            out.append(escaping: value)
            out.append("\"")
        }
    }

    private static func isKept(_ name: Bytes, _ value: Bytes) -> Bool {
        if name.equalsIgnoringCase("href") || name.equalsIgnoringCase("xlink:href") { return isOwn(value) }
        if name.equalsIgnoringCase("xmlns") { return value.equalsIgnoringCase("http://www.w3.org/2000/svg") }
        if name.equalsIgnoringCase("xmlns:xlink") { return value.equalsIgnoringCase("http://www.w3.org/1999/xlink") }
        if name.equalsIgnoringCase("xml:space") || name.equalsIgnoringCase("xml:lang") { return true }
        let isPlain = name.allSatisfy { $0.isASCIIAlphanumeric || $0 == 0x2D || $0 == 0x5F }
        let isHandler = name.count > 1 && name.slice(0..<2).equalsIgnoringCase("on")
        return isPlain && !isHandler && isHarmless(value)
    }

    /// Within the file, or a picture in the address itself.
    private static func isOwn(_ value: Bytes) -> Bool {
        if value.trimmed.first == 0x23 { return true }
        return AddressPolicy.verdict(value) == .picture
            && !value.trimmed.slice(0..<min(19, value.trimmed.count)).equalsIgnoringCase("data:image/svg+xml;")
            && !value.trimmed.slice(0..<min(19, value.trimmed.count)).equalsIgnoringCase("data:image/svg+xml,")
    }

    /// Style and paint that ask for nothing: `url(` only with `#`, no at-rule, no escape that could hide either.
    private static func isHarmless(_ value: Bytes) -> Bool {
        if value.contains(0x5C) || value.contains(0x40) { return false }
        for index in 0..<value.count where value[index] == 0x28 {
            let word = value.slice(max(0, index - 3)..<index)
            let isAddress =
                word.equalsIgnoringCase("url") || word.equalsIgnoringCase("set") || word.equalsIgnoringCase("src")
                || word.equalsIgnoringCase("age")
            if !isAddress { continue }
            var at = index + 1
            while at < value.count, value[at].isMarkdownSpace || value[at] == 0x22 || value[at] == 0x27 { at += 1 }
            guard word.equalsIgnoringCase("url"), at < value.count, value[at] == 0x23 else { return false }
        }
        return true
    }

    private static let elements: [StaticString] = [
        "svg", "g", "defs", "symbol", "use", "title", "desc", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
        "tspan", "textPath", "image", "linearGradient", "radialGradient", "stop", "pattern", "clipPath", "mask", "marker", "filter",
        "style",
        "view", "animate", "animateTransform", "animateMotion", "set", "mpath", "feBlend", "feColorMatrix", "feComponentTransfer",
        "feComposite", "feConvolveMatrix", "feDiffuseLighting", "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA",
        "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feImage", "feMerge", "feMergeNode", "feMorphology", "feOffset", "fePointLight",
        "feSpecularLighting", "feSpotLight", "feTile", "feTurbulence",
    ]
}
