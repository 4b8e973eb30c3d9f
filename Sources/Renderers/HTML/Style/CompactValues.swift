/// Values of a style sheet in their shortest form.
enum CompactValues {
    static func css(_ sheet: String) -> String { oneColon(hexColors(stops(sheet))) }

    /// `::before` and `::after` as CSS 2 wrote them, which means the same (Selectors 4, section 3.6.1).
    private static func oneColon(_ sheet: String) -> String {
        sheet.replacing(ascii: "::before", with: ":before").replacing(ascii: "::after", with: ":after")
    }

    /// The first stop of a gradient is at 0 %, the last at 100 %, and one between them in the middle, without saying so.
    private static func stops(_ sheet: String) -> String {
        replacing(sheet, from: "linear-gradient(", to: "}") { body in
            let end = body.firstRange(ofASCII: " 100%)")?.lowerBound ?? body.startIndex
            let inside = body[..<end].split(separator: "%,", omittingEmptySubsequences: false)
            guard inside.count == 3, inside[0].hasSuffix(" 0"), inside[1].hasSuffix(" 50") else { return nil }
            let rest = body[body.index(end, offsetBy: 6)...]
            return "\(inside[0].dropLast(2)),\(inside[1].dropLast(3)),\(inside[2]))\(rest)"
        }
    }

    /// `rgb(15 23 41/5%)` as `#0f17290d`.
    private static func hexColors(_ sheet: String) -> String {
        replacing(sheet, from: "rgb(", to: ")") { body in
            let parts = body.split { $0 == " " || $0 == "/" }
            guard parts.count == 4, parts[3].hasSuffix("%"), let alpha = Double(parts[3].dropLast()) else { return nil }
            let bytes = parts.prefix(3).compactMap { UInt8($0) } + [UInt8(min(255, max(0, (alpha * 2.55).rounded())))]
            guard bytes.count == 4 else { return nil }
            let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            return Substring("#" + digits)
        }
    }

    /// Calls `change` with what stands between `start` and the next `end`; what it gives takes the place of `start`, body and, for `)`, `end`.
    private static func replacing(
        _ sheet: String, from start: StaticString, to end: Character, _ change: (Substring) -> Substring?
    ) -> String {
        var out = ""
        var rest = Substring(sheet)
        while let found = rest.firstRange(ofASCII: start) {
            out += rest[..<found.lowerBound]
            let stop = rest[found.upperBound...].firstIndex(of: end) ?? rest.endIndex
            if let changed = change(rest[found.upperBound..<stop]) {
                out += (end == ")" ? "" : start.description) + changed
                rest = end == ")" ? rest[stop...].dropFirst() : rest[stop...]
            } else {
                out += start.description
                rest = rest[found.upperBound...]
            }
        }
        return out + rest
    }
}
