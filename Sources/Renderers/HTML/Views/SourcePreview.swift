import Markdown
import Mustache
import Site

/// What a source's own page shows of the file: a table of a CSV file, the text of a text file, a PDF's first page. A page that embeds a
/// table or a text shows less of it.
struct SourcePreview {
    let language: Language
    var pictureOfPDF: SiteOptions.PictureMaker?
    /// Of a table, its head aside.
    var mostRows = 200
    /// Of a text file's bytes.
    var longestText = 64 << 10

    private static let largest = 16 << 20

    static func inPlace(_ language: Language) -> SourcePreview { SourcePreview(language: language, mostRows: 50, longestText: 8 << 10) }

    /// With what is left out said below.
    func markup(of source: Source, _ read: VaultReader) -> [UInt8]? {
        guard let found = preview(of: source, read) else { return nil }
        if found.note.isEmpty { return found.markup }
        var markup = found.markup + Array("\n<p class=\"embed-cut\">".utf8)
        HTMLEscaping.append(found.note, to: &markup)
        return markup + Array("</p>".utf8)
    }

    struct Result {
        var markup: [UInt8]
        /// What is left out; empty where nothing is.
        var note = ""
    }

    /// Nil where there is nothing to show.
    func preview(of source: Source, _ read: VaultReader) -> Result? {
        guard source.present, source.bytes <= Self.largest else { return nil }
        switch source.kind {
        case .table: return bytes(source, read).flatMap { table($0, isTabbed: source.path.lowercased().hasSuffix(".tsv")) }
        case .text: return bytes(source, read).flatMap(text)
        case .pdf: return pictureOfPDF.flatMap { picture in bytes(source, read).flatMap(picture) }.map { page($0, of: source) }
        case .image, .audio, .video, .other: return nil
        }
    }

    private func bytes(_ source: Source, _ read: VaultReader) -> [UInt8]? { try? read(source.path) }

    private func text(_ bytes: [UInt8]) -> Result? {
        var shown = bytes.prefix(longestText)
        if shown.count < bytes.count { shown = shown[..<(shown.lastIndex(of: 0x0A).map { $0 + 1 } ?? shown.endIndex)] }
        if shown.allSatisfy({ $0 <= 0x20 }) { return nil }
        var markup = Array("<pre tabindex=\"0\"><code>".utf8)
        HTMLEscaping.append(Self.readable(shown), to: &markup)
        markup += Array("</code></pre>".utf8)
        let note = shown.count < bytes.count ? language.phrase(.beginningOf(bytes: shown.count, all: bytes.count)) : ""
        return Result(markup: markup, note: note)
    }

    private func page(_ png: [UInt8], of source: Source) -> Result {
        var markup = Array("<figure class=\"preview\"><img src=\"data:image/png;base64,".utf8)
        markup += Base64.encoded(png)
        markup += Array("\" alt=\"".utf8)
        HTMLEscaping.append(language.phrase(.firstPage(of: source.name)), to: &markup)
        markup += Array("\" loading=\"lazy\"></figure>".utf8)
        return Result(markup: markup)
    }

    private func table(_ bytes: [UInt8], isTabbed: Bool) -> Result? {
        let table = DelimitedTable(bytes, isTabbed: isTabbed, mostRows: mostRows + 1)
        guard let head = table.rows.first, table.rows.count > 1 || head.count > 1 else { return text(bytes) }
        let isNumber = head.indices.map { column in
            let cells = table.rows.dropFirst().compactMap { column < $0.count && !$0[column].isEmpty ? $0[column] : nil }
            return !cells.isEmpty && cells.allSatisfy { Double($0) != nil }
        }
        var markup = Array("<div class=\"table-scroll\" role=\"group\" tabindex=\"0\" aria-label=\"".utf8)
        HTMLEscaping.append(language.text(.table), to: &markup)
        markup += Array("\"><table><thead>".utf8)
        write(head, "th scope=\"col\"", isNumber, to: &markup)
        markup += Array("</thead><tbody>".utf8)
        for row in table.rows.dropFirst() {
            write(row + Array(repeating: "", count: max(0, head.count - row.count)), "td", isNumber, to: &markup)
        }
        markup += Array("</tbody></table></div>".utf8)
        let note = table.isCut ? language.phrase(.firstRows(table.rows.count - 1)) : ""
        return Result(markup: markup, note: note)
    }

    private func write(_ row: [String], _ tag: String, _ isNumber: [Bool], to markup: inout [UInt8]) {
        markup += Array("<tr>".utf8)
        for (column, cell) in row.enumerated() {
            // A header cell without text heads nothing.
            let name = cell.isEmpty ? "td" : tag
            let side = isNumber.indices.contains(column) && isNumber[column] ? " class=\"align-right\"" : ""
            markup += Array("<\(name)\(side)>".utf8)
            HTMLEscaping.append(Self.readable(Array(cell.utf8)[...]), to: &markup)
            markup += Array("</\(name.prefix(2))>".utf8)
        }
        markup += Array("</tr>".utf8)
    }

    /// Without a byte order mark and with a mark of replacement for each control.
    private static func readable(_ bytes: ArraySlice<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars where scalar != "\u{FEFF}" && scalar != "\r" {
            let isControl = scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
            text.append(isControl ? "\u{FFFD}" : scalar)
        }
        return String(text)
    }
}

/// Comma-separated values (RFC 4180), also with semicolons or tabs between them.
struct DelimitedTable {
    private(set) var rows: [[String]] = []
    /// Whether there is more than is kept.
    private(set) var isCut = false

    private static let mostColumns = 50
    private static let longestCell = 500

    init(_ bytes: [UInt8], isTabbed: Bool, mostRows: Int) {
        let separator = isTabbed ? UInt8(ascii: "\t") : Self.separator(of: bytes)
        var row: [String] = []
        var cell: [UInt8] = []
        var isQuoted = false
        var at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        func endCell() {
            if row.count < Self.mostColumns { row.append(String(decoding: cell, as: UTF8.self)) } else { isCut = true }
            cell = []
        }
        func endRow() {
            if row.isEmpty, cell.isEmpty { return }
            endCell()
            if rows.count < mostRows { rows.append(row) } else { isCut = true }
            row = []
        }
        while at < bytes.count, rows.count < mostRows || !isCut {
            let byte = bytes[at]
            if isQuoted {
                if byte != UInt8(ascii: "\"") {
                    if cell.count < Self.longestCell { cell.append(byte) }
                } else if at + 1 < bytes.count, bytes[at + 1] == byte {
                    cell.append(byte)
                    at += 1
                } else {
                    isQuoted = false
                }
            } else if byte == UInt8(ascii: "\""), cell.isEmpty {
                isQuoted = true
            } else if byte == separator {
                endCell()
            } else if byte == 0x0A || byte == 0x0D {
                endRow()
            } else if cell.count < Self.longestCell {
                cell.append(byte)
            }
            at += 1
        }
        endRow()
    }

    /// The one that the first line has most of.
    private static func separator(of bytes: [UInt8]) -> UInt8 {
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]
        return candidates.max { a, b in line.count { $0 == a } < line.count { $0 == b } } ?? candidates[0]
    }
}
