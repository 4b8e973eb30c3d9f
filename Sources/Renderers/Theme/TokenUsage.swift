/// Which tokens style sheets use, and what they use that is no token.
public struct TokenUsage: Sendable, Equatable {
    public struct Place: Sendable, Equatable {
        public var file: String
        public var line: Int
        /// Selector of the rule that it stands in, white space made single; empty in a script.
        public var rule: String
        /// The custom property, or the colour value as it stands.
        public var text: String
    }

    /// Each variable that the theme defines, in the style sheet's order, and where `var(--…)` names it.
    public var uses: [(variable: String, places: [Place])]
    /// `var(--…)` of a name that neither the theme nor the sheets define.
    public var unknown: [Place]
    /// Colour values that stand in a sheet instead of a token.
    public var literals: [Place]

    public var unused: [String] { uses.filter(\.places.isEmpty).map(\.variable) }

    public static func == (left: TokenUsage, right: TokenUsage) -> Bool {
        left.unknown == right.unknown && left.literals == right.literals
            && left.uses.elementsEqual(right.uses) { $0.variable == $1.variable && $0.places == $1.places }
    }
}

extension Theme {
    /// Reads style sheets or scripts (UTF-8) for `--name` and colour values; comments are skipped, order is that of the arguments.
    public func usage(in sheets: [(name: String, text: [UInt8])]) -> TokenUsage {
        var usage = TokenUsage(uses: variables.map { ($0.name, []) }, unknown: [], literals: [])
        var positions: [String: Int] = [:]
        for (position, use) in usage.uses.enumerated() { positions[use.variable] = position }
        var found: [(place: TokenUsage.Place, kind: SheetScanner.Kind)] = []
        for sheet in sheets {
            var scanner = SheetScanner(bytes: sheet.text)
            while let hit = scanner.next() {
                // A theme's own definition, copied into a sheet, is where the value belongs.
                if hit.kind == .literal, positions[hit.property] != nil { continue }
                found.append((TokenUsage.Place(file: sheet.name, line: hit.line, rule: hit.rule, text: hit.text), hit.kind))
            }
        }
        let own = Set(found.filter { $0.kind == .definition }.map(\.place.text))
        for (place, kind) in found {
            switch kind {
            case .definition: continue
            case .literal: usage.literals.append(place)
            case .use:
                if let position = positions[place.text] {
                    usage.uses[position].places.append(place)
                } else if !own.contains(place.text) {
                    usage.unknown.append(place)
                }
            }
        }
        return usage
    }
}

/// Finds custom properties and colour values in a style sheet without parsing all of CSS.
private struct SheetScanner {
    enum Kind { case use, definition, literal }
    let bytes: [UInt8]
    private var position = 0
    private var line = 1
    /// Where the text began that may turn out to be a selector.
    private var ruleStart = 0
    private var rule = ""
    /// The custom property whose value is being read; empty elsewhere.
    private var property = ""

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> (kind: Kind, line: Int, rule: String, property: String, text: String)? {
        while position < bytes.count {
            let byte = bytes[position]
            follow(byte)
            if byte == UInt8(ascii: "/"), at(1) == UInt8(ascii: "*") {
                skipComment()
            } else if byte == UInt8(ascii: "-"), at(1) == UInt8(ascii: "-"), SheetScanner.isNameByte(at(2)),
                !SheetScanner.isNameByte(at(-1))
            {
                let place = line
                let name = take(while: SheetScanner.isNameByte)
                let defines = isDefinition
                if defines { property = name }
                return (defines ? .definition : .use, place, rule, property, name)
            } else if byte == UInt8(ascii: "#"), isInsideValue, let literal = hexLiteral() {
                return (.literal, line, rule, property, literal)
            } else if let call = colorFunction() {
                return (.literal, line, rule, property, call)
            } else {
                position += 1
            }
        }
        return nil
    }

    /// Keeps count of lines and of the rule around.
    private mutating func follow(_ byte: UInt8) {
        switch byte {
        case 0x0A: line += 1
        case UInt8(ascii: "{"):
            let words = bytes[ruleStart..<position].split(whereSeparator: { $0 == 0x20 || $0 == 0x0A })
            rule = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
            ruleStart = position + 1
            property = ""
        case UInt8(ascii: "}"), UInt8(ascii: ";"):
            ruleStart = position + 1
            property = ""
        default: break
        }
    }

    private func at(_ offset: Int) -> UInt8 { bytes.indices.contains(position + offset) ? bytes[position + offset] : 0 }
    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte == 0x2D || byte == 0x5F || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }

    private mutating func take(while matches: (UInt8) -> Bool) -> String {
        let start = position
        while position < bytes.count, matches(bytes[position]) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipComment() {
        position += 2
        while position < bytes.count, !(bytes[position] == UInt8(ascii: "*") && at(1) == UInt8(ascii: "/")) {
            if bytes[position] == 0x0A { line += 1 }
            position += 1
        }
        position += 2
        ruleStart = position
    }

    /// After a custom property's name: a colon follows, spaces aside.
    private var isDefinition: Bool {
        bytes[position...].first { $0 != 0x20 } == UInt8(ascii: ":")
    }

    /// A `#` in a declaration's value and not in a selector: a colon, comma, bracket or space before it and no `{` before the next `;`.
    private var isInsideValue: Bool {
        for byte in bytes[position...] {
            if byte == UInt8(ascii: ";") || byte == UInt8(ascii: "}") { return true }
            if byte == UInt8(ascii: "{") { return false }
        }
        return false
    }

    private mutating func hexLiteral() -> String? {
        let start = position
        position += 1
        let digits = take { (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20) }
        if [3, 4, 6, 8].contains(digits.utf8.count), !SheetScanner.isNameByte(at(0)) { return "#\(digits)" }
        position = start
        return nil
    }

    private mutating func colorFunction() -> String? {
        guard !SheetScanner.isNameByte(at(-1)) else { return nil }
        for name in ["rgb(", "rgba(", "hsl(", "hsla(", "hwb(", "oklch(", "oklab(", "lab(", "lch("]
        where bytes[position...].starts(with: name.utf8) {
            let text = take { $0 != UInt8(ascii: ")") && $0 != 0x0A }
            return text + ")"
        }
        return nil
    }
}
