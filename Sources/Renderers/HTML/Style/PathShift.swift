/// Moves SVG path data sideways, so that many glyphs can be one path.
enum PathShift {
    /// The data with every absolute x coordinate raised. Knows the commands of the glyphs: M, L, H, V, C, A and Z, absolute and relative.
    static func right(by offset: Int, _ data: String) -> String {
        guard offset != 0 else { return data }
        let bytes = Array(data.utf8)
        var out: [UInt8] = []
        var command: UInt8 = 0
        var argument = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            guard isNumber(byte) else {
                if isLetter(byte) { (command, argument) = (byte, 0) }
                out.append(byte)
                index += 1
                continue
            }
            let end = endOfNumber(bytes, index)
            if isX(command, argument), let value = Double(String(decoding: bytes[index..<end], as: UTF8.self)) {
                if let last = out.last, isNumber(last) { out.append(32) }
                out += Array(decimal(value + Double(offset)).utf8)
                if end < bytes.count, bytes[end] == UInt8(ascii: ".") { out.append(32) }
            } else {
                out += bytes[index..<end]
            }
            argument += 1
            index = end
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func isX(_ command: UInt8, _ argument: Int) -> Bool {
        switch command {
        case UInt8(ascii: "M"), UInt8(ascii: "L"), UInt8(ascii: "C"): argument.isMultiple(of: 2)
        case UInt8(ascii: "H"): true
        case UInt8(ascii: "A"): argument % 7 == 5
        default: false
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 97 && (byte | 0x20) <= 122 }

    private static func isNumber(_ byte: UInt8) -> Bool {
        (byte >= 48 && byte <= 57) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    private static func endOfNumber(_ bytes: [UInt8], _ start: Int) -> Int {
        var end = start + 1
        var hasPoint = bytes[start] == UInt8(ascii: ".")
        while end < bytes.count, isNumber(bytes[end]), bytes[end] != UInt8(ascii: "-") {
            if bytes[end] == UInt8(ascii: ".") {
                if hasPoint { break }
                hasPoint = true
            }
            end += 1
        }
        return end
    }

    /// Thousandths at most, without zeros that say nothing.
    private static func decimal(_ value: Double) -> String {
        let thousandths = Int((value * 1000).rounded())
        var fraction = String(thousandths % 1000 + 1000).dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        return fraction.isEmpty ? "\(thousandths / 1000)" : "\(thousandths / 1000).\(fraction)"
    }
}
