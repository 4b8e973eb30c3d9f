/// SVG path data as short as it can be written, moved sideways, so that many glyphs can be one path.
///
/// Knows the commands of the glyphs: M, L, H, V, C, S, A and Z, absolute and relative (SVG 2, chapter 9). Lengths are kept to the thousandth.
struct CompactPath {
    /// `data` with every point moved right by `offset` units.
    static func right(by offset: Int, _ data: String) -> String {
        var path = CompactPath()
        var reader = PathTokens(bytes: Array(data.utf8))
        while let (command, values) = reader.next() { path.append(command, values, offset: offset * 1000) }
        return String(decoding: path.out, as: UTF8.self)
    }

    private var out: [UInt8] = []
    /// What may be left out when it comes again; after a move, that is a line.
    private var implied: UInt8 = 0
    private var hasPoint = false
    /// In thousandths: where the pen is, in the data and in what is written (moved), and where the subpath began.
    private var pen = (x: 0, y: 0)
    private var start = (x: 0, y: 0)
    private var isFirst = true

    private mutating func append(_ command: UInt8, _ values: [Int], offset: Int) {
        let name = command & ~0x20
        let isRelative = command & 0x20 != 0 && !(isFirst && name == UInt8(ascii: "M"))
        if name == UInt8(ascii: "Z") {
            out.append(UInt8(ascii: "z"))
            (pen, implied) = (start, 0)
            return
        }
        let shape = Self.shape(name)
        // Every coordinate as it is absolutely, moved.
        let absolute = zip(shape, values).map { kind, value in
            switch kind {
            case .x: value + (isRelative ? pen.x : offset)
            case .y: value + (isRelative ? pen.y : 0)
            case .other, .flag: value
            }
        }
        let relative = zip(shape, absolute).map { kind, value in
            switch kind {
            case .x: value - pen.x
            case .y: value - pen.y
            case .other, .flag: value
            }
        }
        let long = written(name, absolute, shape)
        let short = written(name | 0x20, relative, shape)
        let isRelativeShorter = !isFirst && short.bytes.count < long.bytes.count
        out += isRelativeShorter ? short.bytes : long.bytes
        hasPoint = isRelativeShorter ? short.hasPoint : long.hasPoint
        let letter = isRelativeShorter ? name | 0x20 : name
        // After a move, coordinates without a letter are lines.
        implied = name == UInt8(ascii: "M") ? UInt8(ascii: "L") | (letter & 0x20) : letter
        for (kind, value) in zip(shape, absolute) {
            if kind == .x { pen.x = value } else if kind == .y { pen.y = value }
        }
        if name == UInt8(ascii: "M") { start = pen }
        isFirst = false
    }

    private enum Argument { case x, y, flag, other }

    private static func shape(_ name: UInt8) -> [Argument] {
        switch name {
        case UInt8(ascii: "H"): [.x]
        case UInt8(ascii: "V"): [.y]
        case UInt8(ascii: "S"): [.x, .y, .x, .y]
        case UInt8(ascii: "C"): [.x, .y, .x, .y, .x, .y]
        case UInt8(ascii: "A"): [.other, .other, .other, .flag, .flag, .x, .y]
        default: [.x, .y]
        }
    }

    /// The command's letter, where it is not implied, and its numbers with only those blanks that part them.
    private func written(_ letter: UInt8, _ values: [Int], _ shape: [Argument]) -> (bytes: [UInt8], hasPoint: Bool) {
        var bytes = letter == implied ? [] : [letter]
        var hasPoint = letter == implied && hasPoint
        var needsGap = letter == implied
        for (kind, value) in zip(shape, values) {
            let number = Array(Self.number(value).utf8)
            let isParted = number[0] == UInt8(ascii: "-") || (number[0] == UInt8(ascii: ".") && hasPoint)
            if needsGap, !isParted { bytes.append(32) }
            bytes += number
            // A flag is one digit: what follows needs nothing between.
            needsGap = kind != .flag
            hasPoint = kind != .flag && number.contains(UInt8(ascii: "."))
        }
        return (bytes, hasPoint)
    }

    private static func number(_ thousandths: Int) -> String {
        var fraction = String(abs(thousandths) % 1000 + 1000).dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        let whole = abs(thousandths) / 1000
        return (thousandths < 0 ? "-" : "") + (whole == 0 && !fraction.isEmpty ? "" : "\(whole)") + (fraction.isEmpty ? "" : ".\(fraction)")
    }
}

/// Path data command by command, each with its letter.
private struct PathTokens {
    let bytes: [UInt8]
    private var index = 0
    private var command: UInt8 = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Numbers are thousandths, flags too.
    mutating func next() -> (command: UInt8, values: [Int])? {
        skipGaps()
        guard index < bytes.count else { return nil }
        if (bytes[index] | 0x20) >= 97 {
            command = bytes[index]
            index += 1
        }
        let count =
            switch command | 0x20 {
            case UInt8(ascii: "z"): 0
            case UInt8(ascii: "h"), UInt8(ascii: "v"): 1
            case UInt8(ascii: "s"): 4
            case UInt8(ascii: "c"): 6
            case UInt8(ascii: "a"): 7
            default: 2
            }
        let values = (0..<count).map { _ in number() }
        let current = command
        if command | 0x20 == UInt8(ascii: "m") { command = UInt8(ascii: "L") | (command & 0x20) }
        return (current, values)
    }

    private mutating func skipGaps() { while index < bytes.count, bytes[index] == 32 || bytes[index] == UInt8(ascii: ",") { index += 1 } }

    private mutating func number() -> Int {
        skipGaps()
        let start = index
        var hasPoint = false
        while index < bytes.count {
            let byte = bytes[index]
            let isPart =
                (48...57).contains(byte) || (byte == UInt8(ascii: "-") && index == start) || (byte == UInt8(ascii: ".") && !hasPoint)
            guard isPart else { break }
            if byte == UInt8(ascii: ".") { hasPoint = true }
            index += 1
        }
        return Int(((Double(String(decoding: bytes[start..<index], as: UTF8.self)) ?? 0) * 1000).rounded())
    }
}
