import Packing

/// What a PDF says (ISO 32000-1): its strings, names and addresses, and the text of its pages by the fonts' own tables of characters.
///
/// Fonts are not told apart: a string is read by each table that knows all its codes, and only one of these readings makes sense.
struct PDFTexts {
    /// Each is to be searched by itself.
    private(set) var readings: [[UInt8]] = []

    private static let largestStream = 64 << 20
    private static let mostTables = 40

    init(_ file: [UInt8]) {
        let streams = Self.streams(of: file)
        let tables = streams.filter { $0.firstRange(of: Array("begincmap".utf8)) != nil }.prefix(Self.mostTables).map { CharacterTable($0) }
        for text in [file] + streams { read(text, Array(tables)) }
    }

    /// The streams, unpacked where they are packed.
    private static func streams(of file: [UInt8]) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var rest = file[...]
        let (opening, closing) = (Array("stream".utf8), Array("endstream".utf8))
        while let open = rest.firstRange(of: opening) {
            var start = open.upperBound
            if start < file.count, file[start] == 0x0D { start += 1 }
            if start < file.count, file[start] == 0x0A { start += 1 }
            guard let end = file[start...].firstRange(of: closing) else { break }
            let content = file[start..<end.lowerBound]
            let unpacked = inflated(content, atMost: largestStream)
            found.append(unpacked.isEmpty ? Array(content) : unpacked)
            rest = file[end.upperBound...]
        }
        return found
    }

    /// All strings of a text: in order and by themselves, each reading apart.
    private mutating func read(_ text: [UInt8], _ tables: [CharacterTable]) {
        var plain: [UInt8] = []
        var mapped = [[UInt8]](repeating: [], count: tables.count)
        var at = 0
        var isInArray = false
        while at < text.count {
            switch text[at] {
            case UInt8(ascii: "["): isInArray = true
            case UInt8(ascii: "]"): isInArray = false
            case UInt8(ascii: "("), UInt8(ascii: "<"):
                guard let string = PDFString(text, at: at) else { break }
                at = string.end - 1
                plain += string.text
                for (index, table) in tables.enumerated() { mapped[index] += table.text(of: string.bytes) }
            default: break
            }
            // The parts of a line are moved apart and are still one word.
            if !isInArray, text[at] <= 0x20, plain.last ?? 0x20 != 0x20 {
                plain.append(0x20)
                for index in mapped.indices { mapped[index].append(0x20) }
            }
            at += 1
        }
        readings += ([plain] + mapped).filter { $0.contains { $0 > 0x20 } }
    }
}

/// `(text)` or `<hexadecimal>` (section 7.3.4).
private struct PDFString {
    private static let longest = 8192

    var bytes: [UInt8] = []
    /// Where the string ends.
    var end = 0

    init?(_ file: [UInt8], at start: Int) {
        let isRead = file[start] == UInt8(ascii: "(") ? readLiteral(file, start) : readHexadecimal(file, start)
        if !isRead || bytes.isEmpty { return nil }
    }

    /// As UTF-8: UTF-16 where it begins so, otherwise one byte a character.
    var text: [UInt8] {
        if bytes.starts(with: [0xFE, 0xFF]) {
            let units = stride(from: 2, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
            return Array(String(decoding: units, as: UTF16.self).utf8)
        }
        if String(validating: bytes, as: UTF8.self) != nil { return bytes }
        return bytes.flatMap { Array(String(Character(Unicode.Scalar($0))).utf8) }
    }

    private mutating func readLiteral(_ file: [UInt8], _ start: Int) -> Bool {
        var depth = 0
        var at = start
        // In a picture's bytes a bracket is no string's beginning.
        while at < min(file.count, start + Self.longest) {
            let byte = file[at]
            at += 1
            switch byte {
            case UInt8(ascii: "("):
                if depth > 0 { bytes.append(byte) }
                depth += 1
            case UInt8(ascii: ")"):
                depth -= 1
                if depth == 0 {
                    end = at
                    return true
                }
                bytes.append(byte)
            case UInt8(ascii: "\\"):
                guard at < file.count else { return false }
                at += takeEscape(file[at...])
            default: bytes.append(byte)
            }
        }
        return false
    }

    /// Three octal digits, a letter for a control, or the character itself; how many bytes that were.
    private mutating func takeEscape(_ rest: ArraySlice<UInt8>) -> Int {
        let digits = rest.prefix(3).prefix { (0x30...0x37).contains($0) }
        if !digits.isEmpty {
            bytes.append(UInt8(truncatingIfNeeded: digits.reduce(0) { $0 << 3 | Int($1 - 0x30) }))
            return digits.count
        }
        guard let kind = rest.first else { return 0 }
        bytes.append("nrtbf".utf8.contains(kind) ? 0x20 : kind)
        return 1
    }

    private mutating func readHexadecimal(_ file: [UInt8], _ start: Int) -> Bool {
        var digits: [UInt8] = []
        for at in (start + 1)..<min(file.count, start + Self.longest) {
            switch file[at] {
            case UInt8(ascii: ">"):
                if digits.count % 2 == 1 { digits.append(0) }
                bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
                end = at + 1
                return true
            case let byte where byte <= 0x20: continue
            case let byte:
                guard let value = Character(Unicode.Scalar(byte)).hexDigitValue else { return false }
                digits.append(UInt8(value))
            }
        }
        return false
    }
}

/// A font's table from codes to characters (ToUnicode, section 9.10.3).
private struct CharacterTable {
    private var characters: [[UInt8]: [UInt8]] = [:]
    private var lengths: Set<Int> = []

    private static let mostCodes = 1 << 16

    init(_ map: [UInt8]) {
        var strings: [PDFString] = []
        var at = 0
        while at < map.count {
            if map[at] == UInt8(ascii: "<"), let string = PDFString(map, at: at) {
                strings.append(string)
                at = string.end
                continue
            }
            if map[at...].starts(with: "begin".utf8) { strings = [] }
            if map[at...].starts(with: "endbfchar".utf8) {
                for pair in stride(from: 0, to: strings.count - 1, by: 2) { add(strings[pair].bytes, strings[pair + 1].bytes) }
            } else if map[at...].starts(with: "endbfrange".utf8) {
                for row in stride(from: 0, to: strings.count - 2, by: 3) { add(from: strings[row], to: strings[row + 1], strings[row + 2]) }
            }
            at += 1
        }
    }

    private mutating func add(_ code: [UInt8], _ utf16: [UInt8]) {
        guard characters.count < Self.mostCodes, !code.isEmpty, code.count <= 4 else { return }
        let units = stride(from: 0, to: utf16.count - 1, by: 2).map { UInt16(utf16[$0]) << 8 | UInt16(utf16[$0 + 1]) }
        characters[code] = Array(String(decoding: units, as: UTF16.self).utf8)
        lengths.insert(code.count)
    }

    private mutating func add(from first: PDFString, to last: PDFString, _ start: PDFString) {
        guard first.bytes.count == last.bytes.count, let low = first.bytes.last, let high = last.bytes.last, low <= high else { return }
        for offset in 0...(high - low) {
            var (code, value) = (first.bytes, start.bytes)
            code[code.count - 1] = low + offset
            guard let unit = value.last else { return }
            value[value.count - 1] = unit &+ offset
            add(code, value)
        }
    }

    /// Nothing where the table does not know all codes.
    func text(of codes: [UInt8]) -> [UInt8] {
        for length in lengths.sorted() where codes.count % length == 0 {
            let parts = stride(from: 0, to: codes.count, by: length).map { characters[Array(codes[$0..<$0 + length])] }
            if parts.allSatisfy({ $0 != nil }) { return parts.flatMap { $0 ?? [] } }
        }
        return []
    }
}
