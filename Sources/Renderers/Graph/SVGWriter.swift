internal import Canvas

/// Writes SVG as bytes: elements, escaped text, numbers with one decimal, and the classes that they use.
struct SVGWriter {
    private(set) var bytes: [UInt8] = []
    /// Declarations by class name, in the order of first use.
    private(set) var classes: [(name: String, declarations: String)] = []
    private var known: Set<String> = []

    mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Text or attribute value. Characters that XML 1.0 (2.2) does not allow are left out.
    mutating func escaped(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": raw("&amp;")
            case "<": raw("&lt;")
            case ">": raw("&gt;")
            case "\"": raw("&quot;")
            case "\t", "\n", "\r": raw(" ")
            default:
                if scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF { continue }
                bytes.append(contentsOf: String(scalar).utf8)
            }
        }
    }

    /// One decimal, none where it is zero.
    mutating func number(_ value: Double) { tenths(Self.tenths(value)) }

    /// A value in tenths, rounded; what is not a number counts as zero.
    static func tenths(_ value: Double) -> Int { value.isFinite ? Int((min(max(value, -1e9), 1e9) * 10).rounded()) : 0 }

    mutating func tenths(_ value: Int) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let size = abs(value)
        bytes.append(contentsOf: String(size / 10).utf8)
        if size % 10 != 0 {
            bytes.append(UInt8(ascii: "."))
            bytes.append(UInt8(48 + size % 10))
        }
    }

    /// A second number of a list: its sign is separator enough.
    mutating func nextTenths(_ value: Int) {
        if value >= 0 { bytes.append(UInt8(ascii: " ")) }
        tenths(value)
    }

    mutating func attribute(_ name: String, _ value: Double) {
        raw(" \(name)=\"")
        number(value)
        raw("\"")
    }

    mutating func attribute(_ name: String, _ value: String) {
        raw(" \(name)=\"")
        escaped(value)
        raw("\"")
    }

    /// Names a class and gives it its meaning at first use.
    mutating func use(_ name: String, _ declarations: @autoclosure () -> String) -> String {
        if known.insert(name).inserted { classes.append((name, declarations())) }
        return name
    }

    /// Path data, absolute start and relative steps, each step from the rounded place of the one before.
    mutating func pathData(_ path: Path) {
        raw(" d=\"")
        var (x, y) = (0, 0)
        var start = (0, 0)
        func delta(_ p: Point) -> (Int, Int) { (Self.tenths(p.x) - x, Self.tenths(p.y) - y) }
        for element in path.elements {
            switch element {
            case .move(let p):
                (x, y) = (Self.tenths(p.x), Self.tenths(p.y))
                start = (x, y)
                raw("M")
                tenths(x)
                nextTenths(y)
            case .line(let p):
                let d = delta(p)
                raw("l")
                tenths(d.0)
                nextTenths(d.1)
                (x, y) = (x + d.0, y + d.1)
            case .curve(let a, let b, let p):
                let (first, second, end) = (delta(a), delta(b), delta(p))
                raw("c")
                tenths(first.0)
                [first.1, second.0, second.1, end.0, end.1].forEach { nextTenths($0) }
                (x, y) = (x + end.0, y + end.1)
            case .close:
                raw("z")
                (x, y) = start
            }
        }
        raw("\"")
    }
}
