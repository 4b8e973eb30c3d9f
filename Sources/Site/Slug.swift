internal import Foundation

/// Names made comparable: slugs for links, keys for sorting.
enum Slug {
    /// NFC, lower case, letters and digits of every script kept, everything else one `-` between them.
    ///
    /// Unlike the server's slug it keeps what is not Latin, so that two different titles do not meet in `untitled`.
    static func slug(_ text: some StringProtocol) -> String {
        if let fast = ascii(text) { return fast }
        var slug = ""
        var pending = false
        for scalar in String(text).precomposedStringWithCanonicalMapping.lowercased().unicodeScalars {
            if isWord(scalar) {
                if pending, !slug.isEmpty { slug.append("-") }
                pending = false
                slug.unicodeScalars.append(scalar)
            } else {
                pending = true
            }
        }
        return slug
    }

    private static func ascii(_ text: some StringProtocol) -> String? {
        var slug: [UInt8] = []
        slug.reserveCapacity(text.utf8.count)
        var pending = false
        for byte in text.utf8 {
            switch byte {
            case 0x80...: return nil
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                if pending, !slug.isEmpty { slug.append(UInt8(ascii: "-")) }
                pending = false
                slug.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
            default: pending = true
            }
        }
        return String(decoding: slug, as: UTF8.self)
    }

    /// Letters, digits, and the marks that belong to them in scripts that write with combining characters.
    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        if properties.isAlphabetic || properties.numericType != nil || properties.isEmojiPresentation { return true }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }

    /// Text as the titles of two links are compared: white space at the ends and in runs does not count.
    static func trimmed(_ text: some StringProtocol) -> String {
        isTrimmed(text.utf8) ? String(text) : text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// True for ASCII without outer blanks and runs of them: what nearly every title and link is.
    private static func isTrimmed(_ bytes: some Sequence<UInt8>) -> Bool {
        var blank = true
        for byte in bytes {
            if byte < 0x20 || byte >= 0x80 || (byte == 0x20 && blank) { return false }
            blank = byte == 0x20
        }
        return !blank
    }

    /// Sorts as readers expect in a fixed order that no locale changes: case and accents aside first, numbers by their value, then by code
    /// point.
    static func sortKey(_ text: String) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(text.utf8.count * 2 + 1)
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            for byte in text.utf8 { key.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) }
        } else {
            for scalar in text.decomposedStringWithCanonicalMapping.lowercased().unicodeScalars
            where !(0x300...0x36F).contains(scalar.value) {
                key.append(contentsOf: scalar.utf8)
            }
        }
        if text.utf8.contains(where: isDigit) { key = numbersByValue(key) }
        key.append(0)
        key.append(contentsOf: text.utf8)
        return key
    }

    /// Runs of ASCII digits without leading zeros, their length before them: `§ 2` comes before `§ 10`.
    private static func numbersByValue(_ key: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        var index = 0
        while index < key.count {
            guard isDigit(key[index]) else {
                out.append(key[index])
                index += 1
                continue
            }
            var end = index
            while end < key.count, isDigit(key[end]) { end += 1 }
            var start = index
            while start < end - 1, key[start] == UInt8(ascii: "0") { start += 1 }
            // Lengths lie where digits do, so that numbers stay between signs and letters; those of great numbers go on in a second byte.
            out.append(UInt8(ascii: "0") + UInt8(min(end - start, 9)))
            if end - start >= 9 { out.append(UInt8(min(end - start - 9, 255))) }
            out += key[start..<end]
            index = end
        }
        return out
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}

extension Unicode.Scalar {
    fileprivate var utf8: String.UTF8View { String(self).utf8 }
}
