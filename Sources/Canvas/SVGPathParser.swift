internal import Foundation

extension Path {
    /// Reads SVG path data (SVG 1.1, section 8.3), all commands, relative and absolute.
    ///
    /// Nil where the data breaks the grammar; SVG would draw up to the fault, we would rather know.
    public init?(svg data: String) {
        var parser = SVGPathParser(data)
        guard let path = parser.parse() else { return nil }
        self = path
    }
}

private struct SVGPathParser {
    private let bytes: [UInt8]
    private var at = 0
    private var path = Path()
    private var current = Point(0, 0)
    private var start = Point(0, 0)
    /// The last control point, for the smooth commands; nil after any other kind.
    private var cubicControl: Point?
    private var quadControl: Point?

    init(_ data: String) { bytes = Array(data.utf8) }

    mutating func parse() -> Path? {
        skipSpace()
        var command: UInt8 = 0
        while at < bytes.count {
            let byte = bytes[at]
            if isLetter(byte) {
                command = byte
                at += 1
            } else if command == 0 || command | 32 == UInt8(ascii: "z") {
                return nil
            }
            if path.isEmpty, command | 32 != UInt8(ascii: "m") { return nil }
            guard run(command) else { return nil }
            // Coordinate pairs that follow a move are lines (8.3.2).
            if command == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
            if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
            skipSpace()
        }
        return path
    }

    private mutating func run(_ command: UInt8) -> Bool {
        let base = command >= 97 ? current : Point(0, 0)
        let previousCubic = cubicControl
        let previousQuad = quadControl
        cubicControl = nil
        quadControl = nil
        switch command | 32 {
        case UInt8(ascii: "m"):
            guard let p = point(base) else { return false }
            path.elements.append(.move(p))
            (current, start) = (p, p)
        case UInt8(ascii: "l"):
            guard let p = point(base) else { return false }
            line(to: p)
        case UInt8(ascii: "h"):
            guard let x = number() else { return false }
            line(to: Point(base.x + x, current.y))
        case UInt8(ascii: "v"):
            guard let y = number() else { return false }
            line(to: Point(current.x, base.y + y))
        case UInt8(ascii: "c"):
            guard let a = point(base), let b = point(base), let p = point(base) else { return false }
            cubic(a, b, p)
        case UInt8(ascii: "s"):
            guard let b = point(base), let p = point(base) else { return false }
            cubic(mirrored(previousCubic), b, p)
        case UInt8(ascii: "q"):
            guard let q = point(base), let p = point(base) else { return false }
            quadratic(q, p)
        case UInt8(ascii: "t"):
            guard let p = point(base) else { return false }
            quadratic(mirrored(previousQuad), p)
        case UInt8(ascii: "a"): return arc(base)
        case UInt8(ascii: "z"):
            path.close()
            current = start
        default: return false
        }
        return true
    }

    private func mirrored(_ control: Point?) -> Point { control.map { current + (current - $0) } ?? current }

    private mutating func line(to p: Point) {
        path.elements.append(.line(p))
        current = p
    }

    private mutating func cubic(_ a: Point, _ b: Point, _ p: Point) {
        path.curve(a, b, p)
        cubicControl = b
        current = p
    }

    private mutating func quadratic(_ q: Point, _ p: Point) {
        path.curve(current + (q - current) * (2 / 3), p + (q - p) * (2 / 3), p)
        quadControl = q
        current = p
    }

    /// An elliptical arc as cubics of at most a quarter turn; end to centre form after SVG 1.1, appendix F.6.5.
    private mutating func arc(_ base: Point) -> Bool {
        guard var rx = number(), var ry = number(), let rotation = number(), let large = flag(), let sweep = flag(), let end = point(base)
        else { return false }
        (rx, ry) = (abs(rx), abs(ry))
        guard rx > 0, ry > 0, end != current else {
            line(to: end)
            return true
        }
        let (sine, cosine) = (sin(rotation * .pi / 180), cos(rotation * .pi / 180))
        let half = (current - end) * 0.5
        let p = Point(cosine * half.x + sine * half.y, cosine * half.y - sine * half.x)
        let excess = p.x * p.x / (rx * rx) + p.y * p.y / (ry * ry)
        if excess > 1 { (rx, ry) = (rx * excess.squareRoot(), ry * excess.squareRoot()) }
        let (a, b, c) = (rx * rx * ry * ry, rx * rx * p.y * p.y, ry * ry * p.x * p.x)
        let k = (max(0, a - b - c) / (b + c)).squareRoot() * (large == sweep ? -1 : 1)
        let q = Point(k * rx * p.y / ry, -k * ry * p.x / rx)
        let middle = (current + end) * 0.5
        let center = Point(cosine * q.x - sine * q.y + middle.x, sine * q.x + cosine * q.y + middle.y)
        let first = atan2((p.y - q.y) / ry, (p.x - q.x) / rx)
        var turn = atan2((-p.y - q.y) / ry, (-p.x - q.x) / rx) - first
        if sweep, turn < 0 { turn += 2 * .pi }
        if !sweep, turn > 0 { turn -= 2 * .pi }
        let pieces = max(1, Int((abs(turn) / (.pi / 2) - 1e-9).rounded(.up)))
        let step = turn / Double(pieces)
        let reach = 4 / 3 * tan(step / 4)
        func on(_ x: Double, _ y: Double) -> Point {
            Point(center.x + cosine * rx * x - sine * ry * y, center.y + sine * rx * x + cosine * ry * y)
        }
        for piece in 0..<pieces {
            let (s, e) = (first + step * Double(piece), first + step * Double(piece + 1))
            let last = piece == pieces - 1 ? end : on(cos(e), sin(e))
            path.curve(on(cos(s) - reach * sin(s), sin(s) + reach * cos(s)), on(cos(e) + reach * sin(e), sin(e) - reach * cos(e)), last)
        }
        current = end
        return true
    }

    // MARK: tokens

    private func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0xDF) && byte | 32 != UInt8(ascii: "e") }

    private func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    private mutating func skipSpace() {
        while at < bytes.count, [32, 9, 10, 12, 13, UInt8(ascii: ",")].contains(bytes[at]) { at += 1 }
    }

    private mutating func point(_ base: Point) -> Point? {
        guard let x = number(), let y = number() else { return nil }
        return Point(base.x + x, base.y + y)
    }

    /// A flag is one digit and needs no space after it: `a1 1 0 01.5.5`.
    private mutating func flag() -> Bool? {
        skipSpace()
        guard at < bytes.count, bytes[at] == 48 || bytes[at] == 49 else { return nil }
        at += 1
        return bytes[at - 1] == 49
    }

    private mutating func number() -> Double? {
        skipSpace()
        let begin = at
        if at < bytes.count, bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") { at += 1 }
        var digits = 0
        while at < bytes.count, isDigit(bytes[at]) { (at, digits) = (at + 1, digits + 1) }
        if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
            at += 1
            while at < bytes.count, isDigit(bytes[at]) { (at, digits) = (at + 1, digits + 1) }
        }
        guard digits > 0 else { return nil }
        if at < bytes.count, bytes[at] | 32 == UInt8(ascii: "e") {
            var ahead = at + 1
            if ahead < bytes.count, bytes[ahead] == UInt8(ascii: "-") || bytes[ahead] == UInt8(ascii: "+") { ahead += 1 }
            if ahead < bytes.count, isDigit(bytes[ahead]) {
                while ahead < bytes.count, isDigit(bytes[ahead]) { ahead += 1 }
                at = ahead
            }
        }
        return Double(String(decoding: bytes[begin..<at], as: UTF8.self))
    }
}
