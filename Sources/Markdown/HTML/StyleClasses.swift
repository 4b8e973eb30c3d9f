/// What a page's `align`, `width`, `color` and `style` say, as classes of the site: a policy without inline style blocks the originals.
struct StyleClasses {
    private var names: [String] = []

    /// Colours that the site has tokens for.
    private static let colours: [StaticString] = ["red", "orange", "yellow", "green", "teal", "blue", "purple", "pink", "gray"]

    mutating func add(_ name: StaticString) { insert(String(describing: name)) }

    mutating func add(_ attribute: Bytes, _ value: Bytes) {
        if attribute.equalsIgnoringCase("align") {
            addAlignment(value.trimmed)
        } else if attribute.equalsIgnoringCase("width") {
            addWidth(value.trimmed)
        } else if attribute.equalsIgnoringCase("color") {
            addColour(value.trimmed, prefix: "text-")
        } else if attribute.equalsIgnoringCase("bgcolor") {
            addColour(value.trimmed, prefix: "fill-")
        } else if attribute.equalsIgnoringCase("style") {
            for declaration in value.split(separator: 0x3B) { addDeclaration(Bytes(rebasing: declaration)) }
        }
    }

    private mutating func addDeclaration(_ declaration: Bytes) {
        guard let colon = declaration.first(0x3A) else { return }
        let name = declaration.slice(0..<colon).trimmed
        let value = declaration.slice(colon + 1..<declaration.count).trimmed
        if name.equalsIgnoringCase("text-align") {
            addAlignment(value)
        } else if name.equalsIgnoringCase("width") {
            addWidth(value)
        } else if name.equalsIgnoringCase("color") {
            addColour(value, prefix: "text-")
        } else if name.equalsIgnoringCase("background") || name.equalsIgnoringCase("background-color") {
            addColour(value, prefix: "fill-")
        }
    }

    private mutating func addAlignment(_ value: Bytes) {
        for name in ["left", "center", "right", "justify"] as [StaticString] where value.equalsIgnoringCase(name) {
            insert("align-\(name)")
        }
    }

    /// Shares of the width in steps of a tenth.
    private mutating func addWidth(_ value: Bytes) {
        guard value.last == 0x25, value.count <= 4, let share = ImageSize(value.slice(0..<value.count - 1))?.width, share <= 100 else {
            return
        }
        insert("width-\(max(1, (share + 5) / 10) * 10)")
    }

    private mutating func addColour(_ value: Bytes, prefix: String) {
        let isGrey = value.equalsIgnoringCase("grey")
        guard let name = isGrey ? "gray" : Self.colours.first(where: { value.equalsIgnoringCase($0) }) else { return }
        insert("\(prefix)\(name)")
    }

    private mutating func insert(_ name: String) {
        if !names.contains(name) { names.append(name) }
    }

    func write(to out: inout ByteBuffer) {
        if names.isEmpty { return }
        out.append(" class=\"")
        out.append(text: names.joined(separator: " "))
        out.append("\"")
    }
}
