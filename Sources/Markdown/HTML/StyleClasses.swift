/// What a page's `align`, `width`, `color` and `style` say, as classes of the site: a policy without inline style blocks the originals.
struct StyleClasses {
    private var names: [String] = []

    /// Colours that the site has tokens for, and their classes, which code has too.
    private static let colours: [(names: [StaticString], className: StaticString)] = [
        (["red", "pink"], "tr"), (["orange", "yellow"], "ta"), (["green", "teal"], "tg"), (["blue"], "tb"), (["purple"], "tv"),
        (["gray", "grey"], "tm"),
    ]

    mutating func add(_ name: StaticString) { insert(String(describing: name)) }

    mutating func add(_ attribute: Bytes, _ value: Bytes) {
        if attribute.equalsIgnoringCase("align") {
            addAlignment(value.trimmed)
        } else if attribute.equalsIgnoringCase("width") {
            addWidth(value.trimmed)
        } else if attribute.equalsIgnoringCase("color") {
            addColour(value.trimmed)
        } else if attribute.equalsIgnoringCase("bgcolor") {
            addFill(value.trimmed)
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
            addColour(value)
        } else if name.equalsIgnoringCase("background") || name.equalsIgnoringCase("background-color") {
            addFill(value)
        }
    }

    private mutating func addAlignment(_ value: Bytes) {
        for name in ["left", "center", "right", "justify"] as [StaticString] where value.equalsIgnoringCase(name) {
            insert("align-\(name)")
        }
    }

    /// Shares of the width in quarters.
    private mutating func addWidth(_ value: Bytes) {
        guard value.last == 0x25, value.count <= 4, let share = ImageSize(value.slice(0..<value.count - 1))?.width, share <= 100 else {
            return
        }
        insert("width-\(max(1, (share + 12) / 25) * 25)")
    }

    private mutating func addColour(_ value: Bytes) {
        if let name = Self.colour(value) { insert(String(describing: name)) }
    }

    /// Any ground that is a colour of ours becomes the one that marks lines: a page says with it that something stands out.
    private mutating func addFill(_ value: Bytes) {
        if Self.colour(value) != nil { insert("marked") }
    }

    private static func colour(_ value: Bytes) -> StaticString? {
        colours.first { $0.names.contains { value.equalsIgnoringCase($0) } }?.className
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
