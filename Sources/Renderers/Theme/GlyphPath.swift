import Foundation

/// A step of a path in absolute coordinates, y growing downwards.
public enum PathStep: Sendable, Equatable {
    case move(x: Double, y: Double)
    case line(x: Double, y: Double)
    /// A cubic Bézier curve: two control points and the end.
    case curve(x1: Double, y1: Double, x2: Double, y2: Double, x: Double, y: Double)
    case close
}

extension Glyph {
    /// The glyph's strokes for a canvas that knows lines and curves; arcs are turned into curves of at most a quarter turn
    /// (off by less than 0.0003 of the radius).
    public var steps: [PathStep] { PathReader.steps(path) }
}

/// Reads SVG path data (SVG 2, chapter 9) with the commands M, L, H, V, C, A and Z: what the glyphs and the mark use.
struct PathReader {
    /// Empty where the data is not of this kind; the tests hold every path to it.
    static func steps(_ data: String) -> [PathStep] {
        var reader = PathReader(bytes: Array(data.utf8))
        return reader.read() ? reader.steps : []
    }

    private let bytes: [UInt8]
    private var position = 0
    private var steps: [PathStep] = []
    private var x = 0.0
    private var y = 0.0
    private var startX = 0.0
    private var startY = 0.0

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func read() -> Bool {
        var command: UInt8 = 0
        while true {
            skipSeparators()
            guard position < bytes.count else { return true }
            if isLetter(bytes[position]) {
                command = bytes[position]
                position += 1
            } else if command | 0x20 == UInt8(ascii: "z") || command == 0 {
                return false
            }
            guard step(command) else { return false }
            // Further pairs after a move are lines.
            if command == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
            if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
        }
    }

    private mutating func step(_ command: UInt8) -> Bool {
        let isRelative = command & 0x20 != 0
        let (dx, dy) = isRelative ? (x, y) : (0, 0)
        switch command | 0x20 {
        case UInt8(ascii: "m"):
            guard let to = numbers(2) else { return false }
            (x, y, startX, startY) = (to[0] + dx, to[1] + dy, to[0] + dx, to[1] + dy)
            steps.append(.move(x: x, y: y))
        case UInt8(ascii: "l"):
            guard let to = numbers(2) else { return false }
            line(to[0] + dx, to[1] + dy)
        case UInt8(ascii: "h"):
            guard let to = numbers(1) else { return false }
            line(to[0] + dx, y)
        case UInt8(ascii: "v"):
            guard let to = numbers(1) else { return false }
            line(x, to[0] + dy)
        case UInt8(ascii: "c"):
            guard let to = numbers(6) else { return false }
            steps.append(.curve(x1: to[0] + dx, y1: to[1] + dy, x2: to[2] + dx, y2: to[3] + dy, x: to[4] + dx, y: to[5] + dy))
            (x, y) = (to[4] + dx, to[5] + dy)
        case UInt8(ascii: "a"):
            guard let radii = numbers(3), let large = flag(), let sweep = flag(), let to = numbers(2), radii[0] == radii[1] else {
                return false
            }
            arc(radius: radii[0], large: large, sweep: sweep, toX: to[0] + dx, toY: to[1] + dy)
        case UInt8(ascii: "z"):
            steps.append(.close)
            (x, y) = (startX, startY)
        default: return false
        }
        return true
    }

    private mutating func line(_ toX: Double, _ toY: Double) {
        steps.append(.line(x: toX, y: toY))
        (x, y) = (toX, toY)
    }

    /// A circle's arc by its ends (SVG 2, appendix B.2.4, with equal radii), as cubic curves.
    private mutating func arc(radius: Double, large: Bool, sweep: Bool, toX: Double, toY: Double) {
        let (halfX, halfY) = ((x - toX) / 2, (y - toY) / 2)
        let distance = (halfX * halfX + halfY * halfY).squareRoot()
        guard distance > 0 else { return }
        let r = max(radius, distance)
        let height = max(0, r * r - distance * distance).squareRoot() / distance * (large == sweep ? -1 : 1)
        let centerX = (x + toX) / 2 + height * halfY
        let centerY = (y + toY) / 2 - height * halfX
        let start = atan2(y - centerY, x - centerX)
        var turn = atan2(toY - centerY, toX - centerX) - start
        if sweep, turn <= 0 { turn += 2 * Double.pi }
        if !sweep, turn >= 0 { turn -= 2 * Double.pi }
        let count = max(1, Int((abs(turn) / (Double.pi / 2) - 1e-9).rounded(.up)))
        let each = turn / Double(count)
        let reach = 4.0 / 3.0 * tan(each / 4) * r
        for index in 0..<count {
            let (from, to) = (start + each * Double(index), start + each * Double(index + 1))
            let isLast = index == count - 1
            let endX = isLast ? toX : centerX + r * cos(to)
            let endY = isLast ? toY : centerY + r * sin(to)
            steps.append(
                .curve(
                    x1: rounded(x - reach * sin(from)), y1: rounded(y + reach * cos(from)), x2: rounded(endX + reach * sin(to)),
                    y2: rounded(endY - reach * cos(to)), x: rounded(endX), y: rounded(endY)))
            (x, y) = (endX, endY)
        }
    }

    /// The last bits of sines differ between C libraries.
    private func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }

    private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private mutating func skipSeparators() {
        while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x2C || bytes[position] == 0x0A { position += 1 }
    }

    /// Flags of an arc may stand without a space after them.
    private mutating func flag() -> Bool? {
        skipSeparators()
        guard position < bytes.count, bytes[position] == 0x30 || bytes[position] == 0x31 else { return nil }
        position += 1
        return bytes[position - 1] == 0x31
    }

    private mutating func numbers(_ count: Int) -> [Double]? {
        var result: [Double] = []
        for _ in 0..<count {
            skipSeparators()
            guard let number = number() else { return nil }
            result.append(number)
        }
        return result
    }

    /// A number ends where a second point or a sign begins: `.5.5`, `1-2`.
    private mutating func number() -> Double? {
        let start = position
        var hasPoint = false
        while position < bytes.count {
            let byte = bytes[position]
            if byte == 0x2D {
                guard position == start else { break }
            } else if byte == 0x2E {
                guard !hasPoint else { break }
                hasPoint = true
            } else if !(0x30...0x39).contains(byte) {
                break
            }
            position += 1
        }
        return Double(String(decoding: bytes[start..<position], as: UTF8.self))
    }
}
