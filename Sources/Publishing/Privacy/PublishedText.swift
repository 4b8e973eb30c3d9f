import Canvas
import Packing

/// All that a reader could get out of one published file: its text with and without tags, escapes undone, base64 decoded, the words that
/// pictures and documents carry with them.
struct PublishedText {
    /// Each is to be searched by itself.
    private(set) var readings: [TextWords] = []
    /// What a script's base64 holds.
    private(set) var hidden: [[UInt8]] = []

    private static let largestUnpacked = 1 << 28

    init(_ bytes: [UInt8], name: String) {
        let suffix = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        if suffix == "gz", case let packed = inflated(bytes[...], atMost: Self.largestUnpacked), !packed.isEmpty {
            self = PublishedText(packed, name: String(name.dropLast(3)))
        } else if suffix == "br", let packed = unbrotlied(bytes, atMost: Self.largestUnpacked) {
            self = PublishedText(packed, name: String(name.dropLast(3)))
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            readings = [TextWords(Self.pictureText(bytes))]
        } else if bytes.starts(with: "%PDF".utf8) {
            readings = PDFTexts(bytes).readings.map { TextWords(Self.decoded($0, escapes: false)) }
        } else if Self.binary.contains(suffix) {
            return
        } else {
            let isScript = ["js", "json", "mjs", "map"].contains(suffix)
            readings = [TextWords(Self.decoded(bytes, escapes: isScript))]
            if ["html", "htm", "svg", "xml", "xhtml", "rss", "atom"].contains(suffix) {
                readings.append(TextWords(Self.decoded(Self.withoutTags(bytes), escapes: false)))
            }
            if isScript { hidden = Self.hidden(bytes) }
            readings += hidden.map { TextWords($0) }
        }
    }

    /// Their bytes are compared with the attachments' as a whole.
    private static let binary: Set<String> = [
        "woff", "woff2", "ttf", "otf", "jpg", "jpeg", "gif", "webp", "avif", "ico", "bmp", "mp3", "mp4", "gz", "br", "zip",
    ]

    // MARK: Text

    private static func withoutTags(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count / 2)
        var isTag = false
        for byte in bytes {
            if byte == UInt8(ascii: "<") { isTag = true }
            text.append(isTag ? 0x20 : byte)
            if byte == UInt8(ascii: ">") { isTag = false }
        }
        return text
    }

    /// Character references, percent signs and, in scripts, backslashes are undone.
    static func decoded(_ bytes: [UInt8], escapes: Bool) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let rest = bytes[index...]
            switch bytes[index] {
            case UInt8(ascii: "&"):
                let (scalar, length) = reference(rest)
                append(scalar, to: &text)
                index += length
            case UInt8(ascii: "%"):
                if let value = hexadecimal(rest.dropFirst().prefix(2), exactly: 2) {
                    text.append(UInt8(truncatingIfNeeded: value))
                    index += 3
                } else {
                    text.append(0x20)
                    index += 1
                }
            case UInt8(ascii: "\\") where escapes:
                let (scalar, length) = escape(rest)
                append(scalar, to: &text)
                index += length
            default:
                text.append(bytes[index])
                index += 1
            }
        }
        return text
    }

    private static func append(_ scalar: UInt32, to text: inout [UInt8]) {
        guard let scalar = Unicode.Scalar(scalar) else { return text.append(0x20) }
        text.append(contentsOf: Array(String(Character(scalar)).utf8))
    }

    /// A character reference at the beginning of `bytes`, and how long it is. Named ones are signs that part words.
    private static func reference(_ bytes: ArraySlice<UInt8>) -> (UInt32, length: Int) {
        let body = bytes.dropFirst().prefix(12)
        guard let end = body.firstIndex(of: UInt8(ascii: ";")) else { return (0x20, 1) }
        let inside = body[..<end]
        let length = inside.count + 2
        guard inside.first == UInt8(ascii: "#") else {
            return inside.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) } && !inside.isEmpty
                ? (0x20, length) : (0x20, 1)
        }
        let digits = inside.dropFirst()
        let value =
            digits.first.map { $0 | 0x20 } == UInt8(ascii: "x")
            ? hexadecimal(digits.dropFirst(), exactly: digits.count - 1) : UInt32(String(decoding: digits, as: UTF8.self))
        return (value ?? 0x20, length)
    }

    /// A backslash and what it stands for: a character by its number, or a sign that parts words.
    private static func escape(_ bytes: ArraySlice<UInt8>) -> (UInt32, length: Int) {
        let kind = bytes.dropFirst().first ?? 0
        switch kind {
        case UInt8(ascii: "u"):
            guard let unit = hexadecimal(bytes.dropFirst(2).prefix(4), exactly: 4) else { return (0x20, 2) }
            let next = bytes.dropFirst(6)
            if (0xD800..<0xDC00).contains(unit), next.starts(with: Array("\\u".utf8)),
                let low = hexadecimal(next.dropFirst(2).prefix(4), exactly: 4), (0xDC00..<0xE000).contains(low)
            {
                return (0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), 12)
            }
            return (unit, 6)
        case UInt8(ascii: "x"): return hexadecimal(bytes.dropFirst(2).prefix(2), exactly: 2).map { ($0, 4) } ?? (0x20, 2)
        default: return (0x20, 2)
        }
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>, exactly count: Int) -> UInt32? {
        guard digits.count == count, count > 0, count <= 8 else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    // MARK: What is packed

    /// Runs of base64 that are long enough to hide a name (data for scripts is written so).
    private static func hidden(_ bytes: [UInt8]) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var start = 0
        for index in 0...bytes.count {
            if index < bytes.count, isBase64(bytes[index]) { continue }
            if index - start >= 24 { found.append(unpacked(bytes[start..<index])) }
            start = index + 1
        }
        return found
    }

    private static func isBase64(_ byte: UInt8) -> Bool { digit(byte) != nil || byte == UInt8(ascii: "=") }

    private static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x41...0x5A: UInt32(byte) - 0x41
        case 0x61...0x7A: UInt32(byte) - 0x61 + 26
        case 0x30...0x39: UInt32(byte) - 0x30 + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    /// RFC 4648, section 4.
    private static func unpacked(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var (bits, count): (UInt32, Int) = (0, 0)
        for digit in text.compactMap(digit) {
            bits = bits << 6 | digit
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    /// Text chunks of a PNG (third edition, section 11.3.3), as they are and with what in them is packed.
    private static func pictureText(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        for chunk in PNGChunk.all(in: bytes) where ["tEXt", "iTXt", "zTXt", "eXIf"].contains(chunk.kind) {
            text += chunk.content + [0x20]
            // zlib's first byte for all that PNG allows; what does not begin a stream gives nothing.
            for start in chunk.content.indices where chunk.content[start] == 0x78 {
                text += inflated(chunk.content[start...], atMost: 1 << 24) + [0x20]
            }
        }
        return text
    }
}
